// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
)

// shiftInfo is how a type bears being sent through time: not at all moments, or
// not alive.
type shiftInfo struct {
	Requires Expression
	Explodes bool
}

// yardReturn is what becomes of a construction yard when its vehicle should go
// back (ConyardChronoReturn): the vehicle goes back where the yard is not built
// yet, else a vortex hurts it for a while.
type yardReturn struct {
	Damage, Facing int32
	Condition      string // granted while it does
	Causes         []string
	Vehicle        string
	Unbuilt        Expression
}

func newYardReturn(trait *rules.Trait) *yardReturn {
	info := &yardReturn{
		Damage: Number(trait, "Damage", 1000), Facing: Number(trait, "Facing", 384), Condition: trait.Text("Condition"),
		Causes: trait.Texts("DamageTypes"), Vehicle: strings.ToLower(trait.Text("OriginalActor")),
		Unbuilt: CompileExpression(trait.Text("ReturnOriginalActorOnCondition")),
	}
	if info.Vehicle == "" {
		info.Vehicle = "mcv"
	}
	return info
}
