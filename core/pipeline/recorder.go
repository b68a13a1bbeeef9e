package pipeline

import (
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// recorder writes keyframes and observations of a running simulation.
type recorder struct {
	recording Recording
	sim       *sim.Simulation
	stats     []icrep.PlayerStats
	statTicks order.Tick
	lastTick  order.Tick
	// structures knows which kinds are structures, from their creation.
	structures map[sim.KindID]bool
	// pauses wait until the events of their tick are written.
	pauses []icrep.Pause
}

// statSeconds is how much game time lies between snapshots of the score
// (iron-curtain.md §1.6, [U]: the highlights research takes a minute).
const statSeconds = 60

func newRecorder(recording Recording, simulation *sim.Simulation, rate order.TickRate) *recorder {
	return &recorder{
		recording: recording, sim: simulation,
		stats:      make([]icrep.PlayerStats, simulation.View().Players()),
		structures: make(map[sim.KindID]bool),
		statTicks:  max(1, rate.TicksIn(statSeconds*1000)),
	}
}

// keyframes encodes a run of keyframes: every tenth whole, the others as the
// difference to the last whole one (iron-curtain.md §1.5).
type keyframes struct {
	count    uint64
	baseline *snapshot.SimSnapshot
	hash     order.StateHash
}

// append appends the keyframe of the next state, which is kept, and its hash.
func (k *keyframes) append(dst []byte, state *snapshot.SimSnapshot, hash order.StateHash) (full bool, data []byte, err error) {
	full = k.count%icrep.FullKeyframeEvery == 0
	k.count++
	if full {
		k.baseline, k.hash = state, hash
		return true, state.Append(dst), nil
	}
	delta, err := snapshot.Diff(k.baseline, k.hash, state)
	if err != nil {
		return false, dst, err
	}
	return false, delta.Append(dst), nil
}

// observe takes what the foreign stream itself says about a player.
func (r *recorder) observe(tick order.Tick, o *ir.Order, player order.PlayerID) {
	if o.Kind == ir.KindPause && player != order.NoPlayer && o.Item+o.Text != "" {
		r.pauses = append(r.pauses, icrep.Pause{Tick: tick, Player: player, Paused: o.Item+o.Text == "Pause"})
	}
}

// events writes what happened in the tick that was just played.
func (r *recorder) events(tick order.Tick) error {
	for i := range r.pauses {
		if err := r.recording.Event(&r.pauses[i]); err != nil {
			return err
		}
	}
	r.pauses = r.pauses[:0]
	happened := r.sim.Events()
	for i := range happened {
		if err := r.event(tick, &happened[i]); err != nil {
			return err
		}
	}
	r.lastTick = tick
	if (tick+1)%r.statTicks == 0 {
		return r.writeStats(tick)
	}
	return nil
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
		if stats := r.statsOf(e.Owner); stats != nil {
			stats.TotalCollected += e.Amount
		}
		name, err := r.recording.Name("credits")
		if err != nil {
			return err
		}
		return r.recording.Event(&icrep.ResourceCollected{Tick: tick, Player: e.Owner, Resource: name, Amount: int32(e.Amount)})
	case sim.EventUpgradeCompleted:
		name, err := r.name(e.Entity)
		if err != nil {
			return err
		}
		return r.recording.Event(&icrep.UpgradeCompleted{Tick: tick, Player: e.Owner, Upgrade: name})
	case sim.EventAbilityUsed:
		name, err := r.name(e.Entity)
		if err != nil {
			return err
		}
		return r.recording.Event(&icrep.AbilityUsed{Tick: tick, Player: e.Owner, Ability: name, HasTarget: e.HasPosition, Target: e.Position})
	case sim.EventDamaged:
		r.damaged(e)
	case sim.EventOwnerChanged, sim.EventKindChanged, sim.EventConstructionStarted, sim.EventStandingChanged, sim.EventCorrected:
	}
	return nil
}

func (r *recorder) name(kind sim.KindID) (icrep.NameID, error) {
	return r.recording.Name(r.sim.View().KindName(kind))
}

// created reports structures as begun and everything else that stands in the
// world as created. Scenery and actors outside the world are no observations.
func (r *recorder) created(tick order.Tick, e *sim.Event) error {
	entity, ok := r.sim.View().Entity(e.Tag)
	if !ok || entity.Flags&snapshot.FlagInWorld == 0 || entity.Flags&snapshot.FlagScenery != 0 {
		return nil
	}
	name, err := r.name(e.Entity)
	if err != nil {
		return err
	}
	stats := r.statsOf(e.Owner)
	if entity.Flags&snapshot.FlagStructure != 0 {
		r.structures[e.Entity] = true
		if stats != nil {
			stats.StructuresBuilt++
		}
		return r.recording.Event(&icrep.ConstructionStarted{Tick: tick, Tag: e.Tag, Type: name, Owner: e.Owner, Pos: entity.Position})
	}
	if stats != nil {
		stats.UnitsProduced++
	}
	return r.recording.Event(&icrep.UnitCreated{Tick: tick, Tag: e.Tag, Type: name, Owner: e.Owner, Pos: entity.Position})
}

func (r *recorder) removed(tick order.Tick, e *sim.Event) error {
	if e.Cause != sim.CauseKilled && e.Cause != sim.CauseEvidence {
		return nil
	}
	structure := r.structures[e.Entity]
	count := func(player order.PlayerID, unit, building func(*icrep.PlayerStats) *uint32) {
		if stats := r.statsOf(player); stats != nil && structure {
			*building(stats)++
		} else if stats != nil {
			*unit(stats)++
		}
	}
	count(e.Owner,
		func(s *icrep.PlayerStats) *uint32 { return &s.UnitsLost },
		func(s *icrep.PlayerStats) *uint32 { return &s.StructuresLost })
	count(e.KillerOwner,
		func(s *icrep.PlayerStats) *uint32 { return &s.UnitsKilled },
		func(s *icrep.PlayerStats) *uint32 { return &s.StructuresDestroyed })
	return r.recording.Event(&icrep.UnitDestroyed{Tick: tick, Tag: e.Tag, Killer: e.Killer, KillerOwner: e.KillerOwner})
}

func (r *recorder) damaged(e *sim.Event) {
	if stats := r.statsOf(e.Owner); stats != nil {
		stats.DamageReceived += e.Amount
	}
	if stats := r.statsOf(e.KillerOwner); stats != nil {
		stats.DamageDealt += e.Amount
	}
}

func (r *recorder) statsOf(player order.PlayerID) *icrep.PlayerStats {
	if int(player) >= len(r.stats) {
		return nil
	}
	return &r.stats[player]
}

// action counts one order of a player towards the actions per minute.
func (r *recorder) action(player order.PlayerID) {
	if stats := r.statsOf(player); stats != nil {
		stats.APM++ // holds the number of actions until it is written
	}
}

func (r *recorder) writeStats(tick order.Tick) error {
	minutes := max(1, (uint64(tick)+1)/uint64(r.statTicks))
	for id := range r.stats {
		stats := r.stats[id]
		stats.APM = uint32(uint64(stats.APM) / minutes)
		stats.CollectionRate = int32(stats.TotalCollected / int64(minutes))
		if err := r.recording.Event(&icrep.PlayerStatSnapshot{Tick: tick, Player: order.PlayerID(id), Stats: stats}); err != nil {
			return err
		}
	}
	return nil
}

// ended records how the game ended for the recording as a whole.
func (r *recorder) ended(outcome icrep.MatchOutcome) error {
	return r.recording.Event(&icrep.MatchEnded{Tick: r.lastTick, Outcome: outcome})
}
