// SPDX-License-Identifier: GPL-3.0-or-later

package sage

import (
	"slices"
	"strings"
)

// Pack is the rules of one game as far as public tables hold them.
type Pack struct {
	// Name says which rules these are: "zerohour-1.04".
	Name string `json:"name"`
	// Game is the game as ir.Header.Game names it.
	Game string `json:"game"`
	// Source is the repository and commit that the figures are from.
	Source string `json:"source"`
	// Data names the set of game data that the rules are for, as decoders name
	// what a replay's fingerprint stands for.
	Data string `json:"data"`
	// Complete says that every unit and structure players can make is there.
	// Without it an id may name something that these rules do not know.
	Complete bool `json:"complete"`
	// Notes say what is inferred and what is missing, for people.
	Notes []string `json:"notes"`
	// PayAtOnce: the price is taken when production begins, not while it runs.
	PayAtOnce bool `json:"pay_at_once"`
	// OnSite: structures are placed at once and built where they stand.
	OnSite bool `json:"on_site"`
	// LowPowerPercent is how fast production goes without enough power.
	LowPowerPercent int32 `json:"low_power_percent"`
	// RefundPercent of the price comes back for a sold structure.
	RefundPercent int32 `json:"refund_percent"`
	// Credits is what players begin with where the replay does not say.
	Credits int64   `json:"credits"`
	Types   []Type  `json:"types"`  // ascending by name
	Starts  []Start `json:"starts"` // one for each side
}

// Type is one kind of unit or structure.
type Type struct {
	Name  string `json:"name"` // as the decoder names items
	ID    uint32 `json:"id,omitempty"`
	Side  string `json:"side,omitempty"`
	Class Class  `json:"class"`
	Cost  int64  `json:"cost,omitempty"`
	// BuildMilliseconds is how long it takes to make.
	BuildMilliseconds int32 `json:"build_ms,omitempty"`
	// Needs are the prerequisites, all of them; "a|b" is satisfied by either.
	Needs []string `json:"needs,omitempty"`
	// Provides lists names that this type satisfies as a prerequisite beside
	// its own.
	Provides []string `json:"provides,omitempty"`
	// Queue is the production category, "" for what nobody makes.
	Queue string `json:"queue,omitempty"`
	// Produces lists the categories that it makes.
	Produces []string `json:"produces,omitempty"`
	Health   int32    `json:"health,omitempty"`
	// Speed is in thousandths of a map cell (ten feet) per second.
	Speed int32 `json:"speed,omitempty"`
	Power int32 `json:"power,omitempty"` // drained if negative
	// Armed: it has a weapon.
	Armed bool `json:"armed,omitempty"`
	// Brings lists what comes with it for free: the harvester of a refinery.
	Brings []string `json:"brings,omitempty"`
	// SoldBrings lists what comes out when it is sold.
	SoldBrings []string `json:"sold_brings,omitempty"`
	// Researches lists the upgrades that are made here.
	Researches []string `json:"researches,omitempty"`
	// Deploys is the structure that it turns into.
	Deploys string `json:"deploys,omitempty"`
	// DeployAbility is the power that does it.
	DeployAbility string `json:"deploy_ability,omitempty"`
	// Inferred: the type, or a main figure of it, is not in a table but follows
	// from names, other games or recordings.
	Inferred bool `json:"inferred,omitempty"`
}

// Class says what kind of thing a type is.
type Class string

// Classes.
const (
	Structure Class = "structure"
	Infantry  Class = "infantry"
	Vehicle   Class = "vehicle"
	Aircraft  Class = "aircraft"
	Ship      Class = "ship"
)

// Start is what a side begins with, in the order in which the game makes it.
type Start struct {
	// Faction as ir.Player.Faction names it.
	Faction  string   `json:"faction"`
	Entities []string `json:"entities"`
}

// StartOf returns what a faction begins with, nil if that is not known.
func (p *Pack) StartOf(faction string) []string {
	for i := range p.Starts {
		if p.Starts[i].Faction == faction {
			return p.Starts[i].Entities
		}
	}
	return nil
}

// FactionMaking returns the faction that begins with the maker of an item, ""
// if there is none or if several do.
func (p *Pack) FactionMaking(item string) string {
	t := p.find(item)
	if t == nil {
		return ""
	}
	faction := ""
	for _, start := range p.Starts {
		for _, entity := range start.Entities {
			maker := p.find(entity)
			if maker == nil || maker.Side != t.Side || !slices.Contains(maker.Produces, t.Queue) {
				continue
			}
			if faction != "" {
				return ""
			}
			faction = start.Faction
		}
	}
	return faction
}

// find returns the type of a name, nil if there is none.
func (p *Pack) find(name string) *Type {
	i, ok := slices.BinarySearchFunc(p.Types, name, func(t Type, name string) int { return strings.Compare(t.Name, name) })
	if !ok {
		return nil
	}
	return &p.Types[i]
}
