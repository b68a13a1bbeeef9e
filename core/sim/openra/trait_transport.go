// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

func (w *World) load(carrier *Actor) int32 {
	weight := carrier.reservedWeight
	for _, id := range carrier.passengers {
		if a := w.actor(id); a != nil {
			weight += a.typ.PassengerWeight
		}
	}
	return weight
}

// orderBoard resolves the order to get into a transport.
func (w *World) orderBoard(a *Actor, o *Order) {
	target := w.validTarget(o.Actor)
	if o.Target != TargetActor || target == nil || target.typ.Cargo == nil || a.typ.Mobile == nil || target == a ||
		!info.Contains(target.typ.Cargo.Types, a.typ.PassengerType) || w.load(target)+a.typ.PassengerWeight > target.typ.Cargo.Capacity {
		return
	}
	w.order(a, o.Queued, w.enter(target.ID, enterTransport))
}

// takeSeat reserves room; the transport stops what it does and waits for the
// first who comes.
func (w *World) takeSeat(a, carrier *Actor) bool {
	if a.seat == carrier.ID {
		return true
	}
	w.giveUpSeat(a)
	if carrier.typ.Cargo == nil || w.load(carrier)+a.typ.PassengerWeight > carrier.typ.Cargo.Capacity {
		return false
	}
	if carrier.reservedWeight == 0 {
		w.cancelAll(carrier)
		if carrier.typ.Aircraft != nil && carrier.center.Z != 0 {
			carrier.risesLoaded = true
			landing := w.land(carrier, nil, Pos{}, Pos{}, -1)
			landing.flag[flagHere] = true
			w.queue(carrier, landing)
		}
		wait := w.newActivity(actAwaitPassengers)
		wait.uninterruptible = true
		w.queue(carrier, wait)
	}
	a.seat, carrier.loading = carrier.ID, true
	carrier.reservedWeight += a.typ.PassengerWeight
	w.pauseChanged(carrier)
	return true
}

// giveUpSeat lets the room go that a unit has reserved. Whoever gives up his
// seat, or takes it, lets the transport go again, though others may be on their
// way.
func (w *World) giveUpSeat(a *Actor) {
	carrier := w.actor(a.seat)
	a.seat = none
	if carrier == nil || carrier.typ.Cargo == nil || carrier.dead {
		return
	}
	carrier.loading = false
	w.pauseChanged(carrier)
	if carrier.reservedWeight -= a.typ.PassengerWeight; carrier.reservedWeight > 0 {
		return
	}
	carrier.reservedWeight = 0
	w.queue(carrier, w.lockedWait(carrier.typ.Cargo.AfterLoad))
	if carrier.risesLoaded {
		carrier.risesLoaded = false
		w.queue(carrier, w.newActivity(actTakeOff))
	}
}

// lockedWait is a wait that nothing cuts short.
func (w *World) lockedWait(ticks int32) *Activity {
	wait := w.newActivity(actWait)
	wait.uninterruptible, wait.waitLeft = true, ticks
	return wait
}

// boardNow is the frame-end task of a passenger who has arrived. One whose
// transport was killed in this very tick gets into the wreck of it: he goes with it,
// or is nowhere if it is gone already.
func (w *World) boardNow(t *task) {
	a, carrier := w.alive(t.actor), w.actor(t.host)
	if a == nil || !a.inWorld || a.seat != t.host {
		return
	}
	if carrier == nil {
		a.seat = none
		w.remove(a)
		return
	}
	w.giveUpSeat(a)
	w.board(carrier, a)
	w.uncloak(carrier, info.LoudLoad)
	w.remove(a)
}

// orderUnload resolves the order to let the passengers out.
func (w *World) orderUnload(a *Actor, queued bool) {
	if a.typ.Cargo == nil || !queued && !w.canUnload(a) {
		return
	}
	w.order(a, queued, w.newActivity(actUnload))
}

