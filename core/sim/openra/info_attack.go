// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/rules"
)

// takingChances are the attacks that fire at what comes by while their actor does something
// else.
var takingChances = []string{"AttackTurreted", "AttackFollow", "AttackGarrisoned", "AttackTDGunboatTurreted", "AttackPopupTurreted"}

// attackTrait reads the traits of an actor type by which it finds and attacks others.
func (c *compiler) attackTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "AutoTarget":
		t.autoTarget = &autoTargetInfo{
			minScan: number(trait, "MinimumScanTimeInterval", 3), maxScan: number(trait, "MaximumScanTimeInterval", 8),
			allowMove: trait.Bool("AllowMovement"), scanOnIdle: trait.Bool("ScanOnIdle"),
			radius: number(trait, "ScanRadius", -1), initial: stanceOf(trait.Text("InitialStance")), initialBot: stanceOf(trait.Text("InitialStanceAI")),
		}
	case "Targetable":
		t.targetable(trait)
	case "AttackTesla":
		t.tesla = newTesla(trait)
	case "AttackCharges":
		t.charge = c.newCharge(t, trait)
	case "AttackPopupTurreted":
		t.popup = newPopup(trait)
	case "AttackLeap":
		t.leapSpeed = max(number(trait, "Speed", 426), 1)
	case "EdibleByLeap":
		t.edible = true
	case "AttackAircraft":
		t.airAttack, t.opportunity = newAirAttack(trait), true
	case "AttackBomber":
		t.bombTolerance = bomberTolerance
		t.strike = c.newStrike(t.name)
	case "ParaDrop":
		t.strike = c.newStrike(t.name)
	case "GrantConditionOnAttack":
		t.shotCondition = newShotCondition(trait)
		t.triggers = t.triggers || t.shotCondition.name == "triggered"
	case "GrantConditionOnDeploy":
		t.triggers = t.triggers || trait.Text("DeployedCondition") == "triggered"
	case "MadTank":
		t.mad = c.newMad(trait)
	case "DamagedByTerrain":
		if len(t.terrainDamages) < maxTerrainDamages {
			t.terrainDamages = append(t.terrainDamages, newTerrainDamage(trait))
		}
	case "HandicapFirepowerMultiplier", "HandicapDamageMultiplier", "HandicapProductionTimeMultiplier":
		t.handicaps |= handicaps[trait.Name]
	}
	if strings.HasPrefix(trait.Name, "Attack") && trait.Name != "AttackMove" {
		t.attacks = true
		t.opportunity = t.opportunity || contains(takingChances, trait.Name)
		t.noChances = t.noChances || trait.Has("OpportunityFire") && !trait.Bool("OpportunityFire")
		t.forgets = t.forgets || trait.Has("PersistentTargeting") && !trait.Bool("PersistentTargeting")
	}
}
