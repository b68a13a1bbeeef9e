// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"convertd/core/bincode"
	"convertd/core/order"
)

// Rules is one game in neutral form. A rule pack of any game fills it; the
// zero value knows no types, so that every production is not modelled.
type Rules struct {
	Name  string // names the rules in reports: "kw-1.02", "bench"
	Types []Type // any order; names are unique
	// PayAtOnce takes the whole price when production starts instead of little
	// by little.
	PayAtOnce bool
	// QueuePerFactory gives every producing structure a queue of its own
	// instead of one per player and category.
	QueuePerFactory bool
	// LowPowerPercent is how fast production goes while more power is drained
	// than provided; 0 means 100.
	LowPowerPercent int32
	// RefundPercent of the price comes back when a structure is sold, in
	// proportion to its health.
	RefundPercent int32
	// SellTicks is how long a sold structure takes to come down.
	SellTicks int32
	// RepairTicks is how often a structure under repair gains RepairHealth
	// points, for RepairPercent of its price in proportion.
	RepairTicks, RepairHealth, RepairPercent int32
	// BuildRadius is how many cells from an own structure a new one may stand;
	// 0 means anywhere.
	BuildRadius int32
	// EvidencePercent is the share of its time that production may lack when
	// an order proves it complete; beyond it an order to a unit contradicts our
	// state, and one that places a building corrects it.
	// From 100 on whatever was ordered may be complete, and an order to cancel
	// may come too late.
	EvidencePercent int32
	// ShortGame ends the game for a player without structures and without
	// anything that deploys into one.
	ShortGame bool
	// OrdersByEvidence is for replays, which have only what the original engine
	// took: what was ordered and cannot be made here waits until what it needs is
	// there, and a player who has lost here and goes on plays on.
	OrdersByEvidence bool
	// VainOrders is for replays that have what the original engine refused, too: what a
	// player orders before he has any structure has no effect and says nothing.
	VainOrders bool
	// NobodysMakers is for games in which some things are made by what belongs to nobody, as
	// a tavern: what is of a category that no type makes needs no factory.
	NobodysMakers bool
	// MoneyByEvidence is for games whose income is not known: an order that
	// costs something proves that the money was there. What there is, is taken.
	MoneyByEvidence bool
	// LossesByEvidence is for games whose ground and combat are not known:
	// nothing is hit, and things go only where an order proves that they are
	// gone, as when something else is built in their place. Where an order proves
	// anything finished (EvidencePercent 100), it then also proves what was
	// never begun here: a building that is placed, what production needs.
	LossesByEvidence bool
	// Strangers is for games that hold things these rules do not know: scenery,
	// neutral buildings, players whose orders the replay does not have. An order
	// aimed at something that could not be identified then says nothing.
	Strangers bool
}

// Type is one kind of unit or structure.
type Type struct {
	Name  string
	ID    uint32 // the foreign game's number, valid if HasID
	HasID bool
	// Queue is the production category, "" for what cannot be produced.
	Queue string
	// Produces lists the categories whose items this structure makes.
	Produces []string
	Cost     int64
	// BuildTicks is how long production takes, or construction for OnSite.
	BuildTicks int32
	// Prerequisites must all be there; "a|b" asks for one of them. Each is a
	// type's name or something it Provides.
	Prerequisites []string
	Provides      []string
	Health        int32
	Speed         int32 // world units per tick, 0 for what cannot move
	Power         int32 // provided, or drained if negative
	// Structure types occupy Width × Height cells.
	Structure     bool
	Width, Height int32
	// OnSite types are placed at once and built where they stand.
	OnSite bool
	// Deploys is the type it turns into on TagDeploy, after DeployTicks, or when
	// it uses the ability DeployAbility.
	Deploys       string
	DeployAbility string
	DeployTicks   int32
	// Income is earned every IncomeTicks while a type that AcceptsIncome of
	// the same owner stands: a harvester's round trip, averaged.
	Income        int64
	IncomeTicks   int32
	AcceptsIncome bool
	// Brings lists the types that come with a structure once it stands: the
	// harvester of a refinery.
	Brings []string
	// SoldBrings lists what comes out of a structure when it is sold: its crew.
	SoldBrings []string
	// Rallies says that it has a rally point though it produces nothing, as a depot
	// where vehicles are repaired.
	Rallies bool
	// Researches lists the upgrades that are made here. An upgrade that no type
	// lists may be made anywhere.
	Researches []string
	// Does lists orders that it obeys beside those that follow from the figures. A tag
	// that any type lists is judged: it takes one that does it, and to do it means to go
	// where it is to be done.
	Does []order.GameOrderTag
	// Upgrade types are made like units and leave nothing in the world: whoever has made
	// one satisfies what asks for it. They can be made Levels times.
	Upgrade bool
	Levels  int32
	// Range, Damage and ReloadTicks describe its weapon; no Damage, no weapon.
	Range, Damage, ReloadTicks int32
}

