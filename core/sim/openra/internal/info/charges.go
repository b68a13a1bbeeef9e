// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// chargeInfo are the figures of AttackCharges.
type chargeInfo struct {
	Full, Gain, Loss int32
	Hum              []int32 // bounds of the pause between two sounds
}

func (c *compiler) newCharge(t *ActorType, trait *rules.Trait) *chargeInfo {
	return &chargeInfo{
		Full: Number(trait, "ChargeLevel", 25), Gain: Number(trait, "ChargeRate", 1), Loss: Number(trait, "DischargeRate", 1),
		Hum: Numbers32(c.set.Extra.HumIntervals[t.Name]),
	}
}
