// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// demolitionInfo is how an actor blows others up.
type demolitionInfo struct {
	delay  int32
	causes []string
	stays  bool // the saboteur comes out again
	valid  relations
}

// infiltrationInfo is what happens when a spy gets in.
type infiltrationInfo struct {
	explores, resets              bool // what the victim knows of the ground; the charge of its powers
	types                         []string
	percent, low, high, outage    int32
	experience, experiencePerCent int32
	proxy, into                   string
	health                        int32
}

// agentTrait reads the traits of engineers, saboteurs and spies, and of what
// they work on.
func (c *compiler) agentTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "Demolition", "C4Demolition":
		t.demolition = &demolitionInfo{
			delay: number(trait, "DetonationDelay", 45), causes: trait.Texts("DamageTypes"), stays: trait.Text("EnterBehaviour") != "Dispose",
			valid: relationsOf(trait.Text("ForceTargetRelationships")),
		}
	case "Demolishable":
		t.demolishable = true
	case "InstantlyRepairs", "EngineerRepair":
		valid := trait.Text("ValidRelationships")
		if valid == "" {
			valid = "Ally"
		}
		repairs := relationsOf(valid)
		t.instantRepairs = &repairs
	case "InstantlyRepairable", "EngineerRepairable":
		t.instantlyRepaired = true
	case "DeliversCash":
		t.payload, t.payloadExperience = number(trait, "Payload", 500), number(trait, "PlayerExperience", 0)
	case "Infiltrates":
		t.infiltrates = trait.Texts("Types")
		t.infiltratesWhom = relationsOf(trait.Text("ValidRelationships"))
		t.spyExperience = number(trait, "PlayerExperience", 0)
	}
	if strings.HasPrefix(trait.Name, "InfiltrateFor") {
		info := infiltrationInfo{types: trait.Texts("Types"), experience: number(trait, "PlayerExperience", 0)}
		switch trait.Name {
		case "InfiltrateForCash":
			info.percent, info.low, info.high = number(trait, "Percentage", 100), number(trait, "Minimum", -1), number(trait, "Maximum", 0x7FFFFFFF)
			info.experiencePerCent = number(trait, "PlayerExperiencePercentage", 0)
		case "InfiltrateForPowerOutage":
			info.outage = number(trait, "Duration", 500)
		case "InfiltrateForSupportPower":
			info.proxy = strings.ToLower(trait.Text("Proxy"))
		case "InfiltrateForExploration":
			info.explores = true
		case "InfiltrateForSupportPowerReset":
			info.resets = true
		case "InfiltrateForTransform":
			info.into, info.health = strings.ToLower(trait.Text("IntoActor")), number(trait, "ForceHealthPercentage", 0)
		default:
		}
		t.infiltrations = append(t.infiltrations, info)
	}
}

func (w *World) demolishable(a, target *Actor) bool {
	return a.typ.demolition != nil && (target.typ.demolishable || w.chargeable(target)) && w.allow(a.typ.demolition.valid, a.owner, target.owner)
}

func (w *World) instantlyRepairable(a, target *Actor) bool {
	return a.typ.instantRepairs != nil && target.typ.instantlyRepaired && target.hp < target.typ.maxHP &&
		w.allow(*a.typ.instantRepairs, a.owner, target.owner)
}

func (w *World) infiltratable(a, target *Actor) bool {
	return len(a.typ.infiltrates) > 0 && w.countsAs(target, a.typ.infiltrates) &&
		w.allow(a.typ.infiltratesWhom, a.owner, target.owner)
}

// orderEnter resolves the orders of those who work from inside. A captor, and
// who repairs what is damaged, finds out only when he goes; whoever is sent to
// what his player remembers finds out there whether it still stands.
func (w *World) orderEnter(a *Actor, o *Order, purpose enterPurpose) {
	if a.typ.mobile == nil || o.Target != TargetActor && o.Target != TargetFrozen {
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
	case target == nil && purpose == enterCapture && len(a.typ.captures) > 0:
		w.order(a, o.Queued, w.enter(shakenOff, purpose)) // nobody asks before he goes, so this ends in its first turn
		return
	case target == nil, target == a:
		return
	}
	var obeys bool
	switch purpose {
	case enterCapture:
		obeys = len(a.typ.captures) > 0
	case enterRepair:
		obeys = a.typ.instantRepairs != nil && target.hp < target.typ.maxHP
	case enterDonate:
		obeys = a.typ.payload > 0
	case enterDemolish:
		obeys = isMemory(ref) && a.typ.demolition != nil || w.mayEnter(a, target, purpose)
	case enterBridge:
		obeys = a.typ.mendsBridges && o.Target == TargetActor && w.needsMending(target) && !w.dangles(target)
	case enterInfiltrate, enterTransport:
		obeys = w.mayEnter(a, target, purpose)
	}
	if obeys {
		w.order(a, o.Queued, w.enter(ref, purpose))
	}
}

// donate gives what a truck carries to the owner of the building it drives into.
func (w *World) donate(a, target *Actor) {
	w.players[target.owner].cash += a.typ.payload
	if target.owner != a.owner {
		w.players[a.owner].experience += a.typ.payloadExperience
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
	if target.typ.bridgeHut {
		w.layCharge(a, target)
		w.uncloak(a, loudCharge)
	} else if target.demolition == 0 {
		w.usedAbility(a.owner, abilityDemolish, target.center)
		target.demolition, target.demolisher = a.typ.demolition.delay+1, a.ID
		w.uncloak(a, loudCharge)
	}
	if !a.typ.demolition.stays && !a.dead {
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
	if saboteur != nil && saboteur.typ.demolition != nil {
		causes = saboteur.typ.demolition.causes
	}
	w.destroy(a, saboteur, causes)
}

// infiltrate lets a spy do what he came for; he does not come out again.
func (w *World) infiltrate(a, target *Actor) {
	w.usedAbility(a.owner, abilityInfiltrate, target.center)
	spy, victim := &w.players[a.owner], &w.players[target.owner]
	for i := range target.typ.infiltrations {
		info := &target.typ.infiltrations[i]
		if !overlaps(info.types, a.typ.infiltrates) {
			continue
		}
		spy.experience += info.experience
		if info.percent > 0 {
			taken := min(info.high, (victim.cash+victim.ore)*info.percent/100)
			victim.takeCash(taken)
			least := info.low
			if least < 0 {
				least = a.typ.cost
			}
			spy.cash += max(taken, least)
			spy.experience += wpos.Percent(taken, info.experiencePerCent)
		}
		if info.outage > 0 {
			victim.outage = info.outage
			w.updatePower(target.owner)
		}
		if info.explores {
			w.takeGround(a.owner, target.owner)
		}
		if info.resets {
			w.resetPowers(target)
		}
		if proxy := w.typeOf(info.proxy); proxy != nil {
			w.later(task{kind: taskSpawn, typ: proxy, spawn: spawn{owner: a.owner, cell: target.cell, hasCell: true, facing: -1}})
		}
		w.becomeAnother(target, info.into, info.health)
	}
	spy.experience += a.typ.spyExperience
	w.consume(a)
}
