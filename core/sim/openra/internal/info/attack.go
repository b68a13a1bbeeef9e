// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
)

// takingChances are the attacks that fire at what comes by while their actor does something
// else.
var opportunists = []string{"AttackTurreted", "AttackFollow", "AttackGarrisoned", "AttackTDGunboatTurreted", "AttackPopupTurreted"}

// attackTrait reads the traits of an actor type by which it finds and attacks others.
func (c *compiler) attackTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "AutoTarget":
		t.AutoTarget = &autoTargetInfo{
			MinScan: Number(trait, "MinimumScanTimeInterval", 3), MaxScan: Number(trait, "MaximumScanTimeInterval", 8),
			AllowMove: trait.Bool("AllowMovement"), ScanOnIdle: trait.Bool("ScanOnIdle"),
			Radius: Number(trait, "ScanRadius", -1), Initial: stanceOf(trait.Text("InitialStance")), InitialBot: stanceOf(trait.Text("InitialStanceAI")),
		}
	case "Targetable":
		t.targetable(trait)
	case "AttackTesla":
		t.Tesla = newTesla(trait)
	case "AttackCharges":
		t.Charge = c.newCharge(t, trait)
	case "AttackPopupTurreted":
		t.Popup = newPopup(trait)
	case "AttackLeap":
		t.LeapSpeed = max(Number(trait, "Speed", 426), 1)
	case "EdibleByLeap":
		t.Edible = true
	case "AttackAircraft":
		t.AirAttack, t.Opportunity = newAirAttack(trait), true
	case "AttackBomber":
		t.BombTolerance = bomberTolerance
		t.Strike = c.newStrike(t.Name)
	case "ParaDrop":
		t.Strike = c.newStrike(t.Name)
	case "GrantConditionOnAttack":
		t.ShotCondition = newShotCondition(trait)
		t.Triggers = t.Triggers || t.ShotCondition.Name == "triggered"
	case "GrantConditionOnDeploy":
		t.Triggers = t.Triggers || trait.Text("DeployedCondition") == "triggered"
		if condition := trait.Text("UndeployedCondition"); condition != "" {
			t.Grants = append(t.Grants, grantInfo{Condition: condition, Requires: CompileExpression("!deployed")})
		}
	case "MadTank":
		t.Mad = c.newMad(trait)
	case "DamagedByTerrain":
		if len(t.TerrainDamages) < MaxTerrainDamages {
			t.TerrainDamages = append(t.TerrainDamages, newTerrainDamage(trait))
		}
	case "HandicapFirepowerMultiplier", "HandicapDamageMultiplier", "HandicapProductionTimeMultiplier":
		t.Handicaps |= handicaps[trait.Name]
	}
	if strings.HasPrefix(trait.Name, "Attack") && trait.Name != "AttackMove" {
		t.Attacks = true
		t.Opportunity = t.Opportunity || Contains(opportunists, trait.Name)
		t.NoOpportunities = t.NoOpportunities || trait.Has("OpportunityFire") && !trait.Bool("OpportunityFire")
		t.Forgets = t.Forgets || trait.Has("PersistentTargeting") && !trait.Bool("PersistentTargeting")
	}
}
