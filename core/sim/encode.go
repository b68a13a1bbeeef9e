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
	row := &s.pool.rows[slot]
	if !row.alive {
		return snapshot.AppendSlot(dst, row.generation, nil)
	}
	dst = bincode.AppendOption(bincode.AppendUint16(dst, row.generation), true)
	return s.appendRest(snapshot.AppendEntityHead(dst, s.pool.tag(slot), uint32(row.kind), row.owner), slot)
}

// appendRest appends mask, length and those of a living entity's components that
// are not in snapshot.MotionComponents.
func (s *Simulation) appendRest(dst []byte, slot int) []byte {
	w, start := s.openComponents(dst)
	s.pool.rows[slot].look.appendRest(w)
	s.module.AppendEntity(s.pool.tag(slot), w)
	return s.closeComponents(start, ^uint64(snapshot.MotionComponents))
}

// appendMotion appends what snapshot.AppendMotion does.
func (s *Simulation) appendMotion(dst []byte, slot int) []byte {
	row := &s.pool.rows[slot]
	if !row.alive {
		return snapshot.AppendMotion(dst, nil)
	}
	w, start := s.openComponents(dst)
	row.look.appendMotion(w)
	s.module.AppendMotion(s.pool.tag(slot), w)
	return s.closeComponents(start, snapshot.MotionComponents)
}

// appendPlayer appends what snapshot.AppendPlayer does.
func (s *Simulation) appendPlayer(dst []byte, i int) []byte {
	return s.appendPlayerComponents(snapshot.AppendPlayerHead(dst, &s.players[i].state), i)
}

func (s *Simulation) appendPlayerComponents(dst []byte, i int) []byte {
	row := &s.players[i]
	w, start := s.openComponents(dst)
	row.look.append(w)
	s.module.AppendPlayer(order.PlayerID(i), w)
	return s.closeComponents(start, ^uint64(0))
}

func (s *Simulation) appendGlobal(dst []byte) []byte {
	w, start := s.openComponents(dst)
	s.module.AppendGlobal(w)
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

// openComponents leaves room for mask and length and lets the writer append
// behind them, where start is.
func (s *Simulation) openComponents(dst []byte) (w *snapshot.ComponentWriter, start int) {
	dst = append(dst, make([]byte, componentsHead)...)
	s.components.Reset(dst)
	return &s.components, len(dst)
}

// closeComponents fills in mask and length; allowed says which components may be
// there.
func (s *Simulation) closeComponents(start int, allowed uint64) []byte {
	w := &s.components
	dst := w.Buffer()
	binary.LittleEndian.PutUint64(dst[start-componentsHead:], w.Mask())
	binary.LittleEndian.PutUint64(dst[start-8:], uint64(len(dst)-start))
	if err := w.Err(); err != nil {
		s.env.Abort(err)
	}
	if wrong := w.Mask() &^ allowed; wrong != 0 {
		s.env.Abort(fmt.Errorf("components %#x were written where they do not belong", wrong))
	}
	return dst
}

// componentsHead is u64 mask and u64 length before the components.
const componentsHead = 16
