package sim

import (
	"math/bits"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// HashLog is the work of hashing a run of ticks, put off: for each tick what
// changed in the leaves of the Merkle tree. Simulation.LogHash fills it tick by
// tick, Sum does the work, on another goroutine if the caller likes, while the
// simulation goes on into another log. The logs of a simulation are summed one
// after another, in the order in which they were filled, and all of them before
// anybody asks the simulation for a hash or its tree. The zero value is an empty
// log.
type HashLog struct {
	leaves *leaves
	data   []byte // the parts one behind the other
	parts  []loggedPart
	ticks  []int // where each tick ends in parts
	hashes []order.SyncHash
}

// loggedPart is what changed in a leaf: all of it, with room for its prefix, or
// what it holds for a slot. end is where its bytes end in the log.
type loggedPart struct {
	leaf int32
	slot int32 // wholeLeaf if it is all of the leaf
	end  int
}

const wholeLeaf = -1

func (l *HashLog) add(leaf int, slot int32) {
	l.parts = append(l.parts, loggedPart{leaf: int32(leaf), slot: slot, end: len(l.data)})
}

// LogHash notes in log what the SyncHash of the present state needs.
func (s *Simulation) LogHash(log *HashLog) {
	log.leaves = &s.leaves
	log.data = s.appendClock(append(log.data, 0))
	log.add(snapshot.LeafClock, wholeLeaf)
	if s.loggedNames != len(s.names.names) {
		s.loggedNames = len(s.names.names)
		log.data = snapshot.AppendNames(append(log.data, 0), s.names.names)
		log.add(snapshot.LeafNames, wholeLeaf)
	}
	if s.touched.global {
		s.touched.global = false
		log.data = s.appendGlobal(append(log.data, 0))
		log.add(snapshot.LeafGlobal, wholeLeaf)
	}
	if s.touched.random {
		s.touched.random = false
		random := s.randomState(s.scratch[:0])
		s.scratch = random.State
		log.data = snapshot.AppendRandomState(append(log.data, 0), &random)
		log.add(snapshot.LeafRandom, wholeLeaf)
	}
	for i, layer := range s.layers {
		s.logLayer(log, i, layer)
	}
	for i := range s.players {
		if row := &s.players[i]; row.touched {
			row.touched = false
			log.data = s.appendPlayer(append(log.data, 0), i)
			log.add(s.leaves.layout.Player(order.PlayerID(i)), wholeLeaf)
		}
	}
	s.touched.rest.drain(func(slot int) {
		log.data = s.appendSlot(log.data, slot)
		log.add(s.leaves.layout.Slot(slot), int32(slot))
	})
	s.touched.motion.drain(func(slot int) {
		log.data = s.appendMotion(log.data, slot)
		log.add(s.leaves.layout.Motion(slot), int32(slot))
	})
	log.ticks = append(log.ticks, len(log.parts))
}

func (s *Simulation) logLayer(log *HashLog, i int, layer *Layer) {
	for w, word := range layer.touched {
		layer.touched[w] = 0
		for ; word != 0; word &= word - 1 {
			at := (w<<6 + bits.TrailingZeros64(word)) * snapshot.MapBytesPerLeaf
			log.data = append(append(log.data, 0), layer.data[at:min(at+snapshot.MapBytesPerLeaf, len(layer.data))]...)
			log.add(s.leaves.layout.Map(i, at), wholeLeaf)
		}
	}
}

// Len is how many ticks wait to be summed.
func (l *HashLog) Len() int { return len(l.ticks) }

// Sum computes the SyncHash of each logged tick and empties the log. The result
// is valid until the next Sum.
func (l *HashLog) Sum() []order.SyncHash {
	l.hashes = l.hashes[:0]
	begin, next := 0, 0
	for _, end := range l.ticks {
		for next < end {
			first := next
			for next++; next < end && l.parts[first].slot != wholeLeaf && l.parts[next].leaf == l.parts[first].leaf; next++ {
			}
			l.set(l.parts[first:next], begin)
			begin = l.parts[next-1].end
		}
		l.hashes = append(l.hashes, snapshot.Sync(l.leaves.tree.Root()))
	}
	l.data, l.parts, l.ticks = l.data[:0], l.parts[:0], l.ticks[:0]
	return l.hashes
}

// set brings a leaf up to what was logged of it, from begin on in the log.
func (l *HashLog) set(parts []loggedPart, begin int) {
	leaf := int(parts[0].leaf)
	if parts[0].slot == wholeLeaf {
		l.leaves.set(leaf, l.data[begin:parts[0].end])
	} else {
		l.leaves.setSlots(leaf, parts, l.data, begin)
	}
}

// StateHash is the Merkle root of the present state (docs/simulation.md): what
// snapshot.HashState computes from a Snapshot. What was put off (LogHash) must
// have been summed.
func (s *Simulation) StateHash() order.StateHash {
	s.LogHash(&s.atOnce)
	s.atOnce.Sum()
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
