// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"sort"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// letOut puts a unit at an exit at the end of the tick.
func (w *World) letOut(a *Actor, t *info.ActorType, exit *info.ExitInfo) {
	cell := a.Cell.Add(exit.Cell)
	at := a.Center.Add(exit.Offset)
	s := state.Spawn{
		Owner: a.Owner, Faction: a.Faction, Cell: cell, HasCell: true, Center: at, HasCenter: true,
		Facing: exit.Facing, Delay: exit.Delay,
	}
	if exit.Facing < 0 {
		d := w.CenterOfCell(cell).Sub(at)
		s.Facing = 0
		if d.FlatSquared() != 0 {
			s.Facing = w.yawOf(d)
		}
	}
	s.Rally = append([]Cell(nil), a.RallyPath...)
	if len(s.Rally) == 0 {
		s.Rally = []Cell{cell}
	}
	w.later(state.Task{Kind: state.TaskProduce, Actor: a.ID, Type: t, Spawn: s})
}

// selectExit picks an exit of those that are open, as none is while the building
// is being captured: drawn among those of a priority without a rally
// point, else the nearest to the first rally cell of those with the highest priority,
// in playtest-20201213 with the lowest. Until 20200503 it is drawn in any case
// (ra-release-20200503-skirmish, net frame 260).
func (w *World) selectExit(a *Actor, t *info.ActorType, kind string) *info.ExitInfo {
	var fitting []*info.ExitInfo
	for i := range a.Type.Exits {
		exit := &a.Type.Exits[i]
		if (len(exit.Types) == 0 || info.Contains(exit.Types, kind)) && w.Holds(a, exit.Requires) {
			fitting = append(fitting, exit)
		}
	}
	if len(a.RallyPath) == 0 || w.Release.DrawsExits {
		return w.drawExit(a, t, fitting)
	}
	goal := w.CenterOfCell(a.RallyPath[0])
	sort.SliceStable(fitting, func(i, j int) bool {
		if fitting[i].Priority != fitting[j].Priority {
			return fitting[i].Priority > fitting[j].Priority != w.Release.LowExitsFirst
		}
		return w.CenterOfCell(a.Cell.Add(fitting[i].Cell)).Sub(goal).Squared() < w.CenterOfCell(a.Cell.Add(fitting[j].Cell)).Sub(goal).Squared()
	})
	for _, exit := range fitting {
		if w.exitUsable(a, t, exit) {
			return exit
		}
	}
	return nil
}

// drawExit shuffles the exits of each priority, in the order priorities first
// occur, and tries them as they come; the last one needs no draw.
func (w *World) drawExit(a *Actor, t *info.ActorType, fitting []*info.ExitInfo) *info.ExitInfo {
	done := make([]bool, len(fitting))
	for i := range fitting {
		if done[i] {
			continue
		}
		var group []*info.ExitInfo
		for j := i; j < len(fitting); j++ {
			if fitting[j].Priority == fitting[i].Priority {
				group = append(group, fitting[j])
				done[j] = true
			}
		}
		for k := range group {
			if k < len(group)-1 {
				j := k + int(w.Random.Below(int32(len(group)-k)))
				group[k], group[j] = group[j], group[k]
			}
			if w.exitUsable(a, t, group[k]) {
				return group[k]
			}
		}
	}
	return nil
}

func (w *World) exitUsable(a *Actor, t *info.ActorType, exit *info.ExitInfo) bool {
	c := a.Cell.Add(exit.Cell)
	w.notifyBlockers(a, c)
	if t.Mobile == nil {
		return true
	}
	l := &w.Paths.Locomotors[t.Mobile.Locomotor]
	return w.enterCost(l, a, c, path.ByAll, a.ID, false, grid.SubFull) != path.Unreachable
}
