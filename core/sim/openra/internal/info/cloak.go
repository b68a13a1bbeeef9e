// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
)

// cloakInfo is the trait that hides a unit while it does nothing loud. Its
// timer is hashed even where the trait is off.
type cloakInfo struct {
	Initial, Delay int32
	UncloakOn      []string
	Moving         bool     // it shows itself wherever it goes
	Condition      string   // granted while it hides
	Found          []string // what detects it
	Requires       Expression
	Pauses         Expression
}

// Occasions on which a unit shows itself.
const (
	LoudAttack = "Attack"
	LoudDock   = "Dock"
	LoudLoad   = "Load"
	LoudUnload = "Unload"
	LoudCharge = "Demolish"
	LoudDamage = "Damage"
	LoudHeal   = "Heal"
	LoudMove   = "Move"
)

// loudDefault is what shows a unit unless the rules say otherwise.
const loudDefault = "Attack, Unload, Infiltrate, Demolish, Dock"

func newCloak(trait *rules.Trait) *cloakInfo {
	info := &cloakInfo{
		Initial: Number(trait, "InitialDelay", 10), Delay: Number(trait, "CloakDelay", 30),
		Condition: trait.Text("CloakedCondition"), Found: trait.Texts("DetectionTypes"),
		Requires: RequirementOf(trait), Pauses: pauseOf(trait),
	}
	text := trait.Text("UncloakOn")
	if text == "" {
		text = strings.Join(trait.Texts("UncloakOn"), ",")
	}
	if text == "" {
		text = loudDefault
	}
	for _, occasion := range strings.Split(text, ",") {
		info.UncloakOn = append(info.UncloakOn, strings.TrimSpace(occasion))
	}
	info.Moving = Contains(info.UncloakOn, LoudMove)
	return info
}

// detectInfo is a trait that sees through cloaks.
type detectInfo struct {
	Types    []string
	Reach    int32
	Requires Expression
}

func newDetector(trait *rules.Trait) detectInfo {
	return detectInfo{Types: trait.Texts("DetectionTypes"), Reach: Number(trait, "Range", 5120), Requires: RequirementOf(trait)}
}