// canUnload reports whether anyone inside could stand on a cell beside the
// transport.
func (w *World) canUnload(a *Actor) bool {
	rule := a.typ.Cargo
	if len(a.passengers) == 0 || len(rule.Terrain) > 0 && !info.Contains(rule.Terrain, w.terrainName(w.location(a))) {
		return false
	}
	if a.typ.Aircraft != nil && !w.canLand(a, w.location(a), nil, false) {
		return false
	}
	for _, c := range w.exitCells(a) {
		for _, id := range a.passengers {
			if p := w.alive(id); p != nil && p.typ.Mobile != nil && w.canEnter(p, c, none, byNone) {
				return true
			}
		}
	}
	return false
}

// exitCells lists the cells around a transport, those beyond the edge of the map
// as well: they are drawn like the others.
func (w *World) exitCells(a *Actor) []Cell {
	var cells []Cell
	for _, c := range w.besideCells(a) {
		if c != w.location(a) {
			cells = append(cells, c)
		}
	}
	return cells
}

func (w *World) beginUnload(a *Actor, act *Activity) {
	switch {
	case a.typ.Cargo == nil:
		return
	case a.typ.Aircraft != nil:
		landing := w.land(a, nil, w.centerOfCell(w.location(a)), Pos{}, -1)
		landing.high = a.typ.Cargo.Reach
		act.queueChild(landing)
		act.flag[flagTakesOff] = a.center.Z != 0
	case a.typ.Mobile != nil:
		act.queueChild(w.moveTo(w.location(a), a.typ.Cargo.Reach/1024, false))
	}
	w.queueWait(act, a.typ.Cargo.BeforeUnload)
}

// flagTakesOff of actUnload: it was in the air before.
const flagTakesOff = 0

// unloaded is the end of an unloading: what was in the air goes back there.
func (w *World) unloaded(act *Activity) bool {
	if act.flag[flagTakesOff] {
		act.queueChild(w.newActivity(actTakeOff))
	}
	return true
}

// tickUnload lets out one passenger: the last that came in, into a drawn cell.
func (w *World) tickUnload(a *Actor, act *Activity) bool {
	if act.state == stateCanceling || len(a.passengers) == 0 || a.typ.Cargo == nil {
		return true
	}
	if w.canUnload(a) {
		passenger := w.alive(a.passengers[len(a.passengers)-1])
		if passenger == nil {
			w.leave(a)
			return false
		}
		w.uncloak(a, info.LoudUnload)
		c, sub, ok := w.drawExitCell(a, passenger)
		if !ok {
			for _, c := range w.exitCells(a) {
				if w.ground.contains(c) && w.canEnter(passenger, c, none, byNone) && !w.canEnter(passenger, c, none, byAll) {
					w.notifyBlockers(a, c)
				}
			}
			w.queueWait(act, blockedExitWait)
			return false
		}
		w.leave(a)
		w.later(task{
			kind: taskAlight, actor: passenger.ID, cell: c,
			spawn: spawn{sub: sub, center: a.center},
		})
	}
	if w.canUnload(a) {
		return false
	}
	if wait := a.typ.Cargo.AfterUnload; wait > 0 {
		act.queueChild(w.lockedWait(wait))
	}
	return w.unloaded(act)
}

// blockedExitWait is how long a transport waits when all cells around it are
// taken.
const blockedExitWait = 10

// drawExitCell shuffles the cells around a transport as far as it must.
func (w *World) drawExitCell(a, passenger *Actor) (Cell, subCell, bool) {
	cells := w.exitCells(a)
	for i := range cells {
		if i < len(cells)-1 {
			j := i + int(w.random.below(int32(len(cells)-i)))
			cells[i], cells[j] = cells[j], cells[i]
		}
		if !w.ground.contains(cells[i]) {
			continue
		}
		if sub := w.availableSubCell(passenger, cells[i], subAny, none); sub != subInvalid {
			return cells[i], sub, true
		}
	}
	return Cell{}, subInvalid, false
}
