// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"crypto/sha256"
	"math/bits"

	"convertd/core/order"
)

// Tree is a binary Merkle tree over a fixed number of leaves. A leaf is
// SHA-256(0x00 ‖ bytes), an inner node SHA-256(0x01 ‖ left ‖ right); a node
// without a right neighbour moves up unchanged. Setting leaves is cheap; Root
// computes only the paths above leaves that changed, without allocating. Not
// safe for concurrent use.
type Tree struct {
	levels []level // levels[0] holds the leaves, the last one the root
	hasher hasher
}

// level is the nodes of one level, two and two as the message of the node above
// them, so that hashing it copies nothing.
type level struct {
	nodes int
	pairs []pair
	dirty []uint64 // bit per node that changed
}

// Domain separation: no leaf's bytes can be passed off as an inner node.
const (
	leafPrefix = 0x00
	nodePrefix = 0x01
)

// NewTree makes a tree of n leaves, at least one, all zero until set.
func NewTree(n int) *Tree {
	t := &Tree{hasher: newHasher()}
	for nodes := n; ; nodes = (nodes + 1) / 2 {
		l := level{nodes: nodes, pairs: make([]pair, (nodes+1)/2), dirty: make([]uint64, (nodes+63)/64)}
		for i := range l.pairs {
			l.pairs[i] = emptyPair
		}
		t.levels = append(t.levels, l)
		if nodes <= 1 {
			break
		}
	}
	for i := range n {
		t.levels[0].touch(i)
	}
	return t
}

func (l *level) node(i int) *order.StateHash { return l.pairs[i>>1].child(i & 1) }

func (l *level) touch(i int) { l.dirty[i>>6] |= 1 << (i & 63) }

// Leaves is the number of leaves.
func (t *Tree) Leaves() int { return t.levels[0].nodes }

// Leaf returns the hash of leaf i.
func (t *Tree) Leaf(i int) order.StateHash { return *t.levels[0].node(i) }

// SetLeaf replaces the hash of leaf i.
func (t *Tree) SetLeaf(i int, hash order.StateHash) {
	l := &t.levels[0]
	if at := l.node(i); *at != hash {
		*at = hash
		l.touch(i)
	}
}

// HashLeaf sets leaf i to the hash of its bytes, as the function HashLeaf computes
// it; scratch[0] must be free for the prefix. It returns scratch, which may have
// grown behind its end.
func (t *Tree) HashLeaf(i int, scratch []byte) []byte {
	scratch[0] = leafPrefix
	var hash order.StateHash
	scratch = t.hasher.sum(&hash, scratch)
	t.SetLeaf(i, hash)
	return scratch
}

// Root returns the hash over all leaves.
func (t *Tree) Root() order.StateHash {
	for at := 0; at+1 < len(t.levels); at++ {
		below, above := &t.levels[at], &t.levels[at+1]
		for w, word := range below.dirty {
			if word == 0 {
				continue
			}
			below.dirty[w] = 0
			// Two neighbouring nodes share a parent: fold their bits.
			for pairs := (word | word>>1) & 0x5555555555555555; pairs != 0; pairs &= pairs - 1 {
				parent := w<<5 + bits.TrailingZeros64(pairs)>>1
				if 2*parent+1 < below.nodes {
					t.hasher.blocks(above.node(parent), below.pairs[parent][:])
				} else {
					*above.node(parent) = *below.node(2 * parent)
				}
				above.touch(parent)
			}
		}
	}
	top := &t.levels[len(t.levels)-1]
	top.dirty[0] = 0
	return *top.node(0)
}

// HashLeaf hashes the bytes of a leaf. scratch[0] must be free for the prefix:
// the leaf's bytes begin at scratch[1].
func HashLeaf(scratch []byte) order.StateHash {
	scratch[0] = leafPrefix
	return sha256.Sum256(scratch)
}

func hashNode(left, right *order.StateHash) order.StateHash {
	var block [nodeBytes]byte
	block[0] = nodePrefix
	copy(block[1:], left[:])
	copy(block[1+sha256.Size:], right[:])
	return sha256.Sum256(block[:])
}

// ProofStep is one step from a leaf to the root: the neighbour, and on which
// side it stands.
type ProofStep struct {
	Neighbour order.StateHash
	OnLeft    bool
}

// Path returns the proof of leaf i, from the leaf upwards. Levels where the
// node moves up unchanged have no step.
func (t *Tree) Path(i int) []ProofStep {
	t.Root()
	var path []ProofStep
	for at := range len(t.levels) - 1 {
		if sibling := i ^ 1; sibling < t.levels[at].nodes {
			path = append(path, ProofStep{Neighbour: *t.levels[at].node(sibling), OnLeft: i&1 == 1})
		}
		i >>= 1
	}
	return path
}

// VerifyPath reports whether leaf, the hash of the i-th of n leaves, leads to
// root over path. The position is checked too: a path cannot prove a leaf at
// another place.
func VerifyPath(leaf order.StateHash, i, n int, path []ProofStep, root order.StateHash) bool {
	if i < 0 || i >= n {
		return false
	}
	node := leaf
	for ; n > 1; n, i = (n+1)/2, i>>1 {
		if i^1 >= n {
			continue
		}
		if len(path) == 0 || path[0].OnLeft != (i&1 == 1) {
			return false
		}
		if path[0].OnLeft {
			node = hashNode(&path[0].Neighbour, &node)
		} else {
			node = hashNode(&node, &path[0].Neighbour)
		}
		path = path[1:]
	}
	return len(path) == 0 && node == root
}

// Sync returns the SyncHash of a StateHash: its first eight bytes,
// little-endian.
func Sync(hash order.StateHash) order.SyncHash {
	var v uint64
	for i := 7; i >= 0; i-- {
		v = v<<8 | uint64(hash[i])
	}
	return order.SyncHash(v)
}
