// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// FoundationInfo are the figures of D2kBuilding.
type FoundationInfo struct {
	Template      int32    // of the concrete
	Prerequisites []string // to lay it
	Harmful       []string // terrain that wears the building
	Damage        int32
	Interval      int32
	Threshold     int32 // percent of the health that is never worn
	AtOnce        bool  // the building begins at the threshold
}

func newFoundation(trait *rules.Trait) *FoundationInfo {
	return &FoundationInfo{
		Template: Number(trait, "ConcreteTemplate", 88), Prerequisites: trait.Texts("ConcretePrerequisites"),
		Harmful: trait.Texts("DamageTerrainTypes"), Damage: Number(trait, "Damage", 500), Interval: Number(trait, "DamageInterval", 100),
		Threshold: Number(trait, "DamageThreshold", 50), AtOnce: trait.Bool("StartOnThreshold"),
	}
}
