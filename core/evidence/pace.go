// SPDX-License-Identifier: GPL-3.0-or-later

package evidence

import (
	"fmt"

	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
)

// Rules hold for a game's production unless so many structures, and such a share of
// all, were placed in less than half the time that the rules ask for.
const (
	hastyLeast = 3
	hastyShare = 3 // one in so many
	hastyPart  = 2 // of the time
)

// maxOrdered bounds what waits to be placed.
const maxOrdered = 1 << 12

// Pace compares how soon structures are placed after they were ordered with how
// long the rules say that they take. What is placed too soon by a factor of two, time
// and again, was not made by these rules, or not in this time. It is used from one
// goroutine.
type Pace struct {
	production sim.Production
	ordered    map[ordered][]order.Tick
	waiting    int
	timed      uint64 // structures whose order is known
	hasty      uint64
}

type ordered struct {
	player  order.PlayerID
	product int32
}

// NewPace returns a comparison that has seen nothing.
func NewPace(production sim.Production) *Pace {
	return &Pace{production: production, ordered: make(map[ordered][]order.Tick)}
}

// Order takes an order of a player, in the order of the recording.
func (p *Pace) Order(tick order.Tick, o *ir.Order, player order.PlayerID) {
	if o.Kind != ir.KindProduce && o.Kind != ir.KindCancelProduction && o.Kind != ir.KindPlaceBuilding {
		return
	}
	product, known := p.production.Product(o.Item, o.ItemID, o.Present.Has(ir.PresentItemID))
	if !known {
		return
	}
	_, ticks, placed := p.production.Made(product)
	if !placed || ticks <= 0 {
		return
	}
	count := 1
	if o.Present.Has(ir.PresentCount) {
		count = int(o.Count)
	}
	key := ordered{player, product}
	switch o.Kind {
	case ir.KindProduce:
		for ; count > 0 && p.waiting < maxOrdered; count-- {
			p.ordered[key] = append(p.ordered[key], tick)
			p.waiting++
		}
	case ir.KindCancelProduction:
		for ; count > 0 && len(p.ordered[key]) > 0; count-- {
			p.ordered[key] = p.ordered[key][:len(p.ordered[key])-1]
			p.waiting--
		}
	default:
		p.place(key, tick, ticks)
	}
}

// place compares with the oldest order that it can be of.
func (p *Pace) place(key ordered, tick order.Tick, ticks int64) {
	waiting := p.ordered[key]
	if len(waiting) == 0 {
		return
	}
	p.timed++
	if int64(tick-waiting[0])*hastyPart < ticks {
		p.hasty++
	}
	p.ordered[key] = waiting[1:]
	p.waiting--
}

// Broken says in words that the rules do not hold for the game's production, ""
// if nothing says so.
func (p *Pace) Broken() string {
	if p.hasty < hastyLeast || p.hasty*hastyShare < p.timed {
		return ""
	}
	return fmt.Sprintf("%d of %d structures were placed in less than half the time that the rules ask for: the game had other rules, or other times", p.hasty, p.timed)
}
