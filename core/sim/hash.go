package sim

import (
	"math/bits"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// Beside runs work beside its caller, on another processor if there is one, and
// returns what waits for its end. The next call comes after that wait. What
// work does is the same wherever and whenever it runs.
type Beside func(work func()) (wait func())

// hashing is the Merkle tree's side of the cache.
type hashing struct {
	rooted  bool            // root is that of the present state, or will be after wait
	root    order.StateHash // of the state that was hashed last
	wait    func()          // for what hashes beside, nil if nothing does
	buffer  []byte          // belongs to the hashing
	encoded func()          // hashEncoded
}

// StateHash is the Merkle root of the present state (docs/simulation.md): what
// snapshot.HashState computes from a Snapshot.
func (s *Simulation) StateHash() order.StateHash {
	s.BeginHash(nil)
	s.finishHash()
	return s.root
}

// BeginHash begins to hash the present state, beside the caller unless beside is
// nil. Until the hash is asked for, or the next Apply has played its tick, both
// go on at the same time; HashBefore gives the hash after that Apply.
func (s *Simulation) BeginHash(beside Beside) {
	if s.rooted {
		return
	}
	s.rooted = true
	s.hashKernel()
	if beside == nil {
		s.hashEncoded()
		return
	}
	if s.encoded == nil {
		s.encoded = s.hashEncoded
	}
	s.wait = beside(s.encoded)
}

// finishHash waits for what is hashed beside.
func (s *Simulation) finishHash() {
	if s.wait != nil {
		s.wait()
		s.wait = nil
	}
}

// HashBefore is the hash of the state that was hashed last: after an Apply, of
// the state it began with, if BeginHash or StateHash was called before it.
func (s *Simulation) HashBefore() order.SyncHash { return snapshot.Sync(s.root) }

// hashKernel hashes what a module may change during Step.
func (s *Simulation) hashKernel() {
	clock := snapshot.Clock{
		Tick: s.tick, Seed: s.config.Seed, MapHash: s.config.MapHash,
		Capacity: uint16(s.config.Capacity), Players: uint32(len(s.players)),
	}
	s.buffer = snapshot.AppendClockLeaf(append(s.buffer[:0], 0), &clock, s.shapes)
	s.tree.SetLeaf(snapshot.LeafClock, snapshot.HashLeaf(s.buffer))
	if s.hashed != len(s.names.names) {
		s.hashed = len(s.names.names)
		s.buffer = snapshot.AppendNames(append(s.buffer[:0], 0), s.names.names)
		s.tree.SetLeaf(snapshot.LeafNames, snapshot.HashLeaf(s.buffer))
	}
	for i, layer := range s.layers {
		s.hashLayer(i, layer)
	}
}

// hashEncoded hashes what was encoded after the last tick, and stays as it is
// until the next has been played.
func (s *Simulation) hashEncoded() {
	if s.globalStale {
		s.globalStale = false
		s.tree.SetLeaf(snapshot.LeafGlobal, snapshot.HashLeaf(s.global))
	}
	if s.randomStale {
		s.randomStale = false
		s.buffer = snapshot.AppendRandomState(append(s.buffer[:0], 0), &s.random)
		s.tree.SetLeaf(snapshot.LeafRandom, snapshot.HashLeaf(s.buffer))
	}
	for i := range s.players {
		if row := &s.players[i]; row.stale {
			row.stale = false
			s.tree.SetLeaf(s.layout.Player(order.PlayerID(i)), snapshot.HashLeaf(row.encoded))
		}
	}
	for w, word := range s.stale {
		s.stale[w] = 0
		for ; word != 0; word &= word - 1 {
			n := w<<6 + bits.TrailingZeros64(word)
			s.tree.SetLeaf(s.layout.Slot(n*snapshot.SlotsPerLeaf), snapshot.HashLeaf(s.pieces[n].data))
		}
	}
	s.root = s.tree.Root()
}

func (s *Simulation) hashLayer(i int, layer *Layer) {
	for w, word := range layer.touched {
		layer.touched[w] = 0
		for ; word != 0; word &= word - 1 {
			at := (w<<6 + bits.TrailingZeros64(word)) * snapshot.MapBytesPerLeaf
			s.buffer = append(append(s.buffer[:0], 0), layer.data[at:min(at+snapshot.MapBytesPerLeaf, len(layer.data))]...)
			s.tree.SetLeaf(s.layout.Map(i, at), snapshot.HashLeaf(s.buffer))
		}
	}
}

// SyncHash is the first eight bytes of the StateHash: what a replay frame
// records for the tick that runs next.
func (s *Simulation) SyncHash() order.SyncHash { return snapshot.Sync(s.StateHash()) }

// Tree is the Merkle tree of the present state, for proofs; it must not be
// changed and is valid until the next Apply.
func (s *Simulation) Tree() (*snapshot.Tree, snapshot.Layout) {
	s.StateHash()
	return s.tree, s.layout
}
