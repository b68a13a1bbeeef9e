// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

func (w *World) demolishable(a, target *Actor) bool {
	return a.Type.Demolition != nil && (target.Type.Demolishable || w.chargeable(target)) && w.allow(a.Type.Demolition.Valid, a.Owner, target.Owner)
}

func (w *World) instantlyRepairable(a, target *Actor) bool {
	return a.Type.InstantRepairs != nil && target.Type.InstantlyRepaired && target.HP < target.Type.MaxHP &&
		w.allow(*a.Type.InstantRepairs, a.Owner, target.Owner)
}

func (w *World) infiltratable(a, target *Actor) bool {
	return len(a.Type.Infiltrates) > 0 && w.countsAs(target, a.Type.Infiltrates) &&
		w.allow(a.Type.InfiltratesWhom, a.Owner, target.Owner)
}

// orderEnter resolves the orders of those who work from inside. A captor, and
// who repairs what is damaged, finds out only when he goes; whoever is sent to
// what his player remembers finds out there whether it still stands.
func (w *World) orderEnter(a *Actor, o *Order, purpose state.EnterPurpose) {
	if a.Type.Mobile == nil || o.Target != state.TargetActor && o.Target != state.TargetFrozen {
		return
	}
	ref := o.Actor
	if o.Target == state.TargetFrozen {
		if f := w.Frozen.Of(ref); f == nil || f.Known>>uint(a.Owner)&1 == 0 {
			return
		}
		ref |= FrozenBit
	}
	target := w.aimedActor(a, ref)
	switch {
	case target == nil && purpose == state.EnterCapture && len(a.Type.Captures) > 0:
		w.order(a, o.Queued, w.enter(state.ShakenOff, purpose)) // nobody asks before he goes, so this ends in its first turn
		return
	case target == nil, target == a:
		return
	}
	var obeys bool
	switch purpose {
	case state.EnterCapture:
		obeys = len(a.Type.Captures) > 0
	case state.EnterRepair:
		obeys = a.Type.InstantRepairs != nil && target.HP < target.Type.MaxHP
	case state.EnterDonate:
		obeys = a.Type.Payload > 0
	case state.EnterDemolish:
		obeys = isMemory(ref) && a.Type.Demolition != nil || w.mayEnter(a, target, purpose)
	case state.EnterBridge:
		obeys = a.Type.MendsBridges && o.Target == state.TargetActor && w.needsMending(target) && !w.dangles(target)
	case state.EnterInfiltrate, state.EnterTransport:
		obeys = w.mayEnter(a, target, purpose)
	}
	if obeys {
		w.order(a, o.Queued, w.enter(ref, purpose))
	}
}

// donate gives what a truck carries to the owner of the building it drives into.
func (w *World) donate(a, target *Actor) {
	w.Players[target.Owner].Cash += a.Type.Payload
	if target.Owner != a.Owner {
		w.Players[a.Owner].Experience += a.Type.PayloadExperience
	}
	w.consume(a)
}

// chargeNow is the frame-end task that leaves a charge in a building, also if
// who brought it was killed after he went in.
func (w *World) chargeNow(t *state.Task) {
	a, target := w.Actor(t.Actor), w.Alive(t.Host)
	if a == nil || target == nil || !w.demolishable(a, target) {
		return
	}
	if target.Type.BridgeHut {
		w.layCharge(a, target)
		w.uncloak(a, info.LoudCharge)
	} else if target.Demolition == 0 {
		w.usedAbility(a.Owner, abilityDemolish, target.Center)
		target.Demolition, target.Demolisher = a.Type.Demolition.Delay+1, a.ID
		w.uncloak(a, info.LoudCharge)
	}
	if !a.Type.Demolition.Stays && !a.Dead {
		w.consume(a)
	}
}

// tickDemolition counts a charge down; what is invulnerable outlives it.
func (w *World) tickDemolition(a *Actor) {
	if a.Demolition--; a.Demolition > 0 || a.Dead || a.Invulnerable > 0 {
		return
	}
	saboteur := w.Actor(a.Demolisher)
	var causes []string
	if saboteur != nil && saboteur.Type.Demolition != nil {
		causes = saboteur.Type.Demolition.Causes
	}
	w.Destroy(a, saboteur, causes)
}

// infiltrate lets a spy do what he came for; he does not come out again.
func (w *World) infiltrate(a, target *Actor) {
	w.usedAbility(a.Owner, abilityInfiltrate, target.Center)
	spy, victim := &w.Players[a.Owner], &w.Players[target.Owner]
	for i := range target.Type.Infiltrations {
		info := &target.Type.Infiltrations[i]
		if !overlaps(info.Types, a.Type.Infiltrates) {
			continue
		}
		spy.Experience += info.Experience
		if info.Percent > 0 {
			taken := min(info.High, (victim.Cash+victim.Ore)*info.Percent/100)
			victim.TakeCash(taken)
			least := info.Low
			if least < 0 {
				least = a.Type.Cost
			}
			spy.Cash += max(taken, least)
			spy.Experience += wpos.Percent(taken, info.ExperiencePerCent)
		}
		if info.Outage > 0 {
			victim.Outage = info.Outage
			w.updatePower(target.Owner)
		}
		if info.Explores {
			w.takeGround(a.Owner, target.Owner)
		}
		if info.Resets {
			w.resetPowers(target)
		}
		if proxy := w.TypeOf(info.Proxy); proxy != nil {
			w.later(state.Task{Kind: state.TaskSpawn, Type: proxy, Spawn: state.Spawn{Owner: a.Owner, Cell: target.Cell, HasCell: true, Facing: -1}})
		}
		w.becomeAnother(target, info.Into, info.Health)
	}
	spy.Experience += a.Type.SpyExperience
	w.consume(a)
}
