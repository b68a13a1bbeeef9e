// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/wpos"
)

// DeedKind says what a deed was.
type DeedKind uint8

const (
	DeedBuilt     DeedKind = iota // a building is complete
	DeedAbility                   // a player used a power, or something one of his units can do
	DeedDestroyed                 // a superweapon has had all its effects
)

// Deed is one thing that was done.
type Deed struct {
	Kind             DeedKind
	Id               uint32 // what was built
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
