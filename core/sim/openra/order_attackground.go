// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// Attacks on a place (docs/engine/openra-world.md#force-attack): with ForceAttack a player has the
// ground shot at. Such a target is named by a number like any other, in which
// the cell is written; it neither dies nor hides.

const (
	// groundBit marks a target on the ground; frozenBit is not set beside it.
	groundBit uint32 = 1 << 30
	// groundCoordinate is how many bits each coordinate of the cell takes.
	groundCoordinate = 15
)

func groundRef(c Cell) uint32 {
	return groundBit | uint32(c.X)<<groundCoordinate | uint32(c.Y)
}

func onGround(ref uint32) bool { return ref&(groundBit|frozenBit) == groundBit }

// placeNamed is the middle of the cell that is shot at.
func (w *World) placeNamed(ref uint32) aim {
	const mask = 1<<groundCoordinate - 1
	return aimAtPlace(w.centerOfCell(Cell{X: int32(ref >> groundCoordinate & mask), Y: int32(ref & mask)}))
}

// aimNamed is what a target names, an actor or a place.
func (w *World) aimNamed(a *Actor, ref uint32) (target aim, named bool) {
	if onGround(ref) {
		return w.placeNamed(ref), true
	}
	if actor := w.targetFor(a, ref); actor != nil {
		return aim{actor: actor, at: actor.center, memory: isMemory(ref)}, true
	}
	return aim{}, false
}

// hasGround reports whether an order points at a cell that can be shot at. The
// engine's orders for the ground name a cell, never a place inside it.
func (w *World) hasGround(o *Order) bool {
	return o.Target == TargetCell && w.ground.within(o.Cell) && o.Cell.X >= 0 && o.Cell.Y >= 0 &&
		o.Cell.X < 1<<groundCoordinate && o.Cell.Y < 1<<groundCoordinate
}

// attackPlace is the activity to shoot at a place. Who was not forced to gives
// up at once.
func (w *World) attackPlace(a *Actor, ref uint32, allowMove, forced bool) *Activity {
	act := w.newActivity(attackKindOf(a.typ))
	act.ownsChildren = !w.behaviour.OldAttack && act.kind != actChargeAttack && act.kind != actLeapAttack
	act.host = ref
	act.flag[flagMayMove] = allowMove && a.typ.Mobile != nil
	act.flag[flagForced] = forced || w.wasForced(a, ref)
	return act
}

