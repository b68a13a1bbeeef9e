// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Chrono tanks jump by themselves (PortableChrono).

// jumpNearEnough is how near, in cells, the way after a jump must come to its
// goal.
const jumpNearEnough = 5

// OrderJump drives into the range of a jump, jumps, and drives the rest.
func (w *World) orderJump(a *Actor, o *Order) {
	info := a.Type.Jumps
	c, pointed := w.cellOf(o)
	if info == nil || a.Type.Mobile == nil || !pointed || !w.Ground.Within(c) {
		return
	}
	if !o.Queued {
		w.cancelAll(a)
	}
	if info.Limit > 0 {
		w.queue(a, w.moveNearPlace(groundRef(c), 0, info.Limit*1024))
	}
	jump := w.newActivity(state.ActJump)
	jump.Target = c
	w.queue(a, jump)
	w.queue(a, w.MoveTo(w.Ground.ClampCell(c), jumpNearEnough, false))
}

// tickJump takes a charged unit to the place nearest to its goal that is within
// its reach, known to its owner and free.
func (w *World) tickJump(a *Actor, act *Activity) bool {
	info := a.Type.Jumps
	if act.State == state.StateCanceling || info == nil || a.ChronoCharge > 0 {
		return true
	}
	from, goal := w.location(a), act.Target
	inReach := func(c Cell) bool { return info.Limit <= 0 || c.DistanceSquared(from) <= info.Limit*info.Limit }
	far := int32(wpos.MaxRing)
	if info.Limit > 0 {
		goal, far = from, info.Limit
		for _, ring := range wpos.Annulus(0, info.Limit) {
			c := from.Add(ring.At)
			if w.Ground.Contains(c) && c.DistanceSquared(act.Target) < goal.DistanceSquared(act.Target) {
				goal = c
			}
		}
	}
	for _, ring := range wpos.Annulus(0, far) {
		c := goal.Add(ring.At)
		if !w.Ground.Contains(c) || !inReach(c) || !w.exploredBy(a.Owner, c) || !w.CanEnter(a, c, none, path.ByAll) {
			continue
		}
		sub := w.availableSubCell(a, c, grid.SubAny, none)
		if sub == grid.SubInvalid {
			continue
		}
		w.SetPosition(a, c, sub)
		w.shakeOff(a)
		if info.KillsCargo {
			w.killPassengers(a, nil)
		}
		a.ChronoCharge = info.Delay
		break
	}
	return true
}
