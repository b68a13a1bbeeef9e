package sim

import (
	"convertd/core/order"
	"convertd/core/snapshot"
)

// HashLog is the work of hashing a run of ticks, put off: for each tick the
// leaves of the Merkle tree that changed. Simulation.LogHash fills it tick by
// tick, Sum does the work, on another goroutine if the caller likes, while the
// simulation goes on into another log. The logs of a simulation are summed one
// after another, in the order in which they were filled, and all of them before
// anybody asks the simulation for a hash or its tree. The zero value is an empty
// log.
type HashLog struct {
	tree   *snapshot.Tree
	data   []byte // the leaves one behind the other, each with room for its prefix
	leaves []loggedLeaf
	ticks  []int // where each tick ends in leaves
	hashes []order.SyncHash
}

// loggedLeaf is a leaf that changed; end is where its bytes end in the log.
type loggedLeaf struct{ leaf, end int }

// LogHash notes in log what the SyncHash of the present state needs.
func (s *Simulation) LogHash(log *HashLog) {
	log.tree = s.tree
	s.eachStale(func(leaf int, data []byte) {
		log.data = append(log.data, data...)
		log.leaves = append(log.leaves, loggedLeaf{leaf: leaf, end: len(log.data)})
	})
	log.ticks = append(log.ticks, len(log.leaves))
}

// Len is how many ticks wait to be summed.
func (l *HashLog) Len() int { return len(l.ticks) }

// Sum computes the SyncHash of each logged tick and empties the log. The result
// is valid until the next Sum.
func (l *HashLog) Sum() []order.SyncHash {
	l.hashes = l.hashes[:0]
	begin, next := 0, 0
	for _, end := range l.ticks {
		for ; next < end; next++ {
			one := l.leaves[next]
			l.tree.SetLeaf(one.leaf, snapshot.HashLeaf(l.data[begin:one.end]))
			begin = one.end
		}
		l.hashes = append(l.hashes, snapshot.Sync(l.tree.Root()))
	}
	l.data, l.leaves, l.ticks = l.data[:0], l.leaves[:0], l.ticks[:0]
	return l.hashes
}