// Limits on rules, so that a rule pack cannot make the arithmetic overflow.
const (
	maxTypes    = 16_384
	maxFigure   = 1 << 30
	maxCost     = 1 << 40
	maxSpeed    = 1 << 16
	maxRange    = 1 << 16
	maxSide     = 64
	maxPercents = 1000
	maxBrings   = 8
	maxLevels   = 100
)

// Check reports the first figure that makes no sense.
func (r *Rules) Check() error {
	if len(r.Types) > maxTypes {
		return fmt.Errorf("rules %q: %d types, the limit is %d", r.Name, len(r.Types), maxTypes)
	}
	names := make(map[string]bool, len(r.Types))
	for i := range r.Types {
		t := &r.Types[i]
		if t.Name == "" || names[t.Name] {
			return fmt.Errorf("rules %q: type %d is called %q, which is empty or taken", r.Name, i, t.Name)
		}
		names[t.Name] = true
		if err := t.check(); err != nil {
			return fmt.Errorf("rules %q: type %s: %w", r.Name, t.Name, err)
		}
	}
	upgrade := make(map[string]bool)
	for i := range r.Types {
		upgrade[r.Types[i].Name] = r.Types[i].Upgrade
	}
	for i := range r.Types {
		if d := r.Types[i].Deploys; d != "" && (!names[d] || upgrade[d]) {
			return fmt.Errorf("rules %q: type %s deploys into %q, which does not exist", r.Name, r.Types[i].Name, d)
		}
		brings := slices.Concat(r.Types[i].Brings, r.Types[i].SoldBrings)
		if len(brings) > maxBrings {
			return fmt.Errorf("rules %q: type %s brings %d others, the limit is %d", r.Name, r.Types[i].Name, len(brings), maxBrings)
		}
		for _, b := range brings {
			if !names[b] || upgrade[b] {
				return fmt.Errorf("rules %q: type %s brings %q, which does not exist", r.Name, r.Types[i].Name, b)
			}
		}
	}
	for _, percent := range []int32{r.LowPowerPercent, r.RefundPercent, r.RepairPercent, r.EvidencePercent} {
		if percent < 0 || percent > maxPercents {
			return fmt.Errorf("rules %q: %d percent, allowed are 0 to %d", r.Name, percent, maxPercents)
		}
	}
	return nil
}

func (t *Type) check() error {
	figures := []int32{t.BuildTicks, t.Health, t.DeployTicks, t.IncomeTicks, t.Damage, t.ReloadTicks}
	if slices.ContainsFunc(figures, func(v int32) bool { return v < 0 || v > maxFigure }) {
		return fmt.Errorf("a figure is negative or above %d", maxFigure)
	}
	switch {
	case t.Cost < 0 || t.Cost > maxCost || t.Income < 0 || t.Income > maxCost:
		return fmt.Errorf("cost or income is negative or above %d", int64(maxCost))
	case t.Speed < 0 || t.Speed > maxSpeed || t.Range < 0 || t.Range > maxRange:
		return fmt.Errorf("speed or range is negative or too large")
	case t.Power < -maxFigure || t.Power > maxFigure:
		return fmt.Errorf("power is out of range")
	case t.Upgrade && (t.Structure || t.Levels < 1 || t.Levels > maxLevels):
		return fmt.Errorf("an upgrade that stands in the world, or of %d levels: allowed are 1 to %d", t.Levels, maxLevels)
	case t.Structure && (t.Width < 1 || t.Height < 1 || t.Width > maxSide || t.Height > maxSide):
		return fmt.Errorf("structure of %d × %d cells, allowed are 1 to %d", t.Width, t.Height, maxSide)
	}
	return nil
}

