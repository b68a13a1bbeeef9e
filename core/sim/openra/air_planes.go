// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// sendPlanes lets a squad fly over a place: paratroopers jump where it first
// comes near, bombers fire and bomb (air_bomber.go).
func (w *World) sendPlanes(a *Actor, info *powerRules, o *Order, target Pos) {
	t := w.typeOf(info.unit)
	if t == nil || t.aircraft == nil {
		return
	}
	facing := wpos.Angle(int32(o.Extra) * anglesPerFacing) // orders speak of facings, in every release
	if !info.directional || o.Extra == anyDirection {
		facing = 1024 * w.random.below(info.facings) / info.facings
	}
	d := Pos{X: 0, Y: -1024, Z: 0}.Rotate(facing)
	target.Z = t.aircraft.altitude
	start := target.Sub(d.Scale(w.distanceToEdge(target, Pos{X: -d.X, Y: -d.Y, Z: -d.Z}) + info.cordon))
	finish := target.Add(d.Scale(w.distanceToEdge(target, d) + info.cordon))
	flight := task{kind: taskPlanes, actor: a.ID, typ: t, name: info.order, spawn: spawn{facing: facing}, start: start, goal: target, finish: finish}
	if w.behaviour.latePlanes && info.kind == powerAirstrike {
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
	info := a.typ.supportPower(t.name)
	if info == nil {
		return
	}
	squad := *t
	squad.kind, squad.host = taskSendOff, w.nextID
	for i := range info.eachPlane {
		offset, _ := info.squadPlaces(i, t.spawn.facing)
		w.create(t.typ, spawn{
			owner: a.owner, center: t.start.Add(offset), hasCenter: true, facing: t.spawn.facing, outsideOnly: true,
		})
		squad.amount++
	}
	if squad.amount == 0 {
		return
	}
	w.createJumpers(info, a.owner)
	if info.kind == powerParatroopers {
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
	info := a.typ.supportPower(t.name)
	first, planes := t.host, uint32(t.amount)
	for i := range info.eachPlane {
		plane := w.actors[t.host]
		t.host++
		offset, aside := info.squadPlaces(i, t.spawn.facing)
		plane.squad = first
		if info.kind == powerAirstrike {
			plane.bombTarget, plane.hasBombTarget, plane.facingTarget = t.goal.Add(aside), true, true
			plane.dropCell = w.cellContaining(t.goal)
		} else {
			plane.carries, plane.dropCell, plane.hasDrop = true, w.cellContaining(t.goal.Add(aside)), true
		}
		w.flyOver(plane, t.goal.Add(offset), t.finish.Add(offset))
		w.queue(plane, w.newActivity(actRemoveSelf))
		w.later(task{kind: taskAppear, actor: plane.ID})
	}
	n := info.jumpers(w)
	for i := range n {
		if man := w.actor(first + planes + i); man != nil {
			w.beginInside(w.actors[first+i/((n+planes-1)/planes)], man)
		}
	}
}

// eachPlane yields the place of each plane in a squad: those of an even number
// leave out the one in the lead.
func (info *powerRules) eachPlane(yield func(place int32) bool) {
	for i := -(info.squad / 2); i <= info.squad/2; i++ {
		if i == 0 && info.squad&1 == 0 {
			continue
		}
		if !yield(i) {
			return
		}
	}
}

// squadPlaces are how far from the leader's way a plane flies, and beside the
// target it aims.
func (info *powerRules) squadPlaces(place, facing int32) (offset, aside Pos) {
	offset = Pos{X: place * info.squadOffset.Y, Y: -wpos.Abs(place) * info.squadOffset.X, Z: 0}.Rotate(facing)
	return offset, Pos{X: place * info.squadOffset.Y, Y: 0, Z: 0}.Rotate(facing)
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
func (w *World) createJumpers(info *powerRules, owner int32) {
	info.eachJumper(w, func(t *actorType) { w.create(t, spawn{owner: owner, facing: -1, outsideOnly: true}) })
}

func (info *powerRules) eachJumper(w *World, yield func(t *actorType)) {
	if info.kind != powerParatroopers {
		return
	}
	for _, name := range info.items {
		if t := w.typeOf(name); t != nil {
			yield(t)
		}
	}
}

// jumpers is how many they are.
func (info *powerRules) jumpers(w *World) (n uint32) {
	info.eachJumper(w, func(*actorType) { n++ })
	return n
}

// supportPower finds a power of a type by its order, nil if there is none.
func (t *actorType) supportPower(order string) *powerRules {
	for i := range t.supports {
		if t.supports[i].order == order {
			return &t.supports[i]
		}
	}
	return nil
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
	if a == nil || a.typ.mobile == nil {
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
	if a == nil || a.typ.mobile == nil {
		return
	}
	w.setPosition(a, t.cell, t.spawn.sub)
	a.center.Z = t.spawn.center.Z
	w.add(a)
}
