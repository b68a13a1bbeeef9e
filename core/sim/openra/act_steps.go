// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

func (w *World) beginDragging(_ *Actor, act *Activity) {
	if act.facing >= 0 {
		w.queueTurn(act, act.facing)
	}
}

func (w *World) beginTransform(a *Actor, act *Activity) {
	if a.typ.Mobile != nil {
		w.queueTurn(act, act.facing)
	}
}

func (w *World) beginHarvest(a *Actor, act *Activity) { w.claim(a, act.target) }

func (w *World) endHarvest(a *Actor, _ *Activity) { a.claimed = 0 }

func (w *World) beginAwaitRoom(a *Actor, act *Activity) { w.notifyBlockers(a, act.target) }

func (w *World) beginLeapAttack(a *Actor, _ *Activity) { a.aiming = true }

func (w *World) endLeapAttack(a *Actor, _ *Activity) { a.aiming = false }

func (w *World) endLeap(a *Actor, _ *Activity) { a.leaping = false }

func (w *World) endAttack(a *Actor, _ *Activity) { a.aiming = a.aiming && w.behaviour.KeepsAiming }

func (w *World) endFollowAttack(a *Actor, _ *Activity) {
	if a.requested != none {
		w.clearRequested(a)
	}
}

// endPath forgets the way of what has got where it was going.
func endPath(_ *World, _ *Actor, act *Activity) { act.path = act.path[:0] }

// cancelMove lets a unit end where it is, if it may stay there.
func (w *World) cancelMove(a *Actor, act *Activity) {
	if w.behaviour.EarlyMove || w.staysIn(a.to) {
		act.path = act.path[:0]
	}
}

func (w *World) cancelResupply(_ *Actor, act *Activity) { forgetPaths(skipDone(act.child)) }

func (w *World) tickAwaitPassengers(a *Actor, _ *Activity) bool { return a.reservedWeight == 0 }

func (w *World) queueTurn(act *Activity, facing int32) {
	child := w.newActivity(actTurn)
	child.facing = facing
	act.queueChild(child)
}

func (w *World) queueWait(act *Activity, ticks int32) {
	child := w.newActivity(actWait)
	child.waitLeft = ticks
	act.queueChild(child)
}

func (w *World) tickTurn(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	if w.mobilePaused(a) {
		return false
	}
	if a.facing == act.facing {
		return true
	}
	step := int32(512)
	switch {
	case a.typ.Mobile != nil:
		step = a.typ.Mobile.TurnSpeed
	case a.typ.Aircraft != nil:
		step = a.typ.Aircraft.TurnSpeed
	}
	a.facing = wpos.Turn(a.facing, act.facing, step)
	return false
}

// tickWait takes one call more than the ticks it waits.
func (w *World) tickWait(_ *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	act.waitLeft--
	return act.waitLeft == -1
}

func (w *World) tickDrag(a *Actor, act *Activity) bool {
	at := act.to
	if act.distance > 1 {
		at = wpos.LerpPos(act.from, act.to, act.progress, act.distance-1)
	}
	w.setCenter(a, at)
	act.progress++
	return act.progress >= act.distance
}
