// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// powerInfo is one amount of power a building gives or takes while a condition
// holds.
type powerInfo struct {
	amount   int32
	requires expression
}

// powerFactor changes a building's power, in percent, while a condition holds.
type powerFactor struct {
	percent  int32
	requires expression
}

// powerTrait reads the traits that give, take and switch power, and those that
// turn one condition into another.
func (c *compiler) powerTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "Power":
		t.power = append(t.power, powerInfo{amount: number(trait, "Amount", 0), requires: requirementOf(trait)})
	case "PowerMultiplier":
		t.powerFactors = append(t.powerFactors, powerFactor{percent: number(trait, "Modifier", 100), requires: requirementOf(trait)})
	case "ScalePowerWithHealth":
		t.scalePower = true
	case "ToggleConditionOnOrder":
		t.powerSwitch = trait.Text("OrderName")
	case "GrantCondition":
		t.grants = append(t.grants, grantInfo{condition: trait.Text("Condition"), requires: requirementOf(trait)})
	case "GrantConditionOnDamageState":
		if condition := trait.Text("Condition"); conditionKinds[condition] == conditionNever {
			t.grants = append(t.grants, grantInfo{condition: condition, requires: requirementOf(trait), states: damageStatesOf(trait.Text("ValidDamageStates"))})
		}
	case "GrantConditionOnPrerequisite":
		if condition := trait.Text("Condition"); conditionKinds[condition] == conditionNever {
			t.grants = append(t.grants, grantInfo{condition: condition, requires: requirementOf(trait), prerequisites: trait.Texts("Prerequisites")})
		}
	case "GrantConditionOnTileSet":
		if contains(trait.Texts("TileSets"), c.tileset) {
			t.grants = append(t.grants, grantInfo{condition: trait.Text("Condition")})
		}
	case "GrantExternalConditionToProduced":
		t.marksProduced = trait.Text("Condition") == "produced"
	}
}

// tickPower takes notice of a developer who wants power without end, or no longer.
func (w *World) tickPower(p *player) {
	if p.cheats.endlessPower == p.cheats.unlimitedPower {
		return
	}
	p.cheats.endlessPower = p.cheats.unlimitedPower
	p.powerProvided, p.powerDrained = 0, 0
	w.updatePower(w.ownerIndex(p))
}

// updatePower sums the power of a player's buildings; while his power is without
// end nothing changes.
func (w *World) updatePower(owner int32) {
	p := &w.players[owner]
	if p.cheats.unlimitedPower {
		return
	}
	p.powerProvided, p.powerDrained = 0, 0
	for _, a := range w.actors {
		if a == nil || !a.inWorld || a.owner != owner {
			continue
		}
		amount := int32(0)
		for i := range a.typ.power {
			amount += w.powerOf(a, &a.typ.power[i])
		}
		p.powerProvided += max(amount, 0)
		p.powerDrained -= min(amount, 0)
	}
}

// powerOf is what one trait of a building gives (more than 0) or takes: the
// percentages of its switches and its health in one chain.
func (w *World) powerOf(a *Actor, part *powerInfo) int32 {
	if !w.holds(a, part.requires) {
		return 0
	}
	amount := part.amount
	for i := range a.typ.powerFactors {
		if factor := &a.typ.powerFactors[i]; w.holds(a, factor.requires) {
			amount = wpos.Percent(amount, factor.percent)
		}
	}
	if a.typ.scalePower {
		amount = wpos.Percent(amount, int32(100*int64(a.hp)/int64(a.typ.maxHP)))
	}
	return amount
}

// lowPower reports whether a player's power is not normal.
func (p *player) lowPower() bool { return p.powerProvided < p.powerDrained }

// switchPower resolves the order that switches a building off or on. It counts
// at once (openra-world.md §4.1).
func (w *World) switchPower(a *Actor, order string) {
	if a.typ.powerSwitch != order {
		return
	}
	a.powerDown = !a.powerDown
	w.updatePower(a.owner)
}

// tickOutage counts down how long a player is without power.
func (w *World) tickOutage(p *player) {
	if p.outage == 0 {
		return
	}
	if p.outage--; p.outage == 0 {
		w.updatePower(w.ownerIndex(p))
	}
}
