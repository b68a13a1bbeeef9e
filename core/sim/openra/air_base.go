// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// Pads: a helipad, an airfield or a service depot is reserved by one aircraft
// at a time. One that stays there with nothing to do makes room for the next.

// padFree reports whether an aircraft may have a pad.
func (w *World) padFree(host, a *Actor) bool {
	guest := w.actor(host.guest)
	return !host.typ.Reservable || guest == nil || guest == a || guest.yields
}

// padTaken reports whether nothing can be produced on a pad.
func (w *World) padTaken(host *Actor) bool {
	guest := w.actor(host.guest)
	return guest != nil && !guest.yields
}

// reservePad gives a pad to an aircraft.
func (w *World) reservePad(a, host *Actor) {
	w.leavePad(a)
	if !host.typ.Reservable {
		return
	}
	if guest := w.actor(host.guest); guest != nil && guest.yields {
		w.clearPad(host)
	}
	host.guest, a.pad = a.ID, host.ID
}

// leavePad gives back what an aircraft has reserved.
func (w *World) leavePad(a *Actor) {
	if host := w.actor(a.pad); host != nil && host.guest == a.ID {
		host.guest = none
	}
	a.pad, a.yields = none, false
}

// clearPad sends who is on a pad away.
func (w *World) clearPad(host *Actor) {
	guest := w.actor(host.guest)
	if guest == nil {
		return
	}
	if w.padBelow(guest) == host {
		for _, c := range host.rallyPath {
			w.queue(guest, w.wayOff(c))
		}
		if len(host.rallyPath) == 0 {
			w.queue(guest, w.newActivity(actTakeOff))
		}
	}
	w.leavePad(guest)
}

// wayOff is a way from a pad along its rally path. Until 20200503 nothing is
// attacked on it.
func (w *World) wayOff(c Cell) *Activity {
	if w.behaviour.CoarseFacing {
		return w.fly(w.centerOfCell(c))
	}
	return w.attackMove(c, 1, false)
}

// padBelow is the pad an aircraft stands on.
func (w *World) padBelow(a *Actor) *Actor {
	if a.center.Z != 0 {
		return nil
	}
	for at := w.first(w.location(a)); at != 0; at = w.occupied.nodes[at].next {
		if host := w.actors[w.occupied.nodes[at].actor]; host != nil && host.typ.Reservable {
			return host
		}
	}
	return nil
}

// nearestExit is the open exit of a building with the highest priority, of those
// the nearest to a place.
func (w *World) nearestExit(host *Actor, to Pos) *info.ExitInfo {
	var best *info.ExitInfo
	nearest := int64(0)
	for i := range host.typ.Exits {
		exit := &host.typ.Exits[i]
		if !w.holds(host, exit.Requires) {
			continue
		}
		d := w.centerOfCell(host.cell.Add(exit.Cell)).Sub(to).Squared()
		if best == nil || exit.Priority > best.Priority || exit.Priority == best.Priority && d < nearest {
			best, nearest = exit, d
		}
	}
	return best
}

// Flags of actAirfield and actReturnToBase.
const (
	flagByMap      = 0
	flagAlwaysLand = 0
)

// creationFlight is the first activity of an aircraft that leaves a building or
// that the map placed.
func (w *World) creationFlight(a *Actor, byMap bool) {
	if w.behaviour.TakesOffFirst {
		w.creationTakeOff(a)
		return
	}
	if a.rally == nil && a.creationDelay <= 0 && !byMap {
		return
	}
	act := w.newActivity(actAirfield)
	act.flag[flagByMap] = byMap
	act.next = a.activity
	a.activity = act
}

// creationTakeOff is that activity until 20231010: whatever stands on the ground
// rises from it, and only then goes its way.
func (w *World) creationTakeOff(a *Actor) {
	if a.center.Z > 0 && a.creationDelay <= 0 {
		return
	}
	act := w.newActivity(actAirfield)
	act.uninterruptible = true
	for _, c := range a.rally {
		act.append(w.attackMove(c, 1, true))
	}
	a.rally = nil
	w.queue(a, act)
}

