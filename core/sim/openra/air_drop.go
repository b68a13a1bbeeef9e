// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// An airstrip has what it produces flown in (ProductionAirdrop): a plane starts
// the width of the map away, lands, and the unit drives off; then the plane
// leaves the map.

// sendForUnit puts the plane in the world at the end of the tick.
func (w *World) sendForUnit(a *Actor, t *info.ActorType) bool {
	plane := w.typeOf(a.typ.Airdrop.Plane)
	if plane == nil || plane.Aircraft == nil || len(a.typ.Exits) == 0 {
		return false
	}
	w.later(task{kind: taskAirdrop, actor: a.ID, player: a.owner, typ: t})
	return true
}

// undelivered gives back what a unit cost that has no airstrip to come to any
// more; until 20200503 it is lost (OpenRA pull request 18599).
func (w *World) undelivered(player int32, t *info.ActorType) {
	if !w.behaviour.CoarseFacing {
		w.players[player].cash += t.Cost
	}
}

// airdrop is that task.
func (w *World) airdrop(t *task) {
	a := w.alive(t.actor)
	if a == nil || !a.inWorld {
		w.undelivered(t.player, t.typ)
		return
	}
	info := a.typ.Airdrop
	edges, _, _ := w.ground.edges()
	plane := w.typeOf(info.Plane)
	start := w.centerOfCell(Cell{X: a.cell.X + edges.Right - edges.Left, Y: a.cell.Y})
	start.Z += plane.Aircraft.Altitude
	carrier := w.create(plane, spawn{owner: a.owner, center: start, hasCenter: true, facing: info.Facing})
	land := w.land(carrier, a, a.center, info.Offset, info.Facing)
	land.target, land.hasTarget = a.cell.Add(a.typ.Exits[0].Cell), true
	w.queue(carrier, land)
	delivery := w.newActivity(actUnloadPlane)
	delivery.host, delivery.phase = a.ID, t.typ.Index
	w.queue(carrier, delivery)
	leave := w.newActivity(actLeaveMap)
	leave.ownsChildren = true
	leave.to, leave.waitLeft = w.centerOfCell(Cell{X: edges.Left, Y: a.cell.Y}), leaveMapTicks
	w.queue(carrier, leave)
	w.queue(carrier, w.newActivity(actRemoveSelf))
}

// tickUnloadPlane lets the unit out at the end of the tick.
func (w *World) tickUnloadPlane(a *Actor, act *Activity) bool {
	if act.phase < 0 || int(act.phase) >= len(w.Types) {
		return true
	}
	t := w.Types[act.phase]
	host := w.alive(act.host)
	if host == nil || !host.inWorld || len(host.typ.Exits) == 0 {
		w.undelivered(a.owner, t)
		return true
	}
	w.later(task{kind: taskDeliver, actor: host.ID, typ: t})
	return true
}

func (w *World) delivered(t *task) {
	if a := w.actor(t.actor); a != nil && len(a.typ.Exits) > 0 {
		w.letOut(a, t.typ, &a.typ.Exits[0])
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
	act.queueChild(w.fly(act.to))
	act.queueChild(w.flyForward(withoutEnd, 0))
}

// tickLeaveMap lets an aircraft fly on until it has been off the map for a
// while.
func (w *World) tickLeaveMap(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	if !w.ground.contains(w.location(a)) {
		if act.waitLeft--; act.waitLeft < 0 {
			if child := skipDone(act.child); child != nil {
				w.cancel(a, child, false)
			}
		}
	}
	return w.tickChild(a, act)
}
