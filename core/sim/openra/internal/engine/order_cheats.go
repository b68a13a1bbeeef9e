// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"

	"convertd/core/sim/openra/internal/state"
)

// Orders of the developer mode (DeveloperMode, and what units and players do
// themselves when developers ask for it).

// cheat resolves a developer order to a player.
func (w *World) cheat(p *state.Player, o *Order) {
	if !p.Developer {
		return
	}
	c := &p.Cheats
	switch o.Name {
	case "DevFastCharge":
		c.FastCharge = !c.FastCharge
	case "DevEnableTech":
		c.AllTech = !c.AllTech
	case "DevFastBuild":
		c.FastBuild = !c.FastBuild
	case "DevBuildAnywhere":
		c.BuildAnywhere = !c.BuildAnywhere
	case "DevUnlimitedPower":
		c.UnlimitedPower = !c.UnlimitedPower
	case "DevPathDebug":
		c.PathDebug = !c.PathDebug
	case "DevAll":
		w.cheatAll(p, o.CheatCash())
	case "DevGiveCash":
		p.Cash += o.CheatCash()
	case "DevGiveCashAll":
		for i := range w.Players {
			if w.Players[i].Playable {
				w.Players[i].Cash += o.CheatCash()
			}
		}
	case "DevVisibility":
		c.DisableShroud = !c.DisableShroud
		w.disableShroud(p, c.DisableShroud)
	case "DevGiveExploration":
		w.exploreAll(p)
	case "DevResetExploration":
		w.forgetGround(p)
	case "DevPlayerExperience":
		p.Experience += int32(o.Extra)
	case "DevGrowResources":
		w.growResources()
	case state.PowerOutage:
		p.Outage = int32(o.Extra)
		w.updatePower(w.ownerIndex(p))
	default:
		w.cheatOn(o)
	}
}

// DisableShroud lets a player see everything, or not any more. Whether he looks
// again at what he remembers depends on the release
// (docs/engine/openra-releases.md#cheats).
func (w *World) disableShroud(p *state.Player, on bool) {
	p.ShroudDisabled = on
	if w.Release.InstantShroud || !w.Release.SeenNow {
		bit := uint32(1) << uint(w.ownerIndex(p))
		for i := range w.Frozen {
			w.Frozen[i].Pending |= bit
		}
		p.FrozenSettled = false
	}
}

// cheatAll switches every developer mode on, or all of them off again
// (docs/engine/openra-releases.md#cheats). Until 20210321 it matters that he gets to know all
// the ground with it, or forgets what he does not see: he looks again at what he
// remembers there. Later he does so everywhere.
func (w *World) cheatAll(p *state.Player, cash int32) {
	c := &p.Cheats
	on := !c.Everything
	*c = state.Cheats{
		FastCharge: on, AllTech: on, FastBuild: on, DisableShroud: on, PathDebug: c.PathDebug,
		UnlimitedPower: on, BuildAnywhere: on, Everything: on, EndlessPower: c.EndlessPower,
	}
	if on {
		p.Cash += cash
	}
	switch {
	case !w.Release.SeenNow:
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
	for i := range w.Actors {
		if a := w.Actors[i]; a != nil && a.InWorld && a.Type.SeedsResource {
			for range cheatGrowth {
				w.seedOnce(a)
			}
		}
	}
}

// cheatOn resolves a developer order about an actor.
func (w *World) cheatOn(o *Order) {
	var target *Actor
	if o.Target == state.TargetActor {
		target = w.named(o.Actor)
	}
	switch {
	case o.Name != "DevHeal" && o.Name != "DevKill" && o.Name != "DevDispose":
		w.unmodelled.Add(o.Name)
	case target == nil:
	case o.Name == "DevHeal":
		w.Damage(target, target, -target.Type.MaxHP, nil)
	case o.Name == "DevKill":
		w.Destroy(target, target, strings.Split(o.Text, " "))
	default:
		w.Dispose(target)
	}
}

// cheatLevels gives an actor ranks because a developer wants it.
func (w *World) cheatLevels(a *Actor, o *Order) {
	if !w.Players[a.Owner].Developer {
		return
	}
	if o.Name != "DevLevelUp" {
		w.unmodelled.Add(o.Name)
		return
	}
	if levels := int32(min(o.Extra, 1<<8)); levels > 0 && len(a.Type.RankSteps) > 0 {
		w.levelUp(&state.Task{Actor: a.ID, Amount: levels})
	}
}
