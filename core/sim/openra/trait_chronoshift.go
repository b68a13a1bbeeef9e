// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// chronoshift sends the units in one footprint to the same places of another
// one.
func (w *World) chronoshift(a *Actor, power *info.PowerRules, o *Order, to Cell) {
	if len(o.ExtraCells) == 0 {
		return
	}
	from := o.ExtraCells[0]
	for _, other := range w.inFootprint(power, from) {
		goal := w.location(other).Add(to.Sub(from))
		info := other.typ.Shifts
		if info == nil || !w.holds(other, info.Requires) || !w.exploredBy(a.owner, goal) || !w.arrivesIn(other, goal) {
			continue
		}
		if info.Explodes {
			w.later(task{kind: taskKill, actor: other.ID, host: a.ID})
			continue
		}
		// Who is on a journey already goes back when and where that one says.
		if other.chronoTicks <= 0 {
			other.chronoOrigin, other.chronoTicks = w.location(other), power.Duration
		}
		w.teleport(other, a.owner, goal, power.KillsCargo)
	}
}

// arrivesIn reports whether a unit, or a wreck, that is sent through time has
// room in a cell. A wreck is in its own way: it never arrives where it lies.
func (w *World) arrivesIn(a *Actor, c Cell) bool {
	switch {
	case a.typ.Mobile != nil:
		return w.canEnter(a, c, none, byAll)
	case a.typ.Husk:
		return !w.drowns(a, c) && w.first(c) == 0
	}
	return false
}

// Flags of actTeleport.
const (
	flagKillsCargo  = iota // those inside do not survive
	flagDiesOfDelay        // nor does the unit where it has no room
)

// teleport sends a unit to a cell that the sender must have explored.
func (w *World) teleport(a *Actor, sender int32, goal Cell, killsCargo bool) *Activity {
	act := w.newActivity(actTeleport)
	act.low = sender
	act.target, act.flag[flagKillsCargo] = goal, killsCargo
	w.order(a, false, act)
	return act
}

// tickTeleport puts a unit into the free cell nearest to its goal, as far off as
// the engine looks for cells at all.
func (w *World) tickTeleport(a *Actor, act *Activity) bool {
	for _, ring := range wpos.Annulus(0, wpos.MaxRing) {
		c := act.target.Add(ring.At)
		if !w.ground.contains(c) || !w.exploredBy(act.low, c) || !w.arrivesIn(a, c) || !w.arrive(a, c) {
			continue
		}
		w.shakeOff(a)
		if act.flag[flagKillsCargo] {
			w.killPassengers(a, nil)
		}
		return true
	}
	if act.flag[flagDiesOfDelay] {
		w.destroy(a, nil, nil)
	}
	return true
}

// arrive puts a unit or a wreck into a cell.
func (w *World) arrive(a *Actor, c Cell) bool {
	if a.typ.Husk {
		if a.inWorld {
			w.removeInfluence(a)
		}
		a.cell, a.center = c, w.centerOfCell(c)
		if a.inWorld {
			w.addInfluence(a)
		}
		w.moved(a)
		return true
	}
	sub := w.availableSubCell(a, c, subAny, none)
	if sub != subInvalid {
		w.setPosition(a, c, sub)
	}
	return sub != subInvalid
}

// tickChrono counts to the moment a chronoshifted unit goes back: at once where
// it only moves, and whatever it is told then.
func (w *World) tickChrono(a *Actor) {
	if a.chronoTicks <= 0 || a.willDispose && a.typ.Yard != nil || a.typ.Shifts != nil && !w.holds(a, a.typ.Shifts.Requires) {
		return
	}
	if a.chronoTicks--; a.chronoTicks > 0 {
		return
	}
	if a.typ.Yard != nil {
		w.returnYard(a)
		return
	}
	if act := a.current(); act != nil && act.kind == actMove {
		w.releaseTree(a.activity)
		a.activity = nil
	}
	act := w.teleport(a, a.owner, a.chronoOrigin, true)
	act.uninterruptible, act.flag[flagDiesOfDelay] = true, true
}

// chronoHash is the hash of where a unit was shifted from and for how long, and of
// the vortex in a yard.
func (w *World) chronoHash(a *Actor) int32 {
	return w.cellHash(a.chronoOrigin) ^ a.chronoTicks ^ info.Boolean(w.inVortex(a))
}

// passOn gives what an actor becomes, or leaves behind, the rest of its journey.
func (w *World) passOn(a *Actor, s *spawn) {
	if a.chronoTicks > 0 && (a.typ.Shifts == nil || w.holds(a, a.typ.Shifts.Requires)) {
		s.chronoTicks, s.chronoOrigin = a.chronoTicks, a.chronoOrigin
	}
}

// vortexTicks is how long the vortex lasts. Until 20231010 that is the length of
// the art, and the tick in which it ends hurts no more.
const vortexTicks = 80

func (w *World) inVortex(a *Actor) bool { return a.typ.Yard != nil && a.chronoCharge > 0 }

// tickVortex hurts a yard, whatever protects it.
func (w *World) tickVortex(a *Actor) {
	if !a.dead && !a.willDispose && (a.chronoCharge > 0 || !w.behaviour.OldVortex) {
		w.take(a, nil, a.typ.Yard.Damage, a.typ.Yard.Causes)
	}
}

// returnYard sends the vehicle back of which a yard was made, or begins the
// vortex.
func (w *World) returnYard(a *Actor) {
	info := a.typ.Yard
	t := w.typeOf(info.Vehicle)
	if a.selling || len(info.Unbuilt) == 0 || !w.holds(a, info.Unbuilt) {
		a.chronoCharge = vortexTicks
		return
	}
	if t == nil || t.Mobile == nil {
		return
	}
	free := func(c Cell) bool {
		return w.enterCost(&w.paths.locomotors[t.Mobile.Locomotor], nil, c, byAll, none, false, subFull) != unreachable
	}
	goal, found := a.chronoOrigin, free(a.chronoOrigin)
	for _, ring := range wpos.Annulus(0, wpos.MaxRing) {
		if c := a.chronoOrigin.Add(ring.At); !found && w.ground.contains(c) && w.exploredBy(a.owner, c) && free(c) {
			goal, found = c, true
		}
	}
	if !found {
		return
	}
	made := w.create(t, spawn{owner: a.owner, faction: a.faction, cell: goal, hasCell: true, facing: info.Facing, health: a.healthPercent()})
	w.handShield(a, made)
	w.dispose(a)
}

// handShield gives what an actor became the rest of the shield it had.
func (w *World) handShield(a, made *Actor) {
	if a.typ.HandsShield && a.invulnerable > 1 && made.typ.Curtained {
		made.invulnerable = max(made.invulnerable, a.invulnerable)
	}
}
