// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/rules"
)

// saleInfo is how a building is sold.
type saleInfo struct {
	percent  int32
	requires expression
}

// saleSpawn is who comes out of a sold building.
type saleSpawn struct {
	percent, minHealth int32
	types, guaranteed  []string
	factions           []string
	requires           expression
}

// saleTrait reads the traits that matter when an actor is sold.
func (c *compiler) saleTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "CustomSellValue":
		t.sellValue = number(trait, "Value", 0)
	case "Sellable":
		t.sale = &saleInfo{percent: number(trait, "RefundPercent", 50), requires: requirementOf(trait)}
	case "SpawnActorsOnSell":
		t.saleSpawns = append(t.saleSpawns, saleSpawn{
			percent: number(trait, "ValuePercent", 40), minHealth: number(trait, "MinHpPercent", 30), requires: requirementOf(trait),
			types: trait.Texts("ActorTypes"), guaranteed: trait.Texts("GuaranteedActorTypes"), factions: trait.Texts("Factions"),
		})
	}
}

// unknownMakeTicks is how long the make animation of a building is taken to run
// backwards where the rules have no usual length: that of ra's power plant
// (openra-world-releases.md §C).
const unknownMakeTicks = 14

// usuallyIncomplete is how long a building that somebody builds is taken to rise
// where no replay has shown it.
func (t *actorType) usuallyIncomplete(usual int32) int32 {
	if t.incomplete == 0 && t.buildable != nil && (t.category == "building" || t.category == "defence") {
		return usual
	}
	return t.incomplete
}

// makeTicks is the length of a type's make animation. Walls have none.
func (t *actorType) makeTicks(known int32) int32 {
	switch {
	case t.category == "wall":
		return 0
	case known > 0:
		return known
	case t.incomplete > 0:
		return t.incomplete
	}
	return unknownMakeTicks
}

// sell resolves the order: the building stops working, its make animation runs
// backwards, then it is gone (openra-world.md §4.1).
func (w *World) sell(a *Actor) {
	if a.typ.sale == nil || !w.holds(a, a.typ.sale.requires) || !a.inWorld {
		return
	}
	w.cancelAll(a)
	a.selling = true
	if a.aiming && len(a.typ.turretRequires) > 0 && !w.holds(a, a.typ.turretRequires) {
		a.dropAims() // its turret is switched off and takes the targets along
	}
	w.abandonQueues(a)
	if a.typ.charge != nil {
		a.charges = 0
	}
	if a.typ.dock != nil {
		a.preventDock = true
	}
	if a.guest != none {
		w.clearPad(a)
	}
	if ticks := a.typ.makeTicks(int32(w.set.Extra.MakeTicks[a.typ.name])); ticks > 0 {
		a.animation = animation{left: ticks, then: endSale}
		return
	}
	w.queueSale(a)
}

// queueSale lets an actor be sold in its next turn. Nothing it is told in between
// stops that.
func (w *World) queueSale(a *Actor) {
	act := w.newActivity(actSell)
	act.uninterruptible = true
	w.order(a, false, act)
}

// tickSell is the moment of the sale. It does not end: what was ordered behind
// it, another sale too, is not begun.
func (w *World) tickSell(a *Actor) bool {
	if a.typ.sale == nil {
		return true
	}
	hp, maxHP := int64(1), int64(1)
	if a.typ.maxHP > 0 {
		hp, maxHP = int64(a.hp), int64(a.typ.maxHP)
	}
	w.players[a.owner].cash += int32(int64(a.typ.sellValue) * int64(a.typ.sale.percent) * hp / (100 * maxHP))
	for len(a.passengers) > 0 {
		if passenger := w.leave(a); passenger != nil {
			w.later(task{kind: taskTurnOut, actor: passenger.ID, cell: w.location(a)})
		}
	}
	if a.guest != none {
		w.clearPad(a)
	}
	for i := range a.typ.saleSpawns {
		w.survivors(a, &a.typ.saleSpawns[i])
	}
	w.fell(a, endSold, nil)
	w.dispose(a)
	return false
}

// survivors draws who leaves a sold building and from which of its cells: first
// those who always come, then as many as a share of its price pays for
// (openra-world.md §8).
func (w *World) survivors(a *Actor, info *saleSpawn) {
	if a.typ.building == nil || !w.holds(a, info.requires) ||
		len(info.factions) > 0 && !contains(info.factions, w.players[a.owner].faction) {
		return
	}
	value := info.percent * a.typ.sellValue / 100
	if a.typ.maxHP > 0 {
		if int64(a.hp)*100 < int64(info.minHealth)*int64(a.typ.maxHP) {
			value = 0
		} else {
			value = int32(int64(a.hp) * int64(value) / int64(a.typ.maxHP))
		}
	}
	var cells []Cell
	for _, kind := range [...]byte{footprintPassable, footprintOccupied, footprintUntargeted, footprintTransit} {
		a.typ.building.cellsOf(kind, a.cell, func(c Cell) { cells = append(cells, c) })
	}
	guaranteed := w.knownTypes(info.guaranteed)
	for len(cells) > 0 && len(guaranteed) > 0 {
		at := w.random.below(int32(len(guaranteed)))
		value -= guaranteed[at].cost
		cells = w.survivor(a, guaranteed[at], cells)
		guaranteed = append(guaranteed[:at], guaranteed[at+1:]...)
	}
	types := w.knownTypes(info.types)
	for len(cells) > 0 {
		affordable := types[:0:0]
		for _, t := range types {
			if t.cost <= value {
				affordable = append(affordable, t)
			}
		}
		if len(affordable) == 0 {
			return
		}
		t := affordable[w.random.below(int32(len(affordable)))]
		value -= t.cost
		cells = w.survivor(a, t, cells)
	}
}

func (w *World) knownTypes(names []string) []*actorType {
	var types []*actorType
	for _, name := range names {
		if t := w.typeOf(strings.ToLower(name)); t != nil {
			types = append(types, t)
		}
	}
	return types
}

// survivor draws a cell and returns those that are left.
func (w *World) survivor(a *Actor, t *actorType, cells []Cell) []Cell {
	at := w.random.below(int32(len(cells)))
	w.later(task{kind: taskSpawn, typ: t, spawn: spawn{owner: a.owner, cell: cells[at], hasCell: true, facing: -1}})
	return append(cells[:at], cells[at+1:]...)
}
