// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"fmt"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// hashedTrait is how the hashed traits of a kind are hashed. Index says which of several
// traits of the kind is meant. Their classes, and the values the hash can have, are in
// info's table of this name: rules are read below the engine.
type hashedTrait struct {
	hash func(w *World, a *Actor, index int32) int32 // 0 without one
	// values names what the hash is made of, where that is more than one value and
	// they are known apart.
	values func(w *World, a *Actor, index int32) []HashedValue
	// set gives the hash another value, where one field of the state decides it.
	set func(w *World, a *Actor, index, want int32)
}

// HashedValue is one of the values a hash is made of, written as traces do.
type HashedValue struct{ Name, Value string }

func hashedValue(name string, value any) HashedValue { return HashedValue{name, fmt.Sprint(value)} }

// hashedTraits has an entry for each kind but the one of which nothing is modelled.
var hashedTraits = [info.SyncKindCount]hashedTrait{
	info.SyncBody: {hash: func(_ *World, a *Actor, _ int32) int32 { return a.Type.BodyFacings }},
	info.SyncImmobile: {
		hash: func(w *World, a *Actor, _ int32) int32 { return w.CellHash(a.Cell) ^ w.PlaceHash(a.Center) },
		values: func(w *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("location", a.Cell.Text()), hashedValue("position", w.Raised(a.Center).Text())}
		},
	},
	info.SyncBuilding: {
		hash: func(w *World, a *Actor, _ int32) int32 { return w.CellHash(a.Cell) },
		values: func(_ *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("topLeft", a.Cell.Text())}
		},
	},
	info.SyncHealth: {
		hash: func(_ *World, a *Actor, _ int32) int32 { return a.HP },
		set:  func(_ *World, a *Actor, _, want int32) { a.HP = want },
	},
	info.SyncMobile: {
		hash: func(w *World, a *Actor, _ int32) int32 { return w.mobileHash(a) },
		values: func(w *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("PathHash", a.PathHash), hashedValue("Facing", w.FacingHash(a.Facing)), hashedValue("FromCell", a.From.Text()), hashedValue("ToCell", a.To.Text()), hashedValue("CenterPosition", w.Raised(a.Center).Text())}
		},
		set: func(w *World, a *Actor, _, want int32) { w.faceFor(a, want) },
	},
	info.SyncAircraft: {
		hash: func(w *World, a *Actor, _ int32) int32 { return w.flightHash(a) ^ w.PlaceHash(a.Center) },
		values: func(w *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("Facing", w.FacingHash(a.Facing)), hashedValue("CenterPosition", w.Raised(a.Center).Text())}
		},
	},
	info.SyncParaDrop: {
		hash: func(w *World, a *Actor, _ int32) int32 { return w.paraDropHash(a) },
		values: func(_ *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("inDropRange", a.InDropRange), hashedValue("dropDelay", a.DropDelay)}
		},
	},
	info.SyncCrate: {
		hash: func(w *World, a *Actor, _ int32) int32 { return a.CrateTicks ^ w.CellHash(a.Cell) },
		values: func(_ *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("ticks", a.CrateTicks), hashedValue("Location", a.Cell.Text())}
		},
	},
	info.SyncStores: {hash: func(w *World, a *Actor, _ int32) int32 { return w.storesHash(a) ^ w.playerStoreHash(a) }},
	info.SyncHarvester: {
		hash: func(w *World, a *Actor, _ int32) int32 { return a.UnloadTicks ^ w.ContentHash(a) },
		set:  func(w *World, a *Actor, _, want int32) { a.UnloadTicks = want ^ w.ContentHash(a) },
	},
	info.SyncDockHost: {
		hash: func(_ *World, a *Actor, _ int32) int32 { return info.Boolean(a.PreventDock) ^ int32(a.Docked<<16) },
		set:  func(_ *World, a *Actor, _, want int32) { a.Docked, a.PreventDock = uint32(want)>>16, want&1 != 0 },
	},
	info.SyncFrozenUnderFog: {
		hash: func(_ *World, a *Actor, _ int32) int32 { return int32(a.EverSeen) },
		set:  func(_ *World, a *Actor, _, want int32) { a.EverSeen = uint32(want) },
	},
	info.SyncRepairable: {hash: func(w *World, a *Actor, _ int32) int32 { return w.repairersHash(a) }},
	info.SyncTurreted: {
		hash: func(w *World, a *Actor, index int32) int32 { return a.TurretDirections() ^ w.TurretHash(a, index > 0) },
		values: func(w *World, a *Actor, index int32) []HashedValue {
			return []HashedValue{hashedValue("QuantizedFacings", a.TurretDirections()), hashedValue("TurretFacing", w.TurretHash(a, index > 0))}
		},
	},
	info.SyncAutoTarget: {
		hash: func(_ *World, a *Actor, _ int32) int32 { return a.NextScan ^ int32(a.Aggressor<<16) },
		values: func(_ *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("nextScanTime", a.NextScan), hashedValue("Aggressor", actorText(a.Aggressor))}
		},
		set: func(_ *World, a *Actor, _, want int32) { a.Aggressor, a.NextScan = uint32(want)>>16, want&0xFFFF },
	},
	info.SyncAttack: {
		hash: func(_ *World, a *Actor, _ int32) int32 { return info.Boolean(a.Aiming) },
		set:  func(_ *World, a *Actor, _, want int32) { a.Aiming = want == 1 },
	},
	info.SyncExperience: {
		hash: func(_ *World, a *Actor, _ int32) int32 { return a.Experience ^ a.Level },
		values: func(_ *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("experience", a.Experience), hashedValue("Level", a.Level)}
		},
		set: func(_ *World, a *Actor, _, want int32) { a.Experience = want ^ a.Level },
	},
	info.SyncChangesHealth: {
		hash: func(_ *World, a *Actor, index int32) int32 {
			if index >= info.MaxHeals {
				return 0
			}
			return a.HealTicks[index] ^ a.DamageTicks[index]
		},
		values: func(_ *World, a *Actor, index int32) []HashedValue {
			if index >= info.MaxHeals {
				return nil
			}
			return []HashedValue{hashedValue("ticks", a.HealTicks[index]), hashedValue("damageTicks", a.DamageTicks[index])}
		},
	},
	info.SyncAmmo: {
		hash: func(_ *World, a *Actor, _ int32) int32 { return a.RearmTicks ^ a.Ammo },
		set:  func(_ *World, a *Actor, _, want int32) { a.Ammo = want ^ a.RearmTicks },
	},
	info.SyncCover: {
		hash: func(w *World, a *Actor, _ int32) int32 { return a.ProneTicks ^ w.CoverFacing(a) },
		values: func(w *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("remainingProneTime", a.ProneTicks), hashedValue("TurretFacing", w.CoverFacing(a))}
		},
		set: func(_ *World, a *Actor, _, want int32) { a.ProneTicks = want },
	},
	info.SyncPause:  {hash: func(w *World, _ *Actor, _ int32) int32 { return info.Boolean(w.Paused) }},
	info.SyncShroud: {hash: func(w *World, a *Actor, _ int32) int32 { return info.Boolean(w.Players[a.Owner].ShroudDisabled) }},
	info.SyncResources: {
		hash: func(w *World, a *Actor, _ int32) int32 {
			p := &w.Players[a.Owner]
			return p.Cash ^ p.Ore ^ p.Capacity
		},
		values: func(w *World, a *Actor, _ int32) []HashedValue {
			p := &w.Players[a.Owner]
			return []HashedValue{hashedValue("Cash", p.Cash), hashedValue("Resources", p.Ore), hashedValue("ResourceCapacity", p.Capacity)}
		},
		set: func(w *World, a *Actor, _, want int32) {
			p := &w.Players[a.Owner]
			p.Cash = want ^ p.Ore ^ p.Capacity
		},
	},
	info.SyncObjectives: {hash: func(w *World, a *Actor, _ int32) int32 { return w.Players[a.Owner].Objectives }},
	info.SyncDeveloper:  {hash: func(w *World, a *Actor, _ int32) int32 { return w.Players[a.Owner].Cheats.Hash() }},
	info.SyncPlayerExperience: {
		hash: func(w *World, a *Actor, _ int32) int32 { return w.Players[a.Owner].Experience },
		set:  func(w *World, a *Actor, _, want int32) { w.Players[a.Owner].Experience = want },
	},
	info.SyncQueue: {
		hash: func(w *World, a *Actor, index int32) int32 {
			queue := &w.Players[a.Owner].Queues[index]
			return info.Boolean(queue.Enabled) ^ info.Boolean(queue.ValidFaction)
		},
		set: func(w *World, a *Actor, index, want int32) {
			queue := &w.Players[a.Owner].Queues[index]
			queue.Enabled = info.Boolean(queue.ValidFaction)^want == 1
		},
	},
	info.SyncPower: {
		hash: func(w *World, a *Actor, _ int32) int32 {
			p := &w.Players[a.Owner]
			return p.PowerProvided ^ p.PowerDrained
		},
		values: func(w *World, a *Actor, _ int32) []HashedValue {
			p := &w.Players[a.Owner]
			return []HashedValue{hashedValue("totalProvided", p.PowerProvided), hashedValue("totalDrained", p.PowerDrained)}
		},
	},
	info.SyncFrozenLayer: {
		hash: func(w *World, a *Actor, _ int32) int32 {
			p := &w.Players[a.Owner]
			return p.FrozenVisible ^ p.FrozenKnown
		},
		values: func(w *World, a *Actor, _ int32) []HashedValue {
			p := &w.Players[a.Owner]
			return []HashedValue{hashedValue("VisibilityHash", p.FrozenVisible), hashedValue("FrozenHash", p.FrozenKnown)}
		},
	},
	info.SyncCashTrickler: {hash: func(_ *World, a *Actor, _ int32) int32 { return a.Trickle }},
	info.SyncBuildingQueue: {hash: func(_ *World, a *Actor, index int32) int32 {
		if int(index) >= len(a.Queues) {
			return 0
		}
		queue := &a.Queues[index]
		return info.Boolean(queue.Enabled) ^ info.Boolean(queue.ValidFaction)
	}},
	info.SyncRallyPoint: {hash: func(w *World, a *Actor, _ int32) int32 {
		if !w.Release.RallyHash || len(a.RallyPath) == 0 {
			return 0
		}
		return w.CellHash(a.RallyPath[0])
	}},
	info.SyncCloak: {hash: func(_ *World, a *Actor, _ int32) int32 { return a.CloakTicks }},
	info.SyncPanic: {
		hash: func(_ *World, a *Actor, _ int32) int32 { return a.PanicSince },
		set:  func(_ *World, a *Actor, _, want int32) { a.PanicSince = want },
	},
	info.SyncDamagedByTerrain: {hash: func(w *World, a *Actor, index int32) int32 { return w.terrainDamageHash(a, index) }},
	info.SyncSight:            {hash: func(w *World, a *Actor, index int32) int32 { return w.sightHash(a, index) }},
	info.SyncHusk: {
		hash: func(w *World, a *Actor, _ int32) int32 { return w.huskHash(a) },
		values: func(w *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("TopLeft", a.Cell.Text()), hashedValue("CenterPosition", w.Raised(a.Center).Text()), hashedValue("Facing", w.FacingHash(a.Facing))}
		},
	},
	info.SyncPowerSwitch: {hash: func(_ *World, a *Actor, _ int32) int32 { return info.Boolean(a.PowerDown) }},
	info.SyncChrono:      {hash: func(w *World, a *Actor, _ int32) int32 { return w.chronoHash(a) }},
	info.SyncMinelayer:   {hash: func(w *World, a *Actor, _ int32) int32 { return w.CellHash(a.MineStart) }},
	info.SyncJump:        {hash: func(_ *World, a *Actor, _ int32) int32 { return a.ChronoCharge }},
	info.SyncBomber:      {hash: func(w *World, a *Actor, _ int32) int32 { return w.bomberHash(a) }},
	info.SyncCarryall:    {hash: func(_ *World, a *Actor, _ int32) int32 { return int32(a.Cargo << 16) }},
	info.SyncReload:      {hash: func(_ *World, a *Actor, _ int32) int32 { return a.ReloadTicks }},
	info.SyncHover: {
		hash: func(_ *World, a *Actor, _ int32) int32 { return a.Hover },
		set:  func(_ *World, a *Actor, _, want int32) { a.Hover = want },
	},
	info.SyncGap:   {hash: func(w *World, a *Actor, _ int32) int32 { return w.coverHash(a) }},
	info.SyncTesla: {hash: func(w *World, a *Actor, _ int32) int32 { return w.teslaHash(a) }},
	info.SyncGps:   {hash: func(w *World, a *Actor, _ int32) int32 { return w.gpsHash(a.Owner) }},
	info.SyncBoat: {
		hash: func(w *World, a *Actor, _ int32) int32 { return w.FacingHash(a.Facing) ^ w.PlaceHash(a.Center) },
		values: func(w *World, a *Actor, _ int32) []HashedValue {
			return []HashedValue{hashedValue("Facing", w.FacingHash(a.Facing)), hashedValue("CenterPosition", w.Raised(a.Center).Text())}
		},
	},
	info.SyncLentOwner: {hash: func(w *World, a *Actor, _ int32) int32 { return a.LentUntil - w.Ticks }},
}

