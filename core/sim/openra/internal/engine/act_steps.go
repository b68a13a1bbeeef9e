// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

func (w *World) beginDragging(_ *Actor, act *Activity) {
	if act.Facing >= 0 {
		w.queueTurn(act, act.Facing)
	}
}

func (w *World) beginTransform(a *Actor, act *Activity) {
	if a.Type.Mobile != nil {
		w.queueTurn(act, act.Facing)
	}
}

func (w *World) beginHarvest(a *Actor, act *Activity) { w.claim(a, act.Target) }

func (w *World) endHarvest(a *Actor, _ *Activity) { a.Claimed = 0 }

func (w *World) beginAwaitRoom(a *Actor, act *Activity) { w.notifyBlockers(a, act.Target) }

func (w *World) beginLeapAttack(a *Actor, _ *Activity) { a.Aiming = true }

func (w *World) endLeapAttack(a *Actor, _ *Activity) { a.Aiming = false }

func (w *World) endLeap(a *Actor, _ *Activity) { a.Leaping = false }

func (w *World) endAttack(a *Actor, _ *Activity) { a.Aiming = a.Aiming && w.Release.KeepsAiming }

// endFollowAttack keeps the target as one of opportunity. Who was told to stop has
// none any more, and loses what his turret has found since
// (cnc-20200503-desert-storm-3-0 of the engine's games, net frame 96).
func (w *World) endFollowAttack(a *Actor, _ *Activity) {
	w.clearRequested(a)
}

// endPath forgets the way of what has got where it was going.
func endPath(_ *World, _ *Actor, act *Activity) { act.Path = act.Path[:0] }

// cancelMove lets a unit end where it is, if it may stay there.
func (w *World) cancelMove(a *Actor, act *Activity) {
	if w.Release.EarlyMove || w.staysIn(a.To) {
		act.Path = act.Path[:0]
	}
}

func (w *World) cancelResupply(_ *Actor, act *Activity) { state.ForgetPaths(state.SkipDone(act.Child)) }

func (w *World) tickAwaitPassengers(a *Actor, _ *Activity) bool { return a.ReservedWeight == 0 }

func (w *World) queueTurn(act *Activity, facing int32) {
	child := w.newActivity(state.ActTurn)
	child.Facing = facing
	act.QueueChild(child)
}

func (w *World) queueWait(act *Activity, ticks int32) {
	child := w.newActivity(state.ActWait)
	child.WaitLeft = ticks
	act.QueueChild(child)
}

func (w *World) tickTurn(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling {
		return true
	}
	if w.mobilePaused(a) {
		return false
	}
	if a.Facing == act.Facing {
		return true
	}
	step := int32(512)
	switch {
	case a.Type.Mobile != nil:
		step = a.Type.Mobile.TurnSpeed
	case a.Type.Aircraft != nil:
		step = a.Type.Aircraft.TurnSpeed
	}
	a.Facing = wpos.Turn(a.Facing, act.Facing, step)
	return false
}

// tickWait takes one call more than the ticks it waits.
func (w *World) tickWait(_ *Actor, act *Activity) bool {
	if act.State == state.StateCanceling {
		return true
	}
	act.WaitLeft--
	return act.WaitLeft == -1
}

func (w *World) tickDrag(a *Actor, act *Activity) bool {
	at := act.To
	if act.Distance > 1 {
		at = wpos.LerpPos(act.From, act.To, act.Progress, act.Distance-1)
	}
	w.setCenter(a, at)
	act.Progress++
	return act.Progress >= act.Distance
}
