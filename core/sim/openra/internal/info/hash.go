// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// SyncKind says how one hashed trait of an actor is hashed.
type SyncKind uint8

// How a trait is hashed.
const (
	SyncZero SyncKind = iota // nothing that changes is modelled: 0
	SyncBody
	SyncImmobile
	SyncBuilding
	SyncHealth
	SyncMobile
	SyncAircraft
	SyncParaDrop
	SyncCrate
	SyncStores
	SyncHarvester
	SyncDockHost
	SyncFrozenUnderFog
	SyncRepairable
	SyncTurreted
	SyncAutoTarget
	SyncAttack
	SyncExperience
	SyncChangesHealth
	SyncAmmo
	SyncCover
	SyncPause
	SyncShroud
	SyncResources
	SyncObjectives
	SyncDeveloper
	SyncPlayerExperience
	SyncQueue
	SyncPower
	SyncFrozenLayer
	SyncCashTrickler
	SyncBuildingQueue
	SyncRallyPoint
	SyncCloak
	SyncPanic
	SyncDamagedByTerrain
	SyncSight
	SyncHusk
	SyncPowerSwitch
	SyncChrono
	SyncMinelayer
	SyncJump
	SyncBomber
	SyncCarryall
	SyncReload
	SyncHover
	SyncGap
	SyncTesla
	SyncGps
	SyncBoat
	SyncLentOwner
)

// SyncSlot is one entry of an actor's part of the native hash.
type SyncSlot struct {
	Kind  SyncKind
	Index int32 // which of several traits of the kind
	Key   string
	Flags *SyncFlags // nil where they are not hashed
}

// SyncFlags are the conditions of a trait whose flags are hashed.
type SyncFlags struct{ Requires, Pauses Expression }

// recipe says which traits take part in the hash (docs/engine/openra-world.md#hashed-traits).
type recipe struct {
	conditional bool // every conditional trait is hashed (releases)
}

var syncKinds = map[string]SyncKind{
	"BodyOrientation": SyncBody, "ClassicFacingBodyOrientation": SyncBody, "Immobile": SyncImmobile,
	"Building": SyncBuilding, "Health": SyncHealth, "Mobile": SyncMobile, "Aircraft": SyncAircraft,
	"ParaDrop": SyncParaDrop, "Crate": SyncCrate, "StoresResources": SyncStores, "Harvester": SyncHarvester,
	"DockHost": SyncDockHost, "FrozenUnderFog": SyncFrozenUnderFog, "RepairableBuilding": SyncRepairable,
	"Turreted": SyncTurreted, "AutoTarget": SyncAutoTarget,
	"AttackFrontal": SyncAttack, "AttackTurreted": SyncAttack, "AttackTesla": SyncTesla, "AttackFollow": SyncAttack,
	"AttackLeap": SyncAttack, "AttackGarrisoned": SyncAttack, "AttackAircraft": SyncAttack,
	"AttackCharges": SyncAttack, "AttackPopupTurreted": SyncAttack, "AttackSwallow": SyncAttack, "AttackTDGunboatTurreted": SyncAttack,
	"GainsExperience": SyncExperience, "ChangesHealth": SyncChangesHealth, "SelfHealing": SyncChangesHealth, "Burns": SyncChangesHealth, "AmmoPool": SyncAmmo, "TakeCover": SyncCover,
	"Husk": SyncHusk, "Cloak": SyncCloak, "ScaredyCat": SyncPanic, "ToggleConditionOnOrder": SyncPowerSwitch, "Chronoshiftable": SyncChrono, "ConyardChronoReturn": SyncChrono, "AttackBomber": SyncBomber, "Carryall": SyncCarryall,
	"RevealsShroud": SyncSight, "ReloadAmmoPool": SyncReload, "Hovers": SyncHover, "CreatesShroud": SyncGap, "GpsWatcher": SyncGps, "TDGunboat": SyncBoat, "TemporaryOwnerManager": SyncLentOwner, "CashTrickler": SyncCashTrickler, "Minelayer": SyncMinelayer, "PortableChrono": SyncJump,
}

// slots lists the hashed traits of a type in construct order.
func (r recipe) slots(set *rules.Ruleset, traits []rules.Trait) []SyncSlot {
	var slots []SyncSlot
	seen := map[SyncKind]int32{}
	for i := range traits {
		class := set.Classes.Class(traits[i].Name)
		if class == nil || !class.Sync {
			continue
		}
		if !r.conditional && class.Conditional != 0 && !class.SyncAlone {
			continue
		}
		kind := syncKinds[traits[i].Name]
		slots = append(slots, SyncSlot{Kind: kind, Index: seen[kind], Key: traits[i].Key})
		seen[kind]++
	}
	return slots
}

// complete reports whether nothing but a body is in the first list and not in
// the second.
func (r recipe) complete(slots, newest []SyncSlot) bool {
	for i := range slots {
		found := slots[i].Kind == SyncBody
		for j := range newest {
			found = found || newest[j].Key == slots[i].Key
		}
		if !found {
			return false
		}
	}
	return true
}

// TraitSum is an actor's part of the native hash, whose summands are multiplied by
// how many there were before: the sum of its traits' hashes, the sum of each
// multiplied by its place among them, and how many there are. That of scenery
// stays while it rests: hundreds of them are added up from one piece of memory.
type TraitSum struct{ Sum, Weighted, Traits int32 }

// summand is a hashed trait of which not only the type decides what it adds to the
// native hash. To find it by way of its slot took a fifth of the time the sums take.
type summand struct {
	Flags *SyncFlags
	Place int32
	Index int32
	Kind  SyncKind
}

// FindSummands finds the traits that can add something to the native hash, and adds
// up what the type alone decides.
func (t *ActorType) FindSummands() {
	t.FixedSum.Traits = int32(len(t.Syncs))
	for i := range t.Syncs {
		switch slot, place := &t.Syncs[i], int32(i); {
		case slot.Flags == nil && slot.Kind == SyncSight && !t.losesSight():
		case slot.Flags != nil || slot.Kind != SyncZero && slot.Kind != SyncBody:
			t.Summands = append(t.Summands, summand{Flags: slot.Flags, Place: place, Index: slot.Index, Kind: slot.Kind})
		case slot.Kind == SyncBody:
			t.FixedSum.Sum += t.BodyFacings
			t.FixedSum.Weighted += place * t.BodyFacings
		}
	}
}

// Boolean is a flag as the engine hashes it.
func Boolean(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
