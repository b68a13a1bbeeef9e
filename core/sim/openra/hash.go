// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
)

// worldSlots and playerSlots are the hashed traits of the two actors that
// stand in no rule file as such (docs/engine/openra-world.md#hashed-traits).
func worldSlots(set *rules.Ruleset) []info.SyncSlot {
	if nodes := set.Nodes("world"); nodes != nil {
		return info.ReleaseSlots(set, nodes)
	}
	return []info.SyncSlot{{Kind: info.SyncPause, Key: "DebugPauseState"}}
}

func playerSlots(set *rules.Ruleset, queues []info.QueueInfo) []info.SyncSlot {
	if nodes := set.Nodes("player"); nodes != nil {
		return info.ReleaseSlots(set, nodes)
	}
	slots := []info.SyncSlot{
		{Kind: info.SyncShroud, Key: "Shroud"},
		{Kind: info.SyncResources, Key: "PlayerResources"},
		{Kind: info.SyncObjectives, Key: "MissionObjectives"},
		{Kind: info.SyncDeveloper, Key: "DeveloperMode"},
		{Kind: info.SyncGps, Key: "GpsWatcher"},
		{Kind: info.SyncPlayerExperience, Key: "PlayerExperience"},
	}
	for i := range queues {
		slots = append(slots, info.SyncSlot{Kind: info.SyncQueue, Index: int32(i), Key: "ClassicProductionQueue@" + queues[i].Kind})
	}
	return append(slots, info.SyncSlot{Kind: info.SyncPower, Key: "PowerManager"}, info.SyncSlot{Kind: info.SyncFrozenLayer, Key: "FrozenActorLayer"})
}

// playerHashFactor multiplies a player's actor id wherever a player is hashed.
const playerHashFactor = 0x567

// NativeHash is the engine's synchronisation hash of the world as it stands
// (docs/engine/openra-world.md#hash).
func (w *World) NativeHash() int32 {
	if !w.present.known {
		w.countPresent()
	}
	w.sumActors()
	n, hash := w.present.count, w.present.hash
	for id := range w.sums {
		sum := &w.sums[id]
		hash += int32(1+id) * (n*sum.Sum + sum.Weighted)
		n += sum.Traits
	}
	for i := range w.effects {
		if h, synced := w.effectHash(&w.effects[i]); synced {
			hash += n * h
			n++
		}
	}
	hash += w.random.Last
	for i := range w.players {
		if w.players[i].Unlocked() {
			hash += int32(w.players[i].Actor<<16) * playerHashFactor
		}
	}
	return hash
}

// presentHash is the part of the native hash that says who is in the world. It is
// counted anew when somebody came or went: nothing in it changes otherwise.
type presentHash struct {
	count, hash int32
	known       bool
}

func (w *World) countPresent() {
	w.present = presentHash{known: true}
	for _, a := range w.actors {
		if a != nil && a.InWorld {
			w.present.hash += w.present.count * int32(1+a.ID) * int32(a.ID<<16)
			w.present.count++
		}
	}
}

// sumActors brings the sums up to the present. Conditions that are hashed may
// change without a word to the actor.
func (w *World) sumActors() {
	for id := len(w.sums); id < len(w.actors); id++ {
		w.sums = append(w.sums, w.sumTraits(w.actors[id]))
	}
	if w.behaviour.ConditionalHash {
		for id, a := range w.actors {
			w.sums[id] = w.sumTraits(a)
		}
		return
	}
	for id := range w.activeSet.All {
		w.sums[id] = w.sumTraits(w.actors[id])
	}
}

// rest takes an actor, or the place of one who is gone, out of those who are
// awake.
func (w *World) rest(id int) {
	w.activeSet.Drop(id)
	if id < len(w.sums) {
		w.sums[id] = w.sumTraits(w.actors[id])
	}
}

// sumTraits adds up the traits of an actor; there is nothing of one who is gone.
func (w *World) sumTraits(a *Actor) info.TraitSum {
	if a == nil {
		return info.TraitSum{}
	}
	sum := a.Type.FixedSum
	for i := range a.Type.Summands {
		s := &a.Type.Summands[i]
		h := w.hashOf(a, s.Kind, s.Index)
		if s.Flags != nil {
			h ^= w.flagsHash(a, s.Flags)
		}
		sum.Sum += h
		sum.Weighted += s.Place * h
	}
	return sum
}

