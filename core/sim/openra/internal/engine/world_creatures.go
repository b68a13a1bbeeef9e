// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Creatures that come into the world by themselves, as sandworms do
// (ActorSpawnManager.cs).

// readSpawners reads what comes into the world by itself, after its players.
func (w *World) readSpawners() {
	w.CrateRules = info.Crates(&w.Rules.World, w.Options.Crates)
	w.crates.Left = w.CrateRules.First
	w.creatureRules = info.Creatures(&w.Rules.World, w.Options.Creeps)
	w.creatureOwner = -1
	for p := range w.Players {
		if w.Players[p].Name == w.creatureRules.Owner {
			w.creatureOwner = int32(p)
		}
	}
	if w.creatureOwner < 0 {
		w.creatureRules.Enabled = false
	}
	if !w.Release.CreaturesAtOnce {
		w.creatures.Left = w.creatureRules.First
	}
}

// tickCreatures counts down to the next creature, as long as there are too few.
func (w *World) tickCreatures() {
	r := &w.creatureRules
	if !r.Enabled || w.creatures.Here >= r.High {
		return
	}
	if w.creatures.Left--; w.creatures.Left > 0 && w.creatures.Here >= r.Low {
		return
	}
	place := w.creaturePlace()
	if place == nil {
		return
	}
	w.creatures.Left = r.Interval[0]
	if len(r.Interval) > 1 {
		w.creatures.Left = w.Random.Between(r.Interval[0], r.Interval[1])
	}
	for {
		w.creatures.Here++
		w.later(state.Task{Kind: state.TaskCreature, Cell: place.Cell})
		if w.creatures.Here >= r.Low {
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
		if w.Holds(a, s.Requires) && (len(s.Kinds) == 0 || overlaps(s.Kinds, w.creatureRules.Kinds)) {
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
	if t := w.TypeOf(strings.ToLower(r.Actors[w.Random.Below(int32(len(r.Actors)))])); t != nil {
		w.Create(t, state.Spawn{Owner: w.creatureOwner, Cell: c, HasCell: true, Facing: -1})
	}
}

// loseCreature is told that one is gone for good.
func (w *World) loseCreature(a *Actor) {
	if a.Type.Worm != nil {
		w.creatures.Here--
	}
}
