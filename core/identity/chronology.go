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

// Chronology binds ids of engines that number everything that ever appears,
// shots and scenery included: there ids grow with time and not with the number
// of units. It goes by owner, by what is asked of an id, and by when the id must
// have been given out, which the ids bound around it tell. Structures are put
// down at recorded moments, so their ids keep their order; units leave factories
// about when they do in the original.
//
// An id that is only aimed at is not bound: it may be scenery, or belong to a
// player whose orders the replay does not hold. Used from one goroutine.
type Chronology struct {
	view      sim.View
	abilities sim.Abilities
	second    int64 // ticks
	anyOrder  bool  // ids say nothing about age

	traces   []*trace // ascending by native
	entities []appearance
	known    map[order.UnitTag]int32 // index into entities
	bySlot   []int32                 // index into entities of the slot's newest entity
	owned    [][]int32               // by owner, in order of appearance, without the mobile ones that are gone
	free     [][]int32               // those of them that no id is bound to, without all that are gone
	gone     uint64                  // of the view, when those that are gone were taken out
	serial   uint64
	seenTick order.Tick
	seen     bool
	now      int64 // when what is taken up appeared
	bindings []Binding
}

// trace is one foreign id.
type trace struct {
	id
	shape shape
	first int64 // tick of the first mention
	tried int   // entities and demands known at the last vain attempt
}

// shape is whether an id must be a structure.
type shape uint8

const (
	anyShape shape = iota
	isStructure
	isMobile
)

// appearance is one entity of ours.
type appearance struct {
	tag   order.UnitTag
	owner order.PlayerID
	kind  sim.KindID
	flags snapshot.Flags
	since int64      // tick
	seen  order.Tick // when it was last seen alive
	by    *trace
}

// Costs of a choice, in seconds of game time by which it is off.
const (
	// disorder is added for a unit that would be older than one with a lower id.
	disorder = 5
	// improbable is added for a kind that seldom gets such orders.
	improbable = 20
	// maxRobberies bounds how far one binding may displace others.
	maxRobberies = 4
)

// NewChronology returns a binder that knows nothing yet. ticksPerSecond scales
// differences of time. abilities may be nil.
func NewChronology(view sim.View, abilities sim.Abilities, ticksPerSecond uint32) *Chronology {
	return &Chronology{
		view: view, abilities: abilities, second: int64(max(1, ticksPerSecond)), known: make(map[order.UnitTag]int32),
	}
}

// NewAnyOrder is NewChronology for engines whose ids say nothing about age, as they are
// drawn, or used again: an id then goes to what appeared last before it was first named.
func NewAnyOrder(view sim.View, abilities sim.Abilities, ticksPerSecond uint32) *Chronology {
	c := NewChronology(view, abilities, ticksPerSecond)
	c.anyOrder = true
	return c
}

// Bindings lists what is bound at present, ascending by foreign id, valid until
// the next call of any method.
func (c *Chronology) Bindings() []Binding {
	c.bindings = c.bindings[:0]
	for _, t := range c.traces {
		if t.at < 0 {
			continue
		}
		e := &c.entities[t.at]
		c.bindings = append(c.bindings, Binding{
			Native: t.native, Tag: e.tag, Owner: e.owner, Kind: e.kind, Confidence: t.confidence, Revised: t.revised,
		})
	}
	return c.bindings
}

// Find implements translate.Identity.
func (c *Chronology) Find(mention translate.Mention) (order.UnitTag, bool) {
	c.observe()
	t := c.trace(&mention)
	if t == nil {
		return order.NoUnit, false
	}
	s := shapeOf(&mention)
	if t.shape == isStructure && s == isMobile { // a click beside the selected structure
		return c.answer(t)
	}
	if t.shape == isMobile && s == isStructure { // what looked like movement was one
		t.demands = 0
	}
	fresh := learned(t, &mention)
	if s != anyShape && s != t.shape {
		t.shape, fresh = s, true
	}
	if fresh {
		t.tried = -1
	}
	if t.owner == order.NoPlayer {
		return c.answer(t)
	}
	if t.at >= 0 && c.fits(t, &c.entities[t.at]) {
		return c.answer(t)
	}
	if t.tried == len(c.entities) {
		return c.answer(t)
	}
	if !c.anyOrder && c.mustBeStructure(t) {
		c.realign(t.owner)
		t.tried = len(c.entities)
	} else {
		c.choose(t, 0)
	}
	return c.answer(t)
}

