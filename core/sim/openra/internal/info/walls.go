// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// LineBuild is how a type of wall joins others (docs/engine/openra-world.md#walls).
type LineBuild struct {
	Reach     int32
	Nodes     []string    // what it joins
	Segment   string      // what stands between, "" for the type itself
	NodeTypes []string    // what it is to others that join it
	Joins     []wpos.Cell // directions in which others may join it
}

// LineDirections are the directions in which a new wall looks for another.
var LineDirections = [4]wpos.Cell{{X: 1, Y: 0}, {X: 0, Y: 1}, {X: -1, Y: 0}, {X: 0, Y: -1}}

func (c *compiler) wallTrait(t *ActorType, trait *rules.Trait) {
	if trait.Name != "LineBuild" && trait.Name != "LineBuildNode" {
		return
	}
	if t.Line == nil {
		t.Line = &LineBuild{}
	}
	if trait.Name == "LineBuild" {
		t.Line.Reach, t.Line.Nodes, t.Line.Segment = Number(trait, "Range", 5), trait.Texts("NodeTypes"), trait.Text("SegmentType")
		return
	}
	t.Line.NodeTypes = trait.Texts("Types")
	t.Line.Joins = LineDirections[:]
	if given := trait.Lists("Connections"); len(given) > 0 {
		t.Line.Joins = nil
		for _, pair := range given {
			t.Line.Joins = append(t.Line.Joins, wpos.CellOf(pair))
		}
	}
}
