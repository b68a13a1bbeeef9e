// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// buildLine fills the cells between a new wall and the nearest ones it can join
// in the four directions, whoever owns them; only the first wall was paid for.
// Nobody asks whether a line may stand where it is built.
func (w *World) buildLine(t *info.ActorType, s *spawn) {
	line := t.Line
	if line == nil || t.Building == nil {
		return
	}
	between := t
	if line.Segment != "" {
		if between = w.typeOf(line.Segment); between == nil {
			return
		}
	}
	for _, d := range info.LineDirections {
		for i := int32(1); i < line.Reach; i++ {
			c := Cell{X: s.cell.X + i*d.X, Y: s.cell.Y + i*d.Y}
			if w.cellBuildable(t.Building, c, none) || !w.exploredBy(s.owner, c) {
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
func (w *World) joinable(line *info.LineBuild, c, direction Cell) bool {
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		a := w.actors[w.occupied.nodes[at].actor]
		if a == nil || a.typ.Line == nil || !overlaps(a.typ.Line.NodeTypes, line.Nodes) {
			continue
		}
		for _, d := range a.typ.Line.Joins {
			if d == direction {
				return true
			}
		}
	}
	return false
}

func (w *World) exploredBy(owner int32, c Cell) bool { return w.knows(&w.players[owner], c) }
