// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
)

// A starting force looks anywhere: in one of 256 directions until 20200503.
func TestAStartingForceLooksAnywhere(t *testing.T) {
	for version, coarse := range map[string]bool{"release-20200202": true, "release-20200503": true, "release-20210321": false} {
		w := playing(t, "ra", version)
		first := w.NextID
		group := rules.StartingUnits{Support: []string{"1tnk", "1tnk", "jeep", "2tnk", "apc", "e1"}, Inner: 2, Outer: 6}
		w.createEscort(0, &group)
		if made := int(w.NextID - first); made != len(group.Support) {
			t.Fatalf("%s: %d units of %d", version, made, len(group.Support))
		}
		between := false
		for id := first; id < w.NextID; id++ {
			between = between || w.Peek(id).Facing%anglesPerFacing != 0
		}
		if between == coarse {
			t.Errorf("%s: one looks between two of 256 directions: %t", version, between)
		}
	}
}

// Builds newer than 20231010 put nobody where no way leads to his base.
func TestNobodyStartsWhereNoWayLeads(t *testing.T) {
	for version, strands := range map[string]bool{"release-20231010": true, rules.Head: false} {
		w := playing(t, "ra", version)
		home := w.Players[enginetest.Named(w.Actors, "mcv").Owner].Home
		for x := int32(-9); x <= 9; x++ {
			for y := int32(-9); y <= 9; y++ {
				if far := max(x, -x, y, -y); far == 3 {
					w.Create(w.TypeOf("brik"), state.Spawn{Owner: 1, Cell: home.Add(Cell{X: x, Y: y}), HasCell: true, Facing: -1})
				}
			}
		}
		first := w.NextID
		group := rules.StartingUnits{Inner: 2, Outer: 9}
		for range 12 {
			group.Support = append(group.Support, "1tnk")
		}
		w.createEscort(enginetest.Named(w.Actors, "mcv").Owner, &group)
		outside := false
		for id := first; id < w.NextID; id++ {
			at := w.location(w.Peek(id))
			outside = outside || max(at.X-home.X, home.X-at.X, at.Y-home.Y, home.Y-at.Y) > 3
		}
		if outside != strands {
			t.Errorf("%s: one is outside the walls: %t", version, outside)
		}
	}
}

// The places of a starting force are tried in a shuffled order until 20231010:
// one that does not fit costs a draw.
func TestPlacesOfAStartingForceAreShuffled(t *testing.T) {
	w := playing(t, "ra", "release-20230225")
	draws := w.Random
	cells := []Cell{{X: 1, Y: 1}, {X: 2, Y: 1}, {X: 3, Y: 1}, {X: 4, Y: 1}}
	rest := w.shuffleTo(cells, func(c Cell) bool { return c.X == 3 })
	if len(rest) == 0 || rest[0].X != 3 {
		t.Fatalf("left: %v", rest)
	}
	order := []Cell{{X: 1, Y: 1}, {X: 2, Y: 1}, {X: 3, Y: 1}, {X: 4, Y: 1}}
	for tried := 0; tried <= len(order)-len(rest) && tried < 3; tried++ {
		j := tried + int(draws.Below(int32(len(order)-tried)))
		order[tried], order[j] = order[j], order[tried]
	}
	if order[len(order)-len(rest)] != rest[0] {
		t.Errorf("tried in the order %v, shuffled %v", cells, order)
	}
	if got, want := w.Random.Below(1000), draws.Below(1000); got != want {
		t.Errorf("the next draw is %d, want %d", got, want)
	}
	if rest := w.shuffleTo(cells, func(Cell) bool { return false }); rest != nil {
		t.Errorf("none fits, %v are left", rest)
	}
}
