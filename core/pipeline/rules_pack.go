// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"cmp"
	"math"
	"slices"

	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/rules/pack"
	"convertd/core/rules/sage"
	"convertd/core/sim/plausible"
	"convertd/core/translate"
)

// chosenPack is the rule pack that a game is played by.
type chosenPack struct {
	*pack.Pack
	fit     pack.Fit
	outside bool // it came from outside, and not with the program
}

// choosePack returns the pack that fits a game best: of those from outside, and of
// the program's own where it fits better. None is a pack without one.
func choosePack(game pack.Game, outside *pack.Set) (chosenPack, error) {
	best, fit := outside.For(game)
	own, ok, err := sage.ForGame(game.Name)
	if err != nil {
		return chosenPack{}, err
	}
	if ok && own.Fit(game) > fit {
		return chosenPack{Pack: own, fit: own.Fit(game)}, nil
	}
	return chosenPack{Pack: best, fit: fit, outside: best != nil}, nil
}

// PackFor returns the rule pack that a game would be played by, nil if there is none.
// outside says that it is one of those given, and not the program's own.
func PackFor(header *ir.Header, packs *pack.Set) (p *pack.Pack, outside bool) {
	chosen, err := choosePack(packedGame(header), packs)
	if err != nil {
		return nil, false
	}
	return chosen.Pack, chosen.outside
}

// packedGame is what a header says of its game.
func packedGame(header *ir.Header) pack.Game {
	data, _ := gameData(header)
	return pack.Game{Name: header.Game, Version: header.Version, Data: data}
}

// describe names the pack with its game, for people.
func (c *chosenPack) describe() string {
	if c.Data != "" {
		return "the rules of " + c.Data
	}
	return "the rule pack " + c.Name
}

// bookOf makes rules of play of a rule pack. What packs do not know is left to
// evidence: income, losses, the room structures take.
func bookOf(chosen chosenPack, rate order.TickRate) *ruleBook {
	p := chosen.Pack
	book := &ruleBook{
		source: p.Source, complete: p.Complete, startsInOrder: p.StartsInOrder, fits: chosen.fit != pack.FitsOther,
		ids: cmp.Or(p.IDs, pack.IDsByTime), credits: p.Credits, creditsOption: p.CreditsOption, start: p.StartOf, makerOf: p.FactionMaking, unitsPerCell: p.UnitsPerCell,
		rules: plausible.Rules{
			Name: p.Name, PayAtOnce: p.PayAtOnce, QueuePerFactory: !p.SharedQueues, LowPowerPercent: p.LowPowerPercent,
			RefundPercent: p.RefundPercent, SellTicks: int32(rate.TicksIn(packSellMilliseconds)), EvidencePercent: packEvidencePercent,
			MoneyByEvidence: true, LossesByEvidence: true, OrdersByEvidence: true, Strangers: true,
			Types: make([]plausible.Type, 0, len(p.Types)),
		},
	}
	if chosen.outside {
		book.pack, book.rules.NobodysMakers, book.ofNobody = digestText(p.Digest()), true, ordersToNobody(p)
	}
	for i := range p.Types {
		book.rules.Types = append(book.rules.Types, packedType(p, &p.Types[i], rate))
	}
	return book
}

// ordersToNobody returns which orders make something of a category that no type makes.
func ordersToNobody(p *pack.Pack) func(o *ir.Order) bool {
	made, names, ids := p.Produced(), make(map[string]bool), make(map[uint32]bool)
	for i := range p.Types {
		if t := &p.Types[i]; t.Queue != "" && !made[t.Queue] {
			names[t.Name] = true
			ids[t.ID] = t.ID != 0
		}
	}
	if len(names) == 0 {
		return nil
	}
	return func(o *ir.Order) bool {
		switch o.Kind {
		case ir.KindProduce, ir.KindCancelProduction, ir.KindResearch, ir.KindCancelResearch:
			return names[o.Item] || o.Item == "" && o.Present.Has(ir.PresentItemID) && ids[o.ItemID]
		default:
			return false
		}
	}
}

const (
	// packEvidencePercent lets an order prove anything finished that was begun:
	// upgrades, crates and ranks that speed up production are not modelled.
	packEvidencePercent = 100
	// packSellMilliseconds is how long a structure takes to come down, so that
	// players who click again name something that is still there.
	packSellMilliseconds = 300
	// packDeployMilliseconds is when what a yard or a vehicle turns into exists:
	// its id is used long before it is done.
	packDeployMilliseconds = 200
	// packReach is how far units go up to a target: the range of a tank gun.
	packReach = 15 << 10
	// packReload stands for the time between shots, which nobody counts.
	packReload = 30
)

func deployTicks(t *pack.Type, rate order.TickRate) int32 {
	if t.Deploys == "" {
		return 0
	}
	return int32(rate.TicksIn(packDeployMilliseconds))
}

func packedType(p *pack.Pack, t *pack.Type, rate order.TickRate) plausible.Type {
	out := plausible.Type{
		Name: t.Name, ID: t.ID, HasID: t.ID != 0, Queue: t.Queue, Produces: t.Produces, Cost: t.Cost,
		BuildTicks: int32(rate.TicksIn(uint64(t.BuildMilliseconds))), Prerequisites: t.Needs, Provides: t.Provides,
		Health: t.Health, Power: t.Power, Brings: t.Brings, SoldBrings: t.SoldBrings, Researches: t.Researches, Deploys: t.Deploys, DeployAbility: t.DeployAbility, DeployTicks: deployTicks(t, rate),
		Speed: int32(int64(t.Speed) * 1024 / 1000 * int64(rate.Den) / int64(max(1, rate.Num))), Rallies: t.Rallies, Does: tagsOf(t.Does),
	}
	switch t.Class {
	case pack.Upgrade:
		out.Upgrade, out.Levels = true, max(1, t.Levels)
		return out
	case pack.Structure:
		out.Structure, out.OnSite, out.Width, out.Height = true, p.OnSite, 1, 1
		if len(t.Footprint) == 2 {
			out.Width, out.Height = t.Footprint[0], t.Footprint[1]
		}
		out.Speed = 0
	default:
		out.Speed = max(1, out.Speed)
	}
	// Orders go to the whole selection: whoever moves along may be told to
	// attack, armed or not.
	if t.Armed || out.Speed > 0 {
		out.Damage, out.Range, out.ReloadTicks = 1, packReach, packReload
	}
	return out
}

// tagsOf are the orders of the kinds that a type lists as what it does, in the order
// of their numbers.
func tagsOf(kinds []string) []order.GameOrderTag {
	var tags []order.GameOrderTag
	if len(kinds) == 0 {
		return nil
	}
	for kind := range ir.Kind(math.MaxUint8) {
		if tag, ok := translate.TagOf(kind); ok && slices.Contains(kinds, kind.String()) {
			tags = append(tags, tag)
		}
	}
	return tags
}
