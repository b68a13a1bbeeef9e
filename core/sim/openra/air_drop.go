// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// An airstrip has what it produces flown in (ProductionAirdrop): a plane starts
// the width of the map away, lands, and the unit drives off; then the plane
// leaves the map.

// airdropInfo are the figures of ProductionAirdrop.
type airdropInfo struct {
	plane  string
	facing int32 // in which the plane comes and lands
	offset Pos   // of where it stops from the middle of the airstrip
}

func newAirdrop(trait *rules.Trait) *airdropInfo {
	info := &airdropInfo{plane: strings.ToLower(trait.Text("ActorType")), facing: number(trait, "Facing", 256), offset: wpos.PosOf(trait.Ints("LandOffset"))}
	if info.plane == "" {
		info.plane = "c17"
	}
	return info
}

// sendForUnit puts the plane in the world at the end of the tick.
func (w *World) sendForUnit(a *Actor, t *actorType) bool {
	plane := w.typeOf(a.typ.airdrop.plane)
	if plane == nil || plane.aircraft == nil || len(a.typ.exits) == 0 {
		return false
	}
	w.later(task{kind: taskAirdrop, actor: a.ID, player: a.owner, typ: t})
	return true
}

// undelivered gives back what a unit cost that has no airstrip to come to any
// more; until 20200503 it is lost (OpenRA pull request 18599).
func (w *World) undelivered(player int32, t *actorType) {
	if !w.behaviour.coarseFacing {
		w.players[player].cash += t.cost
	}
}

// airdrop is that task.
func (w *World) airdrop(t *task) {
	a := w.alive(t.actor)
	if a == nil || !a.inWorld {
		w.undelivered(t.player, t.typ)
		return
	}
	info := a.typ.airdrop
	edges, _, _ := w.ground.edges()
	plane := w.typeOf(info.plane)
	start := w.centerOfCell(Cell{X: a.cell.X + edges.Right - edges.Left, Y: a.cell.Y})
	start.Z += plane.aircraft.altitude
	carrier := w.create(plane, spawn{owner: a.owner, center: start, hasCenter: true, facing: info.facing})
	land := w.land(carrier, a, a.center, info.offset, info.facing)
	land.target, land.hasTarget = a.cell.Add(a.typ.exits[0].cell), true
	w.queue(carrier, land)
	delivery := w.newActivity(actUnloadPlane)
	delivery.host, delivery.phase = a.ID, t.typ.index
	w.queue(carrier, delivery)
	leave := w.newActivity(actLeaveMap)
	leave.ownsChildren = true
	leave.to, leave.waitLeft = w.centerOfCell(Cell{X: edges.Left, Y: a.cell.Y}), leaveMapTicks
	w.queue(carrier, leave)
	w.queue(carrier, w.newActivity(actRemoveSelf))
}

// tickUnloadPlane lets the unit out at the end of the tick.
func (w *World) tickUnloadPlane(a *Actor, act *Activity) bool {
	if act.phase < 0 || int(act.phase) >= len(w.types) {
		return true
	}
	t := w.types[act.phase]
	host := w.alive(act.host)
	if host == nil || !host.inWorld || len(host.typ.exits) == 0 {
		w.undelivered(a.owner, t)
		return true
	}
	w.later(task{kind: taskDeliver, actor: host.ID, typ: t})
	return true
}

func (w *World) delivered(t *task) {
	if a := w.actor(t.actor); a != nil && len(a.typ.exits) > 0 {
		w.letOut(a, t.typ, &a.typ.exits[0])
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
