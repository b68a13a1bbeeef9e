// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// airdropInfo are the figures of ProductionAirdrop.
type airdropInfo struct {
	Plane  string
	Facing int32    // in which the plane comes and lands
	Offset wpos.Pos // of where it stops from the middle of the airstrip
}

func newAirdrop(trait *rules.Trait) *airdropInfo {
	info := &airdropInfo{Plane: strings.ToLower(trait.Text("ActorType")), Facing: Number(trait, "Facing", 256), Offset: wpos.PosOf(trait.Ints("LandOffset"))}
	if info.Plane == "" {
		info.Plane = "c17"
	}
	return info
}
