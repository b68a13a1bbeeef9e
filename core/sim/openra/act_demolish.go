// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

func (w *World) demolishable(a, target *Actor) bool {
	return a.typ.Demolition != nil && (target.typ.Demolishable || w.chargeable(target)) && w.allow(a.typ.Demolition.Valid, a.owner, target.owner)
}

func (w *World) instantlyRepairable(a, target *Actor) bool {
	return a.typ.InstantRepairs != nil && target.typ.InstantlyRepaired && target.hp < target.typ.MaxHP &&
		w.allow(*a.typ.InstantRepairs, a.owner, target.owner)
}

func (w *World) infiltratable(a, target *Actor) bool {
	return len(a.typ.Infiltrates) > 0 && w.countsAs(target, a.typ.Infiltrates) &&
		w.allow(a.typ.InfiltratesWhom, a.owner, target.owner)
}

// orderEnter resolves the orders of those who work from inside. A captor, and
// who repairs what is damaged, finds out only when he goes; whoever is sent to
// what his player remembers finds out there whether it still stands.
func (w *World) orderEnter(a *Actor, o *Order, purpose enterPurpose) {
	if a.typ.Mobile == nil || o.Target != TargetActor && o.Target != TargetFrozen {
		return
	}
	ref := o.Actor
	if o.Target == TargetFrozen {
		if f := w.memoryOf(ref); f == nil || f.known>>uint(a.owner)&1 == 0 {
			return
		}
		ref |= frozenBit
	}
	target := w.aimedActor(a, ref)
	switch {
	case target == nil && purpose == enterCapture && len(a.typ.Captures) > 0:
		w.order(a, o.Queued, w.enter(shakenOff, purpose)) // nobody asks before he goes, so this ends in its first turn
		return
	case target == nil, target == a:
		return
	}
	var obeys bool
	switch purpose {
	case enterCapture:
		obeys = len(a.typ.Captures) > 0
	case enterRepair:
		obeys = a.typ.InstantRepairs != nil && target.hp < target.typ.MaxHP
	case enterDonate:
		obeys = a.typ.Payload > 0
	case enterDemolish:
		obeys = isMemory(ref) && a.typ.Demolition != nil || w.mayEnter(a, target, purpose)
	case enterBridge:
		obeys = a.typ.MendsBridges && o.Target == TargetActor && w.needsMending(target) && !w.dangles(target)
	case enterInfiltrate, enterTransport:
		obeys = w.mayEnter(a, target, purpose)
	}
	if obeys {
		w.order(a, o.Queued, w.enter(ref, purpose))
	}
}

// donate gives what a truck carries to the owner of the building it drives into.
func (w *World) donate(a, target *Actor) {
	w.players[target.owner].cash += a.typ.Payload
	if target.owner != a.owner {
		w.players[a.owner].experience += a.typ.PayloadExperience
	}
	w.consume(a)
}

// chargeNow is the frame-end task that leaves a charge in a building, also if
// who brought it was killed after he went in.
func (w *World) chargeNow(t *task) {
	a, target := w.actor(t.actor), w.alive(t.host)
	if a == nil || target == nil || !w.demolishable(a, target) {
		return
	}
	if target.typ.BridgeHut {
		w.layCharge(a, target)
		w.uncloak(a, info.LoudCharge)
	} else if target.demolition == 0 {
		w.usedAbility(a.owner, abilityDemolish, target.center)
		target.demolition, target.demolisher = a.typ.Demolition.Delay+1, a.ID
		w.uncloak(a, info.LoudCharge)
	}
	if !a.typ.Demolition.Stays && !a.dead {
		w.consume(a)
	}
}

// tickDemolition counts a charge down; what is invulnerable outlives it.
func (w *World) tickDemolition(a *Actor) {
	if a.demolition--; a.demolition > 0 || a.dead || a.invulnerable > 0 {
		return
	}
	saboteur := w.actor(a.demolisher)
	var causes []string
	if saboteur != nil && saboteur.typ.Demolition != nil {
		causes = saboteur.typ.Demolition.Causes
	}
	w.destroy(a, saboteur, causes)
}

// infiltrate lets a spy do what he came for; he does not come out again.
func (w *World) infiltrate(a, target *Actor) {
	w.usedAbility(a.owner, abilityInfiltrate, target.center)
	spy, victim := &w.players[a.owner], &w.players[target.owner]
	for i := range target.typ.Infiltrations {
		info := &target.typ.Infiltrations[i]
		if !overlaps(info.Types, a.typ.Infiltrates) {
			continue
		}
		spy.experience += info.Experience
		if info.Percent > 0 {
			taken := min(info.High, (victim.cash+victim.ore)*info.Percent/100)
			victim.takeCash(taken)
			least := info.Low
			if least < 0 {
				least = a.typ.Cost
			}
			spy.cash += max(taken, least)
			spy.experience += wpos.Percent(taken, info.ExperiencePerCent)
		}
		if info.Outage > 0 {
			victim.outage = info.Outage
			w.updatePower(target.owner)
		}
		if info.Explores {
			w.takeGround(a.owner, target.owner)
		}
		if info.Resets {
			w.resetPowers(target)
		}
		if proxy := w.typeOf(info.Proxy); proxy != nil {
			w.later(task{kind: taskSpawn, typ: proxy, spawn: spawn{owner: a.owner, cell: target.cell, hasCell: true, facing: -1}})
		}
		w.becomeAnother(target, info.Into, info.Health)
	}
	spy.experience += a.typ.SpyExperience
	w.consume(a)
}