// TraitValues names what a trait's hash is made of, and what switches it off or pauses it.
func (w *World) TraitValues(a *Actor, slot *info.SyncSlot) []HashedValue {
	var all []HashedValue
	if values := hashedTraits[slot.Kind].values; values != nil {
		all = values(w, a, slot.Index)
	}
	if f := slot.Flags; f != nil {
		if f.Pauses != nil {
			all = append(all, hashedValue("IsTraitPaused", w.Holds(a, f.Pauses)))
		}
		if f.Requires != nil {
			all = append(all, hashedValue("IsTraitDisabled", !w.Holds(a, f.Requires)))
		}
	}
	return all
}

// SetTrait gives a hashed trait another value, its flags among it, where one field of the
// state decides it. It reports whether the trait then has that value.
func (w *World) SetTrait(a *Actor, slot *info.SyncSlot, want int32) bool {
	want ^= w.ConditionHash(a, slot)
	if set := hashedTraits[slot.Kind].set; set != nil {
		set(w, a, slot.Index, want)
	}
	return w.TraitHash(a, slot) == want
}

// faceFor turns a unit so that its hash is the one wanted, if that is possible.
func (w *World) faceFor(a *Actor, want int32) {
	facing := a.Facing
	for a.Facing = range int32(1024) {
		if w.mobileHash(a) == want {
			return
		}
	}
	a.Facing = facing
}

func actorText(id uint32) string {
	if id == state.None {
		return "-"
	}
	return fmt.Sprintf("a%d", id)
}