// beginAirfield puts an aircraft on the pad it came from.
func (w *World) beginAirfield(a *Actor, act *Activity) {
	if w.behaviour.TakesOffFirst {
		if host := w.padBelow(a); host != nil {
			w.reservePad(a, host)
		}
		if a.creationDelay > 0 {
			w.queueWait(act, a.creationDelay)
		}
		return
	}
	docked := w.dockAtPad(a)
	switch {
	case !act.flag[flagByMap]:
		if a.creationDelay > 0 {
			w.queueWait(act, a.creationDelay)
		}
	case !docked:
		w.flyTo(a, Pos{X: a.center.X, Y: a.center.Y, Z: a.typ.Aircraft.Altitude})
	}
}

func (w *World) dockAtPad(a *Actor) bool {
	host := w.padBelow(a)
	if host == nil {
		return false
	}
	c, at := w.location(a), host.center
	at.Z = 0
	if exit := w.nearestExit(host, a.center); exit != nil {
		at = at.Add(exit.Offset)
		if exit.Facing >= 0 {
			a.facing = exit.Facing
		}
	}
	w.standOn(a, c)
	w.flyTo(a, at)
	w.reservePad(a, host)
	a.yields = true
	return true
}

// tickAirfield sends a new aircraft on its way.
func (w *World) tickAirfield(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	if w.behaviour.TakesOffFirst && a.center.Z <= 0 {
		act.queueChild(w.newActivity(actTakeOff))
	}
	for _, c := range a.rally {
		act.queueChild(w.attackMove(c, 1, true))
	}
	a.rally = nil
	if !act.flag[flagByMap] {
		w.leavePad(a)
	}
	return true
}

// returnToBase makes the activity to fly to a pad, or to the nearest free one,
// and to land if there is anything to do there, or in any case.
func (w *World) returnToBase(host *Actor, alwaysLand bool) *Activity {
	act := w.newActivity(actReturnToBase)
	act.flag[flagAlwaysLand] = alwaysLand
	if host != nil {
		act.host = host.ID
	}
	return act
}

// nearestPad is the nearest pad of its owner where an aircraft is rearmed.
func (w *World) nearestPad(a *Actor, freeOnly bool) *Actor {
	var best *Actor
	nearest := int64(0)
	for _, host := range w.actors {
		if host == nil || host.dead || !host.inWorld || !host.typ.Reservable || host.owner != a.owner || !info.Contains(a.typ.RearmedAt, host.typ.Name) {
			continue
		}
		if freeOnly && !w.padFree(host, a) {
			continue
		}
		if d := host.center.Sub(a.center).Squared(); best == nil || d < nearest {
			best, nearest = host, d
		}
	}
	return best
}

func (w *World) tickReturnToBase(a *Actor, act *Activity) bool {
	info := a.typ.Aircraft
	if act.state == stateCanceling || info == nil {
		return true
	}
	host := w.alive(act.host)
	if host == nil || !w.padFree(host, a) {
		host = w.nearestPad(a, true)
	}
	if host == nil {
		act.host = none
		return w.waitForPad(a, act)
	}
	act.host = host.ID
	if !act.flag[flagAlwaysLand] && w.resupplyAt(a, host) == 0 {
		act.queueChild(w.fly(host.center))
		return true
	}
	var offset Pos
	facing := int32(-1)
	if exit := w.nearestExit(host, a.center); exit != nil {
		offset, facing = exit.Offset, exit.Facing
	}
	if w.behaviour.CoarseFacing {
		facing = info.PadFacing
	}
	w.reservePad(a, host)
	act.queueChild(w.land(a, host, host.center, offset, facing))
	act.queueChild(w.airResupply(a, host, act.flag[flagAlwaysLand]))
	return true
}

