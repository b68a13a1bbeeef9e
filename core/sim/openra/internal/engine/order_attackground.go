// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Attacks on a place (docs/engine/openra-world.md#force-attack): with ForceAttack a player has the
// ground shot at. Such a target is named by a number like any other, in which
// the cell is written; it neither dies nor hides.

func groundRef(c Cell) uint32 {
	return state.GroundBit | uint32(c.X)<<state.GroundCoordinate | uint32(c.Y)
}

func onGround(ref uint32) bool { return ref&(state.GroundBit|FrozenBit) == state.GroundBit }

// placeNamed is the middle of the cell that is shot at.
func (w *World) placeNamed(ref uint32) aim {
	const mask = 1<<state.GroundCoordinate - 1
	return aimAtPlace(w.CenterOfCell(Cell{X: int32(ref >> state.GroundCoordinate & mask), Y: int32(ref & mask)}))
}

// aimNamed is what a target names, an actor or a place.
func (w *World) aimNamed(a *Actor, ref uint32) (target aim, named bool) {
	if onGround(ref) {
		return w.placeNamed(ref), true
	}
	if actor := w.targetFor(a, ref); actor != nil {
		return aim{actor: actor, at: actor.Center, memory: isMemory(ref)}, true
	}
	return aim{}, false
}

// hasGround reports whether an order points at a cell that can be shot at. The
// engine's orders for the ground name a cell, never a place inside it.
func (w *World) hasGround(o *Order) bool {
	return o.Target == state.TargetCell && w.Ground.Within(o.Cell) && o.Cell.X >= 0 && o.Cell.Y >= 0 &&
		o.Cell.X < 1<<state.GroundCoordinate && o.Cell.Y < 1<<state.GroundCoordinate
}

// attackPlace is the activity to shoot at a place. Who was not forced to gives
// up at once.
func (w *World) attackPlace(a *Actor, ref uint32, allowMove, forced bool) *Activity {
	act := w.newActivity(attackKindOf(a.Type))
	act.OwnsChildren = !w.Release.OldAttack && act.Kind != state.ActChargeAttack && act.Kind != state.ActLeapAttack
	act.Host = ref
	act.Flag[flagMayMove] = allowMove && a.Type.Mobile != nil
	act.Flag[flagForced] = forced || w.wasForced(a, ref)
	return act
}

// reachOnPlace is the range of an actor's weapons that are made for a place:
// turrets go where one of them reaches, others where all do. works reports
// whether there is any.
func (w *World) reachOnPlace(a *Actor, place aim, shortest bool) (low, high int32, works bool) {
	holder, last := w.gunner(a), int32(0)
	for i := range holder.Type.Armaments {
		weapon := holder.Type.Armaments[i].Weapon
		if holder.Type.Armaments[i].Garrisoned != (a.Type.Ports != nil) || !w.mayFireAt(weapon, place) {
			continue
		}
		works = true
		if w.armPaused(holder, i) {
			last = max(last, w.reachOf(holder, weapon))
			continue
		}
		switch reach := w.reachOf(holder, weapon); {
		case high == 0:
			low, high = weapon.MinReach, reach
		case shortest:
			low, high = max(low, weapon.MinReach), min(high, reach)
		default:
			low, high = min(low, weapon.MinReach), max(high, reach)
		}
	}
	if high == 0 {
		high = last
	}
	return low, high, works
}

// betweenReaches reports whether an actor is where it can shoot at a place.
func (w *World) betweenReaches(a *Actor, place aim, low, high int32) bool {
	return w.inReachOf(a.Center, place, high) && (low == 0 || !w.inReachOf(a.Center, place, low))
}

// tickPlaceAttack is one tick of tickAttack and tickFollowAttack on a place.
func (w *World) tickPlaceAttack(a *Actor, act *Activity) bool {
	place := w.placeNamed(act.Host)
	turret := act.Kind == state.ActFollowAttack
	low, high, works := w.reachOnPlace(a, place, !turret)
	if goesOn, over := w.pursuesPlace(a, act, works); !goesOn {
		return over
	}
	if turret {
		if act.Flag[flagTicked] && a.Requested == none {
			return true
		}
		a.Requested, a.Preset, a.Forced = act.Host, false, act.Flag[flagForced]
		act.Flag[flagTicked] = true
	}
	if !w.Release.OldAttack {
		if result := w.tickCooldown(a, &act.Cooldown, turret); result != cooldownGoOn {
			return result == cooldownDone
		}
	}
	if !turret {
		a.Aiming = false
	}
	switch {
	case !works || high == 0 || high < low:
		return true
	case !w.betweenReaches(a, place, low, high):
		if !act.Flag[flagMayMove] {
			return true
		}
		w.moveWithinPlace(act, low, high)
	case !turret:
		a.Aiming = true
		if w.facesPoint(a, act, place.at) {
			w.fireAll(a, place)
		}
	}
	return false
}

