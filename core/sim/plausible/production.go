// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"slices"

	"convertd/core/order"
	"convertd/core/sim"
)

// factory is the structure that would produce a type for an order: the one it
// names, else, where it may be another, the primary one, else the one in the
// lowest slot.
func (m *Module) factory(o *sim.Accepted, kind int32) *unit {
	category := m.categories[m.category[kind]]
	for _, tag := range o.Units {
		if u := &m.units[tag.Index]; m.makes(u, o.Order.Player, category) {
			return u
		}
	}
	if m.rules.QueuePerFactory && len(o.Units) > 0 && !m.trusting() {
		return nil
	}
	return m.factoryOf(o.Order.Player, category)
}

func (m *Module) factoryOf(owner order.PlayerID, category string) *unit {
	var first *unit
	for i := range m.units[:m.high] {
		u := &m.units[i]
		if !m.env.Alive(u.tag) || !m.makes(u, owner, category) {
			continue
		}
		if u.primary {
			return u
		}
		if first == nil {
			first = u
		}
	}
	return first
}

func (m *Module) makes(u *unit, owner order.PlayerID, category string) bool {
	return u.owner == owner && !u.reserved && u.left == 0 && slices.Contains(m.typ(u).Produces, category)
}

// queueFor returns the queue, making it if need be.
func (m *Module) queueFor(p *player, category int32, factory order.UnitTag) *queue {
	if !m.rules.QueuePerFactory {
		factory = order.NoUnit
	}
	at, found := slices.BinarySearchFunc(p.queues, queue{category: category, factory: factory}, func(a, b queue) int {
		if a.category != b.category {
			return int(a.category - b.category)
		}
		return int(a.factory.Index) - int(b.factory.Index)
	})
	if !found {
		p.queues = slices.Insert(p.queues, at, queue{category: category, factory: factory})
	}
	return &p.queues[at]
}

func (m *Module) produce(o *sim.Accepted) {
	kind, _ := m.itemType(o.Command)
	factory := m.factory(o, kind)
	player := &m.players[o.Order.Player]
	if factory == nil && !m.rules.OrdersByEvidence && !m.nobodys(m.category[kind]) {
		m.fail(o, sim.ReasonMissingPrerequisite)
		return
	}
	made := order.NoUnit
	if factory != nil {
		made = factory.tag
	}
	q := m.queueFor(player, m.category[kind], made)
	count := int32(1)
	if o.Command.Flags&order.CommandHasCount != 0 {
		count = o.Command.Count
	}
	t := &m.rules.Types[kind]
	room := min(maxItems-len(q.items), maxWaiting-player.waiting())
	for i := range count {
		if int(i) >= room {
			m.fail(o, sim.ReasonRateLimited)
			break
		}
		if m.rules.PayAtOnce && !m.affordable(player, t) {
			m.fail(o, sim.ReasonInsufficientFunds)
			break
		}
		it := item{kind: kind, tag: order.NoUnit, left: t.BuildTicks, total: t.BuildTicks, owed: t.Cost, price: t.Cost, waits: factory == nil || !m.satisfied(player, t)}
		if m.rules.PayAtOnce {
			player.credits -= min(player.credits, t.Cost)
			it.owed = 0
		}
		q.items = append(q.items, it)
	}
	m.env.TouchPlayer(o.Order.Player)
}

// Queued says how many items of a category a player has in production, and the
// type of the first one that is done and waits to be placed ("" if none). Who is no
// player of the game has none.
func (m *Module) Queued(owner order.PlayerID, category string) (items int, ready string) {
	if int(owner) >= len(m.players) {
		return 0, ""
	}
	for i := range m.players[owner].queues {
		q := &m.players[owner].queues[i]
		if m.categories[q.category] != category {
			continue
		}
		items += len(q.items)
		if len(q.items) > 0 && q.items[0].done && ready == "" {
			ready = m.rules.Types[q.items[0].kind].Name
		}
	}
	return items, ready
}

// findQueued returns the queue that holds a type, nil if none does.
func (m *Module) findQueued(owner order.PlayerID, kind int32) *queue {
	for i := range m.players[owner].queues {
		q := &m.players[owner].queues[i]
		if slices.ContainsFunc(q.items, func(it item) bool { return it.kind == kind }) {
			return q
		}
	}
	return nil
}

// findProduced returns the item of that type that is nearest to done.
func (m *Module) findProduced(owner order.PlayerID, kind int32) *item {
	var best *item
	for i := range m.players[owner].queues {
		q := &m.players[owner].queues[i]
		for k := range q.items {
			if it := &q.items[k]; it.kind == kind && (best == nil || it.left < best.left) {
				best = it
			}
		}
	}
	return best
}

