// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"sort"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// queue is the state of one production queue.
type queue struct {
	info         *info.QueueInfo
	enabled      bool
	validFaction bool
	items        []item
	// maker is the building a queue belongs to, none for those of a player, and
	// index its place among that building's.
	maker uint32
	index int32
}

// item is one thing being built.
type item struct {
	typ           *info.ActorType
	totalCost     int32
	totalTime     int32
	remainingTime int32
	remainingCost int32
	orePaid       int32
	slowdown      int32
	paused        bool
	done          bool
	started       bool
}

// tickQueue runs a shared production queue for one tick
// (docs/engine/openra-world.md#exit).
func (w *World) tickQueue(p *player, q *queue) {
	produces := w.produces(p, q.info)
	q.enabled = produces && q.validFaction
	if !q.enabled {
		w.clearQueue(p, q)
	}
	w.cancelUnbuildable(p, q)
	if len(q.items) > 0 && produces {
		w.tickItem(p, q, &q.items[0])
	}
}

// produces reports whether a player has somebody who produces for a queue.
func (w *World) produces(p *player, queue *info.QueueInfo) bool {
	if info.Contains(w.set.World.Produces, queue.Kind) {
		return true
	}
	makers := w.producing()
	if p.producible&queue.Sign == 0 || w.kindsApart {
		return p.producible&queue.Sign != 0
	}
	owner := w.ownerIndex(p)
	for _, id := range makers {
		if a := w.actors[id]; a.owner == owner && info.Contains(a.typ.Produces, queue.Kind) {
			return true
		}
	}
	return false
}

// producing lists the actors in the world that can produce, by id, and keeps the signs
// of what they can with their owners: who changes hands leaves the world for it.
func (w *World) producing() []uint32 {
	known := w.makers.known
	makers := w.makers.list(w, func(a *Actor) bool { return a.inWorld && len(a.typ.Produces) > 0 })
	if known {
		return makers
	}
	for i := range w.players {
		w.players[i].producible = 0
	}
	for _, id := range makers {
		a := w.actors[id]
		w.players[a.owner].producible |= a.typ.ProduceSigns
	}
	return makers
}

// presence is a list of some actors, mostly of those in the world of some types, by id. It is
// kept until an actor comes or goes.
type presence struct {
	ids   []uint32
	known bool
}

func (p *presence) list(w *World, wanted func(*Actor) bool) []uint32 {
	if p.known {
		return p.ids
	}
	p.ids, p.known = p.ids[:0], true
	for _, a := range w.actors {
		if a != nil && wanted(a) {
			p.ids = append(p.ids, a.ID)
		}
	}
	return p.ids
}

func (w *World) ownerIndex(p *player) int32 { return w.actors[p.actor].owner }

func (w *World) clearQueue(p *player, q *queue) {
	for i := range q.items {
		w.refund(p, &q.items[i])
	}
	q.items = q.items[:0]
}

// refund gives back what was paid: ore as ore, the rest as cash; until 20230225
// all of it as cash.
func (w *World) refund(p *player, it *item) {
	p.ledger.spent -= int64(it.totalCost - it.remainingCost)
	if it.orePaid > 0 && !w.behaviour.CashRefund {
		p.giveOre(it.orePaid)
		it.remainingCost += it.orePaid
	}
	p.cash += it.totalCost - it.remainingCost
}

func (w *World) cancelUnbuildable(p *player, q *queue) {
	for i := len(q.items) - 1; i >= 0; i-- {
		if w.buildable(p, q, q.items[i].typ) {
			continue
		}
		w.refund(p, &q.items[i])
		q.items = append(q.items[:i], q.items[i+1:]...)
	}
}

// buildable reports whether a type can be built in a queue now.
func (w *World) buildable(p *player, q *queue, t *info.ActorType) bool {
	if !q.enabled || t.Buildable == nil || !info.Contains(t.Buildable.Queues, q.info.Kind) {
		return false
	}
	if p.cheats.allTech {
		return true
	}
	if limit := t.Buildable.Limit; limit > 0 && w.standing(w.ownerIndex(p), t) >= limit {
		return false
	}
	return w.hasPrerequisites(p, t.Buildable.Prerequisites)
}

// standing counts a player's actors of a type in the world: as many as may be
// built hide the type, and what of it waits in a queue is paid back.
func (w *World) standing(owner int32, t *info.ActorType) int32 {
	n := int32(0)
	for _, a := range w.actors {
		if a != nil && a.inWorld && a.owner == owner && a.typ == t {
			n++
		}
	}
	return n
}

func (w *World) tickItem(p *player, q *queue, it *item) {
	if !it.started {
		if time := w.buildTime(p, q, it.typ); time > 0 {
			it.totalTime, it.remainingTime = time, time
		}
		it.started = true
	}
	if it.done {
		w.later(task{kind: taskCompletion, actor: q.maker, player: w.ownerIndex(p), queue: w.queueIndex(p, q), typ: it.typ})
		return
	}
	if it.paused {
		return
	}
	if p.lowPower() {
		it.slowdown -= 100
		if it.slowdown >= 0 {
			return
		}
		it.slowdown += q.info.LowPower
	}
	expected := int32(0)
	if it.remainingTime != 1 {
		expected = int32(int64(it.totalCost) * int64(it.remainingTime) / int64(max(it.totalTime, 1)))
	}
	cost := it.remainingCost - expected
	ore := min(p.ore, cost)
	if cost != 0 && !p.pay(cost) {
		return
	}
	it.orePaid += ore
	it.remainingCost -= cost
	it.remainingTime--
	it.done = it.remainingTime <= 0
}

