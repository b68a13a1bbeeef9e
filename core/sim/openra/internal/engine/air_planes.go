// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// sendPlanes lets a squad fly over a place: paratroopers jump where it first
// comes near, bombers fire and bomb (air_bomber.go).
func (w *World) sendPlanes(a *Actor, rule *info.PowerRules, o *Order, target Pos) {
	t := w.TypeOf(rule.Unit)
	if t == nil || t.Aircraft == nil {
		return
	}
	facing := wpos.Angle(int32(o.Extra) * anglesPerFacing) // orders speak of facings, in every release
	if !rule.Directional || o.Extra == anyDirection {
		facing = 1024 * w.Random.Below(rule.Facings) / rule.Facings
	}
	d := Pos{X: 0, Y: -1024, Z: 0}.Rotate(facing)
	target.Z = t.Aircraft.Altitude
	start := target.Sub(d.Scale(w.distanceToEdge(target, Pos{X: -d.X, Y: -d.Y, Z: -d.Z}) + rule.Cordon))
	finish := target.Add(d.Scale(w.distanceToEdge(target, d) + rule.Cordon))
	flight := state.Task{Kind: state.TaskPlanes, Actor: a.ID, Type: t, Name: rule.Order, Spawn: state.Spawn{Facing: facing}, Start: start, Goal: target, Finish: finish}
	if w.Release.LatePlanes && rule.Kind == info.PowerAirstrike {
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
func (w *World) planesAway(t *state.Task) {
	a := w.Actor(t.Actor)
	if a == nil {
		return
	}
	rule := a.Type.SupportPower(t.Name)
	if rule == nil {
		return
	}
	squad := *t
	squad.Kind, squad.Host = state.TaskSendOff, w.NextID
	for i := range rule.EachPlane {
		offset, _ := rule.SquadPlaces(i, t.Spawn.Facing)
		w.Create(t.Type, state.Spawn{
			Owner: a.Owner, Center: t.Start.Add(offset), HasCenter: true, Facing: t.Spawn.Facing, OutsideOnly: true,
		})
		squad.Amount++
	}
	if squad.Amount == 0 {
		return
	}
	w.createJumpers(rule, a.Owner)
	if rule.Kind == info.PowerParatroopers {
		w.later(squad)
		return
	}
	w.sendOff(&squad)
}

// sendOff gives the planes of a squad their orders and those who jump their seats:
// they were created one after the other, the planes first.
func (w *World) sendOff(t *state.Task) {
	a := w.Actor(t.Actor)
	if a == nil {
		return
	}
	rule := a.Type.SupportPower(t.Name)
	first, planes := t.Host, uint32(t.Amount)
	for i := range rule.EachPlane {
		plane := w.Actors[t.Host]
		t.Host++
		offset, aside := rule.SquadPlaces(i, t.Spawn.Facing)
		plane.Squad = first
		if rule.Kind == info.PowerAirstrike {
			plane.BombTarget, plane.HasBombTarget, plane.FacingTarget = t.Goal.Add(aside), true, true
			plane.DropCell = w.CellContaining(t.Goal)
		} else {
			plane.Carries, plane.DropCell, plane.HasDrop = true, w.CellContaining(t.Goal.Add(aside)), true
		}
		w.flyOver(plane, t.Goal.Add(offset), t.Finish.Add(offset))
		w.queue(plane, w.newActivity(state.ActRemoveSelf))
		w.later(state.Task{Kind: state.TaskAppear, Actor: plane.ID})
	}
	n := w.jumpers(rule)
	for i := range n {
		if man := w.Actor(first + planes + i); man != nil {
			w.beginInside(w.Actors[first+i/((n+planes-1)/planes)], man)
		}
	}
}

// flyOver sends a plane over its target and on to the edge of the map.
func (w *World) flyOver(plane *Actor, target, finish Pos) {
	w.cancelAll(plane)
	for _, to := range [...]Pos{target, finish} {
		fly := w.newActivity(state.ActFly)
		fly.To = to
		w.queue(plane, fly)
	}
}

// anyDirection in an order means that the player chose none.
const anyDirection = 0xFFFFFFFF

// createJumpers creates those who jump.
func (w *World) createJumpers(rule *info.PowerRules, owner int32) {
	w.eachJumper(rule, func(t *info.ActorType) { w.Create(t, state.Spawn{Owner: owner, Facing: -1, OutsideOnly: true}) })
}

// eachJumper yields the types of those who jump, one by one.
func (w *World) eachJumper(rule *info.PowerRules, yield func(t *info.ActorType)) {
	if rule.Kind != info.PowerParatroopers {
		return
	}
	for _, name := range rule.Items {
		if t := w.TypeOf(name); t != nil {
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
func (w *World) appear(t *state.Task) {
	if a := w.Alive(t.Actor); a != nil && !a.InWorld {
		w.Add(a)
	}
}

// dropPassenger lets the one who boarded last jump, if there is room below.
func (w *World) dropPassenger(plane *Actor, c Cell) {
	a := w.Alive(plane.Passengers[len(plane.Passengers)-1])
	if a == nil || a.Type.Mobile == nil {
		w.leave(plane)
		return
	}
	sub := w.availableSubCell(a, c, grid.SubAny, none)
	if sub == grid.SubInvalid {
		return
	}
	w.leave(plane)
	w.later(state.Task{Kind: state.TaskJump, Actor: a.ID, Cell: c, Spawn: state.Spawn{Sub: sub, Center: plane.Center}})
	plane.DropDelay = dropInterval
}

// jump is the frame-end task that puts a paratrooper under his plane.
func (w *World) jump(t *state.Task) {
	a := w.Alive(t.Actor)
	if a == nil || a.Type.Mobile == nil {
		return
	}
	w.SetPosition(a, t.Cell, t.Spawn.Sub)
	a.Center.Z = t.Spawn.Center.Z
	w.Add(a)
}
