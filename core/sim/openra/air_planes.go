// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// sendPlanes lets a squad fly over a place: paratroopers jump where it first
// comes near, bombers fire and bomb (air_bomber.go).
func (w *World) sendPlanes(a *Actor, rule *info.PowerRules, o *Order, target Pos) {
	t := w.typeOf(rule.Unit)
	if t == nil || t.Aircraft == nil {
		return
	}
	facing := wpos.Angle(int32(o.Extra) * anglesPerFacing) // orders speak of facings, in every release
	if !rule.Directional || o.Extra == anyDirection {
		facing = 1024 * w.random.below(rule.Facings) / rule.Facings
	}
	d := Pos{X: 0, Y: -1024, Z: 0}.Rotate(facing)
	target.Z = t.Aircraft.Altitude
	start := target.Sub(d.Scale(w.distanceToEdge(target, Pos{X: -d.X, Y: -d.Y, Z: -d.Z}) + rule.Cordon))
	finish := target.Add(d.Scale(w.distanceToEdge(target, d) + rule.Cordon))
	flight := task{kind: taskPlanes, actor: a.ID, typ: t, name: rule.Order, spawn: spawn{facing: facing}, start: start, goal: target, finish: finish}
	if w.behaviour.LatePlanes && rule.Kind == info.PowerAirstrike {
		w.later(flight)
		return
	}
	w.planesAway(&flight)
}

// planesAway creates a squad and who jumps, and sends it off, while the order is
// resolved; the planes are in the world at the end of the tick. Until 20200503 all
// of an air strike is a frame-end task. Paratroopers get their orders and their place to
// jump over in one in every release (ra-release-20200503-skirmish, net frames 368 and
// 380; later ones by the source).
func (w *World) planesAway(t *task) {
	a := w.actor(t.actor)
	if a == nil {
		return
	}
	rule := a.typ.SupportPower(t.name)
	if rule == nil {
		return
	}
	squad := *t
	squad.kind, squad.host = taskSendOff, w.nextID
	for i := range rule.EachPlane {
		offset, _ := rule.SquadPlaces(i, t.spawn.facing)
		w.create(t.typ, spawn{
			owner: a.owner, center: t.start.Add(offset), hasCenter: true, facing: t.spawn.facing, outsideOnly: true,
		})
		squad.amount++
	}
	if squad.amount == 0 {
		return
	}
	w.createJumpers(rule, a.owner)
	if rule.Kind == info.PowerParatroopers {
		w.later(squad)
		return
	}
	w.sendOff(&squad)
}

// sendOff gives the planes of a squad their orders and those who jump their seats:
// they were created one after the other, the planes first.
func (w *World) sendOff(t *task) {
	a := w.actor(t.actor)
	if a == nil {
		return
	}
	rule := a.typ.SupportPower(t.name)
	first, planes := t.host, uint32(t.amount)
	for i := range rule.EachPlane {
		plane := w.actors[t.host]
		t.host++
		offset, aside := rule.SquadPlaces(i, t.spawn.facing)
		plane.squad = first
		if rule.Kind == info.PowerAirstrike {
			plane.bombTarget, plane.hasBombTarget, plane.facingTarget = t.goal.Add(aside), true, true
			plane.dropCell = w.cellContaining(t.goal)
		} else {
			plane.carries, plane.dropCell, plane.hasDrop = true, w.cellContaining(t.goal.Add(aside)), true
		}
		w.flyOver(plane, t.goal.Add(offset), t.finish.Add(offset))
		w.queue(plane, w.newActivity(actRemoveSelf))
		w.later(task{kind: taskAppear, actor: plane.ID})
	}
	n := w.jumpers(rule)
	for i := range n {
		if man := w.actor(first + planes + i); man != nil {
			w.beginInside(w.actors[first+i/((n+planes-1)/planes)], man)
		}
	}
}

// flyOver sends a plane over its target and on to the edge of the map.
func (w *World) flyOver(plane *Actor, target, finish Pos) {
	w.cancelAll(plane)
	for _, to := range [...]Pos{target, finish} {
		fly := w.newActivity(actFly)
		fly.to = to
		w.queue(plane, fly)
	}
}

// anyDirection in an order means that the player chose none.
const anyDirection = 0xFFFFFFFF

// createJumpers creates those who jump.
func (w *World) createJumpers(rule *info.PowerRules, owner int32) {
	w.eachJumper(rule, func(t *info.ActorType) { w.create(t, spawn{owner: owner, facing: -1, outsideOnly: true}) })
}

// eachJumper yields the types of those who jump, one by one.
func (w *World) eachJumper(rule *info.PowerRules, yield func(t *info.ActorType)) {
	if rule.Kind != info.PowerParatroopers {
		return
	}
	for _, name := range rule.Items {
		if t := w.typeOf(name); t != nil {
			yield(t)
		}
	}
}

// jumpers is how many they are.
func (w *World) jumpers(rule *info.PowerRules) (n uint32) {
	w.eachJumper(rule, func(*info.ActorType) { n++ })
	return n
}

// appear is the frame-end task that puts a created actor into the world.
func (w *World) appear(t *task) {
	if a := w.alive(t.actor); a != nil && !a.inWorld {
		w.add(a)
	}
}

// dropPassenger lets the one who boarded last jump, if there is room below.
func (w *World) dropPassenger(plane *Actor, c Cell) {
	a := w.alive(plane.passengers[len(plane.passengers)-1])
	if a == nil || a.typ.Mobile == nil {
		w.leave(plane)
		return
	}
	sub := w.availableSubCell(a, c, subAny, none)
	if sub == subInvalid {
		return
	}
	w.leave(plane)
	w.later(task{kind: taskJump, actor: a.ID, cell: c, spawn: spawn{sub: sub, center: plane.center}})
	plane.dropDelay = dropInterval
}

// jump is the frame-end task that puts a paratrooper under his plane.
func (w *World) jump(t *task) {
	a := w.alive(t.actor)
	if a == nil || a.typ.Mobile == nil {
		return
	}
	w.setPosition(a, t.cell, t.spawn.sub)
	a.center.Z = t.spawn.center.Z
	w.add(a)
}