// pursuesPlace reports whether an attack on a place goes on, and if not whether
// it is over: what is inside comes first.
func (w *World) pursuesPlace(a *Actor, act *Activity, works bool) (goesOn, over bool) {
	if w.Release.OldAttack {
		return act.State != state.StateCanceling, true
	}
	if act.State != state.StateCanceling && (!works || !act.Flag[flagForced]) {
		w.cancel(a, act, true)
	}
	if w.tickChild(a, act) && act.State != state.StateCanceling {
		return true, false
	}
	return false, pursuitOver(act)
}

func (w *World) moveWithinPlace(act *Activity, low, high int32) {
	act.Cooldown.Moving = !w.Release.OldAttack
	act.QueueChild(w.moveNearPlace(act.Host, low, high))
}

// moveNearPlace is the way into the range of a place.
func (w *World) moveNearPlace(ref uint32, low, high int32) *Activity {
	at := w.placeNamed(ref).at
	move := w.newActivity(state.ActMoveWithin)
	move.OwnsChildren = true
	move.Host, move.Low, move.High = ref, low, high
	w.rememberMiddle(move, at)
	return move
}

// mayAimAtPlace reports whether a turret or an aircraft can point at a place it
// was told to shoot at.
func (w *World) mayAimAtPlace(a *Actor, place aim, forced bool) bool {
	if !forced || a.Type.AirAttack != nil && !w.arcHolds(a, place.at) {
		return false
	}
	holder := w.gunner(a)
	for i := range holder.Type.Armaments {
		arm := &holder.Type.Armaments[i]
		if arm.Garrisoned == (a.Type.Ports != nil) && w.mayFireAt(arm.Weapon, place) && w.betweenReaches(a, place, arm.Weapon.MinReach, w.reachOf(holder, arm.Weapon)) {
			return true
		}
	}
	return false
}

// firePlace turns the turret to a place and fires what is ready.
func (w *World) firePlace(a *Actor, place aim) {
	switch {
	case !a.InWorld, w.attackPaused(a), a.Type.HasAimedTurret() && !w.aimTurretsAt(a, place.at):
	case a.Type.AirAttack != nil && !w.mayFireInAir(a):
	case a.Type.Ports != nil:
		w.fireThroughPorts(a, place)
	default:
		w.fireAll(a, place)
	}
}

// tickFlyAttackPlace is tickFlyAttack on a place.
func (w *World) tickFlyAttackPlace(a *Actor, act *Activity) bool {
	place := w.placeNamed(act.Host)
	low, high, works := w.reachOnPlace(a, place, false)
	if goesOn, over := w.pursuesPlace(a, act, works); !goesOn {
		return over
	}
	if act.Flag[flagTicked] && a.Requested == none {
		return true
	}
	a.Requested, a.Preset, a.Forced = act.Host, false, act.Flag[flagForced]
	act.Flag[flagTicked] = true
	if len(a.Type.RearmedAt) > 0 && w.emptyForPlace(a, place) {
		return w.goHomeToRearm(a, act)
	}
	if a.Type.AirAttack.Kind == info.AirStrafe {
		low = 0
	}
	if high == 0 || high < low {
		return true
	}
	act.QueueChild(w.newActivity(state.ActTakeOff))
	switch {
	case !w.betweenReaches(a, place, low, high):
		act.QueueChild(w.flyWithin(act.Host, place.at, low, high))
	case a.Type.AirAttack.Kind == info.AirStrafe || a.Type.AirAttack.Kind == info.AirDefault && !a.Type.Aircraft.Hovers:
		act.QueueChild(w.attackRun(a, act.Host, high))
	case !w.arcHolds(a, place.at):
		a.Facing = wpos.Turn(a.Facing, w.yawOf(place.at.Sub(a.Center)), a.Type.Aircraft.TurnSpeed)
	}
	return false
}

// emptyForPlace reports whether no weapon with a shot left is made for a place.
func (w *World) emptyForPlace(a *Actor, place aim) bool {
	for i := range a.Type.Armaments {
		if !w.armPaused(a, i) && w.mayFireAt(a.Type.Armaments[i].Weapon, place) {
			return false
		}
	}
	return true
}
