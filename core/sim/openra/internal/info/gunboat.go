// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// Where a gunboat may point.
const (
	Westward int32 = 256
	Eastward int32 = 768
)

// boatInfo is the trait.
type boatInfo struct{ Speed, Facing int32 }

func newBoat(trait *rules.Trait) *boatInfo {
	return &boatInfo{Speed: Number(trait, "Speed", 28), Facing: Number(trait, "InitialFacing", Westward)}
}
