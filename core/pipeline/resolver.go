package pipeline

import (
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/translate"
)

// resolver answers for foreign ids and counts them. Modules that follow the
// foreign engine's ids answer themselves; the others leave it to the binder.
type resolver struct {
	native sim.ForeignIDs
	binder translate.Identity // nil where the module knows the ids
	// seen holds the distinct subjects met; the value says whether bound.
	seen  map[uint32]bool
	bound uint64
}

// rememberer is a module that remembers the tags of entities that are gone: an
// order to the dead is other evidence than an order to what never was.
type rememberer interface {
	LastTagOf(native uint32) (tag order.UnitTag, ok bool)
}

func newResolver(native sim.ForeignIDs, binder translate.Identity) *resolver {
	return &resolver{native: native, binder: binder, seen: make(map[uint32]bool)}
}

// Find implements translate.Identity.
func (d *resolver) Find(mention translate.Mention) (order.UnitTag, bool) {
	tag, ok := d.find(mention)
	if mention.Role == translate.RoleSubject {
		d.count(mention.Native, ok)
	}
	return tag, ok
}

func (d *resolver) find(mention translate.Mention) (order.UnitTag, bool) {
	if d.native != nil {
		if tag, ok := d.native.TagOf(mention.Native); ok {
			return tag, true
		}
		if dead, is := d.native.(rememberer); is {
			if tag, ok := dead.LastTagOf(mention.Native); ok {
				return tag, true
			}
		}
	}
	if d.binder != nil {
		return d.binder.Find(mention)
	}
	return order.NoUnit, false
}

// count notes a subject once; being bound later counts as bound.
func (d *resolver) count(native uint32, ok bool) {
	bound, known := d.seen[native]
	if !known && len(d.seen) >= maxForeignIDs {
		return
	}
	if ok && !bound {
		d.bound++
	}
	if !known || ok != bound {
		d.seen[native] = bound || ok
	}
}