func (c *Chronology) answer(t *trace) (order.UnitTag, bool) {
	if t.at < 0 {
		return order.NoUnit, false
	}
	return c.entities[t.at].tag, true
}

// learned notes what a mention says. Stop and scatter are keys that players hit
// whatever is selected; a repair may name who repairs or what.
func learned(t *trace, mention *translate.Mention) bool {
	if mention.Role == translate.RoleSubject {
		switch mention.Order.Kind {
		case ir.KindStop, ir.KindScatter, ir.KindSetStance, ir.KindFormation, ir.KindRepairBuilding:
			fresh := t.owner != mention.Player
			t.owner = mention.Player
			return fresh
		default:
		}
	}
	return t.learn(mention)
}

// trace returns what is known of an id, beginning it if the mention is one of a
// subject.
func (c *Chronology) trace(mention *translate.Mention) *trace {
	at, found := c.search(mention.Native)
	if found {
		return c.traces[at]
	}
	if len(c.traces) >= MaxBindings {
		return nil
	}
	t := &trace{id: id{native: mention.Native, at: -1, owner: order.NoPlayer, notOwner: order.NoPlayer}, tried: -1, first: int64(c.view.Tick())}
	c.traces = slices.Insert(c.traces, at, t)
	return t
}

// shapeOf says what an id must be for what is asked of it.
func shapeOf(mention *translate.Mention) shape {
	if mention.Role != translate.RoleSubject {
		return anyShape
	}
	switch mention.Order.Kind {
	case ir.KindSell, ir.KindPowerToggle, ir.KindSetRallyPoint, ir.KindSetPrimary, ir.KindProduce, ir.KindCancelProduction:
		return isStructure
	case ir.KindMove, ir.KindAttackMove, ir.KindForceMove, ir.KindReverseMove, ir.KindPatrol, ir.KindGuard, ir.KindEnter, ir.KindWaypoint:
		return isMobile
	default:
		return anyShape
	}
}

// observe takes up what appeared since the last look, in order of appearance.
func (c *Chronology) observe() {
	if c.seen && c.seenTick == c.view.Tick() {
		return
	}
	if c.seen { // what the first look finds was there from the start
		c.now = int64(c.view.Tick())
	}
	c.seen, c.seenTick = true, c.view.Tick()
	type fresh struct {
		serial uint64
		entity sim.Entity
	}
	var list []fresh
	for slot := range c.view.Slots() {
		serial, flags, ok := c.view.Appeared(slot)
		switch {
		case !ok || flags&snapshot.FlagScenery != 0:
		case serial > c.serial:
			entity, _ := c.view.At(slot)
			list = append(list, fresh{serial, entity})
		case serial != 0 && slot < len(c.bySlot):
			c.entities[c.bySlot[slot]].seen = c.seenTick
		}
	}
	slices.SortFunc(list, func(a, b fresh) int {
		if a.serial < b.serial {
			return -1
		}
		return 1
	})
	for i := range list {
		c.serial = list[i].serial
		c.add(&list[i].entity)
	}
	c.forget()
}

// forget takes mobile entities that are gone out of the lists that every choice goes
// through: none of them can be chosen again, and in a long game most are gone.
// Structures stay, as realign deals them out with their places in time.
func (c *Chronology) forget() {
	if c.gone == c.view.Gone() {
		return
	}
	c.gone = c.view.Gone()
	for owner, list := range c.owned {
		c.owned[owner] = slices.DeleteFunc(list, func(at int32) bool {
			return c.entities[at].flags&snapshot.FlagStructure == 0 && c.isGone(at)
		})
		c.free[owner] = slices.DeleteFunc(c.free[owner], c.isGone)
	}
}

// hold notes which id an entity is bound to, nil for none.
func (c *Chronology) hold(at int32, by *trace) {
	e := &c.entities[at]
	if was := e.by; (was == nil) != (by == nil) {
		list := c.free[e.owner]
		i, found := slices.BinarySearch(list, at)
		switch {
		case by == nil && !found:
			list = slices.Insert(list, i, at)
		case by != nil && found:
			list = slices.Delete(list, i, i+1)
		}
		c.free[e.owner] = list
	}
	e.by = by
}