// itemOf returns the queue and the item of a reserved unit.
func (m *Module) itemOf(u *unit) (*queue, *item) {
	for i := range m.players[u.owner].queues {
		q := &m.players[u.owner].queues[i]
		for k := range q.items {
			if q.items[k].tag == u.tag {
				return q, &q.items[k]
			}
		}
	}
	return nil, nil
}

// cancel takes back the last queued items of a type, with what was paid.
func (m *Module) cancel(o *sim.Accepted) {
	kind, _ := m.itemType(o.Command)
	count := int32(1)
	if o.Command.Flags&order.CommandHasCount != 0 {
		count = o.Command.Count
	}
	player := &m.players[o.Order.Player]
	for range max(0, min(count, maxRecorded)) {
		q := m.findQueued(o.Order.Player, kind)
		if q == nil {
			break
		}
		for k := len(q.items) - 1; k >= 0; k-- {
			if q.items[k].kind == kind {
				player.credits += q.items[k].price - q.items[k].owed
				m.drop(q, k)
				break
			}
		}
	}
	m.env.TouchPlayer(o.Order.Player)
}

// drop removes an item, and the unit reserved for it.
func (m *Module) drop(q *queue, k int) {
	if tag := q.items[k].tag; tag != order.NoUnit && m.env.Alive(tag) && m.units[tag.Index].reserved {
		m.remove(&m.units[tag.Index], sim.Removal{Cause: sim.CauseExpired, Killer: order.NoUnit, KillerOwner: order.NoPlayer})
	}
	q.items = slices.Delete(q.items, k, k+1)
}

func (m *Module) pause(o *sim.Accepted) {
	kind, _ := m.itemType(o.Command)
	q := m.findQueued(o.Order.Player, kind)
	if q == nil {
		return
	}
	for k := range q.items {
		if q.items[k].kind == kind {
			q.items[k].held = o.Command.Flags&order.CommandHasData == 0 || o.Command.Data != 0
			m.env.TouchPlayer(o.Order.Player)
			return
		}
	}
}

// produceAll advances every queue by a tick.
func (m *Module) produceAll() {
	for id := range m.players {
		p := &m.players[id]
		for i := 0; i < len(p.queues); i++ {
			if len(p.queues[i].items) > 0 && !p.out {
				m.advance(order.PlayerID(id), p, &p.queues[i])
			}
		}
	}
}

// advance works on the first item of a queue.
func (m *Module) advance(id order.PlayerID, p *player, q *queue) {
	working := m.hasFactory(p, q)
	if !working {
		m.abandon(id, p, q)
	}
	m.reserve(id, q)
	if !working || len(q.items) == 0 {
		return
	}
	it := &q.items[0]
	if it.waits {
		if !m.satisfied(p, &m.rules.Types[it.kind]) {
			return
		}
		it.waits = false
		m.env.TouchPlayer(id)
	}
	if it.held || it.done && m.rules.Types[it.kind].Structure {
		return
	}
	if !it.began && !m.start(id, it) {
		return
	}
	if it.left > 0 && !m.work(id, p, it) {
		return
	}
	if it.left == 0 && !it.done {
		it.done = true
		m.env.TouchPlayer(id)
	}
	if it.done && m.rules.Types[it.kind].Upgrade {
		m.upgraded(id, q, 0)
		return
	}
	if it.done && it.tag != order.NoUnit {
		m.deliver(id, q, 0, m.factoryFor(id, q))
	}
}

// nobodys reports whether a category is made by what belongs to nobody.
func (m *Module) nobodys(category int32) bool {
	return m.rules.NobodysMakers && len(m.makers[category]) == 0
}

// hasFactory reports whether a queue's factory, or one of its category, stands.
func (m *Module) hasFactory(p *player, q *queue) bool {
	if q.factory != order.NoUnit {
		return m.find(q.factory) != nil
	}
	for _, kind := range m.makers[q.category] {
		if p.owned[kind] > 0 {
			return true
		}
	}
	return m.nobodys(q.category)
}

// factoryFor is the factory that works for a queue at present.
func (m *Module) factoryFor(id order.PlayerID, q *queue) *unit {
	if q.factory != order.NoUnit {
		return m.find(q.factory)
	}
	return m.factoryOf(id, m.categories[q.category])
}

