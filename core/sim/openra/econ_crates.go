// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/sim/openra/internal/info"
)

// Crates and the planes that bring them: docs/engine/openra-releases.md#flight.

// crateRules are the figures of the crate spawner.
type crateRules struct {
	enabled   bool
	first     int32
	interval  int32
	low, high int32
	water     int32
	facings   int32
	cordon    int32
	shares    []int32
	actors    []string
	plane     string
	ground    []string
	onWater   []string
}

func (w *World) readCrateRules() {
	r := &w.crateRules
	for i := range w.set.World.WorldTraits {
		trait := &w.set.World.WorldTraits[i]
		if trait.Name != "CrateSpawner" {
			continue
		}
		*r = crateRules{
			enabled: w.options.crates, first: info.Number(trait, "InitialSpawnDelay", 0), interval: info.Number(trait, "SpawnInterval", 4500),
			low: info.Number(trait, "Minimum", 1), high: info.Number(trait, "Maximum", 255), water: info.Number(trait, "WaterChance", 20),
			facings: max(info.Number(trait, "QuantizedFacings", 32), 1), cordon: info.Number(trait, "Cordon", 5120),
			shares: info.Numbers32(trait.Ints("CrateActorShares")), actors: trait.Texts("CrateActors"),
			plane: strings.ToLower(trait.Text("DeliveryAircraft")), ground: trait.Texts("ValidGround"), onWater: trait.Texts("ValidWater"),
		}
	}
	w.crateTicks = r.first
}

// tickCrateSpawner counts down to the next crates.
func (w *World) tickCrateSpawner() {
	r := &w.crateRules
	if !r.enabled {
		return
	}
	w.crateTicks--
	if w.crateTicks > 0 {
		return
	}
	w.crateTicks = r.interval
	count := max(0, r.low-w.crates)
	if w.crates < r.high && r.high > r.low {
		count++
	}
	for range count {
		w.chooseCrate()
	}
}

// maxDropTries is how often a place for a crate is drawn.
const maxDropTries = 100

func (w *World) chooseCrate() {
	r := &w.crateRules
	valid := r.ground
	if w.random.below(100) < r.water {
		valid = r.onWater
	}
	for range maxDropTries {
		c := w.randomCell()
		if !info.Contains(valid, w.terrainName(c)) || w.influence[w.ground.index(c)] != none || w.anyoneIn(c) {
			continue
		}
		total := int32(0)
		for _, share := range r.shares {
			total += share
		}
		n := w.random.below(total)
		sum := int32(0)
		for i, share := range r.shares {
			if sum += share; n <= sum && i < len(r.actors) {
				w.later(task{kind: taskCrate, cell: c, name: strings.ToLower(r.actors[i])})
				return
			}
		}
		return
	}
}

// deliverCrate is the frame-end task that sends the plane with a crate.
func (w *World) deliverCrate(t *task) {
	r := &w.crateRules
	crateType, planeType := w.typeOf(t.name), w.typeOf(r.plane)
	if crateType == nil {
		return
	}
	if planeType == nil || planeType.Aircraft == nil {
		w.create(crateType, spawn{cell: t.cell, hasCell: true, facing: -1})
		return
	}
	crate := w.create(crateType, spawn{outsideOnly: true, facing: -1})
	w.addInfluence(crate)
	facing := 1024 * w.random.below(r.facings) / r.facings
	d := Pos{X: 0, Y: -1024, Z: 0}.Rotate(facing)
	target := w.centerOfCell(t.cell)
	target.Z = planeType.Aircraft.Altitude
	back := w.distanceToEdge(target, Pos{X: -d.X, Y: -d.Y, Z: -d.Z}) + r.cordon
	ahead := w.distanceToEdge(target, d) + r.cordon
	plane := w.create(planeType, spawn{center: target.Sub(d.Scale(back)), hasCenter: true, facing: facing})
	plane.carries, plane.cargo, plane.dropCell, plane.hasDrop = true, crate.ID, t.cell, true
	fly := w.newActivity(actFly)
	fly.to = target.Add(d.Scale(ahead))
	w.order(plane, false, fly)
	w.queue(plane, w.newActivity(actRemoveSelf))
}