func (c *Chronology) add(e *sim.Entity) int32 {
	if at, ok := c.known[e.Tag]; ok { // bound while it was in production
		c.entities[at].flags = e.Flags
		return at
	}
	at := int32(len(c.entities))
	c.known[e.Tag] = at
	for len(c.bySlot) <= int(e.Tag.Index) {
		c.bySlot = append(c.bySlot, 0)
	}
	c.bySlot[e.Tag.Index] = at
	for len(c.owned) <= int(e.Owner) {
		c.owned, c.free = append(c.owned, nil), append(c.free, nil)
	}
	c.owned[e.Owner] = append(c.owned[e.Owner], at)
	c.free[e.Owner] = append(c.free[e.Owner], at)
	c.entities = append(c.entities, appearance{
		tag: e.Tag, owner: e.Owner, kind: e.Kind, flags: e.Flags, since: c.now, seen: c.seenTick,
	})
	return at
}

// fits reports whether an id can name an entity: alive, of the owner, and able
// to do all that was asked.
func (c *Chronology) fits(t *trace, e *appearance) bool {
	structure := e.flags&snapshot.FlagStructure != 0
	if e.owner != t.owner || t.shape == isStructure && !structure || t.shape == isMobile && structure {
		return false
	}
	if structure && e.since > t.first {
		return false
	}
	if !c.view.Alive(e.tag) {
		return false
	}
	for _, wanted := range t.asked[:t.demands] {
		if c.abilities != nil && !c.abilities.Can(e.kind, wanted.tag, wanted.item) {
			return false
		}
	}
	return true
}

// choose binds an id to the entity that fits best. What it had before is free
// again.
func (c *Chronology) choose(t *trace, depth int) {
	t.tried = len(c.entities)
	before := t.at
	best, second := c.best(t, inOrder)
	if best < 0 {
		best, second = c.best(t, anywhere)
	}
	if best < 0 && depth < maxRobberies {
		best, second = c.best(t, taken)
	}
	if best < 0 {
		best = c.unfinished(t)
	}
	if best < 0 {
		if before >= 0 && !c.isGone(before) { // it cannot be what it was taken for
			c.hold(before, nil)
			t.at = -1
		}
		return
	}
	if before >= 0 {
		c.hold(before, nil)
		t.revised++
	}
	victim := c.entities[best].by
	t.at = best
	c.hold(best, t)
	t.confidence = max(leastConfidence, c.confidence(second)>>min(t.revised, 6))
	if victim != nil {
		victim.at = -1
		victim.revised++
		c.choose(victim, depth+1)
	}
}

// isGone reports whether an entity is no longer alive.
func (c *Chronology) isGone(at int32) bool { return !c.view.Alive(c.entities[at].tag) }

// confidence grows with the seconds by which the next best choice is worse.
func (c *Chronology) confidence(margin int64) uint8 {
	return uint8(min(mostConfidence, baseConfidence+max(0, margin/c.second)))
}

// search says which entities a search looks at.
type search uint8

const (
	inOrder  search = iota // free ones, structures in the order of their ids
	anywhere               // free ones
	taken                  // those of ids that are less particular
)

// ownedBy lists the entities of an owner in order of appearance.
func (c *Chronology) ownedBy(owner order.PlayerID) []int32 {
	if int(owner) < len(c.owned) {
		return c.owned[owner]
	}
	return nil
}

// freeOf lists the living entities of an owner that no id is bound to, in order of
// appearance.
func (c *Chronology) freeOf(owner order.PlayerID) []int32 {
	if int(owner) < len(c.free) {
		return c.free[owner]
	}
	return nil
}

// best returns the entity of least cost and by how much the next is worse, -1
// if none fits.
func (c *Chronology) best(t *trace, where search) (at int32, margin int64) {
	expected := c.expected(t)
	low, high := c.neighbours(t)
	at, cost, next := int32(-1), int64(0), int64(1)<<40
	candidates := c.freeOf(t.owner)
	if where == taken {
		candidates = c.ownedBy(t.owner)
	}
	for _, i := range candidates {
		e := &c.entities[i]
		if (e.by != nil) != (where == taken) || !c.fits(t, e) || e.by != nil && !c.yields(e.by, t) {
			continue
		}
		structure := e.flags&snapshot.FlagStructure != 0
		if where == inOrder && structure && (i <= low[0] || i >= high[0]) {
			continue
		}
		price := max(e.since-expected, expected-e.since) + c.penalty(t, e)
		if !structure && (i <= low[1] || i >= high[1]) {
			price += disorder * c.second
		}
		switch {
		case at < 0 || price < cost:
			if at >= 0 {
				next = cost
			}
			at, cost = i, price
		case price < next:
			next = price
		}
	}
	return at, next - cost
}

