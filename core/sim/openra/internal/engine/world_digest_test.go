// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"fmt"
	"testing"
	"unsafe"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// everyBit turns each bit of a value over, tells what that did to its digest, and
// turns it back.
func everyBit[T state.Digested](t *testing.T, v *T) {
	t.Helper()
	before := state.DigestOf(v)
	seen := map[state.Digest]string{before: "the value itself"}
	memory := unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))
	for at := range memory {
		for bit := range 8 {
			memory[at] ^= 1 << bit
			what := fmt.Sprintf("%T with bit %d of byte %d", *v, bit, at)
			if same, known := seen[state.DigestOf(v)]; known {
				t.Errorf("%s has the digest of %s", what, same)
			}
			seen[state.DigestOf(v)] = what
			memory[at] ^= 1 << bit
		}
	}
	if state.DigestOf(v) != before {
		t.Errorf("%T: the same value has another digest", *v)
	}
}

func TestADigestTellsEachBitApart(t *testing.T) {
	everyBit(t, &state.ActorPlace{})
	everyBit(t, &state.ActorPlace{Center: Pos{X: 1024, Y: 2048, Z: 0}, Facing: 512})
	everyBit(t, &state.ActorFigures{})
	everyBit(t, &state.ActorFigures{ID: 7, HP: 400, InWorld: true})
	everyBit(t, &info.SightFigures{Active: true, Viewers: 3})
	everyBit(t, &state.ActivityFigures{})
	everyBit(t, &state.ActivityFigures{Kind: state.ActMove, Target: Cell{X: 3, Y: 4}})
}

func TestAListOfCellsIsToldFromItsLikes(t *testing.T) {
	lists := [][]Cell{nil, {{}}, {{}, {}}, {{X: 1, Y: 0}}, {{X: 0, Y: 1}}, {{X: 1, Y: 0}, {X: 0, Y: 1}}, {{X: 0, Y: 1}, {X: 1, Y: 0}}, {{X: -1, Y: 0}}, {{X: 0, Y: -1}}}
	seen := map[state.Digest]int{}
	for i, cells := range lists {
		d := state.Digest(0).WithCells(cells)
		if same, known := seen[d]; known {
			t.Errorf("%v has the digest of %v", cells, lists[same])
		}
		seen[d] = i
	}
}
