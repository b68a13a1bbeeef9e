// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

func (w *World) load(carrier *Actor) int32 {
	weight := carrier.ReservedWeight
	for _, id := range carrier.Passengers {
		if a := w.Actor(id); a != nil {
			weight += a.Type.PassengerWeight
		}
	}
	return weight
}

// OrderBoard resolves the order to get into a transport.
func (w *World) orderBoard(a *Actor, o *Order) {
	target := w.validTarget(o.Actor)
	if o.Target != state.TargetActor || target == nil || target.Type.Cargo == nil || a.Type.Mobile == nil || target == a ||
		!info.Contains(target.Type.Cargo.Types, a.Type.PassengerType) || w.load(target)+a.Type.PassengerWeight > target.Type.Cargo.Capacity {
		return
	}
	w.order(a, o.Queued, w.enter(target.ID, state.EnterTransport))
}

// takeSeat reserves room; the transport stops what it does and waits for the
// first who comes.
func (w *World) takeSeat(a, carrier *Actor) bool {
	if a.Seat == carrier.ID {
		return true
	}
	w.giveUpSeat(a)
	if carrier.Type.Cargo == nil || w.load(carrier)+a.Type.PassengerWeight > carrier.Type.Cargo.Capacity {
		return false
	}
	if carrier.ReservedWeight == 0 {
		w.cancelAll(carrier)
		if carrier.Type.Aircraft != nil && carrier.Center.Z != 0 {
			carrier.RisesLoaded = true
			landing := w.land(carrier, nil, Pos{}, Pos{}, -1)
			landing.Flag[flagHere] = true
			w.queue(carrier, landing)
		}
		wait := w.newActivity(state.ActAwaitPassengers)
		wait.Uninterruptible = true
		w.queue(carrier, wait)
	}
	a.Seat, carrier.Loading = carrier.ID, true
	carrier.ReservedWeight += a.Type.PassengerWeight
	w.pauseChanged(carrier)
	return true
}

// giveUpSeat lets the room go that a unit has reserved. Whoever gives up his
// seat, or takes it, lets the transport go again, though others may be on their
// way.
func (w *World) giveUpSeat(a *Actor) {
	carrier := w.Actor(a.Seat)
	a.Seat = none
	if carrier == nil || carrier.Type.Cargo == nil || carrier.Dead {
		return
	}
	carrier.Loading = false
	w.pauseChanged(carrier)
	if carrier.ReservedWeight -= a.Type.PassengerWeight; carrier.ReservedWeight > 0 {
		return
	}
	carrier.ReservedWeight = 0
	w.queue(carrier, w.lockedWait(carrier.Type.Cargo.AfterLoad))
	if carrier.RisesLoaded {
		carrier.RisesLoaded = false
		w.queue(carrier, w.newActivity(state.ActTakeOff))
	}
}

// lockedWait is a wait that nothing cuts short.
func (w *World) lockedWait(ticks int32) *Activity {
	wait := w.newActivity(state.ActWait)
	wait.Uninterruptible, wait.WaitLeft = true, ticks
	return wait
}

// boardNow is the frame-end task of a passenger who has arrived. One whose
// transport was killed in this very tick gets into the wreck of it: he goes with it,
// or is nowhere if it is gone already.
func (w *World) boardNow(t *state.Task) {
	a, carrier := w.Alive(t.Actor), w.Actor(t.Host)
	if a == nil || !a.InWorld || a.Seat != t.Host {
		return
	}
	if carrier == nil {
		a.Seat = none
		w.Remove(a)
		return
	}
	w.giveUpSeat(a)
	w.board(carrier, a)
	w.uncloak(carrier, info.LoudLoad)
	w.Remove(a)
}

// OrderUnload resolves the order to let the passengers out.
func (w *World) orderUnload(a *Actor, queued bool) {
	if a.Type.Cargo == nil || !queued && !w.canUnload(a) {
		return
	}
	w.order(a, queued, w.newActivity(state.ActUnload))
}

// canUnload reports whether anyone inside could stand on a cell beside the
// transport.
func (w *World) canUnload(a *Actor) bool {
	rule := a.Type.Cargo
	if len(a.Passengers) == 0 || len(rule.Terrain) > 0 && !info.Contains(rule.Terrain, w.terrainName(w.location(a))) {
		return false
	}
	if a.Type.Aircraft != nil && !w.canLand(a, w.location(a), nil, false) {
		return false
	}
	for _, c := range w.exitCells(a) {
		for _, id := range a.Passengers {
			if p := w.Alive(id); p != nil && p.Type.Mobile != nil && w.CanEnter(p, c, none, path.ByNone) {
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
	case a.Type.Cargo == nil:
		return
	case a.Type.Aircraft != nil:
		landing := w.land(a, nil, w.CenterOfCell(w.location(a)), Pos{}, -1)
		landing.High = a.Type.Cargo.Reach
		act.QueueChild(landing)
		act.Flag[flagTakesOff] = a.Center.Z != 0
	case a.Type.Mobile != nil:
		act.QueueChild(w.MoveTo(w.location(a), a.Type.Cargo.Reach/1024, false))
	}
	w.queueWait(act, a.Type.Cargo.BeforeUnload)
}

// flagTakesOff of ActUnload: it was in the air before.
const flagTakesOff = 0

// unloaded is the end of an unloading: what was in the air goes back there.
func (w *World) unloaded(act *Activity) bool {
	if act.Flag[flagTakesOff] {
		act.QueueChild(w.newActivity(state.ActTakeOff))
	}
	return true
}

// tickUnload lets out one passenger: the last that came in, into a drawn cell.
func (w *World) tickUnload(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling || len(a.Passengers) == 0 || a.Type.Cargo == nil {
		return true
	}
	if w.canUnload(a) {
		passenger := w.Alive(a.Passengers[len(a.Passengers)-1])
		if passenger == nil {
			w.leave(a)
			return false
		}
		w.uncloak(a, info.LoudUnload)
		c, sub, ok := w.drawExitCell(a, passenger)
		if !ok {
			for _, c := range w.exitCells(a) {
				if w.Ground.Contains(c) && w.CanEnter(passenger, c, none, path.ByNone) && !w.CanEnter(passenger, c, none, path.ByAll) {
					w.notifyBlockers(a, c)
				}
			}
			w.queueWait(act, blockedExitWait)
			return false
		}
		w.leave(a)
		w.later(state.Task{
			Kind: state.TaskAlight, Actor: passenger.ID, Cell: c,
			Spawn: state.Spawn{Sub: sub, Center: a.Center},
		})
	}
	if w.canUnload(a) {
		return false
	}
	if wait := a.Type.Cargo.AfterUnload; wait > 0 {
		act.QueueChild(w.lockedWait(wait))
	}
	return w.unloaded(act)
}

// blockedExitWait is how long a transport waits when all cells around it are
// taken.
const blockedExitWait = 10

// drawExitCell shuffles the cells around a transport as far as it must.
func (w *World) drawExitCell(a, passenger *Actor) (Cell, grid.SubCell, bool) {
	cells := w.exitCells(a)
	for i := range cells {
		if i < len(cells)-1 {
			j := i + int(w.Random.Below(int32(len(cells)-i)))
			cells[i], cells[j] = cells[j], cells[i]
		}
		if !w.Ground.Contains(cells[i]) {
			continue
		}
		if sub := w.availableSubCell(passenger, cells[i], grid.SubAny, none); sub != grid.SubInvalid {
			return cells[i], sub, true
		}
	}
	return Cell{}, grid.SubInvalid, false
}
