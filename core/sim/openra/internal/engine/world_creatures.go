// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Creatures that come into the world by themselves, as sandworms do
// (ActorSpawnManager.cs).

// creatureRules are the figures of the trait.
type creatureRules struct {
	enabled   bool
	low, high int32
	interval  []int32
	first     int32
	actors    []string
	kinds     []string // of the places at which they come
	owner     int32
}

func (w *World) readCreatureRules() {
	for i := range w.Rules.World.WorldTraits {
		trait := &w.Rules.World.WorldTraits[i]
		if trait.Name != "ActorSpawnManager" {
			continue
		}
		w.creatureRules = creatureRules{
			enabled: w.Options.Creeps && info.Number(trait, "Maximum", 4) > 0,
			low:     info.Number(trait, "Minimum", 0), high: info.Number(trait, "Maximum", 4), interval: info.Numbers32(trait.Ints("SpawnInterval")),
			first: info.Number(trait, "InitialDelay", 0), actors: trait.Texts("Actors"), kinds: trait.Texts("Types"), owner: -1,
		}
		r := &w.creatureRules
		if len(r.interval) == 0 {
			r.interval = []int32{6000}
		}
		owner := trait.Text("Owner")
		if owner == "" {
			owner = "Creeps"
		}
		for p := range w.Players {
			if w.Players[p].Name == owner {
				r.owner = int32(p)
			}
		}
		r.enabled = r.enabled && r.owner >= 0 && len(r.actors) > 0
		if !w.Release.CreaturesAtOnce {
			w.creatureTicks = r.first
		}
		return
	}
}

// tickCreatures counts down to the next creature, as long as there are too few.
func (w *World) tickCreatures() {
	r := &w.creatureRules
	if !r.enabled || w.creatures >= r.high {
		return
	}
	if w.creatureTicks--; w.creatureTicks > 0 && w.creatures >= r.low {
		return
	}
	place := w.creaturePlace()
	if place == nil {
		return
	}
	w.creatureTicks = r.interval[0]
	if len(r.interval) > 1 {
		w.creatureTicks = w.Random.Between(r.interval[0], r.interval[1])
	}
	for {
		w.creatures++
		w.later(state.Task{Kind: state.TaskCreature, Cell: place.Cell})
		if w.creatures >= r.low {
			return
		}
	}
}

// creaturePlace draws one of the places at which creatures come.
func (w *World) creaturePlace() *Actor {
	var places []*Actor
	for _, a := range w.Actors {
		if a == nil || !a.InWorld || a.Type == nil || a.Type.Spawner == nil {
			continue
		}
		s := a.Type.Spawner
		if w.Holds(a, s.Requires) && (len(s.Kinds) == 0 || overlaps(s.Kinds, w.creatureRules.kinds)) {
			places = append(places, a)
		}
	}
	if len(places) == 0 {
		return nil
	}
	return places[w.Random.Below(int32(len(places)))]
}

// createCreature is the frame-end task that makes one.
func (w *World) createCreature(c Cell) {
	r := &w.creatureRules
	if t := w.TypeOf(strings.ToLower(r.actors[w.Random.Below(int32(len(r.actors)))])); t != nil {
		w.Create(t, state.Spawn{Owner: r.owner, Cell: c, HasCell: true, Facing: -1})
	}
}

// loseCreature is told that one is gone for good.
func (w *World) loseCreature(a *Actor) {
	if a.Type.Worm != nil {
		w.creatures--
	}
}
