// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
)

// demolitionInfo is how an actor blows others up.
type demolitionInfo struct {
	Delay  int32
	Causes []string
	Stays  bool // the saboteur comes out again
	Valid  Relations
}

// infiltrationInfo is what happens when a spy gets in.
type infiltrationInfo struct {
	Explores, Resets              bool // what the victim knows of the ground; the charge of its powers
	Types                         []string
	Percent, Low, High, Outage    int32
	Experience, ExperiencePerCent int32
	Proxy, Into                   string
	Health                        int32
}

// agentTrait reads the traits of engineers, saboteurs and spies, and of what
// they work on.
func (c *compiler) agentTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "Demolition", "C4Demolition":
		t.Demolition = &demolitionInfo{
			Delay: Number(trait, "DetonationDelay", 45), Causes: trait.Texts("DamageTypes"), Stays: trait.Text("EnterBehaviour") != "Dispose",
			Valid: relationsOf(trait.Text("ForceTargetRelationships")),
		}
	case "Demolishable":
		t.Demolishable = true
	case "InstantlyRepairs", "EngineerRepair":
		valid := trait.Text("ValidRelationships")
		if valid == "" {
			valid = "Ally"
		}
		repairs := relationsOf(valid)
		t.InstantRepairs = &repairs
	case "InstantlyRepairable", "EngineerRepairable":
		t.InstantlyRepaired = true
	case "DeliversCash":
		t.Payload, t.PayloadExperience = Number(trait, "Payload", 500), Number(trait, "PlayerExperience", 0)
	case "Infiltrates":
		t.Infiltrates = trait.Texts("Types")
		t.InfiltratesWhom = relationsOf(trait.Text("ValidRelationships"))
		t.SpyExperience = Number(trait, "PlayerExperience", 0)
	}
	if strings.HasPrefix(trait.Name, "InfiltrateFor") {
		info := infiltrationInfo{Types: trait.Texts("Types"), Experience: Number(trait, "PlayerExperience", 0)}
		switch trait.Name {
		case "InfiltrateForCash":
			info.Percent, info.Low, info.High = Number(trait, "Percentage", 100), Number(trait, "Minimum", -1), Number(trait, "Maximum", 0x7FFFFFFF)
			info.ExperiencePerCent = Number(trait, "PlayerExperiencePercentage", 0)
		case "InfiltrateForPowerOutage":
			info.Outage = Number(trait, "Duration", 500)
		case "InfiltrateForSupportPower":
			info.Proxy = strings.ToLower(trait.Text("Proxy"))
		case "InfiltrateForExploration":
			info.Explores = true
		case "InfiltrateForSupportPowerReset":
			info.Resets = true
		case "InfiltrateForTransform":
			info.Into, info.Health = strings.ToLower(trait.Text("IntoActor")), Number(trait, "ForceHealthPercentage", 0)
		default:
		}
		t.Infiltrations = append(t.Infiltrations, info)
	}
}
