// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"sort"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/codec"
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

// Hash is what is hashed of the switches.
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

// IsOneOf reports whether a player is a bot of one of these kinds.
func (p *Player) IsOneOf(bots []string) bool { return p.Bot && info.Contains(bots, p.BotType) }

// LowPower reports whether a player's power is not normal.
func (p *Player) LowPower() bool { return p.PowerProvided < p.PowerDrained }

// SupportPower is how far one power of a player is charged.
type SupportPower struct {
	Key       string
	Remaining int32
	Active    bool // it was counting in the last tick
	Enabled   bool // an instance of it was switched on in the last tick
	Available bool // its prerequisites were there in the last tick
	Fired     bool // a power that works only once has
}

// PowerInstance is one actor that brings a power.
type PowerInstance struct {
	Actor *Actor
	Rules *info.PowerRules
	Key   string
}

// Power finds a support power by its key.
func (p *Player) Power(key string) *SupportPower {
	for i := range p.Powers {
		if p.Powers[i].Key == key {
			return &p.Powers[i]
		}
	}
	return nil
}

func (p *SupportPower) coded(c *codec.Coder) {
	c.Text(&p.Key)
	c.I32(&p.Remaining)
	c.Bools(&p.Active, &p.Enabled, &p.Available, &p.Fired)
}

// TechCondition is a prerequisite that grants a condition: actors ask for it in every
// tick.
type TechCondition uint8

// The conditions that prerequisites switch.
const (
	TechUndeploy TechCondition = iota
	TechBounty
	TechHospital
	TechEngineers
)

var techConditionNames = [...]string{
	TechUndeploy: "global-factundeploy", TechBounty: "global-bounty", TechHospital: "hosp", TechEngineers: "global-reusable-engineers",
}

// FindTechConditions finds which of them are among what is provided.
func (p *Player) FindTechConditions() {
	p.TechConditions = 0
	for i, name := range techConditionNames {
		if p.Provides(name) {
			p.TechConditions |= 1 << i
		}
	}
}

// Provides reports whether a player has a prerequisite.
func (p *Player) Provides(name string) bool {
	at := sort.SearchStrings(p.Tech, name)
	return at < len(p.Tech) && p.Tech[at] == name
}

// PlayerProvide is a prerequisite that players have without a building.
type PlayerProvide struct {
	Name      string
	Factions  []string
	Condition info.Expression
}

// DeedKind says what a deed was.
type DeedKind uint8

// The kinds of deeds.
const (
	DeedBuilt     DeedKind = iota // a building is complete
	DeedAbility                   // a player used a power, or something one of his units can do
	DeedDestroyed                 // a superweapon has had all its effects
)

// Deed is one thing that was done.
type Deed struct {
	Kind             DeedKind
	ID               uint32 // what was built
	Owner            int32
	Name             string // of the ability or the superweapon
	At               wpos.Pos
	HasPlace         bool
	Units, Buildings uint32 // that a superweapon hurt
}

// ledger is what a player has earned, spent and done to others since the start.
type ledger struct {
	Collected, Spent int64 // credits
	Dealt, Received  int64 // points of health
}

// StrikeUnderWay is a superweapon on its way, and what it has hurt so far.
type StrikeUnderWay struct {
	Owner            int32
	Name             string
	At               wpos.Pos
	Left             int32 // ticks until all its effects are over
	Hit              []uint32
	Units, Buildings uint32
}

// Pay takes an amount for what a player buys, ore first; it takes nothing if there is too
// little.
func (p *Player) Pay(amount int32) bool {
	if !p.TakeCash(amount) {
		return false
	}
	p.Ledger.Spent += int64(amount)
	return true
}
