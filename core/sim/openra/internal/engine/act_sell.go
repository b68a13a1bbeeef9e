// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// sell resolves the order: the building stops working, its make animation runs
// backwards, then it is gone (docs/engine/openra-world.md#sell).
func (w *World) sell(a *Actor) {
	if a.Type.Sale == nil || !w.Holds(a, a.Type.Sale.Requires) || !a.InWorld {
		return
	}
	w.cancelAll(a)
	a.Selling = true
	if a.Aiming && len(a.Type.TurretRequires) > 0 && !w.Holds(a, a.Type.TurretRequires) {
		a.DropAims() // its turret is switched off and takes the targets along
	}
	w.abandonQueues(a)
	if a.Type.Charge != nil {
		a.Charges = 0
	}
	if a.Type.Dock != nil {
		a.PreventDock = true
	}
	if a.Guest != none {
		w.clearPad(a)
	}
	if ticks := a.Type.MakeTicks(int32(w.Rules.Extra.MakeTicks[a.Type.Name])); ticks > 0 {
		a.Animation = state.Animation{Left: ticks, Then: state.EndSale}
		return
	}
	w.queueSale(a)
}

// queueSale lets an actor be sold in its next turn. Nothing it is told in between
// stops that.
func (w *World) queueSale(a *Actor) {
	act := w.newActivity(state.ActSell)
	act.Uninterruptible = true
	w.order(a, false, act)
}

// tickSell is the moment of the sale. It does not end: what was ordered behind
// it, another sale too, is not begun.
func (w *World) tickSell(a *Actor) bool {
	if a.Type.Sale == nil {
		return true
	}
	hp, maxHP := int64(1), int64(1)
	if a.Type.MaxHP > 0 {
		hp, maxHP = int64(a.HP), int64(a.Type.MaxHP)
	}
	w.Players[a.Owner].Cash += int32(int64(a.Type.SellValue) * int64(a.Type.Sale.Percent) * hp / (100 * maxHP))
	for len(a.Passengers) > 0 {
		if passenger := w.leave(a); passenger != nil {
			w.later(state.Task{Kind: state.TaskTurnOut, Actor: passenger.ID, Cell: w.location(a)})
		}
	}
	if a.Guest != none {
		w.clearPad(a)
	}
	for i := range a.Type.SaleSpawns {
		w.survivors(a, &a.Type.SaleSpawns[i])
	}
	w.fell(a, state.EndSold, nil)
	w.Dispose(a)
	return false
}

// survivors draws who leaves a sold building and from which of its cells: first
// those who always come, then as many as a share of its price pays for
// (docs/engine/openra-world.md#sell-draws).
func (w *World) survivors(a *Actor, rule *info.SaleSpawn) {
	if a.Type.Building == nil || !w.Holds(a, rule.Requires) ||
		len(rule.Factions) > 0 && !info.Contains(rule.Factions, w.Players[a.Owner].Faction) {
		return
	}
	value := rule.Percent * a.Type.SellValue / 100
	if a.Type.MaxHP > 0 {
		if int64(a.HP)*100 < int64(rule.MinHealth)*int64(a.Type.MaxHP) {
			value = 0
		} else {
			value = int32(int64(a.HP) * int64(value) / int64(a.Type.MaxHP))
		}
	}
	var cells []Cell
	for _, kind := range [...]byte{info.FootprintPassable, info.FootprintOccupied, info.FootprintUntargeted, info.FootprintTransit} {
		a.Type.Building.CellsOf(kind, a.Cell, func(c Cell) { cells = append(cells, c) })
	}
	guaranteed := w.knownTypes(rule.Guaranteed)
	for len(cells) > 0 && len(guaranteed) > 0 {
		at := w.Random.Below(int32(len(guaranteed)))
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
		t := affordable[w.Random.Below(int32(len(affordable)))]
		value -= t.Cost
		cells = w.survivor(a, t, cells)
	}
}

func (w *World) knownTypes(names []string) []*info.ActorType {
	var types []*info.ActorType
	for _, name := range names {
		if t := w.TypeOf(strings.ToLower(name)); t != nil {
			types = append(types, t)
		}
	}
	return types
}

// survivor draws a cell and returns those that are left.
func (w *World) survivor(a *Actor, t *info.ActorType, cells []Cell) []Cell {
	at := w.Random.Below(int32(len(cells)))
	w.later(state.Task{Kind: state.TaskSpawn, Type: t, Spawn: state.Spawn{Owner: a.Owner, Cell: cells[at], HasCell: true, Facing: -1}})
	return append(cells[:at], cells[at+1:]...)
}