// bareType is the type of the world or a player, of which nothing but their hashed
// traits is asked.
func bareType(index int32, name string, syncs []info.SyncSlot) *info.ActorType {
	t := &info.ActorType{Index: index, Name: name, Syncs: syncs}
	t.FindSummands()
	return t
}

// TraitHash is the hash of one trait, without its flags.
func (w *World) traitHash(a *Actor, slot *info.SyncSlot) int32 {
	return w.hashOf(a, slot.Kind, slot.Index)
}

// hashOf is the hash of the trait of a kind; index says which of several.
//
//nolint:gocyclo // one case per hashed trait
func (w *World) hashOf(a *Actor, kind info.SyncKind, index int32) int32 {
	switch kind {
	case info.SyncZero:
		return 0
	case info.SyncBody:
		return a.Type.BodyFacings
	case info.SyncPowerSwitch:
		return info.Boolean(a.PowerDown)
	case info.SyncCarryall:
		return int32(a.Cargo << 16)
	case info.SyncBomber:
		return w.bomberHash(a)
	case info.SyncJump:
		return a.ChronoCharge
	case info.SyncMinelayer:
		return w.cellHash(a.MineStart)
	case info.SyncChrono:
		return w.chronoHash(a)
	case info.SyncHusk:
		return w.huskHash(a)
	case info.SyncImmobile:
		return w.cellHash(a.Cell) ^ w.placeHash(a.Center)
	case info.SyncBuilding:
		return w.cellHash(a.Cell)
	case info.SyncHealth:
		return a.HP
	case info.SyncMobile:
		return w.mobileHash(a)
	case info.SyncAircraft:
		return w.flightHash(a) ^ w.placeHash(a.Center)
	case info.SyncParaDrop:
		return w.paraDropHash(a)
	case info.SyncCrate:
		return a.CrateTicks ^ w.cellHash(a.Cell)
	case info.SyncStores:
		return w.storesHash(a) ^ w.playerStoreHash(a)
	case info.SyncHarvester:
		return a.UnloadTicks ^ w.contentHash(a)
	case info.SyncDockHost:
		return info.Boolean(a.PreventDock) ^ int32(a.Docked<<16)
	case info.SyncFrozenUnderFog:
		return int32(a.EverSeen)
	case info.SyncRepairable:
		return w.repairersHash(a)
	case info.SyncTurreted:
		return a.Type.TurretFacing ^ w.turretHash(a, index > 0)
	case info.SyncAutoTarget:
		return a.NextScan ^ int32(a.Aggressor<<16)
	case info.SyncAttack:
		return info.Boolean(a.Aiming)
	case info.SyncPanic:
		return a.PanicSince
	case info.SyncExperience:
		return a.Experience ^ a.Level
	case info.SyncChangesHealth:
		if index < info.MaxHeals {
			return a.HealTicks[index] ^ a.DamageTicks[index]
		}
		return 0
	case info.SyncAmmo:
		return a.RearmTicks ^ a.Ammo
	case info.SyncReload:
		return a.ReloadTicks
	case info.SyncLentOwner:
		return a.LentUntil - w.tick
	case info.SyncHover:
		return a.Hover
	case info.SyncBoat:
		return w.facingHash(a.Facing) ^ w.placeHash(a.Center)
	case info.SyncGps:
		return w.gpsHash(a.Owner)
	case info.SyncTesla:
		return w.teslaHash(a)
	case info.SyncGap:
		return w.coverHash(a)
	case info.SyncCover:
		return a.ProneTicks ^ w.coverFacing(a)
	case info.SyncSight:
		return w.sightHash(a, index)
	case info.SyncCashTrickler:
		return a.Trickle
	case info.SyncDamagedByTerrain:
		return w.terrainDamageHash(a, index)
	case info.SyncBuildingQueue, info.SyncRallyPoint, info.SyncCloak:
		return w.releaseHash(a, kind, index)
	case info.SyncPause:
		return info.Boolean(w.paused)
	case info.SyncShroud, info.SyncResources, info.SyncObjectives, info.SyncDeveloper, info.SyncPlayerExperience, info.SyncQueue, info.SyncPower, info.SyncFrozenLayer:
		return w.players[a.Owner].TraitHash(kind, index)
	}
	return 0
}

func (w *World) paraDropHash(a *Actor) int32 {
	h := info.Boolean(a.InDropRange) ^ a.DropDelay
	if a.HasDrop {
		h ^= w.centerOfCell(a.DropCell).Hash()
	}
	return h
}
