// SPDX-License-Identifier: GPL-3.0-or-later

package power

import (
	"slices"

	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/core/rules/pack"
	"convertd/core/sim"
)

// makeForeignItems lets every player make what only another faction can make:
// of the game's rules where they say whose an item is, else what players of
// another faction make in the same game.
func makeForeignItems(g *game, random *sim.Random) (changed int, why string) {
	items := itemsByPlayer(g)
	if len(items) == 0 {
		return 0, "nothing that is produced here has a name"
	}
	rules, _ := pipeline.PackFor(&g.header, g.packs)
	foreign := make([][]item, len(g.header.Players))
	for player := range foreign {
		if rules != nil {
			foreign[player] = foreignOfPack(rules, items[int32(player)])
		}
		if len(foreign[player]) == 0 {
			foreign[player] = foreignOfGame(g, items, int32(player))
		}
	}
	for i := range g.orders {
		o := &g.orders[i]
		if !makes(o) || int(o.Player) >= len(foreign) || len(foreign[o.Player]) == 0 {
			continue
		}
		one := foreign[o.Player][random.Below(len(foreign[o.Player]))]
		o.Item, o.ItemID = one.name, one.id
		changed++
	}
	return changed, noneIf(changed == 0, "no item of another faction is known")
}

// item is what is produced, by name and number.
type item struct {
	name string
	id   uint32
}

// makes reports whether an order produces or places something with a name.
func makes(o *ir.Order) bool {
	return ofPlayers(o) && produces(o.Kind) && (o.Item != "" || o.Present.Has(ir.PresentItemID))
}

// itemsByPlayer lists what each player makes, each item once, in the order of
// the game.
func itemsByPlayer(g *game) map[int32][]item {
	items := make(map[int32][]item)
	for i := range g.orders {
		o := &g.orders[i]
		one := item{o.Item, o.ItemID}
		if makes(o) && !slices.Contains(items[o.Player], one) {
			items[o.Player] = append(items[o.Player], one)
		}
	}
	return items
}

// foreignOfPack lists what sides make of which a player makes nothing.
func foreignOfPack(rules *pack.Pack, made []item) []item {
	sides := make(map[string]bool)
	for i := range rules.Types {
		t := &rules.Types[i]
		if slices.ContainsFunc(made, func(one item) bool { return one.name == t.Name || one.name == "" && one.id == t.ID }) {
			sides[t.Side] = true
		}
	}
	if len(sides) == 0 {
		return nil
	}
	var foreign []item
	for i := range rules.Types {
		if t := &rules.Types[i]; t.Queue != "" && t.Side != "" && !sides[t.Side] {
			foreign = append(foreign, item{t.Name, t.ID})
		}
	}
	return foreign
}

// foreignOfGame lists what players of other factions make and nobody of the
// player's own.
func foreignOfGame(g *game, items map[int32][]item, player int32) []item {
	var foreign, own []item
	faction := g.header.Players[player].Faction
	for other := range g.header.Players {
		if g.header.Players[other].Faction == faction {
			own = append(own, items[int32(other)]...)
		} else {
			foreign = append(foreign, items[int32(other)]...)
		}
	}
	return slices.DeleteFunc(foreign, func(one item) bool { return slices.Contains(own, one) })
}
