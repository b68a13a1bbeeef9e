// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// An airstrip has what it produces flown in (ProductionAirdrop): a plane starts
// the width of the map away, lands, and the unit drives off; then the plane
// leaves the map.

// sendForUnit puts the plane in the world at the end of the tick.
func (w *World) sendForUnit(a *Actor, t *info.ActorType) bool {
	plane := w.TypeOf(a.Type.Airdrop.Plane)
	if plane == nil || plane.Aircraft == nil || len(a.Type.Exits) == 0 {
		return false
	}
	w.later(state.Task{Kind: state.TaskAirdrop, Actor: a.ID, Player: a.Owner, Type: t})
	return true
}

// undelivered gives back what a unit cost that has no airstrip to come to any
// more; until 20200503 it is lost (OpenRA pull request 18599).
func (w *World) undelivered(player int32, t *info.ActorType) {
	if !w.Release.CoarseFacing {
		w.Players[player].Cash += t.Cost
	}
}

// airdrop is that task.
func (w *World) airdrop(t *state.Task) {
	a := w.Alive(t.Actor)
	if a == nil || !a.InWorld {
		w.undelivered(t.Player, t.Type)
		return
	}
	info := a.Type.Airdrop
	edges, _, _ := w.Ground.Edges()
	plane := w.TypeOf(info.Plane)
	start := w.CenterOfCell(Cell{X: a.Cell.X + edges.Right - edges.Left, Y: a.Cell.Y})
	start.Z += plane.Aircraft.Altitude
	carrier := w.Create(plane, state.Spawn{Owner: a.Owner, Center: start, HasCenter: true, Facing: info.Facing})
	land := w.land(carrier, a, a.Center, info.Offset, info.Facing)
	land.Target, land.HasTarget = a.Cell.Add(a.Type.Exits[0].Cell), true
	w.queue(carrier, land)
	delivery := w.newActivity(state.ActUnloadPlane)
	delivery.Host, delivery.Phase = a.ID, t.Type.Index
	w.queue(carrier, delivery)
	leave := w.newActivity(state.ActLeaveMap)
	leave.OwnsChildren = true
	leave.To, leave.WaitLeft = w.CenterOfCell(Cell{X: edges.Left, Y: a.Cell.Y}), leaveMapTicks
	w.queue(carrier, leave)
	w.queue(carrier, w.newActivity(state.ActRemoveSelf))
}

// tickUnloadPlane lets the unit out at the end of the tick.
func (w *World) tickUnloadPlane(a *Actor, act *Activity) bool {
	if act.Phase < 0 || int(act.Phase) >= len(w.Types) {
		return true
	}
	t := w.Types[act.Phase]
	host := w.Alive(act.Host)
	if host == nil || !host.InWorld || len(host.Type.Exits) == 0 {
		w.undelivered(a.Owner, t)
		return true
	}
	w.later(state.Task{Kind: state.TaskDeliver, Actor: host.ID, Type: t})
	return true
}

func (w *World) delivered(t *state.Task) {
	if a := w.Actor(t.Actor); a != nil && len(a.Type.Exits) > 0 {
		w.letOut(a, t.Type, &a.Type.Exits[0])
	}
}

const (
	// leaveMapTicks is how long a plane flies on outside the map.
	leaveMapTicks = 25
	// withoutEnd is for flights that somebody else ends.
	withoutEnd = 1 << 30
)

// beginLeaveMap flies over a place and on.
func (w *World) beginLeaveMap(act *Activity) {
	act.QueueChild(w.fly(act.To))
	act.QueueChild(w.flyForward(withoutEnd, 0))
}

// tickLeaveMap lets an aircraft fly on until it has been off the map for a
// while.
func (w *World) tickLeaveMap(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling {
		return true
	}
	if !w.Ground.Contains(w.location(a)) {
		if act.WaitLeft--; act.WaitLeft < 0 {
			if child := state.SkipDone(act.Child); child != nil {
				w.cancel(a, child, false)
			}
		}
	}
	return w.tickChild(a, act)
}
