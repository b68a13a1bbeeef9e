// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// Crates and the planes that bring them: docs/engine/openra-releases.md#flight.

// tickCrateSpawner counts down to the next crates.
func (w *World) tickCrateSpawner() {
	r := &w.CrateRules
	if !r.Enabled {
		return
	}
	w.crates.Left--
	if w.crates.Left > 0 {
		return
	}
	w.crates.Left = r.Interval
	count := max(0, r.Low-w.crates.Here)
	if w.crates.Here < r.High && r.High > r.Low {
		count++
	}
	for range count {
		w.chooseCrate()
	}
}

// maxDropTries is how often a place for a crate is drawn.
const maxDropTries = 100

func (w *World) chooseCrate() {
	r := &w.CrateRules
	valid := r.Ground
	if w.Random.Below(100) < r.Water {
		valid = r.OnWater
	}
	for range maxDropTries {
		c := w.randomCell()
		if !info.Contains(valid, w.terrainName(c)) || w.Influence[w.Ground.Index(c)] != none || w.anyoneIn(c) {
			continue
		}
		total := int32(0)
		for _, share := range r.Shares {
			total += share
		}
		n := w.Random.Below(total)
		sum := int32(0)
		for i, share := range r.Shares {
			if sum += share; n <= sum && i < len(r.Actors) {
				w.later(state.Task{Kind: state.TaskCrate, Cell: c, Name: strings.ToLower(r.Actors[i])})
				return
			}
		}
		return
	}
}

// deliverCrate is the frame-end task that sends the plane with a crate.
func (w *World) deliverCrate(t *state.Task) {
	r := &w.CrateRules
	crateType, planeType := w.TypeOf(t.Name), w.TypeOf(r.Plane)
	if crateType == nil {
		return
	}
	if planeType == nil || planeType.Aircraft == nil {
		w.Create(crateType, state.Spawn{Cell: t.Cell, HasCell: true, Facing: -1})
		return
	}
	crate := w.Create(crateType, state.Spawn{OutsideOnly: true, Facing: -1})
	w.addInfluence(crate)
	facing := 1024 * w.Random.Below(r.Facings) / r.Facings
	d := Pos{X: 0, Y: -1024, Z: 0}.Rotate(facing)
	target := w.CenterOfCell(t.Cell)
	target.Z = planeType.Aircraft.Altitude
	back := w.distanceToEdge(target, Pos{X: -d.X, Y: -d.Y, Z: -d.Z}) + r.Cordon
	ahead := w.distanceToEdge(target, d) + r.Cordon
	plane := w.Create(planeType, state.Spawn{Center: target.Sub(d.Scale(back)), HasCenter: true, Facing: facing})
	plane.Carries, plane.Cargo, plane.DropCell, plane.HasDrop = true, crate.ID, t.Cell, true
	fly := w.newActivity(state.ActFly)
	fly.To = target.Add(d.Scale(ahead))
	w.order(plane, false, fly)
	w.queue(plane, w.newActivity(state.ActRemoveSelf))
}

// distanceToEdge is how far the edge of the map is in a direction.
func (w *World) distanceToEdge(from, d Pos) int32 {
	g, width, height := w.Ground.Edges()
	y := from.Y - from.Z
	edge := int32(0x7FFFFFFF)
	switch {
	case d.X < 0:
		edge = min(edge, (g.Left*width-from.X)/d.X)
	case d.X > 0:
		edge = min(edge, ((g.Right-1)*width-1-from.X)/d.X)
	}
	switch {
	case d.Y < 0:
		edge = min(edge, (g.Top*height-y)/d.Y)
	case d.Y > 0:
		edge = min(edge, (g.Bottom*height-1-y)/d.Y)
	}
	return edge * d.Length()
}

// dropRange and dropInterval are ParaDrop's figures.
const (
	dropRange    = 4096
	dropInterval = 5
)

