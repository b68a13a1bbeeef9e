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

// hashedTrait is what the kind alone says of hashed traits.
type hashedTrait struct {
	classes []string // that are hashed so; none where only a release or no rule file has them
	values  int64    // how many values the hash can have, from 0 up; 0 where the world decides
}

var hashedTraits = [...]hashedTrait{
	SyncBody:             {classes: []string{"BodyOrientation", "ClassicFacingBodyOrientation"}, values: 65},
	SyncImmobile:         {classes: []string{"Immobile"}},
	SyncBuilding:         {classes: []string{"Building"}},
	SyncHealth:           {classes: []string{"Health"}},
	SyncMobile:           {classes: []string{"Mobile"}},
	SyncAircraft:         {classes: []string{"Aircraft"}},
	SyncParaDrop:         {classes: []string{"ParaDrop"}},
	SyncCrate:            {classes: []string{"Crate"}},
	SyncStores:           {classes: []string{"StoresResources"}, values: 4096},
	SyncHarvester:        {classes: []string{"Harvester"}, values: 128},
	SyncDockHost:         {classes: []string{"DockHost"}},
	SyncFrozenUnderFog:   {classes: []string{"FrozenUnderFog"}},
	SyncRepairable:       {classes: []string{"RepairableBuilding"}},
	SyncTurreted:         {classes: []string{"Turreted"}, values: 1024},
	SyncAutoTarget:       {classes: []string{"AutoTarget"}},
	SyncAttack:           {classes: []string{"AttackFrontal", "AttackTurreted", "AttackFollow", "AttackLeap", "AttackGarrisoned", "AttackAircraft", "AttackCharges", "AttackPopupTurreted", "AttackSwallow", "AttackTDGunboatTurreted"}, values: 2},
	SyncExperience:       {classes: []string{"GainsExperience"}, values: 1 << 17},
	SyncChangesHealth:    {classes: []string{"ChangesHealth", "SelfHealing", "Burns"}, values: 1024},
	SyncAmmo:             {classes: []string{"AmmoPool"}, values: 512},
	SyncCover:            {classes: []string{"TakeCover"}, values: 128},
	SyncPause:            {values: 2},
	SyncShroud:           {values: 2},
	SyncResources:        {values: 1 << 21},
	SyncObjectives:       {values: 4},
	SyncDeveloper:        {values: 128},
	SyncPlayerExperience: {values: 1 << 17},
	SyncQueue:            {values: 2},
	SyncPower:            {values: 1 << 14},
	SyncFrozenLayer:      {values: 1 << 16},
	SyncCashTrickler:     {classes: []string{"CashTrickler"}, values: 1024},
	SyncBuildingQueue:    {values: 2},
	SyncCloak:            {classes: []string{"Cloak"}, values: 256},
	SyncPanic:            {classes: []string{"ScaredyCat"}, values: 1 << 17},
	SyncDamagedByTerrain: {values: 1 << 17},
	SyncSight:            {classes: []string{"RevealsShroud"}, values: 2},
	SyncHusk:             {classes: []string{"Husk"}},
	SyncPowerSwitch:      {classes: []string{"ToggleConditionOnOrder"}, values: 2},
	SyncChrono:           {classes: []string{"Chronoshiftable", "ConyardChronoReturn"}},
	SyncMinelayer:        {classes: []string{"Minelayer"}},
	SyncJump:             {classes: []string{"PortableChrono"}},
	SyncBomber:           {classes: []string{"AttackBomber"}},
	SyncCarryall:         {classes: []string{"Carryall"}},
	SyncReload:           {classes: []string{"ReloadAmmoPool"}, values: 256},
	SyncHover:            {classes: []string{"Hovers"}, values: 128},
	SyncGap:              {classes: []string{"CreatesShroud"}, values: 2},
	SyncTesla:            {classes: []string{"AttackTesla"}, values: 1 << 16},
	SyncGps:              {classes: []string{"GpsWatcher"}, values: 2},
	SyncBoat:             {classes: []string{"TDGunboat"}},
	SyncLentOwner:        {classes: []string{"TemporaryOwnerManager"}},
}

// Values is how many values the hash of a trait can have that counts something; 0
// where what it can be depends on the world.
func (k SyncKind) Values() int64 { return hashedTraits[k].values }

var syncKinds = kindsOfClasses()

func kindsOfClasses() map[string]SyncKind {
	kinds := map[string]SyncKind{}
	for kind := range hashedTraits {
		for _, class := range hashedTraits[kind].classes {
			kinds[class] = SyncKind(kind)
		}
	}
	return kinds
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
