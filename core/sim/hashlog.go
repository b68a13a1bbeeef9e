// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"math/bits"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// HashLog is the work of encoding and hashing a run of ticks, put off: for each
// tick what changed in the leaves of the Merkle tree. Simulation.LogHash fills it
// tick by tick, Sum does the work, on another goroutine if the caller likes, while
// the simulation goes on into another log. The logs of a simulation are summed one
// after another, in the order in which they were filled, and all of them before
// anybody asks the simulation for a hash or its tree or lets it restore another
// state. The zero value is an empty log.
type HashLog struct {
	leaves *leaves
	data   []byte // of the parts, one behind the other
	parts  []loggedPart
	ticks  []int  // where each tick ends in parts
	notes  Notes  // nil if the module takes none
	looks  []Look // what goes with the notes, one for each noted part
	hashes []order.StateHash

	snapshots []loggedSnapshot // asked for
	states    []*snapshot.SimSnapshot

	// What Sum needs while it works.
	looked     int // of looks
	components snapshot.ComponentWriter
	scratch    []byte
	random     []byte // the generator's state
	slots      [snapshot.SlotsPerLeaf]slotBytes
	err        error
}

// loggedPart is what changed in a leaf: what it holds for a slot; of a layer, bytes
// from an offset on, which slot then is; or all of it, with room for its prefix, if
// slot is wholeLeaf. end is where its bytes end in the log.
type loggedPart struct {
	leaf, slot, end int32
	kind            partKind
}

const wholeLeaf = -1

// partKind says whether the bytes of a part are all of it.
type partKind uint8

const (
	encodedPart partKind = iota
	layerPart            // a part of a leaf of a layer
	notedRest            // the components follow, by look and notes
	notedMotion
	notedGlobal // a whole leaf, by notes
	notedRandom
)

func (l *HashLog) add(leaf int, slot int32, kind partKind) {
	l.parts = append(l.parts, loggedPart{leaf: int32(leaf), slot: slot, end: int32(len(l.data)), kind: kind})
}

func (l *HashLog) addWhole(leaf int, kind partKind) { l.add(leaf, wholeLeaf, kind) }

// LogHash notes in log what the StateHash of the present state needs.
func (s *Simulation) LogHash(log *HashLog) {
	log.leaves = &s.leaves
	if taker, ok := s.module.(NoteTaker); ok && log.notes == nil {
		log.notes = taker.NewNotes()
	}
	s.logWorld(log)
	for i, layer := range s.layers {
		s.logLayer(log, i, layer)
	}
	for i := range s.players {
		if row := &s.players[i]; row.touched {
			row.touched = false
			log.data = s.appendPlayer(append(log.data, 0), i)
			log.addWhole(s.leaves.layout.Player(order.PlayerID(i)), encodedPart)
		}
	}
	s.touched.rest.drain(func(slot int) { s.logRest(log, slot) })
	s.touched.motion.drain(func(slot int) { s.logMotion(log, slot) })
	log.ticks = append(log.ticks, len(log.parts))
}

// logWorld logs what belongs to nobody.
func (s *Simulation) logWorld(log *HashLog) {
	log.data = s.appendClock(append(log.data, 0))
	log.addWhole(snapshot.LeafClock, encodedPart)
	if s.loggedNames != len(s.names.names) {
		s.loggedNames = len(s.names.names)
		log.data = snapshot.AppendNames(append(log.data, 0), s.names.names)
		log.addWhole(snapshot.LeafNames, encodedPart)
	}
	if s.touched.global {
		s.touched.global = false
		s.logGlobal(log)
	}
	if s.touched.random {
		s.touched.random = false
		s.logRandom(log)
	}
}

func (s *Simulation) logGlobal(log *HashLog) {
	if log.notes != nil {
		log.notes.NoteGlobal()
		log.addWhole(snapshot.LeafGlobal, notedGlobal)
		return
	}
	log.data = s.appendGlobal(append(log.data, 0))
	log.addWhole(snapshot.LeafGlobal, encodedPart)
}

func (s *Simulation) logRandom(log *HashLog) {
	if log.notes != nil {
		log.notes.NoteRandom()
		log.addWhole(snapshot.LeafRandom, notedRandom)
		return
	}
	random := s.randomState(s.scratch[:0])
	s.scratch = random.State
	log.data = snapshot.AppendRandomState(append(log.data, 0), &random)
	log.addWhole(snapshot.LeafRandom, encodedPart)
}

func (s *Simulation) logLayer(log *HashLog, i int, layer *Layer) {
	for w, word := range layer.touched {
		layer.touched[w] = 0
		for ; word != 0; word &= word - 1 {
			at := (w<<6 + bits.TrailingZeros64(word)) * layerPiece
			log.data = append(log.data, layer.data[at:min(at+layerPiece, len(layer.data))]...)
			log.add(s.leaves.layout.Map(i, at), int32(at%snapshot.MapBytesPerLeaf), layerPart)
		}
	}
}

func (s *Simulation) logRest(log *HashLog, slot int) {
	kind := encodedPart
	if s.takesNotes(log, slot) {
		kind = notedRest
		log.data = s.appendSlotHead(log.data, slot)
		log.notes.NoteEntity(s.pool.tag(slot))
	} else {
		log.data = s.appendSlot(log.data, slot)
	}
	log.add(s.leaves.layout.Slot(slot), int32(slot), kind)
}

