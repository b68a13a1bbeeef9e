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
	SyncKindCount
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

// HashValues are those that the hash of a trait can have. Nothing is said by the zero
// value: such a trait is never guessed.
type HashValues struct {
	Of    ValuesOf
	First int32 // the least of those that are counted
	Count int64 // how many there are from First up; of an actor, how many numbers stand beside its id
}

// ValuesOf says what bounds the values of a trait.
type ValuesOf uint8

// What bounds the values of a trait.
const (
	ValuesCounted    ValuesOf = iota // First and Count
	ValuesUnmodelled                 // whether the release hashes conditions
	ValuesHealth                     // the full health of the actor
	ValuesMotion                     // where the actor stands or goes
	ValuesCell                       // the cells of the map
	ValuesPlace                      // the places on the map: only the lowest bits change
	ValuesReturn                     // the places while the actor is to be sent back, else those of a countdown
	ValuesActor                      // the actors there are
	ValuesViewers                    // the sets of players
	ValuesRepairers                  // the sets of players, by their actors
)

// below are the numbers from 0 up to a bound, without it.
func below(n int64) HashValues { return HashValues{Count: n} }

// teslaMostTicks is more than what a coil's charges and its reload time add up to. It
// counts down from there and on below zero.
const teslaMostTicks = 256

// hashedTrait is what is known of the hashed traits of a kind without a world. How they
// are hashed is in the engine's table of this name: rules are read below the engine.
type hashedTrait struct {
	classes []string   // that are hashed so
	listed  []string   // that are hashed so where a release lists its hashed traits
	values  HashValues // that the hash can have
}

