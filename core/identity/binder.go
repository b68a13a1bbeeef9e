// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"slices"

	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
	"convertd/core/translate"
)

// Binding is one foreign id and the entity it was found to name.
type Binding struct {
	Native uint32
	Tag    order.UnitTag
	Owner  order.PlayerID
	Kind   sim.KindID
	// Confidence is 1 to 99: how much worse the next best choice was, halved by
	// every revision.
	Confidence uint8
	// Revised counts how often the binding was changed by later evidence.
	Revised uint16
}

// Confidence bounds.
const (
	leastConfidence = 1
	baseConfidence  = 50
	mostConfidence  = 99
)

// MaxBindings bounds the ids a Binder remembers; later ids stay unbound. The
// longest real game here names fewer than 3,000.
const MaxBindings = 1 << 16

// Binder implements translate.Identity. It is used from one goroutine.
type Binder struct {
	view      sim.View
	abilities sim.Abilities

	ids      []id     // ascending by native
	entities []entity // in the order of appearance; what is in production last

	bySlot []int32 // index into entities of the slot's newest entity, -1

	seenTick order.Tick
	seen     bool
	appeared int    // entities[:appeared] have appeared
	serial   uint64 // of the last of them
	scratch  alignment
	counter  counter
	changes  int // of bindings
	bindings []Binding
	ledger   *ledger // nil where nothing is known of production
	remains  bool    // CountRemains
}

// id is one foreign id that orders named.
type id struct {
	native uint32
	at     int32 // index into entities, -1 while nothing fits
	// What orders said about it.
	owner    order.PlayerID // order.NoPlayer while not known
	notOwner order.PlayerID // attacked by this player, order.NoPlayer if not
	asked    [maxAsked]demand
	demands  uint8

	confidence uint8
	revised    uint16
	// vain is how much was known, as knowledge counts it, when an entity was
	// last looked for in vain.
	vain  int
	first order.Tick // when it was first named
	// kept: the engine's own number, known while its hash was met. It is never
	// given up.
	kept bool
}

// demand is a kind of order an id was given.
type demand struct {
	tag  order.GameOrderTag
	item string
}

// maxAsked bounds the demands remembered for one id: enough to tell types
// apart.
const maxAsked = 4

// entity is one entity of ours, living or dead.
type entity struct {
	tag    order.UnitTag
	serial uint64
	owner  order.PlayerID
	kind   sim.KindID
	flags  snapshot.Flags
	native int32      // index into ids, -1 if no id names it; rebuilt with ids
	seen   order.Tick // when it was last seen alive
}

// New returns a binder that knows nothing yet. Without abilities (nil) it goes by the
// flags of entities, without production (nil) by the order of appearance alone.
func New(view sim.View, abilities sim.Abilities, production sim.Production) *Binder {
	b := &Binder{view: view, abilities: abilities}
	if production != nil {
		b.ledger = newLedger(view, production)
	}
	return b
}

// Bindings lists what is bound at present, ascending by foreign id, valid until
// the next call of any method.
func (b *Binder) Bindings() []Binding {
	b.bindings = b.bindings[:0]
	for i := range b.ids {
		n := &b.ids[i]
		if n.at < 0 {
			continue
		}
		e := &b.entities[n.at]
		b.bindings = append(b.bindings, Binding{
			Native: n.native, Tag: e.tag, Owner: e.owner, Kind: e.kind, Confidence: n.confidence, Revised: n.revised,
		})
	}
	return b.bindings
}

// Lookup returns what an id is bound to, without binding it. What only waits in
// a queue is not there yet.
func (b *Binder) Lookup(native uint32) (tag order.UnitTag, bound bool) {
	at, known := b.search(native)
	if !known || b.ids[at].at < 0 {
		return order.NoUnit, false
	}
	e := &b.entities[b.ids[at].at]
	if b.ledger != nil && e.serial == notAppeared && !b.ledger.production.Begun(e.tag) {
		return order.NoUnit, false
	}
	return e.tag, true
}

