// SPDX-License-Identifier: GPL-3.0-or-later

package power

import (
	"slices"

	"convertd/core/ir"
	"convertd/core/sim"
)

// Shares of orders that are changed.
const (
	cutPercent    = 30
	othersPercent = 33
	haste         = 10
)

// cutOrders leaves out three of ten orders, at random.
func cutOrders(g *game, random *sim.Random) (changed int, why string) {
	g.orders = slices.DeleteFunc(g.orders, func(o ir.Order) bool {
		if !ofPlayers(&o) || random.Below(100) >= cutPercent {
			return false
		}
		changed++
		return true
	})
	return changed, noneIf(changed == 0, "too few orders to cut any")
}

// shuffleOrders gives every order the moment of another one: which of them is
// drawn evenly over the whole game.
func shuffleOrders(g *game, random *sim.Random) (changed int, why string) {
	var places []int
	for i := range g.orders {
		if ofPlayers(&g.orders[i]) {
			places = append(places, i)
		}
	}
	for n := len(places) - 1; n > 0; n-- {
		a, b := places[n], places[random.Below(n+1)]
		exchange(&g.orders[a], &g.orders[b])
	}
	moments := make(map[uint64]bool)
	for _, i := range places {
		moments[g.orders[i].Tick] = true
	}
	return len(places), noneIf(len(moments) < 2, "all orders are of one moment")
}

// exchange swaps what two orders say; each place keeps its moment.
func exchange(a, b *ir.Order) {
	*a, *b = *b, *a
	a.Tick, b.Tick = b.Tick, a.Tick
	a.Frame, b.Frame = b.Frame, a.Frame
	a.Offset, b.Offset = b.Offset, a.Offset
}

// removeProduction takes out everything that produces, places or cancels.
func removeProduction(g *game, _ *sim.Random) (changed int, why string) {
	made := false
	g.orders = slices.DeleteFunc(g.orders, func(o ir.Order) bool {
		if !produces(o.Kind) {
			return false
		}
		made = made || o.Kind == ir.KindProduce || o.Kind == ir.KindPlaceBuilding
		changed++
		return true
	})
	return changed, noneIf(!made, "nothing is produced in this game")
}

// hurry lets everything happen ten times as fast.
func hurry(g *game, _ *sim.Random) (changed int, why string) {
	for i := range g.orders {
		o := &g.orders[i]
		if o.Tick/haste != o.Tick {
			changed++
		}
		o.Tick /= haste
		o.Frame /= haste
	}
	for i := range g.hashes {
		g.hashes[i].Tick /= haste
	}
	if g.trailer != nil {
		g.trailer.Ticks = (g.trailer.Ticks + haste - 1) / haste
	}
	return changed, noneIf(changed == 0, "everything happens in the first moment")
}

// noneIf returns a reason where it holds.
func noneIf(holds bool, reason string) string {
	if holds {
		return reason
	}
	return ""
}
