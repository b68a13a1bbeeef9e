// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/wpos"
)

// Chrono tanks jump by themselves (PortableChrono).

// jumpNearEnough is how near, in cells, the way after a jump must come to its
// goal.
const jumpNearEnough = 5

// orderJump drives into the range of a jump, jumps, and drives the rest.
func (w *World) orderJump(a *Actor, o *Order) {
	info := a.typ.Jumps
	c, pointed := w.cellOf(o)
	if info == nil || a.typ.Mobile == nil || !pointed || !w.ground.within(c) {
		return
	}
	if !o.Queued {
		w.cancelAll(a)
	}
	if info.Limit > 0 {
		w.queue(a, w.moveNearPlace(groundRef(c), 0, info.Limit*1024))
	}
	jump := w.newActivity(actJump)
	jump.target = c
	w.queue(a, jump)
	w.queue(a, w.moveTo(w.ground.clampCell(c), jumpNearEnough, false))
}

// tickJump takes a charged unit to the place nearest to its goal that is within
// its reach, known to its owner and free.
func (w *World) tickJump(a *Actor, act *Activity) bool {
	info := a.typ.Jumps
	if act.state == stateCanceling || info == nil || a.chronoCharge > 0 {
		return true
	}
	from, goal := w.location(a), act.target
	inReach := func(c Cell) bool { return info.Limit <= 0 || c.DistanceSquared(from) <= info.Limit*info.Limit }
	far := int32(wpos.MaxRing)
	if info.Limit > 0 {
		goal, far = from, info.Limit
		for _, ring := range wpos.Annulus(0, info.Limit) {
			c := from.Add(ring.At)
			if w.ground.contains(c) && c.DistanceSquared(act.target) < goal.DistanceSquared(act.target) {
				goal = c
			}
		}
	}
	for _, ring := range wpos.Annulus(0, far) {
		c := goal.Add(ring.At)
		if !w.ground.contains(c) || !inReach(c) || !w.exploredBy(a.owner, c) || !w.canEnter(a, c, none, byAll) {
			continue
		}
		sub := w.availableSubCell(a, c, subAny, none)
		if sub == subInvalid {
			continue
		}
		w.setPosition(a, c, sub)
		w.shakeOff(a)
		if info.KillsCargo {
			w.killPassengers(a, nil)
		}
		a.chronoCharge = info.Delay
		break
	}
	return true
}