// LastSeen returns when the entity that an id names was last seen alive, at a
// tick with orders; ok is false for ids without an entity.
func (b *Binder) LastSeen(native uint32) (tick order.Tick, ok bool) {
	at, known := b.search(native)
	if !known || b.ids[at].at < 0 {
		return 0, false
	}
	return b.entities[b.ids[at].at].seen, true
}

// Find implements translate.Identity. A subject that is dead in our state keeps
// its tag: that the original commands it is evidence, not a reason to guess
// again.
func (b *Binder) Find(mention translate.Mention) (order.UnitTag, bool) {
	b.observe()
	if mention.Role == translate.RoleSubject && len(mention.Order.Subjects) > 0 && mention.Native == mention.Order.Subjects[0] {
		b.meetGroup(&mention)
	}
	if tag, bound, answered := b.findListed(&mention); answered {
		return tag, bound
	}
	at, known := b.search(mention.Native)
	if !known {
		if len(b.ids) >= MaxBindings {
			return order.NoUnit, false
		}
		b.align(b.add(&mention))
		at, _ = b.search(mention.Native)
	} else {
		n := &b.ids[at]
		if n.at >= 0 {
			tag := b.entities[n.at].tag
			if _, alive := b.view.Entity(tag); !alive || n.kept || !n.learn(&mention) || b.emission(n, int(n.at)) < impossible {
				return tag, true
			}
		} else if !n.learn(&mention) && n.vain == b.knowledge() {
			return order.NoUnit, false
		}
		b.align(at, at+1)
		at, _ = b.search(mention.Native)
	}
	n := &b.ids[at]
	if n.at >= 0 {
		return b.entities[n.at].tag, true
	}
	n.vain = b.knowledge()
	return order.NoUnit, false
}

// knowledge changes whenever there is a reason to look again for an entity: one
// came, or a binding changed.
func (b *Binder) knowledge() int { return 1 + len(b.entities) + b.changes }

// meetGroup takes up all new ids of an order before the first is answered: they
// are placed together, and may move those that are known.
func (b *Binder) meetGroup(mention *translate.Mention) {
	low, high := -1, -1
	for _, native := range mention.Order.Subjects {
		if _, known := b.search(native); known || len(b.ids) >= MaxBindings {
			continue
		}
		one := *mention
		one.Native = native
		first, last := b.add(&one)
		switch {
		case low < 0:
			low, high = first, last
		case first < low:
			low, high = first, high+1
		default:
			high = max(high+1, last)
		}
	}
	if low >= 0 && !b.listing() {
		b.align(low, high)
	}
}

// add inserts an unbound id and returns its place.
func (b *Binder) add(mention *translate.Mention) (low, high int) {
	at, _ := b.search(mention.Native)
	n := id{native: mention.Native, at: -1, first: b.view.Tick(), owner: order.NoPlayer, notOwner: order.NoPlayer}
	n.learn(mention)
	b.insert(at, n)
	return at, at + 1
}

// insert puts an id in its place.
func (b *Binder) insert(at int, n id) {
	b.ids = slices.Insert(b.ids, at, n)
	for i := at + 1; i < len(b.ids); i++ {
		if e := b.ids[i].at; e >= 0 {
			b.entities[e].native = int32(i)
		}
	}
}

// learn notes what a mention says about the id; false if that is nothing new.
func (n *id) learn(mention *translate.Mention) bool {
	o := mention.Order
	if mention.Role != translate.RoleSubject {
		switch o.Kind {
		case ir.KindAttack, ir.KindCapture, ir.KindInfiltrate, ir.KindDemolish:
			fresh := n.notOwner != mention.Player
			n.notOwner = mention.Player
			return fresh
		case ir.KindSell, ir.KindRepairBuilding, ir.KindPowerToggle, ir.KindSetPrimary:
			fresh := n.owner != mention.Player
			n.owner = mention.Player
			return n.ask(o) || fresh
		default:
			return false
		}
	}
	fresh := n.owner != mention.Player
	n.owner = mention.Player
	return n.ask(o) || fresh
}