// tickParaDrop lets the crate go where the plane first comes near its goal.
func (w *World) tickParaDrop(a *Actor) {
	if a.DropDelay > 0 {
		a.DropDelay--
		return
	}
	was := a.InDropRange
	a.InDropRange = w.CenterOfCell(a.DropCell).Sub(a.Center).FlatSquared() <= dropRange*dropRange
	switch {
	case a.Squad == none || a.InDropRange == was:
	case was:
		w.strikeEnds(a)
	default:
		w.strikeBegins(a)
	}
	c := w.CellContaining(a.Center)
	if a.InDropRange && len(a.Passengers) > 0 && w.Ground.Contains(c) {
		w.dropPassenger(a, c)
		return
	}
	if !a.InDropRange || a.Cargo == none || !w.Ground.Contains(c) {
		return
	}
	crate := w.Actor(a.Cargo)
	if crate == nil || !info.Contains(crate.Type.Crate.Terrain, w.terrainName(c)) || w.anyoneIn(c) {
		return
	}
	w.later(state.Task{Kind: state.TaskDropCrate, Actor: a.Cargo, Cell: c, Spawn: state.Spawn{Center: a.Center}})
	a.Cargo = none
	a.DropDelay = dropInterval
}

// dropCrate is the frame-end task that puts the crate under the plane.
func (w *World) dropCrate(t *state.Task) {
	crate := w.Alive(t.Actor)
	if crate == nil {
		return
	}
	w.removeInfluence(crate)
	crate.Cell = t.Cell
	crate.Center = w.CenterOfCell(t.Cell)
	crate.Center.Z = t.Spawn.Center.Z
	w.Add(crate)
}

// tickCrate counts the age of a crate.
func (w *World) tickCrate(a *Actor) {
	if a.Type.Crate.Duration == 0 || !a.InWorld {
		return
	}
	if a.CrateTicks++; a.CrateTicks >= a.Type.Crate.Duration {
		w.Dispose(a)
	}
}

// hangsInTheWay reports whether nobody may pass below an actor that comes down with
// a parachute. Later than 20210321 all pass who could run over it on the ground
// (OpenRA pull request 20333; ra-dev2026-rl-7047e24cebde, net frame 12538).
func (w *World) hangsInTheWay(a *Actor) bool {
	return w.Release.FallersBlock && a.Center.Z > 0
}

// parachute makes the activity to sink to the ground.
func (w *World) parachute() *Activity {
	act := w.newActivity(state.ActParachute)
	act.Uninterruptible = true
	return act
}

// beginParachute asks those below to make room; nobody does for crates.
func (w *World) beginParachute(a *Actor) {
	if a.Type.Mobile != nil {
		w.notifyBlockers(a, a.To)
	}
}

// tickParachute lets a crate or a soldier sink to the ground. A soldier who comes
// down where he cannot stand dies.
func (w *World) tickParachute(a *Actor) bool {
	next := a.Center.Z - a.Type.FallRate
	if next >= 0 {
		a.Center.Z = next
		w.moved(a)
		return false
	}
	a.Center.Z = 0
	w.moved(a)
	switch {
	case a.Type.Crate != nil:
		w.landed(a)
	case a.Type.Mobile != nil:
		w.SetPosition(a, a.To, a.ToSub)
		if a.Type.DiesOnLanding && !w.CanEnter(a, a.To, a.ID, path.ByAll) {
			w.Destroy(a, a, nil)
		}
	}
	return true
}

// landed gives a crate that came down on someone to him.
func (w *World) landed(crate *Actor) {
	others := false
	for at := w.First(crate.Cell); at != 0; at = w.Occupied.Nodes[at].Next {
		other := w.Actors[w.Occupied.Nodes[at].Actor]
		if other == nil || other == crate {
			continue
		}
		others = true
		if other.Type.Mobile != nil && w.crushable(&w.Paths.Locomotors[other.Type.Mobile.Locomotor], other, crate) {
			w.crush(other, crate)
			return
		}
	}
	if others {
		w.Dispose(crate)
	}
}
