// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// player is one side of the game.
type player struct {
	name         string
	faction      string
	actor        uint32
	client       int32 // index of the client that plays it, -1 for map players
	playable     bool
	bot          bool
	botType      string
	handicap     int32 // percent
	nonCombatant bool
	spectating   bool
	spawn        int32
	home         Cell
	allies       uint32 // bit per player index
	enemies      uint32
	rivals       uint32 // who has to be defeated: no allies at the start

	cash, ore, capacity int32
	ledger              ledger // not state
	powerProvided       int32
	powerDrained        int32
	experience          int32
	objectives          int32
	lost, won           bool
	outage              int32 // ticks without power
	powers              []supportPower
	shroudDisabled      bool
	satellite           bool // has one in orbit
	mapped              bool // knows the ground from a satellite
	cheats              cheats
	developer           bool
	queues              []queue
	tech                []string // prerequisites provided now, sorted
	techConditions      uint8    // bit per techCondition of them; not state

	visible       []uint16 // how many see each cell
	through       []uint16 // how many of them see through covers; see coverEnters
	covered       []uint16 // how many enemies cover it
	explored      []bool
	shown         []uint8    // resolved: 0 shroud, 1 fog, 2 visible
	resettled     staleCells // of shown; not state
	touched       []int32
	isTouched     []bool
	frozenVisible int32
	frozenKnown   int32
	producible    uint64  // see producing; not state
	recalls       []int32 // see recallsOf; not state
	recallsKnown  bool
	// frozenSettled says that the two sums stay what they are; see tickFrozenLayer. Not
	// state.
	frozenSettled bool
}

// cheats are the developer mode's switches; all of them are hashed.
type cheats struct {
	fastCharge, allTech, fastBuild, disableShroud, pathDebug, unlimitedPower, buildAnywhere bool
	// everything is what the order for all of them last set; it is not hashed.
	everything bool
	// endlessPower is what the power manager last knew of unlimitedPower.
	endlessPower bool
}

func (c cheats) hash() int32 {
	return info.Boolean(c.fastCharge) ^ info.Boolean(c.allTech) ^ info.Boolean(c.fastBuild) ^ info.Boolean(c.disableShroud) ^
		info.Boolean(c.pathDebug) ^ info.Boolean(c.unlimitedPower) ^ info.Boolean(c.buildAnywhere)
}

// unlocked reports whether the player may see everything.
func (p *player) unlocked() bool { return p.developer || p.lost || p.won }

// allied reports whether the first player is an ally of the second.
func (w *World) allied(a, b int32) bool { return a == b || w.players[a].allies&(1<<uint(b)) != 0 }

// hostile reports whether the first player is an enemy of the second.
func (w *World) hostile(a, b int32) bool { return w.players[a].enemies&(1<<uint(b)) != 0 }

// tickPlayer runs a player actor's traits in construct order.
func (w *World) tickPlayer(p *player) {
	w.tickShroud(p)
	for i := range p.queues {
		w.tickQueue(p, &p.queues[i])
	}
	w.tickPower(p)
	w.tickOutage(p)
	w.tickPowers(p)
	w.tickVictory(p)
	w.tickFrozenLayer(p)
}

// takeCash pays an amount, ore first; it takes nothing if there is too little.
func (p *player) takeCash(amount int32) bool {
	if p.cash+p.ore < amount {
		return false
	}
	p.ore -= amount
	if p.ore < 0 {
		p.cash += p.ore
		p.ore = 0
	}
	return true
}

// giveOre stores ore up to the capacity and reports whether all of it fitted.
func (p *player) giveOre(amount int32) {
	p.ore = min(p.ore+amount, max(p.capacity, 0))
}