func (n *id) ask(o *ir.Order) bool {
	tag, ok := translate.TagOf(o.Kind)
	if !ok || int(n.demands) == maxAsked {
		return false
	}
	wanted := demand{tag: tag, item: o.Item}
	if slices.Contains(n.asked[:n.demands], wanted) {
		return false
	}
	n.asked[n.demands] = wanted
	n.demands++
	return true
}

func (b *Binder) search(native uint32) (at int, found bool) {
	return slices.BinarySearchFunc(b.ids, native, func(have id, want uint32) int {
		switch {
		case have.native < want:
			return -1
		case have.native > want:
			return 1
		}
		return 0
	})
}

// observe takes up what appeared since the last look, in the order of
// appearance, and behind it what is in production.
func (b *Binder) observe() {
	if b.seen && b.seenTick == b.view.Tick() {
		return
	}
	first := !b.seen
	b.seen, b.seenTick = true, b.view.Tick()
	waiting := b.entities[b.appeared:]
	fresh := make([]entity, 0, len(waiting))
	for slot := range b.view.Slots() {
		e, ok := b.view.At(slot)
		if !ok || e.Flags&snapshot.FlagScenery != 0 {
			continue
		}
		if e.Serial != 0 && e.Serial <= b.serial {
			if at := b.bySlot[slot]; at >= 0 {
				b.entities[at].seen = b.seenTick
			}
			continue
		}
		if e.Serial == 0 && b.ledger != nil && !b.listing() && !b.ledger.production.Begun(e.Tag) {
			continue // it only waits
		}
		serial := e.Serial
		if serial == 0 {
			serial = notAppeared
		}
		fresh = append(fresh, entity{tag: e.Tag, serial: serial, owner: e.Owner, kind: e.Kind, flags: e.Flags, native: -1, seen: b.seenTick})
	}
	slices.SortStableFunc(fresh, func(x, y entity) int {
		switch {
		case x.serial < y.serial:
			return -1
		case x.serial > y.serial:
			return 1
		}
		return 0
	})
	if b.ledger != nil {
		b.enter(fresh, first)
	}
	b.merge(waiting, fresh)
}

// notAppeared is the serial of what is still in production.
const notAppeared = ^uint64(0)

// merge puts the fresh entities behind those that had appeared. Ids that name
// one that was in production follow it to its new place.
func (b *Binder) merge(waiting, fresh []entity) {
	for i := range waiting {
		if waiting[i].native < 0 {
			continue
		}
		at := slices.IndexFunc(fresh, func(e entity) bool { return e.tag == waiting[i].tag })
		if at < 0 { // it was cancelled: it stays as one that is gone
			gone := waiting[i]
			gone.serial = b.serial
			fresh = slices.Insert(fresh, 0, gone)
			continue
		}
		fresh[at].native = waiting[i].native
	}
	b.entities = append(b.entities[:b.appeared], fresh...)
	for i := b.appeared; i < len(b.entities); i++ {
		e := &b.entities[i]
		for len(b.bySlot) <= int(e.tag.Index) {
			b.bySlot = append(b.bySlot, -1)
		}
		b.bySlot[e.tag.Index] = int32(i)
		if e.native >= 0 {
			b.ids[e.native].at = int32(i)
		}
		if e.serial != notAppeared {
			b.appeared, b.serial = i+1, e.serial
		}
	}
}

// place is where an entity stands in the order of appearance, for distances:
// what is in production comes next.
func (b *Binder) place(at int) int64 {
	if e := &b.entities[at]; e.serial != notAppeared {
		return int64(e.serial)
	}
	return int64(b.serial) + int64(at-b.appeared+1)
}
