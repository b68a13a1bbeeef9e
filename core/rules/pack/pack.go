// SPDX-License-Identifier: GPL-3.0-or-later

package pack

import (
	"slices"
	"strings"
)

// Format names the format in its files, Version is the one that is read.
const (
	Format  = "convertd-rules"
	Version = 1
)

// Pack is the rules of one game, as far as its author knows them.
type Pack struct {
	Schema        string `json:"$schema,omitempty"` // for editors; not read
	Format        string `json:"format"`
	FormatVersion int32  `json:"format_version"`
	// Name says which rules these are: "zerohour-1.04". No two packs of a folder have
	// the same.
	Name string `json:"name"`
	// Game is the game as ir.Header.Game names it.
	Game string `json:"game"`
	// Versions are those of the game that the figures are for, as ir.Header.Version
	// names them; one that ends in an asterisk stands for all that begin so. Without
	// any they are for all.
	Versions []string `json:"versions,omitempty"`
	// Data names the set of game data that the rules are for, as decoders name it in the
	// detail "data" of a header.
	Data string `json:"data,omitempty"`
	// Source says where the figures are from.
	Source  string `json:"source"`
	License string `json:"license,omitempty"`
	// Complete says that every unit and structure players can make is there.
	// Without it an id may name something that these rules do not know, and no order is
	// judged.
	Complete bool `json:"complete"`
	// Notes say what is inferred and what is missing, for people.
	Notes []string `json:"notes,omitempty"`

	// PayAtOnce: the price is taken when production begins, not while it runs.
	PayAtOnce bool `json:"pay_at_once"`
	// OnSite: structures are placed at once and built where they stand.
	OnSite bool `json:"on_site"`
	// SharedQueues: one queue for each player and category, instead of one for each
	// structure that produces.
	SharedQueues bool `json:"shared_queues,omitempty"`
	// LowPowerPercent is how fast production goes without enough power; 0 means 100.
	LowPowerPercent int32 `json:"low_power_percent,omitempty"`
	// RefundPercent of the price comes back for a sold structure.
	RefundPercent int32 `json:"refund_percent,omitempty"`
	// Credits is what players begin with where the replay does not say, CreditsOption
	// the option of the header that says it.
	Credits       int64  `json:"credits,omitempty"`
	CreditsOption string `json:"credits_option,omitempty"`
	// UnitsPerCell is how many of the game's own units of length a cell has, for games
	// whose positions are floats; 0: ten.
	UnitsPerCell int32 `json:"units_per_cell,omitempty"`
	// IDs says how the game numbers things.
	IDs IDs `json:"ids,omitempty"`
	// StartsInOrder: what players begin with is made in the order of the players.
	StartsInOrder bool `json:"starts_in_order,omitempty"`

	Factions []Faction `json:"factions"`
	Types    []Type    `json:"types"`

	digest [32]byte
}

// IDs is how a game numbers what orders name.
type IDs string

// Schemes.
const (
	// IDsByTime: everything that ever appears gets the next number, shots and scenery
	// too, so that numbers grow with time. It is what holds where nothing is said.
	IDsByTime IDs = "by_time"
	// IDsByEntity: units and structures get the next number, nothing else does.
	IDsByEntity IDs = "by_entity"
	// IDsAnyOrder: numbers say nothing about age.
	IDsAnyOrder IDs = "any_order"
)

