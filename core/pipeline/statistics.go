// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"math"
	"math/big"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/murk"
)

// statSeconds is how much game time lies between snapshots of the score
// (docs/engine/iron-curtain.md#events).
const statSeconds = 60

// Statistics that a file does not know, by what played its game. Nobody knows how long
// harvesters and queues were idle.
var (
	unknownToAll       = []string{"idle_harvester_ticks", "idle_production_ticks"}
	unknownToPlausible = []string{
		"collection_rate", "damage_dealt", "damage_received", "idle_harvester_ticks", "idle_production_ticks", "killed_value", "lost_value",
		"structures_destroyed", "total_collected", "total_spent", "units_killed",
	}
	unknownToNobody = []string{
		"collection_rate", "damage_dealt", "damage_received", "idle_harvester_ticks", "idle_production_ticks", "killed_value", "lost_value",
		"structures_built", "structures_destroyed", "structures_lost", "total_collected", "total_spent", "units_killed", "units_lost", "units_produced",
	}
)

// unknownStatistics lists the members of icrep.PlayerStats that mean nothing in the file
// of a game, sorted.
func unknownStatistics(game *Game, view sim.View) []string {
	switch {
	case view.Accountant() != nil:
		return unknownToAll
	case game.Model != ModelNone && view.Module() != murk.ModuleName:
		return unknownToPlausible
	}
	return unknownToNobody
}

func (r *recorder) statsOf(player order.PlayerID) *icrep.PlayerStats {
	if int64(player) >= int64(len(r.stats)) {
		return nil
	}
	return &r.stats[player]
}

func (r *recorder) collected(tick order.Tick, e *sim.Event) error {
	if stats := r.statsOf(e.Owner); stats != nil {
		stats.TotalCollected += e.Amount
	}
	name, err := r.recording.Name("credits")
	if err != nil {
		return err
	}
	return r.recording.Event(&icrep.ResourceCollected{
		Tick: tick, Player: e.Owner, Resource: name, Amount: int32(min(e.Amount, math.MaxInt32)),
	})
}

// countLoss counts a death for the loser and, unless it was his own doing, for the killer.
func (r *recorder) countLoss(e *sim.Event) {
	facts := r.kinds[e.Entity]
	if stats := r.statsOf(e.Owner); stats != nil {
		stats.LostValue += facts.worth
		if facts.structure {
			stats.StructuresLost++
		} else {
			stats.UnitsLost++
		}
	}
	if stats := r.statsOf(e.KillerOwner); stats != nil && e.KillerOwner != e.Owner {
		stats.KilledValue += facts.worth
		if facts.structure {
			stats.StructuresDestroyed++
		} else {
			stats.UnitsKilled++
		}
	}
}

// damaged counts damage for modules that report every hit.
func (r *recorder) damaged(e *sim.Event) {
	if r.accounts != nil {
		return
	}
	if stats := r.statsOf(e.Owner); stats != nil {
		stats.DamageReceived += e.Amount
	}
	if stats := r.statsOf(e.KillerOwner); stats != nil && e.KillerOwner != e.Owner {
		stats.DamageDealt += e.Amount
	}
}

func (r *recorder) writeStats(tick order.Tick) error {
	r.statsUntil = tick + 1
	for id := range r.stats {
		stats, figures := r.stats[id], r.meter.Figures(id)
		stats.APM, stats.EffectiveAPM = uint32(figures.PerMinute(r.rate)), uint32(figures.EffectivePerMinute(r.rate))
		stats.CollectionRate = collectionRate(stats.TotalCollected, uint64(tick)+1, r.rate)
		if r.accounts != nil {
			account := r.accounts.Account(order.PlayerID(id))
			stats.TotalSpent, stats.DamageDealt, stats.DamageReceived = account.Spent, account.DamageDealt, account.DamageReceived
		}
		if err := r.recording.Event(&icrep.PlayerStatSnapshot{Tick: tick, Player: order.PlayerID(id), Stats: stats}); err != nil {
			return err
		}
	}
	return r.highlights.turns(tick, r)
}

// lastStats writes the score as it stands at the end, unless that was just written.
func (r *recorder) lastStats() error {
	if r.statsUntil == r.lastTick+1 {
		return nil
	}
	return r.writeStats(r.lastTick)
}

// collectionRate is what was collected a minute, rounded down.
func collectionRate(total int64, ticks uint64, rate order.TickRate) int32 {
	perMinute := new(big.Int).Mul(big.NewInt(total), big.NewInt(secondsInMinute*int64(rate.Num)))
	passed := new(big.Int).Mul(new(big.Int).SetUint64(ticks), big.NewInt(int64(rate.Den)))
	if passed.Sign() == 0 {
		return 0
	}
	perMinute.Quo(perMinute, passed)
	return int32(min(perMinute.Int64(), math.MaxInt32))
}

const secondsInMinute = 60
