// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"encoding/binary"
	"fmt"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// encoder appends parts of the present state as the leaves of the Merkle tree
// hold them.
type encoder struct {
	components snapshot.ComponentWriter
	shapes     []snapshot.MapLayer // for the clock leaf
}

// appendSlot appends what snapshot.AppendSlot does.
func (s *Simulation) appendSlot(dst []byte, slot int) []byte {
	if !s.pool.rows[slot].alive {
		return snapshot.AppendSlot(dst, s.pool.rows[slot].generation, nil)
	}
	return s.appendRest(s.appendSlotHead(dst, slot), slot)
}

// appendSlotHead appends what of a living entity comes before its components.
func (s *Simulation) appendSlotHead(dst []byte, slot int) []byte {
	row := &s.pool.rows[slot]
	dst = bincode.AppendOption(bincode.AppendUint16(dst, row.generation), true)
	return snapshot.AppendEntityHead(dst, s.pool.tag(slot), uint32(row.kind), row.owner)
}

// appendRest appends mask, length and those of a living entity's components that
// are not in snapshot.MotionComponents.
func (s *Simulation) appendRest(dst []byte, slot int) []byte {
	start := openComponents(&s.components, dst)
	s.pool.rows[slot].look.appendRest(&s.components)
	s.module.AppendEntity(s.pool.tag(slot), &s.components)
	return s.closeComponents(start, restComponents)
}

// appendMotion appends what snapshot.AppendMotion does.
func (s *Simulation) appendMotion(dst []byte, slot int) []byte {
	row := &s.pool.rows[slot]
	if !row.alive {
		return snapshot.AppendMotion(dst, nil)
	}
	start := openComponents(&s.components, dst)
	row.look.appendMotion(&s.components)
	s.module.AppendMotion(s.pool.tag(slot), &s.components)
	return s.closeComponents(start, snapshot.MotionComponents)
}

// appendPlayer appends what snapshot.AppendPlayer does.
func (s *Simulation) appendPlayer(dst []byte, i int) []byte {
	return s.appendPlayerComponents(snapshot.AppendPlayerHead(dst, &s.players[i].state), i)
}

func (s *Simulation) appendPlayerComponents(dst []byte, i int) []byte {
	row := &s.players[i]
	start := openComponents(&s.components, dst)
	row.look.append(&s.components)
	s.module.AppendPlayer(order.PlayerID(i), &s.components)
	return s.closeComponents(start, ^uint64(0))
}

func (s *Simulation) appendGlobal(dst []byte) []byte {
	start := openComponents(&s.components, dst)
	s.module.AppendGlobal(&s.components)
	return s.closeComponents(start, ^uint64(0))
}

func (s *Simulation) randomState(dst []byte) snapshot.RandomState {
	algorithm, state := s.module.AppendRandom(dst)
	return snapshot.RandomState{Algorithm: algorithm, State: state}
}

func (s *Simulation) appendClock(dst []byte) []byte {
	clock := snapshot.Clock{
		Tick: s.tick, Seed: s.config.Seed, MapHash: s.config.MapHash,
		Capacity: uint16(s.config.Capacity), Players: uint32(len(s.players)),
	}
	return snapshot.AppendClockLeaf(dst, &clock, s.shapes)
}

func (s *Simulation) closeComponents(start int, allowed uint64) []byte {
	dst, err := closeComponents(&s.components, start, allowed)
	if err != nil {
		s.env.Abort(err)
	}
	return dst
}

// openComponents leaves room for mask and length and lets the writer append
// behind them, where start is.
func openComponents(w *snapshot.ComponentWriter, dst []byte) (start int) {
	dst = append(dst, make([]byte, componentsHead)...)
	w.Reset(dst)
	return len(dst)
}

// closeComponents fills in mask and length; allowed says which components may be
// there. The error is the module's fault.
func closeComponents(w *snapshot.ComponentWriter, start int, allowed uint64) ([]byte, error) {
	dst := w.Buffer()
	binary.LittleEndian.PutUint64(dst[start-componentsHead:], w.Mask())
	binary.LittleEndian.PutUint64(dst[start-8:], uint64(len(dst)-start))
	if wrong := w.Mask() &^ allowed; wrong != 0 && w.Err() == nil {
		return dst, fmt.Errorf("components %#x were written where they do not belong", wrong)
	}
	return dst, w.Err()
}

// componentsHead is u64 mask and u64 length before the components.
const componentsHead = 16

// restComponents are those of an entity that are not motion.
const restComponents = ^uint64(snapshot.MotionComponents)
