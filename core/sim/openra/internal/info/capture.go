// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
)

// Relations says towards whom something is allowed.
type Relations struct{ Ally, Neutral, Enemy bool }

func relationsOf(text string) Relations {
	return Relations{Ally: strings.Contains(text, "Ally"), Neutral: strings.Contains(text, "Neutral"), Enemy: strings.Contains(text, "Enemy")}
}

// CaptureInfo is one way in which an actor takes others over.
type CaptureInfo struct {
	Delay, Experience              int32
	Types                          []string
	Consumed                       bool
	Valid, Rewarded                Relations
	SabotageAbove, SabotagePercent int32
	SabotageCauses                 []string
	Requires                       Expression
}

// CapturableInfo is what an actor lets be done to it.
type CapturableInfo struct {
	Types    []string
	Stops    bool // it drops what it does
	Requires Expression
}

func (c *compiler) captureTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "Captures":
		t.Captures = append(t.Captures, CaptureInfo{
			Delay: Number(trait, "CaptureDelay", 0), Experience: Number(trait, "PlayerExperience", 0), Types: trait.Texts("CaptureTypes"),
			Consumed: trait.Bool("ConsumedByCapture"), Valid: relationsOf(trait.Text("ValidRelationships")),
			Rewarded:      relationsOf(trait.Text("PlayerExperienceRelationships")),
			SabotageAbove: Number(trait, "SabotageThreshold", 0), SabotagePercent: Number(trait, "SabotageHPRemoval", 50),
			SabotageCauses: trait.Texts("SabotageDamageTypes"), Requires: RequirementOf(trait),
		})
	case "Capturable":
		t.Capturables = append(t.Capturables, CapturableInfo{Types: trait.Texts("Types"), Stops: trait.Bool("CancelActivity"), Requires: RequirementOf(trait)})
	case "GivesCashOnCapture":
		t.CaptureCash = Number(trait, "Amount", 0)
	case "TransformOnCapture":
		t.CaptureInto, t.CaptureHealth = strings.ToLower(trait.Text("IntoActor")), Number(trait, "ForceHealthPercentage", 0)
	}
}
