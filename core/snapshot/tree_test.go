// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot_test

import (
	"crypto/sha256"
	"testing"

	"pgregory.net/rapid"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// plainRoot is the definition of the root, written without the tree.
func plainRoot(nodes []order.StateHash) order.StateHash {
	if len(nodes) == 1 {
		return nodes[0]
	}
	var above []order.StateHash
	for i := 0; i < len(nodes); i += 2 {
		if i+1 == len(nodes) {
			above = append(above, nodes[i])
			continue
		}
		above = append(above, sha256.Sum256(append(append([]byte{1}, nodes[i][:]...), nodes[i+1][:]...)))
	}
	return plainRoot(above)
}

func TestTreeKeepsTheRootOfItsLeaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "leaves")
		tree, leaves := snapshot.NewTree(n), make([]order.StateHash, n)
		for range rapid.IntRange(1, 5).Draw(t, "rounds") {
			for range rapid.IntRange(0, 10).Draw(t, "changes") {
				i := rapid.IntRange(0, n-1).Draw(t, "leaf")
				leaves[i][0]++
				tree.SetLeaf(i, leaves[i])
			}
			if tree.Root() != plainRoot(leaves) {
				t.Fatal("root is not that of the leaves")
			}
		}
	})
}

func TestPathProvesALeafAtItsPlaceOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "leaves")
		tree := snapshot.NewTree(n)
		for i := range n {
			tree.SetLeaf(i, order.StateHash{byte(i), 1})
		}
		root := tree.Root()
		i := rapid.IntRange(0, n-1).Draw(t, "leaf")
		path := tree.Path(i)
		if !snapshot.VerifyPath(tree.Leaf(i), i, n, path, root) {
			t.Fatal("true proof refused")
		}
		if n > 1 {
			other := (i + 1) % n
			if snapshot.VerifyPath(tree.Leaf(i), other, n, path, root) {
				t.Fatalf("leaf %d proven at place %d", i, other)
			}
			if snapshot.VerifyPath(order.StateHash{0xEE}, i, n, path, root) {
				t.Fatal("another leaf proven")
			}
			if snapshot.VerifyPath(tree.Leaf(i), i, n, path[:len(path)-1], root) {
				t.Fatal("cut proof accepted")
			}
		}
		if snapshot.VerifyPath(tree.Leaf(i), i, n, append(path, snapshot.ProofStep{}), root) {
			t.Fatal("proof with a step too many accepted")
		}
	})
}

func TestSyncHashIsTheFirstEightBytesLittleEndian(t *testing.T) {
	if got := snapshot.Sync(order.StateHash{1, 2, 3, 4, 5, 6, 7, 8, 9}); got != 0x0807060504030201 {
		t.Errorf("got %#x", uint64(got))
	}
}

func TestStateHashOfASmallStateIsPinned(t *testing.T) {
	const want = "1afc94d7fc9723a8cd3be6b1e398ffb6b33025c55628a77b870096216e63b830"
	if got := hex(small().Core.StateHash()); got != want {
		t.Errorf("the definition of the StateHash changed: got %s", got)
	}
}

func hex(h order.StateHash) string {
	const digits = "0123456789abcdef"
	var out []byte
	for _, b := range h {
		out = append(out, digits[b>>4], digits[b&15])
	}
	return string(out)
}

func TestEveryLeafHasADescription(t *testing.T) {
	s := small()
	layout := snapshot.LayoutOf(&s.Core)
	want := []string{
		"clock", "random generator", "intern table", "global state", "player 0", "map layer 0, bytes 0 to 4095",
		"entity slots 0 to 3", "entity slots 0 to 3, motion", "entity slots 4 to 7", "entity slots 4 to 7, motion",
		"entity slots 8 to 11", "entity slots 8 to 11, motion", "entity slots 12 to 15", "entity slots 12 to 15, motion",
		"entity slots 16 to 19", "entity slots 16 to 19, motion",
	}
	if layout.Leaves() != len(want) {
		t.Fatalf("%d leaves, want %d", layout.Leaves(), len(want))
	}
	for i, text := range want {
		if got := layout.Describe(i); got != text {
			t.Errorf("leaf %d: %q, want %q", i, got, text)
		}
	}
}

func TestALeafSetByItsBytesHasTheHashOfThem(t *testing.T) {
	tree := snapshot.NewTree(1)
	for n := 1; n < 400; n++ {
		message := make([]byte, n)
		for i := range message {
			message[i] = byte(i * n)
		}
		want := snapshot.HashLeaf(append([]byte(nil), message...))
		message = tree.HashLeaf(0, message)
		if len(message) != n || tree.Leaf(0) != want {
			t.Fatalf("%d bytes: %x, want %x, and %d bytes back", n, tree.Leaf(0), want, len(message))
		}
		message[0] = 0
		if sha256.Sum256(message) != tree.Leaf(0) {
			t.Fatalf("%d bytes: not SHA-256", n)
		}
	}
}
