// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// allow reports whether a player stands to another as required.
func (w *World) allow(r info.Relations, from, to int32) bool {
	switch {
	case w.allied(from, to):
		return r.Ally
	case w.hostile(from, to):
		return r.Enemy
	}
	return r.Neutral
}

// captureBy is the quickest way in which an actor can take over a target now.
func (w *World) captureBy(a, target *Actor) *info.CaptureInfo {
	var best *info.CaptureInfo
	for i := range a.typ.Captures {
		if info := &a.typ.Captures[i]; (best == nil || info.Delay < best.Delay) && w.captures(a, target, info) {
			best = info
		}
	}
	return best
}

// captureInside is the number of the way in which an actor takes over what it
// is inside: rather whole than sabotaged.
func (w *World) captureInside(a, target *Actor) int32 {
	best := -1
	for i := range a.typ.Captures {
		if info := &a.typ.Captures[i]; w.captures(a, target, info) && (best < 0 || info.SabotageAbove < a.typ.Captures[best].SabotageAbove) {
			best = i
		}
	}
	return int32(best)
}

// captures reports whether an actor can take over a target in one of its ways.
func (w *World) captures(a, target *Actor, info *info.CaptureInfo) bool {
	if !w.holds(a, info.Requires) || !w.allow(info.Valid, a.owner, target.owner) {
		return false
	}
	for i := range target.typ.Capturables {
		if other := &target.typ.Capturables[i]; overlaps(info.Types, other.Types) && w.holds(target, other.Requires) {
			return true
		}
	}
	return false
}

// startCapture counts how long a unit stands at the door; those who are not
// used up take over from there. What moves between cells is not gone into.
func (w *World) startCapture(a *Actor, act *Activity, target *Actor) bool {
	info := w.captureBy(a, target)
	if target.captor == none {
		target.captor = a.ID
		w.pauseChanged(target)
	}
	if act.progress < info.Delay {
		act.progress++
		return false
	}
	if target.typ.Mobile != nil && target.from != target.to {
		return false
	}
	if info.Consumed {
		return true
	}
	for i := range a.typ.Captures {
		if &a.typ.Captures[i] == info {
			w.later(task{kind: taskCapture, actor: a.ID, host: target.ID, player: target.owner, amount: int32(i)})
		}
	}
	w.cancel(a, act, true)
	return false
}

// friendsCapture reports whether a friend of an actor is taking a target over:
// then it does not shoot at it on its own.
func (w *World) friendsCapture(a, target *Actor) bool {
	if target.captor == none {
		return false
	}
	captor := w.peek(target.captor)
	return captor != nil && w.allied(a.owner, captor.owner)
}

// captureNow is the frame-end task that hands the target over, also to who was
// killed after he went in.
func (w *World) captureNow(t *task) {
	a, target := w.actor(t.actor), w.alive(t.host)
	if a == nil || target == nil || target.owner != t.player || int(t.amount) >= len(a.typ.Captures) {
		return
	}
	info := &a.typ.Captures[t.amount]
	if info.SabotageAbove > 0 && !w.players[target.owner].nonCombatant && 100*int64(target.hp) > int64(info.SabotageAbove)*int64(target.typ.MaxHP) {
		w.damage(target, a, int32(int64(target.typ.MaxHP)*int64(info.SabotagePercent)/100), info.SabotageCauses)
	} else {
		w.handOver(a, target, info)
	}
	if info.Consumed && !a.dead {
		w.consume(a)
	}
}

func (w *World) handOver(a, target *Actor, info *info.CaptureInfo) {
	reward := w.allow(info.Rewarded, a.owner, target.owner)
	target.captor = none
	w.usedAbility(a.owner, abilityCapture, target.center)
	w.pauseChanged(target)
	loser := &w.players[target.owner]
	w.changeOwner(target, a.owner)
	w.takeDocked(target)
	p := &w.players[a.owner]
	stealStore(loser, p, target.typ.Storage)
	p.cash += target.typ.CaptureCash
	for i := range target.typ.Capturables {
		if target.typ.Capturables[i].Stops {
			w.cancelAll(target)
		}
	}
	if reward {
		p.experience += info.Experience
	}
	w.becomeAnother(target, target.typ.CaptureInto, target.typ.CaptureHealth)
}

// takeDocked gives who took a refinery the harvester in it as well, at the end
// of the tick; it goes on unloading.
func (w *World) takeDocked(host *Actor) {
	client := w.validTarget(host.docked)
	if host.typ.Dock == nil || client == nil {
		return
	}
	w.later(task{kind: taskChangeOwner, actor: client.ID, player: host.owner})
	if w.behaviour.Links {
		client.linked = host.ID
		return
	}
	w.reserve(client, host)
}

// stealStore gives who took a store over the ore that his own stores would now
// hold there; the loser loses as much, if he has it.
func stealStore(loser, winner *player, storage int32) {
	if storage == 0 || winner.capacity == 0 {
		return
	}
	stolen := int32(int64(storage) * int64(winner.ore) / int64(winner.capacity))
	if loser.ore >= stolen {
		loser.ore -= stolen
	}
	winner.giveOre(stolen)
}

// becomeAnother lets an actor replace itself by one of another type in its next
// turn: wrecks are put on their feet again.
func (w *World) becomeAnother(a *Actor, name string, health int32) {
	t := w.typeOf(name)
	if t == nil {
		return
	}
	act := w.newActivity(actTransform)
	act.facing, act.phase, act.distance = a.facing, t.Index+1, health
	w.order(a, false, act)
}

// replace is the frame-end task that does it.
func (w *World) replace(a *Actor, t *task) {
	s := spawn{owner: a.owner, faction: a.faction, cell: w.location(a), hasCell: true, facing: a.facing, health: t.amount, ready: true}
	if s.health == 0 {
		s.health = a.healthPercent()
	}
	w.passOn(a, &s)
	w.dispose(a)
	made := w.create(t.typ, s)
	w.handShield(a, made)
	a.replacedBy = made.ID
}

// healthPercent is how much of an actor's health is left, at least one percent:
// that much what it becomes has at least.
func (a *Actor) healthPercent() int32 {
	if a.typ.MaxHP == 0 {
		return 0
	}
	return max(1, int32(int64(a.hp)*100/int64(a.typ.MaxHP)))
}
