// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/rules"
)

// relations says towards whom something is allowed.
type relations struct{ ally, neutral, enemy bool }

func relationsOf(text string) relations {
	return relations{ally: strings.Contains(text, "Ally"), neutral: strings.Contains(text, "Neutral"), enemy: strings.Contains(text, "Enemy")}
}

// allow reports whether a player stands to another as required.
func (w *World) allow(r relations, from, to int32) bool {
	switch {
	case w.allied(from, to):
		return r.ally
	case w.hostile(from, to):
		return r.enemy
	}
	return r.neutral
}

// captureInfo is one way in which an actor takes others over.
type captureInfo struct {
	delay, experience              int32
	types                          []string
	consumed                       bool
	valid, rewarded                relations
	sabotageAbove, sabotagePercent int32
	sabotageCauses                 []string
	requires                       expression
}

// capturableInfo is what an actor lets be done to it.
type capturableInfo struct {
	types    []string
	stops    bool // it drops what it does
	requires expression
}

func (c *compiler) captureTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "Captures":
		t.captures = append(t.captures, captureInfo{
			delay: number(trait, "CaptureDelay", 0), experience: number(trait, "PlayerExperience", 0), types: trait.Texts("CaptureTypes"),
			consumed: trait.Bool("ConsumedByCapture"), valid: relationsOf(trait.Text("ValidRelationships")),
			rewarded:      relationsOf(trait.Text("PlayerExperienceRelationships")),
			sabotageAbove: number(trait, "SabotageThreshold", 0), sabotagePercent: number(trait, "SabotageHPRemoval", 50),
			sabotageCauses: trait.Texts("SabotageDamageTypes"), requires: requirementOf(trait),
		})
	case "Capturable":
		t.capturables = append(t.capturables, capturableInfo{types: trait.Texts("Types"), stops: trait.Bool("CancelActivity"), requires: requirementOf(trait)})
	case "GivesCashOnCapture":
		t.captureCash = number(trait, "Amount", 0)
	case "TransformOnCapture":
		t.captureInto, t.captureHealth = strings.ToLower(trait.Text("IntoActor")), number(trait, "ForceHealthPercentage", 0)
	}
}

// captureBy is the quickest way in which an actor can take over a target now.
func (w *World) captureBy(a, target *Actor) *captureInfo {
	var best *captureInfo
	for i := range a.typ.captures {
		if info := &a.typ.captures[i]; (best == nil || info.delay < best.delay) && w.captures(a, target, info) {
			best = info
		}
	}
	return best
}

// captureInside is the number of the way in which an actor takes over what it
// is inside: rather whole than sabotaged.
func (w *World) captureInside(a, target *Actor) int32 {
	best := -1
	for i := range a.typ.captures {
		if info := &a.typ.captures[i]; w.captures(a, target, info) && (best < 0 || info.sabotageAbove < a.typ.captures[best].sabotageAbove) {
			best = i
		}
	}
	return int32(best)
}

// captures reports whether an actor can take over a target in one of its ways.
func (w *World) captures(a, target *Actor, info *captureInfo) bool {
	if !w.holds(a, info.requires) || !w.allow(info.valid, a.owner, target.owner) {
		return false
	}
	for i := range target.typ.capturables {
		if other := &target.typ.capturables[i]; overlaps(info.types, other.types) && w.holds(target, other.requires) {
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
	if act.progress < info.delay {
		act.progress++
		return false
	}
	if target.typ.mobile != nil && target.from != target.to {
		return false
	}
	if info.consumed {
		return true
	}
	for i := range a.typ.captures {
		if &a.typ.captures[i] == info {
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
	if a == nil || target == nil || target.owner != t.player || int(t.amount) >= len(a.typ.captures) {
		return
	}
	info := &a.typ.captures[t.amount]
	if info.sabotageAbove > 0 && !w.players[target.owner].nonCombatant && 100*int64(target.hp) > int64(info.sabotageAbove)*int64(target.typ.maxHP) {
		w.damage(target, a, int32(int64(target.typ.maxHP)*int64(info.sabotagePercent)/100), info.sabotageCauses)
	} else {
		w.handOver(a, target, info)
	}
	if info.consumed && !a.dead {
		w.consume(a)
	}
}

func (w *World) handOver(a, target *Actor, info *captureInfo) {
	reward := w.allow(info.rewarded, a.owner, target.owner)
	target.captor = none
	w.usedAbility(a.owner, abilityCapture, target.center)
	w.pauseChanged(target)
	loser := &w.players[target.owner]
	w.changeOwner(target, a.owner)
	w.takeDocked(target)
	p := &w.players[a.owner]
	stealStore(loser, p, target.typ.storage)
	p.cash += target.typ.captureCash
	for i := range target.typ.capturables {
		if target.typ.capturables[i].stops {
			w.cancelAll(target)
		}
	}
	if reward {
		p.experience += info.experience
	}
	w.becomeAnother(target, target.typ.captureInto, target.typ.captureHealth)
}

// takeDocked gives who took a refinery the harvester in it as well, at the end
// of the tick; it goes on unloading.
func (w *World) takeDocked(host *Actor) {
	client := w.validTarget(host.docked)
	if host.typ.dock == nil || client == nil {
		return
	}
	w.later(task{kind: taskChangeOwner, actor: client.ID, player: host.owner})
	if w.behaviour.links {
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
	act.facing, act.phase, act.distance = a.facing, t.index+1, health
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
	if a.typ.maxHP == 0 {
		return 0
	}
	return max(1, int32(int64(a.hp)*100/int64(a.typ.maxHP)))
}
