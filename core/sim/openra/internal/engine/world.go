// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// World is one game in progress. It is not safe for concurrent use.
type World struct {
	// Fixed for the whole game.
	info.CompiledTypes // shared with other worlds of the same rules
	Rules              *rules.Ruleset
	Release            info.ReleaseRules
	Ground             *grid.Ground
	Options            state.WorldOptions
	Clients            []state.Client
	CrateRules         info.CrateSpawner
	creatureRules      info.CreatureSpawner
	creatureOwner      int32 // -1 if nobody plays them
	playerProvides     []state.PlayerProvide
	kindsApart         bool // see NumberKinds

	// State.
	Ticks       int32
	Frames      int32
	Paused      bool
	pausedUntil int32
	Random      state.Twister
	NextID      uint32
	Players     []state.Player
	Actors      []*Actor        // by id; nil where the actor is gone
	ActiveSet   state.ActorSet  // who is awake, and who is gone since the module last looked; not state
	Sums        []info.TraitSum // by id; of those who are not awake the present ones; not state
	Effects     []state.Effect
	Tasks       []state.Task
	Ends        []state.Ended          // since they were last taken
	endsBefore  int                    // how many of them are older than the tick that is played
	endsKnown   int                    // how many there were after the last tick
	Deeds       []state.Deed           // since they were last taken; not state
	strikes     []state.StrikeUnderWay // superweapons on their way; not state
	Outlook     state.Outlook
	auras       state.Auras
	successors  []state.Succession
	bridges     state.Bridges
	taskHead    int
	Occupied    grid.ActorMap
	Bins        grid.BinMap
	Influence   []uint32 // building of each cell, none if there is none
	Resources   grid.ResourceLayer
	Frozen      state.FrozenActors
	memories    state.MemoryCells // of frozen; not state
	crates      state.SpawnCount
	Covers      int32 // actors in the world that cover ground
	creatures   state.SpawnCount
	blockers    int32       // actors in the world that stop shots
	Paths       path.Finder // with what each class of units makes of the ground
	techDirty   bool
	makers      presence // see producing
	charging    presence // see chargers
	jammers     presence // see jammed
	bearers     presence // see tickAuras
	watchers    presence // see watching

	unmodelled state.Counts
	Present    PresentHash // a part of the native hash, not state
	free       *Activity   // unused activity records
	Room       state.Arena // for new ones, and actors
	scratch    scratch
	Observer   observer // nil unless a difference is explained

	beforeTraits  bool // in the tick that is played the traits have not had their turn
	beforeEffects bool // in the tick that is played the effects have not had their turn
}

// Tick returns the number of world ticks that have passed.
func (w *World) Tick() int32 { return w.Ticks }

// FrameNumber returns the last net frame begun, 0 before the first.
func (w *World) FrameNumber() int32 { return w.Frames }

// Unmodelled counts the orders that were accepted but have no model here.
func (w *World) Unmodelled() state.Counts { return w.unmodelled }

// Actor finds an actor that something may be done to: scenery is awake
// afterwards (Actor.woken).
func (w *World) Actor(id uint32) *Actor {
	a := w.Peek(id)
	if a != nil && !a.Woken {
		w.Wake(a)
	}
	return a
}

// Peek finds an actor to look at.
func (w *World) Peek(id uint32) *Actor {
	if id == none || id >= uint32(len(w.Actors)) {
		return nil
	}
	return w.Actors[id]
}

// Alive returns an actor that is neither dead nor disposed.
func (w *World) Alive(id uint32) *Actor {
	a := w.Actor(id)
	if a == nil || a.Dead {
		return nil
	}
	return a
}

// TypeOf is the type of a name, nil if there is none.
func (w *World) TypeOf(name string) *info.ActorType { return w.ByName[name] }

// Step runs one world tick (docs/engine/openra-world.md#tick).
func (w *World) Step() {
	w.endsBefore = w.endsKnown
	if !w.Paused {
		w.Ticks++
		w.beforeEffects, w.beforeTraits = true, true
		for id := range w.ActiveSet.All {
			switch a := w.Actors[id]; {
			case a == nil || !a.InWorld:
			case w.Observer == nil:
				w.TickActor(a)
			default:
				w.Observer.Turn(w, a, PartActivities)
			}
		}
		w.beforeTraits = false
		for id := range w.ActiveSet.All {
			switch a := w.Actors[id]; {
			case a == nil:
			case w.Observer == nil:
				w.tickTraits(a)
			default:
				w.Observer.Turn(w, a, PartTraits)
			}
		}
		w.tickEffects()
		w.tickSteps()
		w.tickSatellites()
		w.tickWatches()
		if len(w.strikes) > 0 {
			w.tickOpenStrikes()
		}
	}
	w.DrainTasks()
	w.dropEffects()
	w.endsKnown = len(w.Ends)
}

// scratch is memory that is used again; nothing in it outlives a call.
type scratch struct {
	sightScratch
	cells      []Cell
	inRange    []Cell
	near       []uint32
	ore        oreSearch
	refineries refinerySearch
	docks      dockSearch
	powers     []state.PowerInstance
	keepers    []uint32 // by player: an actor that keeps him in the game, when last looked
	victims    []*Actor // of the warheads at work, the inner ones last
	heard      []*Actor // around a sandworm
}