// yields reports whether an id gives up its entity for another: because it is
// less particular or has somewhere else to go.
func (c *Chronology) yields(victim, t *trace) bool {
	if victim == t {
		return false
	}
	if victim.shape == anyShape && t.shape != anyShape || victim.demands < t.demands {
		return true
	}
	return slices.ContainsFunc(c.freeOf(victim.owner), func(i int32) bool { return c.fits(victim, &c.entities[i]) })
}

func (c *Chronology) penalty(t *trace, e *appearance) int64 {
	for _, wanted := range t.asked[:t.demands] {
		if c.abilities != nil && !c.abilities.Likely(e.kind, wanted.tag) {
			return improbable * c.second
		}
	}
	return 0
}

// neighbours returns, for structures and for units, the entities of the same
// owner that the next lower and the next higher id are bound to.
func (c *Chronology) neighbours(t *trace) (low, high [2]int32) {
	low, high = [2]int32{-1, -1}, [2]int32{int32(len(c.entities)), int32(len(c.entities))}
	if c.anyOrder {
		return low, high
	}
	at := c.position(t)
	for left, i := 2, at-1; i >= 0 && left > 0; i-- {
		if k, ok := c.anchor(c.traces[i], t.owner); ok && low[k] < 0 {
			low[k], left = c.traces[i].at, left-1
		}
	}
	for left, i := 2, at+1; i < len(c.traces) && left > 0; i++ {
		if k, ok := c.anchor(c.traces[i], t.owner); ok && int(high[k]) == len(c.entities) {
			high[k], left = c.traces[i].at, left-1
		}
	}
	return low, high
}

// anchor says in which order a bound id stands: 0 structures, 1 units.
func (c *Chronology) anchor(t *trace, owner order.PlayerID) (which int, ok bool) {
	if t.at < 0 || t.owner != owner {
		return 0, false
	}
	if c.entities[t.at].flags&snapshot.FlagStructure != 0 {
		return 0, true
	}
	return 1, true
}

func (c *Chronology) position(t *trace) int {
	at, _ := c.search(t.native)
	return at
}

// search finds where an id stands, or would stand, among the traces.
func (c *Chronology) search(native uint32) (at int, found bool) {
	return slices.BinarySearchFunc(c.traces, native, func(t *trace, native uint32) int {
		switch {
		case t.native < native:
			return -1
		case t.native > native:
			return 1
		}
		return 0
	})
}

// expected is the tick at which an id was probably given out: between those of
// the bound ids around it.
func (c *Chronology) expected(t *trace) int64 {
	if c.anyOrder {
		return t.first
	}
	at := c.position(t)
	var low, high *trace
	for i := at - 1; i >= 0 && low == nil; i-- {
		if c.traces[i].at >= 0 {
			low = c.traces[i]
		}
	}
	for i := at + 1; i < len(c.traces) && high == nil; i++ {
		if c.traces[i].at >= 0 {
			high = c.traces[i]
		}
	}
	now := int64(c.view.Tick())
	switch {
	case low == nil && high == nil:
		return 0
	case low == nil:
		return c.entities[high.at].since
	case high == nil:
		return min(now, c.entities[low.at].since+int64(t.native-low.native)*c.pace()/1000)
	}
	from, to := c.entities[low.at].since, c.entities[high.at].since
	return from + (to-from)*int64(t.native-low.native)/int64(high.native-low.native)
}

// pace is how many thousandths of a tick pass for each id, over all bound ids
// of things that were not there from the start.
func (c *Chronology) pace() int64 {
	var first, last *trace
	for _, t := range c.traces {
		if t.at < 0 || c.entities[t.at].since == 0 {
			continue
		}
		if first == nil {
			first = t
		}
		last = t
	}
	if first == nil || first == last {
		return c.second * 1000
	}
	span := c.entities[last.at].since - c.entities[first.at].since
	return max(0, span) * 1000 / int64(last.native-first.native)
}

// unfinished takes an entity that is still in production, the first that fits:
// what is commanded was finished in the original. -1 if there is none.
func (c *Chronology) unfinished(t *trace) int32 {
	for slot := range c.view.Slots() {
		e, ok := c.view.At(slot)
		if !ok || e.Serial != 0 || e.Owner != t.owner {
			continue
		}
		if _, known := c.known[e.Tag]; known {
			continue
		}
		if c.fits(t, &appearance{tag: e.Tag, owner: e.Owner, kind: e.Kind, flags: e.Flags}) {
			return c.add(&e)
		}
	}
	return -1
}
