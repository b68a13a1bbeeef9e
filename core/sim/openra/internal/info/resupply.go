// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// RepairsUnits is how a building mends units.
type repairsUnits struct {
	Step, Interval, Percent int32
	Experience              int32
	Pauses                  Expression
}

func (c *compiler) resupplyTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "RepairsUnits":
		t.RepairsUnits = &repairsUnits{
			Step: Number(trait, "HpPerStep", 10), Interval: Number(trait, "Interval", 24), Percent: Number(trait, "ValuePercentage", 20),
			Experience: Number(trait, "PlayerExperience", 0), Pauses: pauseOf(trait),
		}
	case "Repairable":
		t.RepairedAt, t.RepairStep = lowered(trait.Texts("RepairActors")), Number(trait, "HpPerStep", -1)
	case "RepairableNear":
		t.RepairedNear, t.RepairReach = lowered(trait.Texts("RepairActors")), Number(trait, "CloseEnough", 4096)
	}
}
