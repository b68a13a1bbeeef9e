// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/actions"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// recorder writes the observations of a running simulation, and of the recording that is
// played. What it writes of the simulation follows from that alone: whoever plays the
// file again gets the same events.
type recorder struct {
	recording Recording
	sim       *sim.Simulation
	accounts  sim.Accountant // nil where the module keeps none
	begun     bool
	lastTick  order.Tick
	// kinds says of each kind that appeared what its entities are and cost.
	kinds map[sim.KindID]kindFacts

	stats      []icrep.PlayerStats
	statTicks  order.Tick
	statsUntil order.Tick // tick of the last snapshot of the score, plus 1
	meter      *actions.Meter
	rate       order.TickRate

	seen       seen
	highlights highlights
}

type kindFacts struct {
	structure bool
	worth     int64
}

func newRecorder(recording Recording, simulation *sim.Simulation, rate order.TickRate, meter *actions.Meter) *recorder {
	view := simulation.View()
	return &recorder{
		recording: recording, sim: simulation, accounts: view.Accountant(),
		kinds: make(map[sim.KindID]kindFacts),
		stats: make([]icrep.PlayerStats, view.Players()), meter: meter, rate: rate,
		statTicks:  max(1, rate.TicksIn(statSeconds*1000)),
		seen:       newSeen(view.Players(), rate),
		highlights: newHighlights(view.Players(), rate),
	}
}

// events writes what happened in the tick that was just played.
func (r *recorder) events(tick order.Tick) error {
	if err := r.begin(tick); err != nil {
		return err
	}
	if err := r.seen.write(tick, r.recording); err != nil {
		return err
	}
	happened := r.sim.Events()
	for i := range happened {
		if err := r.event(tick, &happened[i]); err != nil {
			return err
		}
	}
	r.lastTick = tick
	if err := r.highlights.tick(tick, r); err != nil {
		return err
	}
	if (tick+1)%r.statTicks == 0 {
		return r.writeStats(tick)
	}
	return nil
}

// begin writes, in the first tick that is played, what stands in the world already: the
// start of the game itself is no tick. What appears in this tick comes with its own event.
func (r *recorder) begin(tick order.Tick) error {
	if r.begun {
		return nil
	}
	r.begun = true
	appeared := make(map[order.UnitTag]bool)
	for _, e := range r.sim.Events() {
		if e.Kind == sim.EventCreated {
			appeared[e.Tag] = true
		}
	}
	view := r.sim.View()
	for slot := range view.Slots() {
		entity, ok := view.At(slot)
		if !ok || appeared[entity.Tag] || entity.Serial == 0 || !observed(&entity) {
			continue
		}
		r.learn(&entity)
		if err := r.writeCreated(tick, &entity); err != nil {
			return err
		}
	}
	return nil
}

// observed reports whether an entity is one that is reported: it stands in the world and
// is no scenery.
func observed(e *sim.Entity) bool {
	return e.Flags&snapshot.FlagInWorld != 0 && e.Flags&snapshot.FlagScenery == 0
}

func (r *recorder) event(tick order.Tick, e *sim.Event) error {
	switch e.Kind {
	case sim.EventCreated:
		return r.created(tick, e)
	case sim.EventRemoved:
		return r.removed(tick, e)
	case sim.EventConstructionCompleted:
		return r.recording.Event(&icrep.ConstructionCompleted{Tick: tick, Tag: e.Tag})
	case sim.EventResourceCollected:
		return r.collected(tick, e)
	case sim.EventUpgradeCompleted:
		name, err := r.nameOf(e)
		if err != nil {
			return err
		}
		return r.recording.Event(&icrep.UpgradeCompleted{Tick: tick, Player: e.Owner, Upgrade: name})
	case sim.EventAbilityUsed:
		name, err := r.nameOf(e)
		if err != nil {
			return err
		}
		return r.recording.Event(&icrep.AbilityUsed{Tick: tick, Player: e.Owner, Ability: name, HasTarget: e.HasPosition, Target: e.Position})
	case sim.EventSuperweaponFired:
		name, err := r.nameOf(e)
		if err != nil {
			return err
		}
		return r.recording.Event(&icrep.SuperweaponFired{
			Tick: tick, Weapon: name, Target: e.Position, Player: e.Owner, UnitsAffected: uint32(e.Amount), BuildingsAffected: uint32(e.Buildings),
		})
	case sim.EventDamaged:
		r.damaged(e)
	case sim.EventOwnerChanged, sim.EventKindChanged, sim.EventConstructionStarted, sim.EventStandingChanged, sim.EventCorrected:
	}
	return nil
}

