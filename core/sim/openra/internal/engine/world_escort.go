// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// createStartingUnits gives every playable player his base and its escort.
func (w *World) createStartingUnits(setup *state.Setup) {
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Playable {
			continue
		}
		var groups []rules.StartingUnits
		for _, group := range setup.Rules.World.Units {
			if group.Class == w.Options.StartingUnits && info.Contains(group.Factions, p.Faction) {
				groups = append(groups, group)
			}
		}
		if len(groups) == 0 {
			continue
		}
		group := groups[w.Random.Below(int32(len(groups)))]
		if t := w.TypeOf(group.Base); t != nil {
			facing := int32(group.BaseFacing)
			if facing < 0 {
				facing = w.anyFacing()
			}
			at := p.Home.Add(Cell{X: int32(group.BaseOffset[0]), Y: int32(group.BaseOffset[1])})
			w.Create(t, state.Spawn{Owner: int32(i), Cell: at, HasCell: true, Facing: facing})
		}
		w.createEscort(int32(i), &group)
	}
}

func (w *World) createEscort(owner int32, group *rules.StartingUnits) {
	home := w.Players[owner].Home
	for _, name := range group.Support {
		t := w.TypeOf(name)
		if t == nil || t.Mobile == nil {
			continue
		}
		l := &w.Paths.Locomotors[t.Mobile.Locomotor]
		probe := &Actor{Type: t, ActorFigures: state.ActorFigures{Owner: owner}}
		fits := func(c Cell) bool {
			return w.enterCost(l, probe, c, path.ByAll, none, false, grid.SubFull) != path.Unreachable
		}
		var cells []Cell
		for _, ring := range wpos.Annulus(int32(group.Inner)+1, int32(group.Outer)) {
			c := home.Add(ring.At)
			if w.Ground.Contains(c) && (w.Release.Strands || fits(c) && w.Paths.Joined(l, c, home)) {
				cells = append(cells, c)
			}
		}
		if w.Release.Strands {
			cells = w.shuffleTo(cells, fits)
		}
		if len(cells) == 0 {
			continue
		}
		c := cells[0]
		if !w.Release.Strands {
			c = cells[w.Random.Below(int32(len(cells)))]
		}
		s := state.Spawn{Owner: owner, Cell: c, HasCell: true, Facing: w.anyFacing()}
		if l.SharesCell {
			s.Sub, s.HasSub = w.FreeSubCell(c, grid.SubAny, func(*Actor) bool { return true }), true
		}
		w.Create(t, s)
	}
}

// shuffleTo shuffles cells as far as the first that fits, and returns that and
// those behind it.
func (w *World) shuffleTo(cells []Cell, fits func(Cell) bool) []Cell {
	for i := range cells {
		if i < len(cells)-1 {
			j := i + int(w.Random.Below(int32(len(cells)-i)))
			cells[i], cells[j] = cells[j], cells[i]
		}
		if fits(cells[i]) {
			return cells[i:]
		}
	}
	return nil
}