// distanceToEdge is how far the edge of the map is in a direction.
func (w *World) distanceToEdge(from, d Pos) int32 {
	g, width, height := w.ground.edges()
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
	if a.dropDelay > 0 {
		a.dropDelay--
		return
	}
	was := a.inDropRange
	a.inDropRange = w.centerOfCell(a.dropCell).Sub(a.center).FlatSquared() <= dropRange*dropRange
	switch {
	case a.squad == none || a.inDropRange == was:
	case was:
		w.strikeEnds(a)
	default:
		w.strikeBegins(a)
	}
	c := w.cellContaining(a.center)
	if a.inDropRange && len(a.passengers) > 0 && w.ground.contains(c) {
		w.dropPassenger(a, c)
		return
	}
	if !a.inDropRange || a.cargo == none || !w.ground.contains(c) {
		return
	}
	crate := w.actor(a.cargo)
	if crate == nil || !info.Contains(crate.typ.Crate.Terrain, w.terrainName(c)) || w.anyoneIn(c) {
		return
	}
	w.later(task{kind: taskDropCrate, actor: a.cargo, cell: c, spawn: spawn{center: a.center}})
	a.cargo = none
	a.dropDelay = dropInterval
}

// dropCrate is the frame-end task that puts the crate under the plane.
func (w *World) dropCrate(t *task) {
	crate := w.alive(t.actor)
	if crate == nil {
		return
	}
	w.removeInfluence(crate)
	crate.cell = t.cell
	crate.center = w.centerOfCell(t.cell)
	crate.center.Z = t.spawn.center.Z
	w.add(crate)
}

// tickCrate counts the age of a crate.
func (w *World) tickCrate(a *Actor) {
	if a.typ.Crate.Duration == 0 || !a.inWorld {
		return
	}
	if a.crateTicks++; a.crateTicks >= a.typ.Crate.Duration {
		w.dispose(a)
	}
}

// hangsInTheWay reports whether nobody may pass below an actor that comes down with
// a parachute. Later than 20210321 all pass who could run over it on the ground
// (OpenRA pull request 20333; ra-dev2026-rl-7047e24cebde, net frame 12538).
func (w *World) hangsInTheWay(a *Actor) bool {
	return w.behaviour.FallersBlock && a.center.Z > 0
}

// parachute makes the activity to sink to the ground.
func (w *World) parachute() *Activity {
	act := w.newActivity(actParachute)
	act.uninterruptible = true
	return act
}

// beginParachute asks those below to make room; nobody does for crates.
func (w *World) beginParachute(a *Actor) {
	if a.typ.Mobile != nil {
		w.notifyBlockers(a, a.to)
	}
}

// tickParachute lets a crate or a soldier sink to the ground. A soldier who comes
// down where he cannot stand dies.
func (w *World) tickParachute(a *Actor) bool {
	next := a.center.Z - a.typ.FallRate
	if next >= 0 {
		a.center.Z = next
		w.moved(a)
		return false
	}
	a.center.Z = 0
	w.moved(a)
	switch {
	case a.typ.Crate != nil:
		w.landed(a)
	case a.typ.Mobile != nil:
		w.setPosition(a, a.to, a.toSub)
		if a.typ.DiesOnLanding && !w.canEnter(a, a.to, a.ID, byAll) {
			w.destroy(a, a, nil)
		}
	}
	return true
}

// landed gives a crate that came down on someone to him.
func (w *World) landed(crate *Actor) {
	others := false
	for at := w.first(crate.cell); at != 0; at = w.occupied.nodes[at].next {
		other := w.actors[w.occupied.nodes[at].actor]
		if other == nil || other == crate {
			continue
		}
		others = true
		if other.typ.Mobile != nil && w.crushable(&w.paths.locomotors[other.typ.Mobile.Locomotor], other, crate) {
			w.crush(other, crate)
			return
		}
	}
	if others {
		w.dispose(crate)
	}
}
