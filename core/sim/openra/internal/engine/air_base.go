// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Pads: a helipad, an airfield or a service depot is reserved by one aircraft
// at a time. One that stays there with nothing to do makes room for the next.

// padFree reports whether an aircraft may have a pad.
func (w *World) padFree(host, a *Actor) bool {
	guest := w.Actor(host.Guest)
	return !host.Type.Reservable || guest == nil || guest == a || guest.Yields
}

// padTaken reports whether nothing can be produced on a pad.
func (w *World) padTaken(host *Actor) bool {
	guest := w.Actor(host.Guest)
	return guest != nil && !guest.Yields
}

// reservePad gives a pad to an aircraft.
func (w *World) reservePad(a, host *Actor) {
	w.leavePad(a)
	if !host.Type.Reservable {
		return
	}
	if guest := w.Actor(host.Guest); guest != nil && guest.Yields {
		w.clearPad(host)
	}
	host.Guest, a.Pad = a.ID, host.ID
}

// leavePad gives back what an aircraft has reserved.
func (w *World) leavePad(a *Actor) {
	if host := w.Actor(a.Pad); host != nil && host.Guest == a.ID {
		host.Guest = none
	}
	a.Pad, a.Yields = none, false
}

// clearPad sends who is on a pad away.
func (w *World) clearPad(host *Actor) {
	guest := w.Actor(host.Guest)
	if guest == nil {
		return
	}
	if w.padBelow(guest) == host {
		for _, c := range host.RallyPath {
			w.queue(guest, w.wayOff(c))
		}
		if len(host.RallyPath) == 0 {
			w.queue(guest, w.newActivity(state.ActTakeOff))
		}
	}
	w.leavePad(guest)
}

// wayOff is a way from a pad along its rally path. Until 20200503 nothing is
// attacked on it.
func (w *World) wayOff(c Cell) *Activity {
	if w.Release.CoarseFacing {
		return w.fly(w.CenterOfCell(c))
	}
	return w.attackMove(c, 1, false)
}

