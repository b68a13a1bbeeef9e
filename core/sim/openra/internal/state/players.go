// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// Player is one side of the game.
type Player struct {
	Name         string
	Faction      string
	Actor        uint32
	Client       int32 // index of the client that plays it, -1 for map players
	Playable     bool
	Bot          bool
	BotType      string
	Handicap     int32 // percent
	NonCombatant bool
	Spectating   bool
	Spawn        int32
	Home         wpos.Cell
	Allies       uint32 // bit per player index
	Enemies      uint32
	Rivals       uint32 // who has to be defeated: no allies at the start

	Cash, Ore, Capacity int32
	Ledger              ledger // not state
	PowerProvided       int32
	PowerDrained        int32
	Experience          int32
	Objectives          int32
	Lost, Won           bool
	Outage              int32 // ticks without power
	Powers              []SupportPower
	ShroudDisabled      bool
	Satellite           bool // has one in orbit
	Mapped              bool // knows the ground from a satellite
	Cheats              Cheats
	Developer           bool
	Queues              []Queue
	Tech                []string // prerequisites provided now, sorted
	TechConditions      uint8    // bit per TechCondition of them; not state

	Visible       []uint16 // how many see each cell
	Through       []uint16 // how many of them see through covers; see coverEnters
	Covered       []uint16 // how many enemies cover it
	Explored      []bool
	Shown         []uint8         // resolved: 0 shroud, 1 fog, 2 visible
	Resettled     grid.StaleCells // of shown; not state
	Touched       []int32
	IsTouched     []bool
	FrozenVisible int32
	FrozenKnown   int32
	Producible    uint64  // see producing; not state
	Recalls       []int32 // see recallsOf; not state
	RecallsKnown  bool
	// FrozenSettled says that the two sums stay what they are; see tickFrozenLayer. Not
	// state.
	FrozenSettled bool
}

// Cheats are the developer mode's switches; all of them are hashed.
type Cheats struct {
	FastCharge, AllTech, FastBuild, DisableShroud, PathDebug, UnlimitedPower, BuildAnywhere bool
	// everything is what the order for all of them last set; it is not hashed.
	Everything bool
	// EndlessPower is what the power manager last knew of UnlimitedPower.
	EndlessPower bool
}

func (c Cheats) Hash() int32 {
	return info.Boolean(c.FastCharge) ^ info.Boolean(c.AllTech) ^ info.Boolean(c.FastBuild) ^ info.Boolean(c.DisableShroud) ^
		info.Boolean(c.PathDebug) ^ info.Boolean(c.UnlimitedPower) ^ info.Boolean(c.BuildAnywhere)
}

// Unlocked reports whether the player may see everything.
func (p *Player) Unlocked() bool { return p.Developer || p.Lost || p.Won }

// TakeCash pays an amount, ore first; it takes nothing if there is too little.
func (p *Player) TakeCash(amount int32) bool {
	if p.Cash+p.Ore < amount {
		return false
	}
	p.Ore -= amount
	if p.Ore < 0 {
		p.Cash += p.Ore
		p.Ore = 0
	}
	return true
}

// GiveOre stores ore up to the capacity and reports whether all of it fitted.
func (p *Player) GiveOre(amount int32) {
	p.Ore = min(p.Ore+amount, max(p.Capacity, 0))
}
