// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// buildLine fills the cells between a new wall and the nearest ones it can join
// in the four directions, whoever owns them; only the first wall was paid for.
// Nobody asks whether a line may stand where it is built.
func (w *World) buildLine(t *info.ActorType, s *state.Spawn) {
	line := t.Line
	if line == nil || t.Building == nil {
		return
	}
	between := t
	if line.Segment != "" {
		if between = w.TypeOf(line.Segment); between == nil {
			return
		}
	}
	for _, d := range info.LineDirections {
		for i := int32(1); i < line.Reach; i++ {
			c := Cell{X: s.Cell.X + i*d.X, Y: s.Cell.Y + i*d.Y}
			if w.cellBuildable(t.Building, c, none) || !w.exploredBy(s.Owner, c) {
				continue
			}
			if w.joinable(line, c, d) {
				for j := int32(1); j < i; j++ {
					part := *s
					part.Cell = Cell{X: s.Cell.X + j*d.X, Y: s.Cell.Y + j*d.Y}
					w.Create(between, part)
				}
			}
			break
		}
	}
}

// joinable reports whether a wall stands in a cell that a line coming from a
// direction may join.
func (w *World) joinable(line *info.LineBuild, c, direction Cell) bool {
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		a := w.Actors[w.Occupied.Nodes[at].Actor]
		if a == nil || a.Type.Line == nil || !overlaps(a.Type.Line.NodeTypes, line.Nodes) {
			continue
		}
		for _, d := range a.Type.Line.Joins {
			if d == direction {
				return true
			}
		}
	}
	return false
}

func (w *World) exploredBy(owner int32, c Cell) bool { return w.knows(&w.Players[owner], c) }
