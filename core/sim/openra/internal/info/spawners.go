// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
)

// CrateSpawner are the figures of what lets crates come (CrateSpawner.cs).
type CrateSpawner struct {
	Enabled   bool
	First     int32 // ticks before the first crates
	Interval  int32 // ticks between crates
	Low, High int32 // how many there are at least and at most
	Water     int32 // chance in percent that they come on water
	Facings   int32 // directions from which the plane comes
	Cordon    int32 // how far outside the map it begins and ends
	Shares    []int32
	Actors    []string
	Plane     string // in small letters, empty where crates appear by themselves
	Ground    []string
	OnWater   []string
}

// Crates reads the crate spawner of a world; enabled is what the lobby says.
func Crates(world *rules.World, enabled bool) CrateSpawner {
	trait := world.WorldTrait("CrateSpawner")
	if trait == nil {
		return CrateSpawner{}
	}
	return CrateSpawner{
		Enabled: enabled, First: Number(trait, "InitialSpawnDelay", 0), Interval: Number(trait, "SpawnInterval", 4500),
		Low: Number(trait, "Minimum", 1), High: Number(trait, "Maximum", 255), Water: Number(trait, "WaterChance", 20),
		Facings: max(Number(trait, "QuantizedFacings", 32), 1), Cordon: Number(trait, "Cordon", 5120),
		Shares: Numbers32(trait.Ints("CrateActorShares")), Actors: trait.Texts("CrateActors"),
		Plane: strings.ToLower(trait.Text("DeliveryAircraft")), Ground: trait.Texts("ValidGround"), OnWater: trait.Texts("ValidWater"),
	}
}

// CreatureSpawner are the figures of what lets creatures come into the world by
// themselves, as sandworms do (ActorSpawnManager.cs).
type CreatureSpawner struct {
	Enabled   bool
	Low, High int32   // how many there are at least and at most
	Interval  []int32 // ticks between them: one figure, or the least and the most
	First     int32   // ticks before the first one
	Actors    []string
	Kinds     []string // of the places at which they come
	Owner     string   // the player's name
}

// Creatures reads the creature spawner of a world; enabled is what the lobby says.
func Creatures(world *rules.World, enabled bool) CreatureSpawner {
	trait := world.WorldTrait("ActorSpawnManager")
	if trait == nil {
		return CreatureSpawner{}
	}
	r := CreatureSpawner{
		Low: Number(trait, "Minimum", 0), High: Number(trait, "Maximum", 4), Interval: Numbers32(trait.Ints("SpawnInterval")),
		First: Number(trait, "InitialDelay", 0), Actors: trait.Texts("Actors"), Kinds: trait.Texts("Types"), Owner: trait.Text("Owner"),
	}
	r.Enabled = enabled && r.High > 0 && len(r.Actors) > 0
	if len(r.Interval) == 0 {
		r.Interval = []int32{6000}
	}
	if r.Owner == "" {
		r.Owner = "Creeps"
	}
	return r
}
