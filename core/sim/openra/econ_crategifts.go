// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/sim/openra/internal/info"
)

// Crates that change the one who opens them, and those of his own who stand
// beside: a rank more, a shield for a while.

// mayRise reports whether an actor has a rank before it.
func (a *Actor) mayRise() bool { return a.level < int32(len(a.typ.RankSteps)) }

// shareOut gives what a crate holds at the end of the tick: first to others of
// the owner within reach of the crate, in the order of the bins, then to the
// finder.
func (w *World) shareOut(finder, crate *Actor, action *info.CrateAction, may func(*Actor) bool, gift func(*Actor) task) {
	first := len(w.scratch.victims)
	w.scratch.victims = w.inCircle(w.scratch.victims, crate.center, action.Reach)
	left := action.Others
	for i, end := first, len(w.scratch.victims); i < end && left != 0; i++ {
		one := w.scratch.victims[i]
		if one == finder || one.owner != finder.owner || one.dead || !may(one) {
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
func (w *World) levelUp(t *task) {
	a := w.actor(t.actor)
	if a == nil || len(a.typ.RankSteps) == 0 {
		return
	}
	level := min(a.level+t.amount, int32(len(a.typ.RankSteps)))
	w.giveExperience(a, a.typ.RankSteps[level-1]-a.experience)
}

// shield is the frame-end task of a shield, or a cloak, from a crate. A cloak is
// for good, and does not hide at once.
func (w *World) shield(t *task) {
	a := w.alive(t.actor)
	switch {
	case a == nil:
	case t.name == info.CloakCrate:
		if !a.cloakGiven && a.typ.Cloak != nil {
			a.cloakTicks = a.typ.Cloak.Initial
		}
		a.cloakGiven = true
	default:
		w.shieldFor(a, t.amount)
	}
}

// shieldFor grants a shield for a time. Where a condition ends after a number of
// ticks it still holds when the traits of that many ticks have run
// (ExternalCondition): it goes with the next. Demolition trucks do not outlive it.
func (w *World) shieldFor(a *Actor, ticks int32) {
	a.invulnerable = max(a.invulnerable, ticks+1)
	w.meetDeadlines(a)
}

// giveSquad puts the units of a squad around the finder, one after another: each
// takes a place that those before it have left. The fork does so at the end of
// the tick (ra-dev2026-rl-normal-vs-easy, net frame 11705).
func (w *World) giveSquad(a *Actor, action *info.CrateAction) {
	for _, name := range action.Units {
		t := w.typeOf(strings.ToLower(name))
		if t == nil {
			continue
		}
		cells := w.cellsAround(a, t)
		if len(cells) == 0 {
			continue
		}
		c := cells[w.random.below(int32(len(cells)))]
		unit := w.create(t, spawn{owner: a.owner, cell: c, hasCell: true, facing: -1})
		w.setPosition(unit, c, w.availableSubCell(unit, c, subAny, unit.ID))
	}
}
