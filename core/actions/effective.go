// SPDX-License-Identifier: GPL-3.0-or-later

package actions

import (
	"slices"
	"strings"

	"convertd/core/ir"
	"convertd/core/order"
)

// The times within which an action undoes or repeats the one before, in milliseconds:
// those that the analysers of the field use.
const (
	cancelMilliseconds    = 800
	repeatMilliseconds    = 400
	selectionMilliseconds = 300
)

// last is the action before, and the row of orders to produce that it ended.
type last struct {
	any      bool
	tick     uint64
	kind     ir.Kind
	itemID   uint32
	item     string
	subjects []uint32
	row      int // how many orders to produce the same came one after another
}

// effective reports whether an action has an effect of its own, and makes it the one
// before. It has none if it
//
//   - orders more of an item, one after another, than the game's queue takes;
//   - cancels within 0.8 seconds what the action before ordered;
//   - repeats the action before within 0.4 seconds: the same kind of order to the same
//     subjects, wherever it is aimed. Production is no repetition: three clicks are
//     three tanks;
//   - selects within 0.3 seconds after a selection.
func (l *last) effective(o *ir.Order, rules *Rules) bool {
	wasted := l.any && l.wasted(o, rules.Rate)
	l.row = l.rowWith(o)
	if rules.Queue > 0 && l.row > rules.Queue {
		wasted = true
	}
	l.any, l.tick, l.kind, l.itemID = true, o.Tick, o.Kind, o.ItemID
	if l.item != o.Item {
		l.item = strings.Clone(o.Item)
	}
	l.subjects = append(l.subjects[:0], o.Subjects...)
	return !wasted
}

func (l *last) wasted(o *ir.Order, rate order.TickRate) bool {
	switch {
	case selects(o.Kind):
		return selects(l.kind) && l.within(o, selectionMilliseconds, rate)
	case cancelled(o.Kind) != ir.KindUnknown:
		return cancelled(o.Kind) == l.kind && l.takesBack(o) && l.within(o, cancelMilliseconds, rate)
	case o.Kind.Builds():
		return false
	}
	return o.Kind == l.kind && slices.Equal(o.Subjects, l.subjects) && l.within(o, repeatMilliseconds, rate)
}

// within reports whether the order comes at most so long after the action before.
func (l *last) within(o *ir.Order, milliseconds uint64, rate order.TickRate) bool {
	return order.Tick(o.Tick-l.tick) <= rate.TicksIn(milliseconds)
}

// takesBack reports whether a cancellation is of the item of the action before. One that
// names none is.
func (l *last) takesBack(o *ir.Order) bool {
	return l.sameItem(o) || o.Item == "" && !o.Present.Has(ir.PresentItemID)
}

func (l *last) sameItem(o *ir.Order) bool { return l.item == o.Item && l.itemID == o.ItemID }

// rowWith counts the orders to produce the same, this one included.
func (l *last) rowWith(o *ir.Order) int {
	if o.Kind != ir.KindProduce {
		return 0
	}
	if l.row > 0 && l.sameItem(o) && slices.Equal(l.subjects, o.Subjects) {
		return l.row + 1
	}
	return 1
}

func selects(kind ir.Kind) bool {
	switch kind {
	case ir.KindSelect, ir.KindDeselect, ir.KindGroupSelect:
		return true
	default:
		return false
	}
}

// cancelled is the kind of order that one of this kind takes back, ir.KindUnknown for
// those that take none back.
func cancelled(kind ir.Kind) ir.Kind {
	switch kind {
	case ir.KindCancelProduction:
		return ir.KindProduce
	case ir.KindCancelResearch:
		return ir.KindResearch
	case ir.KindCancelConstruction:
		return ir.KindPlaceBuilding
	default:
		return ir.KindUnknown
	}
}
