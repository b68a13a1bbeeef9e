// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// firstRun runs once before an activity's first tick.
func (w *World) firstRun(a *Actor, act *Activity) {
	switch act.kind {
	case actMove:
		w.beginMove(a, act)
	case actDrag:
		if act.facing >= 0 {
			w.queueTurn(act, act.facing)
		}
	case actTransform:
		if a.typ.Mobile != nil {
			w.queueTurn(act, act.facing)
		}
	case actFindResources:
		w.beginFindResources(a, act)
	case actHarvest:
		w.claim(a, act.target)
	case actMoveToDock:
		w.beginMoveToDock(a, act)
	case actMoveOnto:
		w.beginMoveOnto(act)
	case actMoveWithin:
		w.beginMoveWithin(act)
	case actMoveBeside:
		w.beginMoveBeside(act)
	case actUnload:
		w.beginUnload(a, act)
	case actAttackMove:
		w.beginAttackMove(a, act)
	case actNudge:
		w.beginNudge(a, act)
	case actAwaitRoom:
		w.notifyBlockers(a, act.target)
	case actLeaveProduction:
		w.beginLeaveProduction(a, act)
	case actReturnToCell:
		w.beginReturnToCell(a, act)
	case actParachute:
		w.beginParachute(a)
	case actTakeOff:
		w.beginTakeOff(a)
	case actLand:
		w.beginLand(a, act)
	case actAirfield:
		w.beginAirfield(a, act)
	case actAttackRun:
		w.beginAttackRun(a, act)
	case actLeapAttack:
		a.aiming = true
	case actLeap:
		w.beginLeap(a, act)
	case actLeaveMap:
		w.beginLeaveMap(act)
	case actLayMines:
		w.beginLayMines(a, act)
	default:
	}
}

// lastRun runs once after an activity's last tick.
func (w *World) lastRun(a *Actor, act *Activity) {
	switch act.kind {
	case actMove:
		act.path = act.path[:0]
	case actHarvest:
		a.claimed = 0
	case actAttack:
		a.aiming = a.aiming && w.behaviour.KeepsAiming
	case actLeapAttack:
		a.aiming = false
	case actLeap:
		a.leaping = false
	case actDetonate:
		w.endDetonate(a)
	case actEnter:
		w.leaveTarget(a, act)
	case actFollowAttack, actFlyAttack:
		if a.requested != none {
			w.clearRequested(a)
		}
	case actFly:
		act.path = act.path[:0]
	default:
	}
}

// tickActivity runs one tick of an activity and reports whether it is done.
func (w *World) tickActivity(a *Actor, act, parent *Activity) bool {
	switch act.kind {
	case actMove:
		return w.tickMove(a, act)
	case actFirstHalf, actSecondHalf:
		return w.tickMovePart(a, act, parent)
	case actTurn:
		return w.tickTurn(a, act)
	case actDrag:
		return w.tickDrag(a, act)
	case actWait:
		return w.tickWait(act)
	case actTransform:
		return w.tickTransform(a, act)
	case actAwaitRoom:
		return w.tickAwaitRoom(a, act)
	case actLinkRefinery:
		w.linkRefinery(a)
		return true
	case actFindResources:
		return w.tickFindResources(a, act)
	case actHarvest:
		return w.tickHarvest(a, act)
	case actMoveToDock:
		return w.tickMoveToDock(a, act)
	case actDock:
		return w.tickDock(a, act)
	case actMoveOnto:
		return w.tickMoveOnto(a, act)
	case actAttackMove:
		return w.tickAttackMove(a, act)
	case actReturnToCell:
		return w.tickReturnToCell(a, act)
	case actFly:
		return w.tickFly(a, act)
	case actFlyIdle:
		return w.tickFlyIdle(a, act)
	case actFlyForward:
		return w.tickFlyForward(a, act)
	case actFlyFollow:
		return w.tickFlyFollow(a, act)
	case actTakeOff:
		return w.tickTakeOff(a)
	case actLand:
		return w.tickLand(a, act)
	case actAirfield:
		return w.tickAirfield(a, act)
	case actReturnToBase:
		return w.tickReturnToBase(a, act)
	case actFlyAttack:
		return w.tickFlyAttack(a, act)
	case actAttackRun:
		return w.tickAttackRun(a, act)
	case actFall:
		return w.tickFall(a, act)
	case actChargeAttack:
		return w.tickChargeAttack(a, act)
	case actChargeFire:
		return w.tickChargeFire(a, act)
	case actLeapAttack:
		return w.tickLeapAttack(a, act)
	case actLeap:
		return w.tickLeap(a, act)
	case actCrushBelow:
		w.crushBelow(a)
		return true
	case actRelease:
		w.unhook(a)
		return true
	case actRemoveSelf:
		w.dispose(a)
		return true
	case actLayMines:
		return w.tickLayMines(a, act)
	case actDetonate:
		return w.tickDetonate(a, act)
	case actTrigger:
		w.trigger(a)
		return true
	case actJump:
		return w.tickJump(a, act)
	case actSetTarget:
		return w.tickSetTarget(a, act)
	case actUnloadPlane:
		return w.tickUnloadPlane(a, act)
	case actLeaveMap:
		return w.tickLeaveMap(a, act)
	case actSell:
		return w.tickSell(a)
	case actEnter:
		return w.tickEnter(a, act)
	case actMoveBeside:
		return w.tickMoveBeside(a, act)
	case actMoveInto:
		return w.tickMoveInto(a, act)
	case actAwaitPassengers:
		return a.reservedWeight == 0
	case actFollow:
		return w.tickFollow(a, act)
	case actResupply:
		return w.tickResupply(a, act)
	case actTeleport:
		return w.tickTeleport(a, act)
	case actUnload:
		return w.tickUnload(a, act)
	case actParachute:
		return w.tickParachute(a)
	case actAttack:
		return w.tickAttack(a, act)
	case actFollowAttack:
		return w.tickFollowAttack(a, act)
	case actMoveWithin:
		return w.tickMoveWithin(a, act)
	default:
		return true
	}
}

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
func (w *World) tickWait(act *Activity) bool {
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
