// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// PowerInfo is one amount of power a building gives or takes while a condition
// holds.
type PowerInfo struct {
	Amount   int32
	Requires Expression
}

// powerFactor changes a building's power, in percent, while a condition holds.
type powerFactor struct {
	Percent  int32
	Requires Expression
}

// powerTrait reads the traits that give, take and switch power, and those that
// turn one condition into another.
func (c *compiler) powerTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "Power":
		t.Power = append(t.Power, PowerInfo{Amount: Number(trait, "Amount", 0), Requires: RequirementOf(trait)})
	case "PowerMultiplier":
		t.PowerFactors = append(t.PowerFactors, powerFactor{Percent: Number(trait, "Modifier", 100), Requires: RequirementOf(trait)})
	case "ScalePowerWithHealth":
		t.ScalePower = true
	case "ToggleConditionOnOrder":
		t.PowerSwitch = trait.Text("OrderName")
	case "GrantCondition":
		t.Grants = append(t.Grants, grantInfo{Condition: trait.Text("Condition"), Requires: RequirementOf(trait)})
	case "GrantConditionOnDamageState":
		if condition := trait.Text("Condition"); conditionKinds[condition] == ConditionNever {
			t.Grants = append(t.Grants, grantInfo{Condition: condition, Requires: RequirementOf(trait), States: damageStatesOf(trait.Text("ValidDamageStates"))})
		}
	case "GrantConditionOnPrerequisite":
		if condition := trait.Text("Condition"); conditionKinds[condition] == ConditionNever {
			t.Grants = append(t.Grants, grantInfo{Condition: condition, Requires: RequirementOf(trait), Prerequisites: trait.Texts("Prerequisites")})
		}
	case "GrantConditionOnBotOwner":
		t.Grants = append(t.Grants, grantInfo{Condition: trait.Text("Condition"), Requires: RequirementOf(trait), Bots: trait.Texts("Bots")})
	case "GrantConditionOnTileSet":
		if Contains(trait.Texts("TileSets"), c.tileset) {
			t.Grants = append(t.Grants, grantInfo{Condition: trait.Text("Condition")})
		}
	case "GrantExternalConditionToProduced":
		t.MarksProduced = trait.Text("Condition") == "produced"
	}
}