func (s *Simulation) logMotion(log *HashLog, slot int) {
	kind := encodedPart
	if s.takesNotes(log, slot) {
		kind = notedMotion
		log.notes.NoteMotion(s.pool.tag(slot))
	} else {
		log.data = s.appendMotion(log.data, slot)
	}
	log.add(s.leaves.layout.Motion(slot), int32(slot), kind)
}

// takesNotes reports whether the module takes notes of a slot, and logs the look
// that goes with them.
func (s *Simulation) takesNotes(log *HashLog, slot int) bool {
	row := &s.pool.rows[slot]
	if log.notes == nil || !row.alive {
		return false
	}
	log.looks = append(log.looks, row.look)
	return true
}

// Len is how many ticks wait to be summed.
func (l *HashLog) Len() int { return len(l.ticks) }

// Size is how many encoded bytes wait to be summed; notes come on top.
func (l *HashLog) Size() int { return len(l.data) }

// Sum computes the StateHash of each logged tick and empties the log. The result
// is valid until the next Sum. An error means that the module wrote what it may
// not; the hashes are then worthless.
func (l *HashLog) Sum() ([]order.StateHash, error) {
	l.hashes, l.states = l.hashes[:0], l.states[:0]
	begin, next := int32(0), 0
	for tick, end := range l.ticks {
		for next < end {
			first := next
			for next++; next < end && l.parts[first].slot != wholeLeaf && l.parts[next].leaf == l.parts[first].leaf; next++ {
			}
			l.set(l.parts[first:next], begin)
			begin = l.parts[next-1].end
		}
		l.hashes = append(l.hashes, l.leaves.tree.Root())
		l.sumSnapshots(tick)
	}
	l.clear()
	return l.hashes, l.err
}

func (l *HashLog) clear() {
	l.data, l.parts, l.ticks, l.looks, l.looked = l.data[:0], l.parts[:0], l.ticks[:0], l.looks[:0], 0
	clear(l.snapshots)
	l.snapshots = l.snapshots[:0]
	if l.notes != nil {
		l.notes.Clear()
	}
}

// set brings a leaf up to what was logged of it, from begin on in the log.
func (l *HashLog) set(parts []loggedPart, begin int32) {
	leaf := int(parts[0].leaf)
	switch {
	case parts[0].slot == wholeLeaf:
		l.leaves.set(leaf, l.whole(parts[0].kind, l.data[begin:parts[0].end]))
		return
	case parts[0].kind == layerPart:
		for i := range parts {
			l.leaves.write(leaf, int(parts[i].slot), l.data[begin:parts[i].end])
			begin = parts[i].end
		}
		l.leaves.hash(leaf)
		return
	}
	slots := l.slots[:0]
	l.scratch = l.scratch[:0]
	for i := range parts {
		part := &parts[i]
		data := l.data[begin:part.end]
		if part.kind != encodedPart {
			data = l.complete(part.kind, data)
		}
		slots = append(slots, slotBytes{slot: int(part.slot), data: data})
		begin = part.end
	}
	l.leaves.setSlots(leaf, slots)
}

// whole is what a whole leaf holds, with room for its prefix: what was logged, or what
// the notes write. It is valid until the next call.
func (l *HashLog) whole(kind partKind, logged []byte) []byte {
	switch kind {
	case notedGlobal:
		start := openComponents(&l.components, append(l.scratch[:0], 0))
		l.notes.WriteGlobal(&l.components)
		l.scratch = l.close(start, ^uint64(0))
	case notedRandom:
		var random snapshot.RandomState
		random.Algorithm, random.State = l.notes.WriteRandom(l.random[:0])
		l.random = random.State
		l.scratch = snapshot.AppendRandomState(append(l.scratch[:0], 0), &random)
	default:
		return logged
	}
	return l.scratch
}

// close fills in the head of the components that begin at start; allowed says which
// may be there.
func (l *HashLog) close(start int, allowed uint64) []byte {
	dst, err := closeComponents(&l.components, start, allowed)
	if l.err == nil {
		l.err = err
	}
	return dst
}

// complete writes the components that follow the head of a noted part.
func (l *HashLog) complete(kind partKind, head []byte) []byte {
	first := len(l.scratch)
	start := openComponents(&l.components, append(l.scratch, head...))
	look, allowed := &l.looks[l.looked], restComponents
	l.looked++
	if kind == notedRest {
		look.appendRest(&l.components)
		l.notes.WriteEntity(&l.components)
	} else {
		look.appendMotion(&l.components)
		l.notes.WriteMotion(&l.components)
		allowed = snapshot.MotionComponents
	}
	l.scratch = l.close(start, allowed)
	return l.scratch[first:]
}

// StateHash is the Merkle root of the present state (docs/simulation.md): what
// snapshot.HashState computes from a Snapshot. What was put off (LogHash) must
// have been summed.
func (s *Simulation) StateHash() order.StateHash {
	s.LogHash(&s.atOnce)
	if _, err := s.atOnce.Sum(); err != nil {
		s.env.Abort(err)
	}
	return s.leaves.tree.Root()
}

// SyncHash is the first eight bytes of the StateHash: what a replay frame
// records for the tick that runs next.
func (s *Simulation) SyncHash() order.SyncHash { return snapshot.Sync(s.StateHash()) }

// Tree is the Merkle tree of the present state, for proofs; it must not be
// changed and is valid until the next Apply.
func (s *Simulation) Tree() (*snapshot.Tree, snapshot.Layout) {
	s.StateHash()
	return s.leaves.tree, s.leaves.layout
}
