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
// computes only the paths above leaves that changed, without allocating.
type Tree struct {
	levels [][]order.StateHash // levels[0] are the leaves
	dirty  [][]uint64          // bit per node of the level that changed
}

// Domain separation: no leaf's bytes can be passed off as an inner node.
const (
	leafPrefix = 0x00
	nodePrefix = 0x01
)

// NewTree makes a tree of n leaves, at least one, all zero until set.
func NewTree(n int) *Tree {
	t := &Tree{}
	for {
		t.levels = append(t.levels, make([]order.StateHash, n))
		t.dirty = append(t.dirty, make([]uint64, (n+63)/64))
		if n <= 1 {
			break
		}
		n = (n + 1) / 2
	}
	t.markAll()
	return t
}

func (t *Tree) markAll() {
	for i := range t.levels[0] {
		t.dirty[0][i>>6] |= 1 << (i & 63)
	}
}

// Leaves is the number of leaves.
func (t *Tree) Leaves() int { return len(t.levels[0]) }

// Leaf returns the hash of leaf i.
func (t *Tree) Leaf(i int) order.StateHash { return t.levels[0][i] }

// SetLeaf replaces the hash of leaf i.
func (t *Tree) SetLeaf(i int, hash order.StateHash) {
	if t.levels[0][i] == hash {
		return
	}
	t.levels[0][i] = hash
	t.dirty[0][i>>6] |= 1 << (i & 63)
}

// Root returns the hash over all leaves.
func (t *Tree) Root() order.StateHash {
	for level := 0; level+1 < len(t.levels); level++ {
		below, above := t.levels[level], t.levels[level+1]
		for w, word := range t.dirty[level] {
			if word == 0 {
				continue
			}
			t.dirty[level][w] = 0
			// Two neighbouring nodes share a parent: fold their bits.
			for pairs := (word | word>>1) & 0x5555555555555555; pairs != 0; pairs &= pairs - 1 {
				left := w<<6 + bits.TrailingZeros64(pairs)
				parent := left >> 1
				if left+1 < len(below) {
					above[parent] = hashNode(&below[left], &below[left+1])
				} else {
					above[parent] = below[left]
				}
				t.dirty[level+1][parent>>6] |= 1 << (parent & 63)
			}
		}
	}
	top := len(t.levels) - 1
	t.dirty[top][0] = 0
	return t.levels[top][0]
}

// HashLeaf hashes the bytes of a leaf. scratch[0] must be free for the prefix:
// the leaf's bytes begin at scratch[1].
func HashLeaf(scratch []byte) order.StateHash {
	scratch[0] = leafPrefix
	return sha256.Sum256(scratch)
}

func hashNode(left, right *order.StateHash) order.StateHash {
	var block [1 + 2*sha256.Size]byte
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
	for level := 0; level+1 < len(t.levels); level++ {
		nodes := t.levels[level]
		if sibling := i ^ 1; sibling < len(nodes) {
			path = append(path, ProofStep{Neighbour: nodes[sibling], OnLeft: i&1 == 1})
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