// reachOnPlace is the range of an actor's weapons that are made for a place:
// turrets go where one of them reaches, others where all do. works reports
// whether there is any.
func (w *World) reachOnPlace(a *Actor, place aim, shortest bool) (low, high int32, works bool) {
	holder, last := w.gunner(a), int32(0)
	for i := range holder.typ.Armaments {
		weapon := holder.typ.Armaments[i].Weapon
		if holder.typ.Armaments[i].Garrisoned != (a.typ.Ports != nil) || !w.mayFireAt(weapon, place) {
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
	return w.inReachOf(a.center, place, high) && (low == 0 || !w.inReachOf(a.center, place, low))
}

// tickPlaceAttack is one tick of tickAttack and tickFollowAttack on a place.
func (w *World) tickPlaceAttack(a *Actor, act *Activity) bool {
	place := w.placeNamed(act.host)
	turret := act.kind == actFollowAttack
	low, high, works := w.reachOnPlace(a, place, !turret)
	if goesOn, over := w.pursuesPlace(a, act, works); !goesOn {
		return over
	}
	if turret {
		if act.flag[flagTicked] && a.requested == none {
			return true
		}
		a.requested, a.preset, a.forced = act.host, false, act.flag[flagForced]
		act.flag[flagTicked] = true
	}
	if !w.behaviour.OldAttack {
		if result := w.tickCooldown(a, &act.cooldown, turret); result != cooldownGoOn {
			return result == cooldownDone
		}
	}
	if !turret {
		a.aiming = false
	}
	switch {
	case !works || high == 0 || high < low:
		return true
	case !w.betweenReaches(a, place, low, high):
		if !act.flag[flagMayMove] {
			return true
		}
		w.moveWithinPlace(act, low, high)
	case !turret:
		a.aiming = true
		if w.facesPoint(a, act, place.at) {
			w.fireAll(a, place)
		}
	}
	return false
}

// pursuesPlace reports whether an attack on a place goes on, and if not whether
// it is over: what is inside comes first.
func (w *World) pursuesPlace(a *Actor, act *Activity, works bool) (goesOn, over bool) {
	if w.behaviour.OldAttack {
		return act.state != stateCanceling, true
	}
	if act.state != stateCanceling && (!works || !act.flag[flagForced]) {
		w.cancel(a, act, true)
	}
	if w.tickChild(a, act) && act.state != stateCanceling {
		return true, false
	}
	return false, w.pursuitOver(a, act)
}

func (w *World) moveWithinPlace(act *Activity, low, high int32) {
	act.cooldown.moving = !w.behaviour.OldAttack
	act.queueChild(w.moveNearPlace(act.host, low, high))
}

// moveNearPlace is the way into the range of a place.
func (w *World) moveNearPlace(ref uint32, low, high int32) *Activity {
	at := w.placeNamed(ref).at
	move := w.newActivity(actMoveWithin)
	move.ownsChildren = true
	move.host, move.low, move.high = ref, low, high
	w.rememberMiddle(move, at)
	return move
}

// mayAimAtPlace reports whether a turret or an aircraft can point at a place it
// was told to shoot at.
func (w *World) mayAimAtPlace(a *Actor, place aim, forced bool) bool {
	if !forced || a.typ.AirAttack != nil && !w.arcHolds(a, place.at) {
		return false
	}
	holder := w.gunner(a)
	for i := range holder.typ.Armaments {
		arm := &holder.typ.Armaments[i]
		if arm.Garrisoned == (a.typ.Ports != nil) && w.mayFireAt(arm.Weapon, place) && w.betweenReaches(a, place, arm.Weapon.MinReach, w.reachOf(holder, arm.Weapon)) {
			return true
		}
	}
	return false
}

// firePlace turns the turret to a place and fires what is ready.
func (w *World) firePlace(a *Actor, place aim) {
	switch {
	case !a.inWorld, w.attackPaused(a), a.typ.HasAimedTurret() && !w.aimTurretsAt(a, place.at):
	case a.typ.AirAttack != nil && !w.mayFireInAir(a):
	case a.typ.Ports != nil:
		w.fireThroughPorts(a, place)
	default:
		w.fireAll(a, place)
	}
}

// tickFlyAttackPlace is tickFlyAttack on a place.
func (w *World) tickFlyAttackPlace(a *Actor, act *Activity) bool {
	place := w.placeNamed(act.host)
	low, high, works := w.reachOnPlace(a, place, false)
	if goesOn, over := w.pursuesPlace(a, act, works); !goesOn {
		return over
	}
	if act.flag[flagTicked] && a.requested == none {
		return true
	}
	a.requested, a.preset, a.forced = act.host, false, act.flag[flagForced]
	act.flag[flagTicked] = true
	if len(a.typ.RearmedAt) > 0 && w.emptyForPlace(a, place) {
		return w.goHomeToRearm(a, act)
	}
	if a.typ.AirAttack.Kind == info.AirStrafe {
		low = 0
	}
	if high == 0 || high < low {
		return true
	}
	act.queueChild(w.newActivity(actTakeOff))
	switch {
	case !w.betweenReaches(a, place, low, high):
		act.queueChild(w.flyWithin(act.host, place.at, low, high))
	case a.typ.AirAttack.Kind == info.AirStrafe || a.typ.AirAttack.Kind == info.AirDefault && !a.typ.Aircraft.Hovers:
		act.queueChild(w.attackRun(a, act.host, high))
	case !w.arcHolds(a, place.at):
		a.facing = wpos.Turn(a.facing, w.yawOf(place.at.Sub(a.center)), a.typ.Aircraft.TurnSpeed)
	}
	return false
}

// emptyForPlace reports whether no weapon with a shot left is made for a place.
func (w *World) emptyForPlace(a *Actor, place aim) bool {
	for i := range a.typ.Armaments {
		if !w.armPaused(a, i) && w.mayFireAt(a.typ.Armaments[i].Weapon, place) {
			return false
		}
	}
	return true
}