// abandon empties a queue whose last factory is gone.
func (m *Module) abandon(id order.PlayerID, p *player, q *queue) {
	for k := len(q.items) - 1; k >= 0; k-- {
		it := &q.items[k]
		if it.waits {
			continue
		}
		p.credits += it.price - it.owed
		m.drop(q, k)
		m.env.TouchPlayer(id)
	}
}

// maxReserved is how many items of one queue have their unit reserved, so that
// orders can name what is not begun yet.
const maxReserved = 128

// reserve gives the first items of a queue their units to be, as far as there is
// room in the pool.
func (m *Module) reserve(id order.PlayerID, q *queue) {
	for k := range q.items[:min(len(q.items), maxReserved)] {
		it := &q.items[k]
		if t := &m.rules.Types[it.kind]; it.tag != order.NoUnit || t.Structure || t.Upgrade {
			continue
		}
		at := order.WorldPos{}
		if factory := m.factoryFor(id, q); factory != nil {
			at = factory.at
		}
		tag, err := m.env.Reserve(m.kind(it.kind), id)
		if err != nil {
			return
		}
		u := m.place(tag, it.kind, id, at)
		u.reserved = true
		it.tag = tag
		m.env.TouchPlayer(id)
	}
}

// start begins an item. It waits while there is no unit for it.
func (m *Module) start(id order.PlayerID, it *item) bool {
	if t := &m.rules.Types[it.kind]; it.tag == order.NoUnit && !t.Structure && !t.Upgrade {
		return false
	}
	it.began = true
	m.env.TouchPlayer(id)
	return true
}

// work pays for and does one tick's worth; false if there was none.
func (m *Module) work(id order.PlayerID, p *player, it *item) bool {
	if p.drained > p.provided && m.rules.LowPowerPercent > 0 {
		m.env.TouchPlayer(id)
		if it.slack += m.rules.LowPowerPercent; it.slack < 100 {
			return false
		}
		it.slack -= 100
	}
	pay := it.owed - it.price*int64(it.left-1)/int64(it.total)
	if it.left == 1 {
		pay = it.owed
	}
	if pay > p.credits && !m.rules.MoneyByEvidence {
		return false
	}
	p.credits -= min(pay, p.credits)
	it.owed -= pay
	it.left--
	m.env.TouchPlayer(id)
	return true
}

// deliver lets a finished unit leave its factory.
func (m *Module) deliver(id order.PlayerID, q *queue, k int, factory *unit) {
	if factory == nil && !m.nobodys(q.category) {
		return
	}
	u := m.find(q.items[k].tag)
	q.items = slices.Delete(q.items, k, k+1)
	m.env.TouchPlayer(id)
	if u == nil {
		return
	}
	u.reserved = false
	if factory != nil { // else it stays where it was reserved: where is not known
		u.at = order.WorldPos{X: factory.at.X, Y: factory.at.Y + m.typ(factory).Height<<9 + 512}
		if factory.hasRally {
			u.doing, u.to = moving, factory.rally
		}
	}
	m.env.Touch(u.tag)
	m.env.Appear(u.tag)
	m.finished(u)
}

// believe completes what an order proves to be complete. The rest of the price
// is taken as far as there is money: the original player had it.
func (m *Module) believe(id order.PlayerID, it *item) {
	if it.done {
		return
	}
	p := &m.players[id]
	p.credits -= min(p.credits, it.owed)
	m.env.Emit(sim.Event{
		Kind: sim.EventCorrected, Tag: it.tag, Entity: m.kind(it.kind), Owner: id, Killer: order.NoUnit, KillerOwner: order.NoPlayer, Amount: int64(it.left),
	})
	it.owed, it.left, it.done = 0, 0, true
	m.env.TouchPlayer(id)
}

// believeUnits completes those of an order's units that are in production.
func (m *Module) believeUnits(units []order.UnitTag) {
	for _, tag := range units {
		u := m.find(tag)
		if u == nil || !u.reserved {
			continue
		}
		q, it := m.itemOf(u)
		if it == nil || !m.believable(it) {
			continue
		}
		factory := m.factoryFor(u.owner, q)
		if factory == nil && !m.nobodys(q.category) {
			continue
		}
		m.believe(u.owner, it)
		for k := range q.items {
			if q.items[k].tag == tag {
				m.deliver(u.owner, q, k, factory)
				break
			}
		}
	}
}

func (m *Module) fail(o *sim.Accepted, reason sim.Reason) {
	unit := order.NoUnit
	if len(o.Units) > 0 {
		unit = o.Units[0]
	}
	m.env.FailLate(sim.LateFailure{Player: o.Order.Player, Index: o.Index, Unit: unit, Reason: reason})
}
