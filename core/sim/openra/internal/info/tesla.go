// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// teslaInfo is how a tesla coil charges: it waits once, then fires all its
// charges with short pauses.
type teslaInfo struct {
	Charges, Reload, Initial, Pause int32
}

func newTesla(trait *rules.Trait) *teslaInfo {
	return &teslaInfo{
		Charges: Number(trait, "MaxCharges", 1), Reload: Number(trait, "ReloadDelay", 120),
		Initial: Number(trait, "InitialChargeDelay", 22), Pause: Number(trait, "ChargeDelay", 3),
	}
}
