// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "strings"

// Orders of the developer mode (DeveloperMode, and what units and players do
// themselves when developers ask for it).

// cheat resolves a developer order to a player.
func (w *World) cheat(p *player, o *Order) {
	if !p.developer {
		return
	}
	c := &p.cheats
	switch o.Name {
	case "DevFastCharge":
		c.fastCharge = !c.fastCharge
	case "DevEnableTech":
		c.allTech = !c.allTech
	case "DevFastBuild":
		c.fastBuild = !c.fastBuild
	case "DevBuildAnywhere":
		c.buildAnywhere = !c.buildAnywhere
	case "DevUnlimitedPower":
		c.unlimitedPower = !c.unlimitedPower
	case "DevPathDebug":
		c.pathDebug = !c.pathDebug
	case "DevAll":
		w.cheatAll(p, o.cheatCash())
	case "DevGiveCash":
		p.cash += o.cheatCash()
	case "DevGiveCashAll":
		for i := range w.players {
			if w.players[i].playable {
				w.players[i].cash += o.cheatCash()
			}
		}
	case "DevVisibility":
		c.disableShroud = !c.disableShroud
		w.disableShroud(p, c.disableShroud)
	case "DevGiveExploration":
		w.exploreAll(p)
	case "DevResetExploration":
		w.forgetGround(p)
	case "DevPlayerExperience":
		p.experience += int32(o.Extra)
	case "DevGrowResources":
		w.growResources()
	case powerOutage:
		p.outage = int32(o.Extra)
		w.updatePower(w.ownerIndex(p))
	default:
		w.cheatOn(o)
	}
}

// powerOutage is the developer order that takes a player's power for so many ticks.
const powerOutage = "PowerOutage"

// developerCash is what the developer orders give unless they say how much.
const developerCash = 20000

func (o *Order) cheatCash() int32 {
	if o.Extra != 0 {
		return int32(o.Extra)
	}
	return developerCash
}

// disableShroud lets a player see everything, or not any more. Whether he looks
// again at what he remembers depends on the release
// (docs/engine/openra-releases.md#cheats).
func (w *World) disableShroud(p *player, on bool) {
	p.shroudDisabled = on
	if w.behaviour.InstantShroud || !w.behaviour.SeenNow {
		bit := uint32(1) << uint(w.ownerIndex(p))
		for i := range w.frozen {
			w.frozen[i].pending |= bit
		}
		p.frozenSettled = false
	}
}

// cheatAll switches every developer mode on, or all of them off again
// (docs/engine/openra-releases.md#cheats). Until 20210321 it matters that he gets to know all
// the ground with it, or forgets what he does not see: he looks again at what he
// remembers there. Later he does so everywhere.
func (w *World) cheatAll(p *player, cash int32) {
	c := &p.cheats
	on := !c.everything
	*c = cheats{
		fastCharge: on, allTech: on, fastBuild: on, disableShroud: on, pathDebug: c.pathDebug,
		unlimitedPower: on, buildAnywhere: on, everything: on, endlessPower: c.endlessPower,
	}
	if on {
		p.cash += cash
	}
	switch {
	case !w.behaviour.SeenNow:
	case on:
		w.exploreAll(p)
	default:
		w.forgetGround(p)
	}
	w.disableShroud(p, on)
}

// cheatGrowth is how often every mine seeds when a developer lets ore grow.
const cheatGrowth = 100

func (w *World) growResources() {
	for i := range w.actors {
		if a := w.actors[i]; a != nil && a.inWorld && a.typ.SeedsResource {
			for range cheatGrowth {
				w.seedOnce(a)
			}
		}
	}
}

// cheatOn resolves a developer order about an actor.
func (w *World) cheatOn(o *Order) {
	var target *Actor
	if o.Target == TargetActor {
		target = w.named(o.Actor)
	}
	switch {
	case o.Name != "DevHeal" && o.Name != "DevKill" && o.Name != "DevDispose":
		w.unmodelled.add(o.Name)
	case target == nil:
	case o.Name == "DevHeal":
		w.damage(target, target, -target.typ.MaxHP, nil)
	case o.Name == "DevKill":
		w.destroy(target, target, strings.Split(o.Text, " "))
	default:
		w.dispose(target)
	}
}

// cheatLevels gives an actor ranks because a developer wants it.
func (w *World) cheatLevels(a *Actor, o *Order) {
	if !w.players[a.owner].developer {
		return
	}
	if o.Name != "DevLevelUp" {
		w.unmodelled.add(o.Name)
		return
	}
	if levels := int32(min(o.Extra, 1<<8)); levels > 0 && len(a.typ.RankSteps) > 0 {
		w.levelUp(&task{actor: a.ID, amount: levels})
	}
}