// Digest identifies the rules: the same figures give the same digest, whatever
// the order of the types.
func (r *Rules) Digest() order.StateHash {
	types := slices.Clone(r.Types)
	slices.SortFunc(types, func(a, b Type) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	b := bincode.AppendBool(bincode.AppendBool(bincode.AppendBool(nil, r.PayAtOnce), r.QueuePerFactory), r.ShortGame)
	for _, v := range []int32{
		r.LowPowerPercent, r.RefundPercent, r.RepairTicks, r.RepairHealth, r.RepairPercent, r.BuildRadius, r.EvidencePercent,
		r.SellTicks,
	} {
		b = bincode.AppendInt32(b, v)
	}
	b = bincode.AppendBool(bincode.AppendBool(bincode.AppendBool(b, r.MoneyByEvidence), r.LossesByEvidence), r.Strangers)
	b = bincode.AppendBool(b, r.OrdersByEvidence)
	if r.VainOrders { // left out where it is not set: older digests have nothing here
		b = bincode.AppendBool(b, true)
	}
	if r.NobodysMakers {
		b = bincode.AppendUint8(b, digestOfMore)
	}
	for i := range types {
		b = types[i].append(b)
	}
	return sha256.Sum256(b)
}

// digestOfMore begins what only some rules and types have, so that it is none of the flags
// that came before.
const digestOfMore = 2

func (t *Type) append(b []byte) []byte {
	texts := func(list []string) {
		b = bincode.AppendLength(b, len(list))
		for _, s := range list {
			b = bincode.AppendString(b, s)
		}
	}
	b = bincode.AppendString(bincode.AppendString(bincode.AppendString(bincode.AppendString(b, t.Name), t.Queue), t.Deploys), t.DeployAbility)
	texts(t.Produces)
	texts(t.Prerequisites)
	texts(t.Provides)
	texts(t.Brings)
	texts(t.SoldBrings)
	texts(t.Researches)
	b = bincode.AppendBool(bincode.AppendUint32(b, t.ID), t.HasID)
	b = bincode.AppendInt64(bincode.AppendInt64(b, t.Cost), t.Income)
	for _, v := range []int32{
		t.BuildTicks, t.Health, t.Speed, t.Power, t.Width, t.Height, t.DeployTicks, t.IncomeTicks, t.Range, t.Damage, t.ReloadTicks,
	} {
		b = bincode.AppendInt32(b, v)
	}
	for _, v := range []bool{t.Structure, t.OnSite, t.AcceptsIncome} {
		b = bincode.AppendBool(b, v)
	}
	if t.Rallies { // left out where it is not set, like VainOrders
		b = bincode.AppendBool(b, true)
	}
	if len(t.Does) > 0 || t.Upgrade {
		b = bincode.AppendUint8(b, digestOfMore)
		b = bincode.AppendLength(b, len(t.Does))
		for _, tag := range t.Does {
			b = bincode.AppendUint16(b, uint16(tag))
		}
		b = bincode.AppendInt32(bincode.AppendBool(b, t.Upgrade), t.Levels)
	}
	return b
}

// Setup is where a game starts.
type Setup struct {
	// Width and Height of the map in cells; 0 means open ground without edges.
	Width, Height int32
	// Blocked cells, rows first, cannot be built on; nil means none.
	Blocked []bool
	// Credits of each player at the start, by player id.
	Credits []int64
	// Entities that stand there from the start, in order of appearance.
	Entities []StartEntity
}

// StartEntity is one entity of the start. Structures stand with their top left
// corner on the cell, units in its middle.
type StartEntity struct {
	Type  string
	Owner order.PlayerID
	Cell  order.CellPos
}
