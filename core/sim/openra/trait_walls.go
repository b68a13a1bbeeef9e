// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// lineBuild is how a type of wall joins others (openra-world.md §4.1).
type lineBuild struct {
	reach     int32
	nodes     []string // what it joins
	segment   string   // what stands between, "" for the type itself
	nodeTypes []string // what it is to others that join it
	joins     []Cell   // directions in which others may join it
}

// lineDirections are the directions in which a new wall looks for another.
var lineDirections = [4]Cell{{X: 1, Y: 0}, {X: 0, Y: 1}, {X: -1, Y: 0}, {X: 0, Y: -1}}

func (c *compiler) wallTrait(t *actorType, trait *rules.Trait) {
	if trait.Name != "LineBuild" && trait.Name != "LineBuildNode" {
		return
	}
	if t.line == nil {
		t.line = &lineBuild{}
	}
	if trait.Name == "LineBuild" {
		t.line.reach, t.line.nodes, t.line.segment = number(trait, "Range", 5), trait.Texts("NodeTypes"), trait.Text("SegmentType")
		return
	}
	t.line.nodeTypes = trait.Texts("Types")
	t.line.joins = lineDirections[:]
	if given := trait.Lists("Connections"); len(given) > 0 {
		t.line.joins = nil
		for _, pair := range given {
			t.line.joins = append(t.line.joins, wpos.CellOf(pair))
		}
	}
}

// buildLine fills the cells between a new wall and the nearest ones it can join
// in the four directions, whoever owns them; only the first wall was paid for.
// Nobody asks whether a line may stand where it is built.
func (w *World) buildLine(t *actorType, s *spawn) {
	line := t.line
	if line == nil || t.building == nil {
		return
	}
	between := t
	if line.segment != "" {
		if between = w.typeOf(line.segment); between == nil {
			return
		}
	}
	for _, d := range lineDirections {
		for i := int32(1); i < line.reach; i++ {
			c := Cell{X: s.cell.X + i*d.X, Y: s.cell.Y + i*d.Y}
			if w.cellBuildable(t.building, c, none) || !w.exploredBy(s.owner, c) {
				continue
			}
			if w.joinable(line, c, d) {
				for j := int32(1); j < i; j++ {
					part := *s
					part.cell = Cell{X: s.cell.X + j*d.X, Y: s.cell.Y + j*d.Y}
					w.create(between, part)
				}
			}
			break
		}
	}
}

// joinable reports whether a wall stands in a cell that a line coming from a
// direction may join.
func (w *World) joinable(line *lineBuild, c, direction Cell) bool {
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		a := w.actors[w.occupied.nodes[at].actor]
		if a == nil || a.typ.line == nil || !overlaps(a.typ.line.nodeTypes, line.nodes) {
			continue
		}
		for _, d := range a.typ.line.joins {
			if d == direction {
				return true
			}
		}
	}
	return false
}

func (w *World) exploredBy(owner int32, c Cell) bool { return w.knows(&w.players[owner], c) }
