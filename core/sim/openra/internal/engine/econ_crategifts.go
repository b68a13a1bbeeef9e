// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Crates that change the one who opens them, and those of his own who stand
// beside: a rank more, a shield for a while.

// shareOut gives what a crate holds at the end of the tick: first to others of
// the owner within reach of the crate, in the order of the bins, then to the
// finder.
func (w *World) shareOut(finder, crate *Actor, action *info.CrateAction, may func(*Actor) bool, gift func(*Actor) state.Task) {
	first := len(w.scratch.victims)
	w.scratch.victims = w.inCircle(w.scratch.victims, crate.Center, action.Reach)
	left := action.Others
	for i, end := first, len(w.scratch.victims); i < end && left != 0; i++ {
		one := w.scratch.victims[i]
		if one == finder || one.Owner != finder.Owner || one.Dead || !may(one) {
			continue
		}
		w.later(gift(one))
		left--
	}
	clear(w.scratch.victims[first:])
	w.scratch.victims = w.scratch.victims[:first]
	w.later(gift(finder))
}

// levelUp is the frame-end task of a rank from a crate.
func (w *World) levelUp(t *state.Task) {
	a := w.Actor(t.Actor)
	if a == nil || len(a.Type.RankSteps) == 0 {
		return
	}
	level := min(a.Level+t.Amount, int32(len(a.Type.RankSteps)))
	w.giveExperience(a, a.Type.RankSteps[level-1]-a.Experience)
}

// shield is the frame-end task of a shield, or a cloak, from a crate. A cloak is
// for good, and does not hide at once.
func (w *World) shield(t *state.Task) {
	a := w.Alive(t.Actor)
	switch {
	case a == nil:
	case t.Name == info.CloakCrate:
		if !a.CloakGiven && a.Type.Cloak != nil {
			a.CloakTicks = a.Type.Cloak.Initial
		}
		a.CloakGiven = true
	default:
		w.shieldFor(a, t.Amount)
	}
}

// shieldFor grants a shield for a time. Where a condition ends after a number of
// ticks it still holds when the traits of that many ticks have run
// (ExternalCondition): it goes with the next. Demolition trucks do not outlive it.
func (w *World) shieldFor(a *Actor, ticks int32) {
	a.Invulnerable = max(a.Invulnerable, ticks+1)
	w.meetDeadlines(a)
}

// giveSquad puts the units of a squad around the finder, one after another: each
// takes a place that those before it have left. The fork does so at the end of
// the tick (ra-dev2026-rl-normal-vs-easy, net frame 11705).
func (w *World) giveSquad(a *Actor, action *info.CrateAction) {
	for _, name := range action.Units {
		t := w.TypeOf(strings.ToLower(name))
		if t == nil {
			continue
		}
		cells := w.cellsAround(a, t)
		if len(cells) == 0 {
			continue
		}
		c := cells[w.Random.Below(int32(len(cells)))]
		unit := w.Create(t, state.Spawn{Owner: a.Owner, Cell: c, HasCell: true, Facing: -1})
		w.SetPosition(unit, c, w.availableSubCell(unit, c, grid.SubAny, unit.ID))
	}
}
