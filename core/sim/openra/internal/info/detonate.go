// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
)

// madInfo are the figures of MadTank.
type madInfo struct {
	Interval, Charge, Delay int32
	Thump, Blast            *Weapon
	Driver                  string
}

func (c *compiler) newMad(trait *rules.Trait) *madInfo {
	return &madInfo{
		Interval: max(Number(trait, "ThumpInterval", 8), 1), Charge: Number(trait, "ChargeDelay", 96), Delay: Number(trait, "DetonationDelay", 42),
		Thump: c.weaponNamed(trait.Text("ThumpDamageWeapon")), Blast: c.weaponNamed(trait.Text("DetonationWeapon")),
		Driver: strings.ToLower(trait.Text("DriverActor")),
	}
}
