// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// portableChrono are its figures.
type portableChrono struct {
	Delay      int32
	Limit      int32 // how far it jumps, in cells; 0: anywhere
	KillsCargo bool
}

func newPortableChrono(trait *rules.Trait) *portableChrono {
	info := &portableChrono{Delay: Number(trait, "ChargeDelay", 500), Limit: Number(trait, "MaxDistance", 12), KillsCargo: trait.Bool("KillCargo")}
	if trait.Has("HasDistanceLimit") && !trait.Bool("HasDistanceLimit") {
		info.Limit = 0
	}
	return info
}