// Type is one kind of unit, structure or upgrade.
type Type struct {
	Name string `json:"name"` // as the decoder names items
	// ID is the game's number for it, as the decoder gives it with items; 0 for none.
	ID    uint32            `json:"id,omitempty"`
	Names map[string]string `json:"names,omitempty"` // by language
	// Side groups the types of one faction, or of factions that share them.
	Side  string `json:"side,omitempty"`
	Class Class  `json:"class"`
	// Cost is the price in the resource that the game counts first, Costs what further
	// resources are asked for, by name. Costs are shown, not judged.
	Cost  int64            `json:"cost,omitempty"`
	Costs map[string]int64 `json:"costs,omitempty"`
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
	// Speed is in thousandths of a map cell per second.
	Speed int32 `json:"speed,omitempty"`
	// Footprint is width and height of a structure in cells; without it, one cell.
	Footprint []int32 `json:"footprint,omitempty"`
	Power     int32   `json:"power,omitempty"` // drained if negative
	// Armed: it has a weapon.
	Armed bool `json:"armed,omitempty"`
	// Does lists further kinds of orders that it obeys, as ir.Kind names them. A kind
	// that some type lists is judged: it takes one that does it.
	Does []string `json:"does,omitempty"`
	// Rallies: it has a rally point though it produces nothing.
	Rallies bool `json:"rallies,omitempty"`
	// Brings lists what comes with it for free: the harvester of a refinery.
	Brings []string `json:"brings,omitempty"`
	// SoldBrings lists what comes out when it is sold.
	SoldBrings []string `json:"sold_brings,omitempty"`
	// Researches lists the upgrades that are made here.
	Researches []string `json:"researches,omitempty"`
	// Levels is how often an upgrade can be made; 0 means once.
	Levels int32 `json:"levels,omitempty"`
	// Deploys is the type that it turns into.
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
	Unit      Class = "unit" // where nothing more is known
	Infantry  Class = "infantry"
	Vehicle   Class = "vehicle"
	Aircraft  Class = "aircraft"
	Ship      Class = "ship"
	// Upgrade is made like a unit and leaves nothing in the world: what needs it can be
	// had from then on.
	Upgrade Class = "upgrade"
)

// Faction is a side that can be played.
type Faction struct {
	// Name as ir.Player.Faction has it.
	Name  string            `json:"name"`
	Names map[string]string `json:"names,omitempty"`
	// Start is what it begins with, in the order in which the game makes it.
	Start []string `json:"start"`
}

// Digest is the SHA-256 of the bytes that the pack was read from.
func (p *Pack) Digest() [32]byte { return p.digest }

// Type returns the type of a name, nil if there is none.
func (p *Pack) Type(name string) *Type {
	i, ok := slices.BinarySearchFunc(p.Types, name, func(t Type, name string) int { return strings.Compare(t.Name, name) })
	if !ok {
		return nil
	}
	return &p.Types[i]
}

// StartOf returns what a faction begins with, nil if that is not known.
func (p *Pack) StartOf(faction string) []string {
	for i := range p.Factions {
		if p.Factions[i].Name == faction {
			return p.Factions[i].Start
		}
	}
	return nil
}

// FactionMaking returns the faction that begins with the maker of an item, ""
// if there is none or if several do.
func (p *Pack) FactionMaking(item string) string {
	t := p.Type(item)
	if t == nil {
		return ""
	}
	found := ""
	for _, faction := range p.Factions {
		for _, entity := range faction.Start {
			maker := p.Type(entity)
			if maker == nil || maker.Side != t.Side || !slices.Contains(maker.Produces, t.Queue) {
				continue
			}
			if found != "" && found != faction.Name {
				return ""
			}
			found = faction.Name
		}
	}
	return found
}

// Produced is the set of categories that types of the pack make. What is of another one
// comes from what belongs to nobody.
func (p *Pack) Produced() map[string]bool {
	produced := make(map[string]bool)
	for i := range p.Types {
		for _, queue := range p.Types[i].Produces {
			produced[queue] = true
		}
	}
	return produced
}

// NameIn returns what something is called in a language: there, else in English, else
// in the one whose tag comes first, "" where no name is known. "pt-BR" falls back to "pt".
func NameIn(names map[string]string, language string) string {
	for tag := language; tag != ""; {
		if name, ok := names[tag]; ok {
			return name
		}
		cut := strings.LastIndexByte(tag, '-')
		tag = tag[:max(cut, 0)]
	}
	if name, ok := names["en"]; ok {
		return name
	}
	first := ""
	for tag := range names {
		if first == "" || tag < first {
			first = tag
		}
	}
	return names[first]
}
