// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// chronoshift sends the units in one footprint to the same places of another
// one.
func (w *World) chronoshift(a *Actor, power *info.PowerRules, o *Order, to Cell) {
	if len(o.ExtraCells) == 0 {
		return
	}
	from := o.ExtraCells[0]
	for _, other := range w.InFootprint(power, from) {
		goal := w.location(other).Add(to.Sub(from))
		info := other.Type.Shifts
		if info == nil || !w.Holds(other, info.Requires) || !w.exploredBy(a.Owner, goal) || !w.arrivesIn(other, goal) {
			continue
		}
		if info.Explodes {
			w.later(state.Task{Kind: state.TaskKill, Actor: other.ID, Host: a.ID})
			continue
		}
		// Who is on a journey already goes back when and where that one says.
		if other.ChronoTicks <= 0 {
			other.ChronoOrigin, other.ChronoTicks = w.location(other), power.Duration
		}
		w.teleport(other, a.Owner, goal, power.KillsCargo)
	}
}

// arrivesIn reports whether a unit, or a wreck, that is sent through time has
// room in a cell. A wreck is in its own way: it never arrives where it lies.
func (w *World) arrivesIn(a *Actor, c Cell) bool {
	switch {
	case a.Type.Mobile != nil:
		return w.CanEnter(a, c, none, path.ByAll)
	case a.Type.Husk:
		return !w.drowns(a, c) && w.First(c) == 0
	}
	return false
}

// Flags of ActTeleport.
const (
	flagKillsCargo  = iota // those inside do not survive
	flagDiesOfDelay        // nor does the unit where it has no room
)

// teleport sends a unit to a cell that the sender must have explored.
func (w *World) teleport(a *Actor, sender int32, goal Cell, killsCargo bool) *Activity {
	act := w.newActivity(state.ActTeleport)
	act.Low = sender
	act.Target, act.Flag[flagKillsCargo] = goal, killsCargo
	w.order(a, false, act)
	return act
}

// tickTeleport puts a unit into the free cell nearest to its goal, as far off as
// the engine looks for cells at all.
func (w *World) tickTeleport(a *Actor, act *Activity) bool {
	for _, ring := range wpos.Annulus(0, wpos.MaxRing) {
		c := act.Target.Add(ring.At)
		if !w.Ground.Contains(c) || !w.exploredBy(act.Low, c) || !w.arrivesIn(a, c) || !w.arrive(a, c) {
			continue
		}
		w.shakeOff(a)
		if act.Flag[flagKillsCargo] {
			w.killPassengers(a, nil)
		}
		return true
	}
	if act.Flag[flagDiesOfDelay] {
		w.Destroy(a, nil, nil)
	}
	return true
}

// arrive puts a unit or a wreck into a cell.
func (w *World) arrive(a *Actor, c Cell) bool {
	if a.Type.Husk {
		if a.InWorld {
			w.removeInfluence(a)
		}
		a.Cell, a.Center = c, w.CenterOfCell(c)
		if a.InWorld {
			w.addInfluence(a)
		}
		w.moved(a)
		return true
	}
	sub := w.availableSubCell(a, c, grid.SubAny, none)
	if sub != grid.SubInvalid {
		w.SetPosition(a, c, sub)
	}
	return sub != grid.SubInvalid
}

// tickChrono counts to the moment a chronoshifted unit goes back: at once where
// it only moves, and whatever it is told then.
func (w *World) tickChrono(a *Actor) {
	if a.ChronoTicks <= 0 || a.WillDispose && a.Type.Yard != nil || a.Type.Shifts != nil && !w.Holds(a, a.Type.Shifts.Requires) {
		return
	}
	if a.ChronoTicks--; a.ChronoTicks > 0 {
		return
	}
	if a.Type.Yard != nil {
		w.returnYard(a)
		return
	}
	if act := a.Current(); act != nil && act.Kind == state.ActMove {
		w.ReleaseTree(a.Activity)
		a.Activity = nil
	}
	act := w.teleport(a, a.Owner, a.ChronoOrigin, true)
	act.Uninterruptible, act.Flag[flagDiesOfDelay] = true, true
}

// chronoHash is the hash of where a unit was shifted from and for how long, and of
// the vortex in a yard.
func (w *World) chronoHash(a *Actor) int32 {
	return w.CellHash(a.ChronoOrigin) ^ a.ChronoTicks ^ info.Boolean(w.inVortex(a))
}

// passOn gives what an actor becomes, or leaves behind, the rest of its journey.
func (w *World) passOn(a *Actor, s *state.Spawn) {
	if a.ChronoTicks > 0 && (a.Type.Shifts == nil || w.Holds(a, a.Type.Shifts.Requires)) {
		s.ChronoTicks, s.ChronoOrigin = a.ChronoTicks, a.ChronoOrigin
	}
}

// vortexTicks is how long the vortex lasts. Until 20231010 that is the length of
// the art, and the tick in which it ends hurts no more.
const vortexTicks = 80

func (w *World) inVortex(a *Actor) bool { return a.Type.Yard != nil && a.ChronoCharge > 0 }

// tickVortex hurts a yard, whatever protects it.
func (w *World) tickVortex(a *Actor) {
	if !a.Dead && !a.WillDispose && (a.ChronoCharge > 0 || !w.Release.OldVortex) {
		w.take(a, nil, a.Type.Yard.Damage, a.Type.Yard.Causes)
	}
}

// returnYard sends the vehicle back of which a yard was made, or begins the
// vortex.
func (w *World) returnYard(a *Actor) {
	info := a.Type.Yard
	t := w.TypeOf(info.Vehicle)
	if a.Selling || len(info.Unbuilt) == 0 || !w.Holds(a, info.Unbuilt) {
		a.ChronoCharge = vortexTicks
		return
	}
	if t == nil || t.Mobile == nil {
		return
	}
	free := func(c Cell) bool {
		return w.enterCost(&w.Paths.Locomotors[t.Mobile.Locomotor], nil, c, path.ByAll, none, false, grid.SubFull) != path.Unreachable
	}
	goal, found := a.ChronoOrigin, free(a.ChronoOrigin)
	for _, ring := range wpos.Annulus(0, wpos.MaxRing) {
		if c := a.ChronoOrigin.Add(ring.At); !found && w.Ground.Contains(c) && w.exploredBy(a.Owner, c) && free(c) {
			goal, found = c, true
		}
	}
	if !found {
		return
	}
	made := w.Create(t, state.Spawn{Owner: a.Owner, Faction: a.Faction, Cell: goal, HasCell: true, Facing: info.Facing, Health: a.HealthPercent()})
	w.handShield(a, made)
	w.Dispose(a)
}

// handShield gives what an actor became the rest of the shield it had.
func (w *World) handShield(a, made *Actor) {
	if a.Type.HandsShield && a.Invulnerable > 1 && made.Type.Curtained {
		made.Invulnerable = max(made.Invulnerable, a.Invulnerable)
	}
}
