// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/sim/openra/internal/info"
)

// sell resolves the order: the building stops working, its make animation runs
// backwards, then it is gone (docs/engine/openra-world.md#sell).
func (w *World) sell(a *Actor) {
	if a.typ.Sale == nil || !w.holds(a, a.typ.Sale.Requires) || !a.inWorld {
		return
	}
	w.cancelAll(a)
	a.selling = true
	if a.aiming && len(a.typ.TurretRequires) > 0 && !w.holds(a, a.typ.TurretRequires) {
		a.dropAims() // its turret is switched off and takes the targets along
	}
	w.abandonQueues(a)
	if a.typ.Charge != nil {
		a.charges = 0
	}
	if a.typ.Dock != nil {
		a.preventDock = true
	}
	if a.guest != none {
		w.clearPad(a)
	}
	if ticks := a.typ.MakeTicks(int32(w.set.Extra.MakeTicks[a.typ.Name])); ticks > 0 {
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
	if a.typ.Sale == nil {
		return true
	}
	hp, maxHP := int64(1), int64(1)
	if a.typ.MaxHP > 0 {
		hp, maxHP = int64(a.hp), int64(a.typ.MaxHP)
	}
	w.players[a.owner].cash += int32(int64(a.typ.SellValue) * int64(a.typ.Sale.Percent) * hp / (100 * maxHP))
	for len(a.passengers) > 0 {
		if passenger := w.leave(a); passenger != nil {
			w.later(task{kind: taskTurnOut, actor: passenger.ID, cell: w.location(a)})
		}
	}
	if a.guest != none {
		w.clearPad(a)
	}
	for i := range a.typ.SaleSpawns {
		w.survivors(a, &a.typ.SaleSpawns[i])
	}
	w.fell(a, endSold, nil)
	w.dispose(a)
	return false
}

// survivors draws who leaves a sold building and from which of its cells: first
// those who always come, then as many as a share of its price pays for
// (docs/engine/openra-world.md#sell-draws).
func (w *World) survivors(a *Actor, rule *info.SaleSpawn) {
	if a.typ.Building == nil || !w.holds(a, rule.Requires) ||
		len(rule.Factions) > 0 && !info.Contains(rule.Factions, w.players[a.owner].faction) {
		return
	}
	value := rule.Percent * a.typ.SellValue / 100
	if a.typ.MaxHP > 0 {
		if int64(a.hp)*100 < int64(rule.MinHealth)*int64(a.typ.MaxHP) {
			value = 0
		} else {
			value = int32(int64(a.hp) * int64(value) / int64(a.typ.MaxHP))
		}
	}
	var cells []Cell
	for _, kind := range [...]byte{info.FootprintPassable, info.FootprintOccupied, info.FootprintUntargeted, info.FootprintTransit} {
		a.typ.Building.CellsOf(kind, a.cell, func(c Cell) { cells = append(cells, c) })
	}
	guaranteed := w.knownTypes(rule.Guaranteed)
	for len(cells) > 0 && len(guaranteed) > 0 {
		at := w.random.below(int32(len(guaranteed)))
		value -= guaranteed[at].Cost
		cells = w.survivor(a, guaranteed[at], cells)
		guaranteed = append(guaranteed[:at], guaranteed[at+1:]...)
	}
	types := w.knownTypes(rule.Types)
	for len(cells) > 0 {
		affordable := types[:0:0]
		for _, t := range types {
			if t.Cost <= value {
				affordable = append(affordable, t)
			}
		}
		if len(affordable) == 0 {
			return
		}
		t := affordable[w.random.below(int32(len(affordable)))]
		value -= t.Cost
		cells = w.survivor(a, t, cells)
	}
}

func (w *World) knownTypes(names []string) []*info.ActorType {
	var types []*info.ActorType
	for _, name := range names {
		if t := w.typeOf(strings.ToLower(name)); t != nil {
			types = append(types, t)
		}
	}
	return types
}

// survivor draws a cell and returns those that are left.
func (w *World) survivor(a *Actor, t *info.ActorType, cells []Cell) []Cell {
	at := w.random.below(int32(len(cells)))
	w.later(task{kind: taskSpawn, typ: t, spawn: spawn{owner: a.owner, cell: cells[at], hasCell: true, facing: -1}})
	return append(cells[:at], cells[at+1:]...)
}