var hashedTraits = [SyncKindCount]hashedTrait{
	SyncZero:             {values: HashValues{Of: ValuesUnmodelled}},
	SyncBody:             {classes: []string{"BodyOrientation", "ClassicFacingBodyOrientation"}, values: below(65)},
	SyncImmobile:         {classes: []string{"Immobile"}, values: HashValues{Of: ValuesCell}},
	SyncBuilding:         {classes: []string{"Building"}, values: HashValues{Of: ValuesCell}},
	SyncHealth:           {classes: []string{"Health"}, values: HashValues{Of: ValuesHealth}},
	SyncMobile:           {classes: []string{"Mobile"}, values: HashValues{Of: ValuesMotion}},
	SyncAircraft:         {classes: []string{"Aircraft"}, values: HashValues{Of: ValuesPlace}},
	SyncParaDrop:         {classes: []string{"ParaDrop"}, values: HashValues{Of: ValuesPlace}},
	SyncCrate:            {classes: []string{"Crate"}, values: HashValues{Of: ValuesPlace}},
	SyncStores:           {classes: []string{"StoresResources"}, values: below(4096)},
	SyncHarvester:        {classes: []string{"Harvester"}, values: below(128)},
	SyncDockHost:         {classes: []string{"DockHost"}, listed: []string{"Refinery"}, values: HashValues{Of: ValuesActor, Count: 2}},
	SyncFrozenUnderFog:   {classes: []string{"FrozenUnderFog"}, values: HashValues{Of: ValuesViewers}},
	SyncRepairable:       {classes: []string{"RepairableBuilding"}, values: HashValues{Of: ValuesRepairers}},
	SyncTurreted:         {classes: []string{"Turreted"}, values: below(1024)},
	SyncAutoTarget:       {classes: []string{"AutoTarget"}, values: HashValues{Of: ValuesActor, Count: 16}},
	SyncAttack:           {classes: []string{"AttackFrontal", "AttackTurreted", "AttackFollow", "AttackLeap", "AttackGarrisoned", "AttackAircraft", "AttackCharges", "AttackPopupTurreted", "AttackSwallow", "AttackTDGunboatTurreted"}, values: below(2)},
	SyncExperience:       {classes: []string{"GainsExperience"}, values: below(1 << 17)},
	SyncChangesHealth:    {classes: []string{"ChangesHealth", "SelfHealing", "Burns"}, values: below(1024)},
	SyncAmmo:             {classes: []string{"AmmoPool"}, values: below(512)},
	SyncCover:            {classes: []string{"TakeCover"}, values: below(128)},
	SyncPause:            {listed: []string{"DebugPauseState"}, values: below(2)},
	SyncShroud:           {listed: []string{"Shroud"}, values: below(2)},
	SyncResources:        {listed: []string{"PlayerResources"}, values: below(1 << 21)},
	SyncObjectives:       {listed: []string{"MissionObjectives"}, values: below(4)},
	SyncDeveloper:        {listed: []string{"DeveloperMode"}, values: below(128)},
	SyncPlayerExperience: {listed: []string{"PlayerExperience"}, values: below(1 << 17)},
	SyncQueue:            {listed: []string{"ClassicProductionQueue"}, values: below(2)},
	SyncPower:            {listed: []string{"PowerManager"}, values: below(1 << 14)},
	SyncFrozenLayer:      {listed: []string{"FrozenActorLayer"}, values: below(1 << 16)},
	SyncCashTrickler:     {classes: []string{"CashTrickler"}, values: below(1024)},
	SyncBuildingQueue:    {listed: []string{"ProductionQueue"}, values: below(2)},
	SyncRallyPoint:       {listed: []string{"RallyPoint"}, values: HashValues{Of: ValuesCell}},
	SyncCloak:            {classes: []string{"Cloak"}, values: below(256)},
	SyncPanic:            {classes: []string{"ScaredyCat"}, values: below(1 << 17)},
	SyncDamagedByTerrain: {listed: []string{"DamagedByTerrain"}, values: HashValues{First: 1 - 1<<17, Count: 1 << 17}},
	SyncSight:            {classes: []string{"RevealsShroud"}, values: below(2)},
	SyncHusk:             {classes: []string{"Husk"}, values: HashValues{Of: ValuesCell}},
	SyncPowerSwitch:      {classes: []string{"ToggleConditionOnOrder"}, values: below(2)},
	SyncChrono:           {classes: []string{"Chronoshiftable", "ConyardChronoReturn"}, values: HashValues{Of: ValuesReturn}},
	SyncMinelayer:        {classes: []string{"Minelayer"}},
	SyncJump:             {classes: []string{"PortableChrono"}},
	SyncBomber:           {classes: []string{"AttackBomber"}},
	SyncCarryall:         {classes: []string{"Carryall"}},
	SyncReload:           {classes: []string{"ReloadAmmoPool"}, values: below(256)},
	SyncHover:            {classes: []string{"Hovers"}, values: HashValues{First: -1, Count: 128}},
	SyncGap:              {classes: []string{"CreatesShroud"}, values: below(2)},
	SyncTesla:            {classes: []string{"AttackTesla"}, values: HashValues{First: teslaMostTicks - 1<<16 + 1, Count: 1 << 16}},
	SyncGps:              {classes: []string{"GpsWatcher"}, values: below(2)},
	SyncBoat:             {classes: []string{"TDGunboat"}},
	SyncLentOwner:        {classes: []string{"TemporaryOwnerManager"}},
}

// Values are those that the hash of a trait can have.
func (k SyncKind) Values() HashValues { return hashedTraits[k].values }

// syncKinds are the kinds by class, releaseSyncKinds those where a release lists its
// hashed traits.
var syncKinds, releaseSyncKinds = kindsOfClasses()

func kindsOfClasses() (kinds, listed map[string]SyncKind) {
	kinds, listed = map[string]SyncKind{}, map[string]SyncKind{}
	for kind := range hashedTraits {
		for _, class := range hashedTraits[kind].classes {
			kinds[class], listed[class] = SyncKind(kind), SyncKind(kind)
		}
		for _, class := range hashedTraits[kind].listed {
			listed[class] = SyncKind(kind)
		}
	}
	return kinds, listed
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
