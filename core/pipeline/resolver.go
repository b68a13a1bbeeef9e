// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/translate"
)

// resolver answers for foreign ids and counts them. A module that follows the
// foreign engine's ids answers itself as long as the native hash is met; from
// the hand-over on only for the ids given out until then. Everything else is
// left to the binder.
type resolver struct {
	native  sim.ForeignIDs
	numbers sim.Numbering // the same module, nil where it forgets who is gone
	binder  binder
	// successor is the binder where it goes by the order of appearance and by what was
	// ordered, and so can take over from the module; nil where it goes by time.
	successor *identity.Binder
	view      sim.View
	// proving is true while a native hash is met: then what the module does not
	// know does not exist. From the hand-over on limit is the first id that
	// the module no longer answers for.
	proving bool
	limit   uint32
	// seen holds the distinct subjects met, told counts those of them that were
	// told to act, and not only selected.
	seen  map[uint32]subjectState
	bound uint64
	told  subjectCount
	// missing counts the subjects of the running order that are not here, news those
	// of them that were here, or not named, before.
	missing, news int
	// past counts the subjects that were told to act where nothing is proven,
	// nil while it is.
	past *subjects
}

// binder infers what foreign ids name, and is asked about it.
type binder interface {
	translate.Identity
	identity.Register
}

// noLimit leaves all ids to a module that is asked first.
const noLimit = ^uint32(0)

func newResolver(view sim.View, game *Game, rate order.TickRate) *resolver {
	d := &resolver{
		native: view.ForeignIDs(), numbers: view.Numbering(), view: view, proving: game.Native.Computed(), limit: noLimit,
		seen: make(map[uint32]subjectState),
	}
	second := rate.Num / max(1, rate.Den)
	switch {
	case game.IDs.ByTime:
		d.binder = identity.NewChronology(view, view.Abilities(), second)
		return d
	case game.IDs.AnyOrder:
		d.binder = identity.NewAnyOrder(view, view.Abilities(), second)
		return d
	}
	d.successor = identity.New(view, view.Abilities(), view.Production())
	if remains := game.IDs.Remains; remains != nil {
		d.successor.CountRemains(remains.FirstID, remains.Finds)
	}
	d.binder = d.successor
	return d
}

// beginTick is called before the orders of every tick.
func (d *resolver) beginTick() {
	if d.successor != nil {
		d.successor.Watch()
	}
}

// order takes an order before it is translated.
func (d *resolver) order(o *ir.Order, player order.PlayerID) {
	if d.successor != nil {
		d.successor.Order(o, player)
	}
}

// begin is called before an order is translated.
func (d *resolver) begin() { d.missing, d.news = 0, 0 }

// nothingNew reports whether all subjects of the order that are not here were known
// not to be.
func (d *resolver) nothingNew() bool { return d.missing > 0 && d.news == 0 }

// Find implements translate.Identity.
func (d *resolver) Find(mention translate.Mention) (order.UnitTag, bool) {
	tag, ok := d.find(mention)
	if mention.Role == translate.RoleSubject {
		acts := !interfaceOnly(mention.Order.Kind)
		alive := false
		if ok {
			_, alive = d.view.Entity(tag)
		}
		d.count(mention.Native, ok, alive, acts)
		if d.past != nil && acts {
			d.past.note(mention.Native, ok, ok && !alive)
		}
	}
	return tag, ok
}

func (d *resolver) find(mention translate.Mention) (order.UnitTag, bool) {
	if tag, ok := d.known(mention.Native); ok {
		return tag, true
	}
	if d.proving || d.limit != noLimit && mention.Native < d.limit {
		return order.NoUnit, false
	}
	return d.binder.Find(mention)
}

// known answers for ids that are the module's own.
func (d *resolver) known(native uint32) (order.UnitTag, bool) {
	if d.native == nil || native >= d.limit {
		return order.NoUnit, false
	}
	if tag, ok := d.native.TagOf(native); ok {
		return tag, true
	}
	if d.numbers != nil {
		return d.numbers.LastTagOf(native)
	}
	return order.NoUnit, false
}

// Lookup implements identity.Register.
func (d *resolver) Lookup(native uint32) (order.UnitTag, bool) {
	if tag, ok := d.known(native); ok {
		return tag, true
	}
	return d.binder.Lookup(native)
}

// LastSeen implements identity.Register.
func (d *resolver) LastSeen(native uint32) (order.Tick, bool) { return d.binder.LastSeen(native) }

// Displaced implements identity.Register.
func (d *resolver) Displaced() int { return d.binder.Displaced() }

// count notes a subject once; being bound later counts as bound.
func (d *resolver) count(native uint32, ok, alive, acts bool) {
	was, known := d.seen[native]
	now := was &^ subjectMissing
	if ok {
		now |= subjectBound
	}
	if acts {
		now |= subjectTold
	}
	if !alive {
		now |= subjectMissing
		d.missing++
		if was&subjectMissing == 0 {
			d.news++
		}
	}
	if !known && len(d.seen) >= maxForeignIDs {
		return
	}
	if known && now == was {
		return
	}
	d.seen[native] = now
	if gained := now &^ was; gained&subjectBound != 0 {
		d.bound++
	}
	if now&subjectTold == 0 {
		return
	}
	if was&subjectTold == 0 {
		d.told.named++
	}
	if now&subjectBound != 0 && was&(subjectTold|subjectBound) != subjectTold|subjectBound {
		d.told.bound++
	}
}