// waitForPad lets an aircraft wait near a taken pad, or give up where there is
// none: until 20210321 with all it was to do, afterwards for a while.
func (w *World) waitForPad(a *Actor, act *Activity) bool {
	info, host := a.typ.Aircraft, w.nearestPad(a, false)
	switch {
	case host == nil && w.behaviour.TwoSided:
		w.cancelAll(a)
		return true
	case host == nil:
		act.queueChild(w.flyIdle(info.WaitTicks))
		return true
	case info.Hovers:
		if host.center.Sub(a.center).FlatLength() > info.WaitDistance {
			aside := w.random.scatter()
			leg := w.fly(host.center.Add(Pos{X: aside.X * info.WaitDistance / 1024, Y: aside.Y * info.WaitDistance / 1024, Z: 0}))
			leg.high = info.WaitDistance
			act.queueChild(leg)
		}
	default:
		act.queueChild(w.flyWithin(host.ID, host.center, 0, info.WaitDistance))
		act.queueChild(w.flyIdle(info.WaitTicks))
	}
	return false
}

// What an aircraft is given on a pad.
const (
	resupplyRepair = 1 << iota
	resupplyRearm
)

// resupplyAt is what an aircraft needs that a building has.
func (w *World) resupplyAt(a, host *Actor) int32 {
	var needs int32
	if a.hp < a.typ.MaxHP && host.typ.RepairsUnits != nil && info.Contains(a.typ.RepairedAt, host.typ.Name) {
		needs |= resupplyRepair
	}
	if a.typ.Ammo != nil && a.ammo < a.typ.Ammo.Full && info.Contains(a.typ.RearmedAt, host.typ.Name) {
		needs |= resupplyRearm
	}
	return needs
}

// Flags of an actResupply in the air.
const (
	flagStays = 1 + iota
	flagStarted
	flagRepaired
)

// airResupply makes the activity of an aircraft on a pad.
func (w *World) airResupply(a, host *Actor, stays bool) *Activity {
	act := w.newActivity(actResupply)
	act.host, act.phase = host.ID, w.resupplyAt(a, host)
	act.flag[flagStays], act.flag[flagRepaired] = stays, act.phase&resupplyRepair != 0
	return act
}

// tickAirResupply mends and rearms an aircraft on its pad.
func (w *World) tickAirResupply(a *Actor, act *Activity) bool {
	if act.state == stateCanceling && act.progress > 0 {
		act.progress--
		return false
	}
	host := w.validTarget(act.host)
	if host == nil && act.state != stateCanceling {
		w.cancel(a, act, true)
	}
	if act.state == stateCanceling || host == nil {
		if host == nil || host.center.Sub(a.center).FlatSquared() == 0 {
			w.endResupply(a, act, host)
		}
		return true
	}
	if !act.flag[flagStarted] && act.phase != 0 {
		act.flag[flagStarted] = true
		w.resetReload(a)
	}
	if act.phase&resupplyRepair != 0 {
		w.repairOnPad(a, act, host)
	}
	if act.phase&resupplyRearm != 0 && w.rearm(a) {
		act.phase &^= resupplyRearm
	}
	if act.phase != 0 {
		return false
	}
	w.endResupply(a, act, host)
	return true
}

func (w *World) repairOnPad(a *Actor, act *Activity, host *Actor) {
	if a.hp < a.typ.MaxHP {
		w.mend(a, act, host)
		return
	}
	if host.owner != a.owner {
		w.players[host.owner].experience += host.typ.RepairsUnits.Experience
	}
	act.phase &^= resupplyRepair
}

// endResupply lets an aircraft take off, or wait on the pad until another needs
// it.
func (w *World) endResupply(a *Actor, act *Activity, host *Actor) {
	if host != nil && !act.flag[flagRepaired] && (act.flag[flagStays] || !a.typ.Aircraft.LeavesPad) {
		a.yields = a.pad != none
		return
	}
	current := a.current()
	if host != nil && len(host.rallyPath) > 0 && current != nil && skipDone(current.next) == nil {
		for _, c := range host.rallyPath {
			act.queueChild(w.wayOff(c))
		}
	} else {
		act.queueChild(w.newActivity(actTakeOff))
	}
	w.leavePad(a)
}