func (w *World) queueIndex(p *player, q *queue) int32 {
	if q.maker != none {
		return q.index
	}
	for i := range p.queues {
		if &p.queues[i] == q {
			return int32(i)
		}
	}
	return 0
}

// buildTime is how many ticks a type takes at full power.
func (w *World) buildTime(p *player, q *queue, t *info.ActorType) int32 {
	if p.cheats.fastBuild {
		return 0
	}
	time := t.Buildable.Duration
	if time == -1 {
		time = t.Cost
	}
	time = wpos.Percent(time, t.Buildable.Modifier, q.info.Modifier, w.handicappedTime(p, t))
	if !q.info.SpeedUp {
		return time
	}
	kind := t.Buildable.At
	if kind == "" {
		kind = q.info.Kind
	}
	n := int32(0)
	owner := w.ownerIndex(p)
	for _, id := range w.producing() {
		if a := w.actors[id]; a.owner == owner && info.Contains(a.typ.Produces, kind) {
			n++
		}
	}
	n = wpos.Clamp(n, 1, int32(len(q.info.Reductions)))
	return time * q.info.Reductions[n-1] / 100
}

// startProduction resolves the order: append, or put behind the first item.
func (w *World) startProduction(p *player, q *queue, t *info.ActorType, count uint32, queued bool) {
	if !q.enabled || !w.buildable(p, q, t) {
		return
	}
	limit := q.info.ItemLimit
	if !p.cheats.allTech { // else no order for more than that is carried out, for the memory it would take
		limit = w.mayQueue(p, q, t)
	}
	if limit <= 0 {
		return
	}
	for range min(int64(count), int64(limit)) {
		it := item{typ: t, totalCost: t.Cost, remainingCost: t.Cost, totalTime: 1, remainingTime: 1}
		if !queued && len(q.items) > 1 {
			q.items = append(q.items, item{})
			copy(q.items[2:], q.items[1:])
			q.items[1] = it
			continue
		}
		q.items = append(q.items, it)
	}
}

// mayQueue is how many more of a type a queue takes. What the player has counts
// against the type's own limit wherever it is, aboard of something too.
func (w *World) mayQueue(p *player, q *queue, t *info.ActorType) int32 {
	queued := int32(0)
	for i := range q.items {
		if q.items[i].typ == t {
			queued++
		}
	}
	limit := q.info.ItemLimit
	if t.Buildable.Limit > 0 {
		owned, owner := int32(0), w.ownerIndex(p)
		for _, a := range w.actors {
			if a != nil && a.owner == owner && a.typ == t {
				owned++
			}
		}
		limit = min(limit, t.Buildable.Limit-owned)
	}
	return limit - queued
}

func (w *World) cancelProduction(p *player, q *queue, t *info.ActorType, count uint32) {
	for ; count > 0; count-- {
		at := -1
		for i := range q.items {
			if q.items[i].typ == t {
				at = i
			}
		}
		if at < 0 {
			return
		}
		w.refund(p, &q.items[at])
		q.items = append(q.items[:at], q.items[at+1:]...)
	}
}

func (q *queue) pause(t *info.ActorType, paused bool) {
	for i := range q.items {
		if q.items[i].typ == t {
			q.items[i].paused = paused
			return
		}
	}
}

// complete is the frame-end task of a finished item: units leave, buildings
// wait to be placed.
func (w *World) complete(t *task) {
	p := &w.players[t.player]
	q := w.queueOf(t)
	if q == nil {
		return
	}
	at := -1
	for i := range q.items {
		if q.items[i].done && q.items[i].typ == t.typ {
			at = i
			break
		}
	}
	if at < 0 || t.typ.Building != nil && t.typ.Building.Footprint != nil {
		return
	}
	kind := t.typ.Buildable.At
	if kind == "" || p.cheats.allTech {
		kind = q.info.Kind
	}
	candidates := w.makersFor(t, q, kind)
	if len(candidates) == 0 {
		w.cancelProduction(p, q, t.typ, 1)
		return
	}
	for _, id := range candidates {
		if w.produce(w.actors[id], t.typ, kind) {
			for i := range q.items {
				if q.items[i].done && q.items[i].typ == t.typ {
					q.items = append(q.items[:i], q.items[i+1:]...)
					break
				}
			}
			return
		}
	}
}

// rankedProducers lists producers, the primary first, then the newest.
func (w *World) rankedProducers(owner int32, kind string) []uint32 {
	ids := w.scratch.near[:0]
	for _, id := range w.producing() {
		if a := w.actors[id]; a.owner == owner && info.Contains(a.typ.Produces, kind) {
			ids = append(ids, a.ID)
		}
	}
	w.scratch.near = ids
	sort.SliceStable(ids, func(i, j int) bool {
		a, b := w.actors[ids[i]], w.actors[ids[j]]
		if a.primary != b.primary {
			return a.primary
		}
		return a.ID > b.ID
	})
	return ids
}

// produce lets a unit out of a building through one of its exits.
func (w *World) produce(a *Actor, t *info.ActorType, kind string) bool {
	if a.typ.Airdrop != nil {
		return w.sendForUnit(a, t)
	}
	if w.padTaken(a) {
		return false
	}
	exit := w.selectExit(a, t, kind)
	if !t.TakesRoom() {
		w.later(task{kind: taskProduce, actor: a.ID, typ: t, spawn: spawn{owner: a.owner, faction: a.faction, facing: -1}})
		return true
	}
	if exit == nil {
		return false
	}
	w.letOut(a, t, exit)
	return true
}

func (w *World) spawnProduced(t *task) {
	unit := w.create(t.typ, t.spawn)
	if producer := w.actor(t.actor); producer != nil {
		unit.produced = unit.produced || producer.typ.MarksProduced
		w.meetAuras(unit)
	}
}