// padBelow is the pad an aircraft stands on.
func (w *World) padBelow(a *Actor) *Actor {
	if a.Center.Z != 0 {
		return nil
	}
	for at := w.First(w.location(a)); at != 0; at = w.Occupied.Nodes[at].Next {
		if host := w.Actors[w.Occupied.Nodes[at].Actor]; host != nil && host.Type.Reservable {
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
	for i := range host.Type.Exits {
		exit := &host.Type.Exits[i]
		if !w.Holds(host, exit.Requires) {
			continue
		}
		d := w.CenterOfCell(host.Cell.Add(exit.Cell)).Sub(to).Squared()
		if best == nil || exit.Priority > best.Priority || exit.Priority == best.Priority && d < nearest {
			best, nearest = exit, d
		}
	}
	return best
}

// Flags of ActAirfield and ActReturnToBase.
const (
	flagByMap      = 0
	flagAlwaysLand = 0
)

// creationFlight is the first activity of an aircraft that leaves a building or
// that the map placed.
func (w *World) creationFlight(a *Actor, byMap bool) {
	if w.Release.TakesOffFirst {
		w.creationTakeOff(a)
		return
	}
	if a.Rally == nil && a.CreationDelay <= 0 && !byMap {
		return
	}
	act := w.newActivity(state.ActAirfield)
	act.Flag[flagByMap] = byMap
	act.Next = a.Activity
	a.Activity = act
}

// creationTakeOff is that activity until 20231010: whatever stands on the ground
// rises from it, and only then goes its way.
func (w *World) creationTakeOff(a *Actor) {
	if a.Center.Z > 0 && a.CreationDelay <= 0 {
		return
	}
	act := w.newActivity(state.ActAirfield)
	act.Uninterruptible = true
	for _, c := range a.Rally {
		act.Append(w.attackMove(c, 1, true))
	}
	a.Rally = nil
	w.queue(a, act)
}

// beginAirfield puts an aircraft on the pad it came from.
func (w *World) beginAirfield(a *Actor, act *Activity) {
	if w.Release.TakesOffFirst {
		if host := w.padBelow(a); host != nil {
			w.reservePad(a, host)
		}
		if a.CreationDelay > 0 {
			w.queueWait(act, a.CreationDelay)
		}
		return
	}
	docked := w.dockAtPad(a)
	switch {
	case !act.Flag[flagByMap]:
		if a.CreationDelay > 0 {
			w.queueWait(act, a.CreationDelay)
		}
	case !docked:
		w.flyTo(a, Pos{X: a.Center.X, Y: a.Center.Y, Z: a.Type.Aircraft.Altitude})
	}
}

func (w *World) dockAtPad(a *Actor) bool {
	host := w.padBelow(a)
	if host == nil {
		return false
	}
	c, at := w.location(a), host.Center
	at.Z = 0
	if exit := w.nearestExit(host, a.Center); exit != nil {
		at = at.Add(exit.Offset)
		if exit.Facing >= 0 {
			a.Facing = exit.Facing
		}
	}
	w.standOn(a, c)
	w.flyTo(a, at)
	w.reservePad(a, host)
	a.Yields = true
	return true
}

// tickAirfield sends a new aircraft on its way.
func (w *World) tickAirfield(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling {
		return true
	}
	if w.Release.TakesOffFirst && a.Center.Z <= 0 {
		act.QueueChild(w.newActivity(state.ActTakeOff))
	}
	for _, c := range a.Rally {
		act.QueueChild(w.attackMove(c, 1, true))
	}
	a.Rally = nil
	if !act.Flag[flagByMap] {
		w.leavePad(a)
	}
	return true
}

// returnToBase makes the activity to fly to a pad, or to the nearest free one,
// and to land if there is anything to do there, or in any case.
func (w *World) returnToBase(host *Actor, alwaysLand bool) *Activity {
	act := w.newActivity(state.ActReturnToBase)
	act.Flag[flagAlwaysLand] = alwaysLand
	if host != nil {
		act.Host = host.ID
	}
	return act
}

// nearestPad is the nearest pad of its owner where an aircraft is rearmed.
func (w *World) nearestPad(a *Actor, freeOnly bool) *Actor {
	var best *Actor
	nearest := int64(0)
	for _, host := range w.Actors {
		if host == nil || host.Dead || !host.InWorld || !host.Type.Reservable || host.Owner != a.Owner || !info.Contains(a.Type.RearmedAt, host.Type.Name) {
			continue
		}
		if freeOnly && !w.padFree(host, a) {
			continue
		}
		if d := host.Center.Sub(a.Center).Squared(); best == nil || d < nearest {
			best, nearest = host, d
		}
	}
	return best
}

func (w *World) tickReturnToBase(a *Actor, act *Activity) bool {
	info := a.Type.Aircraft
	if act.State == state.StateCanceling || info == nil {
		return true
	}
	host := w.Alive(act.Host)
	if host == nil || !w.padFree(host, a) {
		host = w.nearestPad(a, true)
	}
	if host == nil {
		act.Host = none
		return w.waitForPad(a, act)
	}
	act.Host = host.ID
	if !act.Flag[flagAlwaysLand] && w.resupplyAt(a, host) == 0 {
		act.QueueChild(w.fly(host.Center))
		return true
	}
	var offset Pos
	facing := int32(-1)
	if exit := w.nearestExit(host, a.Center); exit != nil {
		offset, facing = exit.Offset, exit.Facing
	}
	if w.Release.CoarseFacing {
		facing = info.PadFacing
	}
	w.reservePad(a, host)
	act.QueueChild(w.land(a, host, host.Center, offset, facing))
	act.QueueChild(w.airResupply(a, host, act.Flag[flagAlwaysLand]))
	return true
}

// waitForPad lets an aircraft wait near a taken pad, or give up where there is
// none: until 20210321 with all it was to do, afterwards for a while.
func (w *World) waitForPad(a *Actor, act *Activity) bool {
	info, host := a.Type.Aircraft, w.nearestPad(a, false)
	switch {
	case host == nil && w.Release.TwoSided:
		w.cancelAll(a)
		return true
	case host == nil:
		act.QueueChild(w.flyIdle(info.WaitTicks))
		return true
	case info.Hovers:
		if host.Center.Sub(a.Center).FlatLength() > info.WaitDistance {
			aside := w.Random.Scatter()
			leg := w.fly(host.Center.Add(Pos{X: aside.X * info.WaitDistance / 1024, Y: aside.Y * info.WaitDistance / 1024, Z: 0}))
			leg.High = info.WaitDistance
			act.QueueChild(leg)
		}
	default:
		act.QueueChild(w.flyWithin(host.ID, host.Center, 0, info.WaitDistance))
		act.QueueChild(w.flyIdle(info.WaitTicks))
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
	if a.HP < a.Type.MaxHP && host.Type.RepairsUnits != nil && info.Contains(a.Type.RepairedAt, host.Type.Name) {
		needs |= resupplyRepair
	}
	if a.Type.Ammo != nil && a.Ammo < a.Type.Ammo.Full && info.Contains(a.Type.RearmedAt, host.Type.Name) {
		needs |= resupplyRearm
	}
	return needs
}

// Flags of an ActResupply in the air.
const (
	flagStays = 1 + iota
	flagStarted
	flagRepaired
)

// airResupply makes the activity of an aircraft on a pad.
func (w *World) airResupply(a, host *Actor, stays bool) *Activity {
	act := w.newActivity(state.ActResupply)
	act.Host, act.Phase = host.ID, w.resupplyAt(a, host)
	act.Flag[flagStays], act.Flag[flagRepaired] = stays, act.Phase&resupplyRepair != 0
	return act
}

// tickAirResupply mends and rearms an aircraft on its pad.
func (w *World) tickAirResupply(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling && act.Progress > 0 {
		act.Progress--
		return false
	}
	host := w.validTarget(act.Host)
	if host == nil && act.State != state.StateCanceling {
		w.cancel(a, act, true)
	}
	if act.State == state.StateCanceling || host == nil {
		if host == nil || host.Center.Sub(a.Center).FlatSquared() == 0 {
			w.endResupply(a, act, host)
		}
		return true
	}
	if !act.Flag[flagStarted] && act.Phase != 0 {
		act.Flag[flagStarted] = true
		w.resetReload(a)
	}
	if act.Phase&resupplyRepair != 0 {
		w.repairOnPad(a, act, host)
	}
	if act.Phase&resupplyRearm != 0 && w.rearm(a) {
		act.Phase &^= resupplyRearm
	}
	if act.Phase != 0 {
		return false
	}
	w.endResupply(a, act, host)
	return true
}

func (w *World) repairOnPad(a *Actor, act *Activity, host *Actor) {
	if a.HP < a.Type.MaxHP {
		w.mend(a, act, host)
		return
	}
	if host.Owner != a.Owner {
		w.Players[host.Owner].Experience += host.Type.RepairsUnits.Experience
	}
	act.Phase &^= resupplyRepair
}

// endResupply lets an aircraft take off, or wait on the pad until another needs
// it.
func (w *World) endResupply(a *Actor, act *Activity, host *Actor) {
	if host != nil && !act.Flag[flagRepaired] && (act.Flag[flagStays] || !a.Type.Aircraft.LeavesPad) {
		a.Yields = a.Pad != none
		return
	}
	current := a.Current()
	if host != nil && len(host.RallyPath) > 0 && current != nil && state.SkipDone(current.Next) == nil {
		for _, c := range host.RallyPath {
			act.QueueChild(w.wayOff(c))
		}
	} else {
		act.QueueChild(w.newActivity(state.ActTakeOff))
	}
	w.leavePad(a)
}
