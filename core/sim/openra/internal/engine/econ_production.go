// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"sort"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// tickQueue runs a shared production queue for one tick
// (docs/engine/openra-world.md#exit).
func (w *World) tickQueue(p *state.Player, q *state.Queue) {
	produces := w.produces(p, q.Info)
	q.Enabled = produces && q.ValidFaction
	if !q.Enabled {
		w.clearQueue(p, q)
	}
	w.cancelUnbuildable(p, q)
	if len(q.Items) > 0 && produces {
		w.tickItem(p, q, &q.Items[0])
	}
}

// produces reports whether a player has somebody who produces for a queue.
func (w *World) produces(p *state.Player, queue *info.QueueInfo) bool {
	if info.Contains(w.Rules.World.Produces, queue.Kind) {
		return true
	}
	makers := w.Producing()
	if p.Producible&queue.Sign == 0 || w.kindsApart {
		return p.Producible&queue.Sign != 0
	}
	owner := w.ownerIndex(p)
	for _, id := range makers {
		if a := w.Actors[id]; a.Owner == owner && info.Contains(a.Type.Produces, queue.Kind) {
			return true
		}
	}
	return false
}

// Producing lists the actors in the world that can produce, by id, and keeps the signs
// of what they can with their owners: who changes hands leaves the world for it.
func (w *World) Producing() []uint32 {
	known := w.makers.known
	makers := w.makers.list(w, func(a *Actor) bool { return a.InWorld && len(a.Type.Produces) > 0 })
	if known {
		return makers
	}
	for i := range w.Players {
		w.Players[i].Producible = 0
	}
	for _, id := range makers {
		a := w.Actors[id]
		w.Players[a.Owner].Producible |= a.Type.ProduceSigns
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
	for _, a := range w.Actors {
		if a != nil && wanted(a) {
			p.ids = append(p.ids, a.ID)
		}
	}
	return p.ids
}

func (w *World) ownerIndex(p *state.Player) int32 { return w.Actors[p.Actor].Owner }

func (w *World) clearQueue(p *state.Player, q *state.Queue) {
	for i := range q.Items {
		w.refund(p, &q.Items[i])
	}
	q.Items = q.Items[:0]
}

// refund gives back what was paid: ore as ore, the rest as cash; until 20230225
// all of it as cash.
func (w *World) refund(p *state.Player, it *state.Item) {
	p.Ledger.Spent -= int64(it.TotalCost - it.RemainingCost)
	if it.OrePaid > 0 && !w.Release.CashRefund {
		p.GiveOre(it.OrePaid)
		it.RemainingCost += it.OrePaid
	}
	p.Cash += it.TotalCost - it.RemainingCost
}

func (w *World) cancelUnbuildable(p *state.Player, q *state.Queue) {
	for i := len(q.Items) - 1; i >= 0; i-- {
		if w.buildable(p, q, q.Items[i].Type) {
			continue
		}
		w.refund(p, &q.Items[i])
		q.Items = append(q.Items[:i], q.Items[i+1:]...)
	}
}

// buildable reports whether a type can be built in a queue now.
func (w *World) buildable(p *state.Player, q *state.Queue, t *info.ActorType) bool {
	if !q.Enabled || t.Buildable == nil || !info.Contains(t.Buildable.Queues, q.Info.Kind) {
		return false
	}
	if p.Cheats.AllTech {
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
	for _, a := range w.Actors {
		if a != nil && a.InWorld && a.Owner == owner && a.Type == t {
			n++
		}
	}
	return n
}

func (w *World) tickItem(p *state.Player, q *state.Queue, it *state.Item) {
	if !it.Started {
		if time := w.buildTime(p, q, it.Type); time > 0 {
			it.TotalTime, it.RemainingTime = time, time
		}
		it.Started = true
	}
	if it.Done {
		w.later(state.Task{Kind: state.TaskCompletion, Actor: q.Maker, Player: w.ownerIndex(p), Queue: w.queueIndex(p, q), Type: it.Type})
		return
	}
	if it.Paused {
		return
	}
	if p.LowPower() {
		it.Slowdown -= 100
		if it.Slowdown >= 0 {
			return
		}
		it.Slowdown += q.Info.LowPower
	}
	expected := int32(0)
	if it.RemainingTime != 1 {
		expected = int32(int64(it.TotalCost) * int64(it.RemainingTime) / int64(max(it.TotalTime, 1)))
	}
	cost := it.RemainingCost - expected
	ore := min(p.Ore, cost)
	if cost != 0 && !p.Pay(cost) {
		return
	}
	it.OrePaid += ore
	it.RemainingCost -= cost
	it.RemainingTime--
	it.Done = it.RemainingTime <= 0
}

func (w *World) queueIndex(p *state.Player, q *state.Queue) int32 {
	if q.Maker != none {
		return q.Index
	}
	for i := range p.Queues {
		if &p.Queues[i] == q {
			return int32(i)
		}
	}
	return 0
}

// buildTime is how many ticks a type takes at full power.
func (w *World) buildTime(p *state.Player, q *state.Queue, t *info.ActorType) int32 {
	if p.Cheats.FastBuild {
		return 0
	}
	time := t.Buildable.Duration
	if time == -1 {
		time = t.Cost
	}
	time = wpos.Percent(time, t.Buildable.Modifier, q.Info.Modifier, w.handicappedTime(p, t))
	if !q.Info.SpeedUp {
		return time
	}
	kind := t.Buildable.At
	if kind == "" {
		kind = q.Info.Kind
	}
	n := int32(0)
	owner := w.ownerIndex(p)
	for _, id := range w.Producing() {
		if a := w.Actors[id]; a.Owner == owner && info.Contains(a.Type.Produces, kind) {
			n++
		}
	}
	n = wpos.Clamp(n, 1, int32(len(q.Info.Reductions)))
	return time * q.Info.Reductions[n-1] / 100
}

// startProduction resolves the order: append, or put behind the first item.
func (w *World) startProduction(p *state.Player, q *state.Queue, t *info.ActorType, count uint32, queued bool) {
	if !q.Enabled || !w.buildable(p, q, t) {
		return
	}
	limit := q.Info.ItemLimit
	if !p.Cheats.AllTech { // else no order for more than that is carried out, for the memory it would take
		limit = w.mayQueue(p, q, t)
	}
	if limit <= 0 {
		return
	}
	for range min(int64(count), int64(limit)) {
		it := state.Item{Type: t, TotalCost: t.Cost, RemainingCost: t.Cost, TotalTime: 1, RemainingTime: 1}
		if !queued && len(q.Items) > 1 {
			q.Items = append(q.Items, state.Item{})
			copy(q.Items[2:], q.Items[1:])
			q.Items[1] = it
			continue
		}
		q.Items = append(q.Items, it)
	}
}

// mayQueue is how many more of a type a queue takes. What the player has counts
// against the type's own limit wherever it is, aboard of something too.
func (w *World) mayQueue(p *state.Player, q *state.Queue, t *info.ActorType) int32 {
	queued := int32(0)
	for i := range q.Items {
		if q.Items[i].Type == t {
			queued++
		}
	}
	limit := q.Info.ItemLimit
	if t.Buildable.Limit > 0 {
		owned, owner := int32(0), w.ownerIndex(p)
		for _, a := range w.Actors {
			if a != nil && a.Owner == owner && a.Type == t {
				owned++
			}
		}
		limit = min(limit, t.Buildable.Limit-owned)
	}
	return limit - queued
}

func (w *World) cancelProduction(p *state.Player, q *state.Queue, t *info.ActorType, count uint32) {
	for ; count > 0; count-- {
		at := -1
		for i := range q.Items {
			if q.Items[i].Type == t {
				at = i
			}
		}
		if at < 0 {
			return
		}
		w.refund(p, &q.Items[at])
		q.Items = append(q.Items[:at], q.Items[at+1:]...)
	}
}

// complete is the frame-end task of a finished item: units leave, buildings
// wait to be placed.
func (w *World) complete(t *state.Task) {
	p := &w.Players[t.Player]
	q := w.queueOf(t)
	if q == nil {
		return
	}
	at := -1
	for i := range q.Items {
		if q.Items[i].Done && q.Items[i].Type == t.Type {
			at = i
			break
		}
	}
	if at < 0 || t.Type.Building != nil && t.Type.Building.Footprint != nil {
		return
	}
	kind := t.Type.Buildable.At
	if kind == "" || p.Cheats.AllTech {
		kind = q.Info.Kind
	}
	candidates := w.makersFor(t, q, kind)
	if len(candidates) == 0 {
		w.cancelProduction(p, q, t.Type, 1)
		return
	}
	for _, id := range candidates {
		if w.produce(w.Actors[id], t.Type, kind) {
			for i := range q.Items {
				if q.Items[i].Done && q.Items[i].Type == t.Type {
					q.Items = append(q.Items[:i], q.Items[i+1:]...)
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
	for _, id := range w.Producing() {
		if a := w.Actors[id]; a.Owner == owner && info.Contains(a.Type.Produces, kind) {
			ids = append(ids, a.ID)
		}
	}
	w.scratch.near = ids
	sort.SliceStable(ids, func(i, j int) bool {
		a, b := w.Actors[ids[i]], w.Actors[ids[j]]
		if a.Primary != b.Primary {
			return a.Primary
		}
		return a.ID > b.ID
	})
	return ids
}

// produce lets a unit out of a building through one of its exits.
func (w *World) produce(a *Actor, t *info.ActorType, kind string) bool {
	if a.Type.Airdrop != nil {
		return w.sendForUnit(a, t)
	}
	if w.padTaken(a) {
		return false
	}
	exit := w.selectExit(a, t, kind)
	if !t.TakesRoom() {
		w.later(state.Task{Kind: state.TaskProduce, Actor: a.ID, Type: t, Spawn: state.Spawn{Owner: a.Owner, Faction: a.Faction, Facing: -1}})
		return true
	}
	if exit == nil {
		return false
	}
	w.letOut(a, t, exit)
	return true
}

func (w *World) spawnProduced(t *state.Task) {
	unit := w.Create(t.Type, t.Spawn)
	if producer := w.Actor(t.Actor); producer != nil {
		unit.Produced = unit.Produced || producer.Type.MarksProduced
		w.meetAuras(unit)
	}
}
