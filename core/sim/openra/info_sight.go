// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/rules"

// sightTrait reads the traits of an actor type that say what it sees, and who sees it.
func (c *compiler) sightTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "RevealsShroud", "CreatesShroud":
		t.changingSight = t.changingSight || trait.Text("RequiresCondition") != ""
		t.covers = t.covers || trait.Name == "CreatesShroud"
		t.sightStep = number(trait, "MoveRecalculationThreshold", 256)
		t.sights = append(t.sights, sightInfo{
			minRange: number(trait, "MinRange", 0), maxRange: number(trait, "Range", 0), requires: requirementOf(trait),
			fromCenter:     trait.Text("Type") != "Footprint",
			onGround:       trait.Text("Type") == "GroundPosition",
			covers:         trait.Name == "CreatesShroud",
			needsGenerated: trait.Name == "RevealsShroud" && !trait.Bool("RevealGeneratedShroud"),
		})
		t.sights[len(t.sights)-1].measureHalves()
	case "FrozenUnderFog":
		t.frozenUnderFog = true
	case "AlwaysVisible":
		t.alwaysVisible = true
	case "Cloak":
		t.cloak = newCloak(trait)
	case "DetectCloaked":
		t.detects = append(t.detects, newDetector(trait))
	case "Disguise":
		t.disguise = newDisguise(trait)
	case "IgnoresDisguise":
		t.seesThrough = true
	case "ProvidesRadar":
		t.radar = newRadar(trait)
	}
}
