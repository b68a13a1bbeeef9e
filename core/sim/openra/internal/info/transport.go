// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// cargoInfo is what a transport carries and how it loads and unloads.
type cargoInfo struct {
	Capacity                             int32
	Types                                []string
	AfterLoad, BeforeUnload, AfterUnload int32
	Reach, Facing                        int32
	Terrain                              []string
}

func (c *compiler) cargoTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "Cargo":
		t.Cargo = &cargoInfo{
			Capacity: Number(trait, "MaxWeight", 0), Types: trait.Texts("Types"), Terrain: trait.Texts("UnloadTerrainTypes"),
			AfterLoad: Number(trait, "AfterLoadDelay", 8), BeforeUnload: Number(trait, "BeforeUnloadDelay", 8),
			AfterUnload: Number(trait, "AfterUnloadDelay", 25), Reach: Number(trait, "LoadRange", 5120),
			Facing: Number(trait, "PassengerFacing", 512),
		}
		t.CargoUnits = trait.Texts("InitialUnits")
	case "Passenger":
		t.PassengerType, t.PassengerWeight = trait.Text("CargoType"), Number(trait, "Weight", 1)
	}
}