// nameOf is the name of what an event is about.
func (r *recorder) nameOf(e *sim.Event) (icrep.NameID, error) {
	if e.Name != "" {
		return r.recording.Name(e.Name)
	}
	return r.recording.Name(r.sim.View().KindName(e.Entity))
}

// learn notes what entities of a kind are.
func (r *recorder) learn(entity *sim.Entity) kindFacts {
	facts, known := r.kinds[entity.Kind]
	if !known {
		facts.structure = entity.Flags&snapshot.FlagStructure != 0
		if r.accounts != nil {
			facts.worth = r.accounts.Worth(r.sim.View().KindName(entity.Kind))
		}
		r.kinds[entity.Kind] = facts
	}
	return facts
}

// created reports structures as begun and everything else that stands in the
// world as created. Scenery and actors outside the world are no observations.
func (r *recorder) created(tick order.Tick, e *sim.Event) error {
	entity, ok := r.sim.View().Entity(e.Tag)
	if !ok {
		return nil
	}
	facts := r.learn(&entity)
	if !observed(&entity) {
		return nil
	}
	if stats := r.statsOf(e.Owner); stats != nil && facts.structure {
		stats.StructuresBuilt++
	} else if stats != nil {
		stats.UnitsProduced++
	}
	return r.writeCreated(tick, &entity)
}

// writeCreated writes the event. A structure that is complete at once is completed in the
// same tick.
func (r *recorder) writeCreated(tick order.Tick, entity *sim.Entity) error {
	name, err := r.recording.Name(r.sim.View().KindName(entity.Kind))
	if err != nil {
		return err
	}
	if entity.Flags&snapshot.FlagStructure == 0 {
		return r.recording.Event(&icrep.UnitCreated{Tick: tick, Tag: entity.Tag, Type: name, Owner: entity.Owner, Pos: entity.Position})
	}
	err = r.recording.Event(&icrep.ConstructionStarted{Tick: tick, Tag: entity.Tag, Type: name, Owner: entity.Owner, Pos: entity.Position})
	if err != nil || entity.Flags&snapshot.FlagUnfinished != 0 {
		return err
	}
	return r.recording.Event(&icrep.ConstructionCompleted{Tick: tick, Tag: entity.Tag})
}

func (r *recorder) removed(tick order.Tick, e *sim.Event) error {
	if e.Cause != sim.CauseKilled && e.Cause != sim.CauseEvidence {
		return nil
	}
	r.countLoss(e)
	r.highlights.lost(tick, e, r)
	return r.recording.Event(&icrep.UnitDestroyed{Tick: tick, Tag: e.Tag, Killer: e.Killer, KillerOwner: e.KillerOwner})
}

// last writes what follows from the simulation when nothing comes any more: the ends of
// the fights that went on, and the score.
func (r *recorder) last() error {
	if !r.begun {
		return nil
	}
	if err := r.highlights.close(r.lastTick, r); err != nil {
		return err
	}
	return r.lastStats()
}

// ended records the score as it stands at the end, and how the game ended for the
// recording as a whole.
func (r *recorder) ended(outcome icrep.MatchOutcome) error {
	if err := r.last(); err != nil {
		return err
	}
	return r.recording.Event(&icrep.MatchEnded{Tick: r.lastTick, Outcome: outcome})
}
