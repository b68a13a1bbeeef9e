package identity

import (
	"slices"

	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
	"convertd/core/translate"
)

// Abilities knows what a kind of entity can be ordered to do. A game module
// that knows implements it; without it a Binder goes by the entity's flags.
type Abilities interface {
	// Can reports whether an entity of that kind can be the subject of such an
	// order, about the item if it names one. When in doubt it says true.
	Can(kind sim.KindID, tag order.GameOrderTag, item string) bool
}

// Binding is one foreign id and the entity it was found to name.
type Binding struct {
	Native uint32
	Tag    order.UnitTag
	Owner  order.PlayerID
	Kind   sim.KindID
	// Confidence is 1 to 99: how clear the choice was, raised by every later
	// use that fits, lowered by a revision.
	Confidence uint8
	// Revised counts how often the binding was changed by later evidence.
	Revised uint16
	serial  uint64
}

// MaxBindings bounds the ids a Binder remembers; later ids stay unbound. The
// longest real game here names fewer than 3,000.
const MaxBindings = 1 << 16

// Confidence of new bindings and its bounds.
const (
	leastConfidence = 1
	mostConfidence  = 99
	onlyCandidate   = 90
	clearCandidate  = 75
	closeCandidate  = 50
)

// Binder implements translate.Identity. It is used from one goroutine.
type Binder struct {
	view      sim.View
	abilities Abilities

	bindings []Binding // ascending by native
	// bound holds, for each slot, the tag that is bound and by which id.
	bound []boundSlot

	seenTick   order.Tick
	seen       bool
	candidates []candidate // living entities of the present tick
	lastSerial uint64
	limits     []span // by kind, for the id that is looked for
	estimates  []uint64
}

type boundSlot struct {
	tag    order.UnitTag
	native uint32
}

// candidate is an entity that a new id may name.
type candidate struct {
	sim.Entity
	serial uint64 // of what is still in production: behind all others
}

// span is the open interval of serials that the ids of one type leave.
type span struct{ low, high uint64 }

// New returns a binder that knows nothing yet. abilities may be nil.
func New(view sim.View, abilities Abilities) *Binder {
	return &Binder{view: view, abilities: abilities}
}

// Bindings lists what was bound so far, ascending by foreign id. The slice is
// the binder's own.
func (b *Binder) Bindings() []Binding { return b.bindings }

// Find implements translate.Identity. A subject that is dead in our state keeps
// its tag: that the original commands it is evidence, not a reason to guess
// again.
func (b *Binder) Find(mention translate.Mention) (order.UnitTag, bool) {
	b.observe()
	if at, found := b.search(mention.Native); found {
		return b.use(at, &mention)
	}
	if len(b.bindings) >= MaxBindings {
		return order.NoUnit, false
	}
	return b.bind(&mention)
}

func (b *Binder) search(native uint32) (at int, found bool) {
	return slices.BinarySearchFunc(b.bindings, native, func(have Binding, want uint32) int {
		switch {
		case have.Native < want:
			return -1
		case have.Native > want:
			return 1
		}
		return 0
	})
}

// use answers for a bound id, and revises the binding if the order cannot be
// meant for that entity.
func (b *Binder) use(at int, mention *translate.Mention) (order.UnitTag, bool) {
	have := &b.bindings[at]
	entity, alive := b.view.Entity(have.Tag)
	if !alive {
		return have.Tag, true
	}
	if b.fits(&candidate{Entity: entity, serial: have.serial}, mention) {
		have.Confidence = min(mostConfidence, have.Confidence+1)
		return have.Tag, true
	}
	old := *have
	b.remove(at)
	if tag, ok := b.bind(mention); ok {
		at, _ = b.search(mention.Native)
		b.bindings[at].Revised = old.Revised + 1
		b.bindings[at].Confidence = max(leastConfidence, b.bindings[at].Confidence/2)
		return tag, true
	}
	// Nothing fits better: keep what was believed, with less confidence.
	old.Confidence = max(leastConfidence, old.Confidence/2)
	b.insert(old)
	return old.Tag, true
}

// observe lists the living entities once per tick.
func (b *Binder) observe() {
	if b.seen && b.seenTick == b.view.Tick() {
		return
	}
	b.seen, b.seenTick = true, b.view.Tick()
	b.candidates, b.lastSerial = b.candidates[:0], 0
	for slot := range b.view.Slots() {
		entity, ok := b.view.At(slot)
		if !ok || entity.Flags&snapshot.FlagScenery != 0 {
			continue
		}
		b.candidates = append(b.candidates, candidate{Entity: entity, serial: entity.Serial})
		b.lastSerial = max(b.lastSerial, entity.Serial)
	}
	reserved := b.lastSerial
	for i := range b.candidates {
		if b.candidates[i].serial == 0 {
			reserved++
			b.candidates[i].serial = reserved
		}
	}
}

// isBound reports whether an entity has an id already, and which.
func (b *Binder) isBound(tag order.UnitTag) (native uint32, bound bool) {
	if int(tag.Index) >= len(b.bound) || b.bound[tag.Index].tag != tag {
		return 0, false
	}
	return b.bound[tag.Index].native, true
}

func (b *Binder) insert(binding Binding) {
	at, _ := b.search(binding.Native)
	b.bindings = slices.Insert(b.bindings, at, binding)
	for len(b.bound) <= int(binding.Tag.Index) {
		b.bound = append(b.bound, boundSlot{tag: order.NoUnit})
	}
	b.bound[binding.Tag.Index] = boundSlot{tag: binding.Tag, native: binding.Native}
}

func (b *Binder) remove(at int) {
	tag := b.bindings[at].Tag
	if b.bound[tag.Index].tag == tag {
		b.bound[tag.Index].tag = order.NoUnit
	}
	b.bindings = slices.Delete(b.bindings, at, at+1)
}

// fits reports whether an entity can be what a mention names at all.
func (b *Binder) fits(c *candidate, mention *translate.Mention) bool {
	o := mention.Order
	if mention.Role != translate.RoleSubject {
		return b.fitsTarget(c, mention)
	}
	if c.Owner != mention.Player {
		return false
	}
	tag, ok := translate.TagOf(o.Kind)
	if ok && b.abilities != nil {
		return b.abilities.Can(c.Kind, tag, o.Item)
	}
	switch o.Kind {
	case ir.KindSell, ir.KindRepairBuilding, ir.KindPowerToggle, ir.KindSetRallyPoint, ir.KindSetPrimary:
		return c.Flags&snapshot.FlagStructure != 0
	case ir.KindMove, ir.KindAttackMove, ir.KindForceMove, ir.KindReverseMove, ir.KindPatrol, ir.KindScatter, ir.KindGuard:
		return c.Flags&snapshot.FlagMobile != 0
	default:
		return true
	}
}

// fitsTarget: attacks go to others, everything else that names a structure to
// the player's own.
func (b *Binder) fitsTarget(c *candidate, mention *translate.Mention) bool {
	switch mention.Order.Kind {
	case ir.KindAttack, ir.KindCapture, ir.KindInfiltrate, ir.KindDemolish:
		return c.Owner != mention.Player
	case ir.KindSell, ir.KindRepairBuilding, ir.KindPowerToggle, ir.KindSetPrimary:
		return c.Owner == mention.Player && c.Flags&snapshot.FlagStructure != 0
	default:
		return true
	}
}
