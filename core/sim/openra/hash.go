// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/rules"
)

// syncKind says how one hashed trait of an actor is hashed.
type syncKind uint8

const (
	syncZero syncKind = iota // nothing that changes is modelled: 0
	syncBody
	syncImmobile
	syncBuilding
	syncHealth
	syncMobile
	syncAircraft
	syncParaDrop
	syncCrate
	syncStores
	syncHarvester
	syncDockHost
	syncFrozenUnderFog
	syncRepairable
	syncTurreted
	syncAutoTarget
	syncAttack
	syncExperience
	syncChangesHealth
	syncAmmo
	syncCover
	syncPause
	syncShroud
	syncResources
	syncObjectives
	syncDeveloper
	syncPlayerExperience
	syncQueue
	syncPower
	syncFrozenLayer
	syncCashTrickler
	syncBuildingQueue
	syncRallyPoint
	syncCloak
	syncPanic
	syncDamagedByTerrain
	syncSight
	syncHusk
	syncPowerSwitch
	syncChrono
	syncMinelayer
	syncJump
	syncBomber
	syncCarryall
	syncReload
	syncHover
	syncGap
	syncTesla
	syncGps
	syncBoat
)

// syncSlot is one entry of an actor's part of the native hash.
type syncSlot struct {
	kind  syncKind
	index int32 // which of several traits of the kind
	key   string
	flags *syncFlags // nil where they are not hashed
}

// syncFlags are the conditions of a trait whose flags are hashed.
type syncFlags struct{ requires, pauses expression }

// recipe says which traits take part in the hash (openra-world.md §2.4).
type recipe struct {
	conditional bool // every conditional trait is hashed (releases)
}

var syncKinds = map[string]syncKind{
	"BodyOrientation": syncBody, "ClassicFacingBodyOrientation": syncBody, "Immobile": syncImmobile,
	"Building": syncBuilding, "Health": syncHealth, "Mobile": syncMobile, "Aircraft": syncAircraft,
	"ParaDrop": syncParaDrop, "Crate": syncCrate, "StoresResources": syncStores, "Harvester": syncHarvester,
	"DockHost": syncDockHost, "FrozenUnderFog": syncFrozenUnderFog, "RepairableBuilding": syncRepairable,
	"Turreted": syncTurreted, "AutoTarget": syncAutoTarget,
	"AttackFrontal": syncAttack, "AttackTurreted": syncAttack, "AttackTesla": syncTesla, "AttackFollow": syncAttack,
	"AttackLeap": syncAttack, "AttackGarrisoned": syncAttack, "AttackAircraft": syncAttack,
	"AttackCharges": syncAttack, "AttackPopupTurreted": syncAttack, "AttackTDGunboatTurreted": syncAttack,
	"GainsExperience": syncExperience, "ChangesHealth": syncChangesHealth, "SelfHealing": syncChangesHealth, "Burns": syncChangesHealth, "AmmoPool": syncAmmo, "TakeCover": syncCover,
	"Husk": syncHusk, "Cloak": syncCloak, "ScaredyCat": syncPanic, "ToggleConditionOnOrder": syncPowerSwitch, "Chronoshiftable": syncChrono, "ConyardChronoReturn": syncChrono, "AttackBomber": syncBomber, "Carryall": syncCarryall,
	"RevealsShroud": syncSight, "ReloadAmmoPool": syncReload, "Hovers": syncHover, "CreatesShroud": syncGap, "GpsWatcher": syncGps, "TDGunboat": syncBoat, "CashTrickler": syncCashTrickler, "Minelayer": syncMinelayer, "PortableChrono": syncJump,
}

// slots lists the hashed traits of a type in construct order.
func (r recipe) slots(set *rules.Ruleset, traits []rules.Trait) []syncSlot {
	var slots []syncSlot
	seen := map[syncKind]int32{}
	for i := range traits {
		class := set.Classes.Class(traits[i].Name)
		if class == nil || !class.Sync {
			continue
		}
		if !r.conditional && class.Conditional != 0 && !class.SyncAlone {
			continue
		}
		kind := syncKinds[traits[i].Name]
		slots = append(slots, syncSlot{kind: kind, index: seen[kind], key: traits[i].Key})
		seen[kind]++
	}
	return slots
}

// complete reports whether nothing but a body is in the first list and not in
// the second.
func (r recipe) complete(slots, newest []syncSlot) bool {
	for i := range slots {
		found := slots[i].kind == syncBody
		for j := range newest {
			found = found || newest[j].key == slots[i].key
		}
		if !found {
			return false
		}
	}
	return true
}

// worldSlots and playerSlots are the hashed traits of the two actors that
// stand in no rule file as such (openra-world.md §2.4).
func worldSlots(set *rules.Ruleset) []syncSlot {
	if nodes := set.Nodes("world"); nodes != nil {
		return releaseSlots(set, nodes)
	}
	return []syncSlot{{kind: syncPause, key: "DebugPauseState"}}
}

func playerSlots(set *rules.Ruleset, queues []queueInfo) []syncSlot {
	if nodes := set.Nodes("player"); nodes != nil {
		return releaseSlots(set, nodes)
	}
	slots := []syncSlot{
		{kind: syncShroud, key: "Shroud"},
		{kind: syncResources, key: "PlayerResources"},
		{kind: syncObjectives, key: "MissionObjectives"},
		{kind: syncDeveloper, key: "DeveloperMode"},
		{kind: syncGps, key: "GpsWatcher"},
		{kind: syncPlayerExperience, key: "PlayerExperience"},
	}
	for i := range queues {
		slots = append(slots, syncSlot{kind: syncQueue, index: int32(i), key: "ClassicProductionQueue@" + queues[i].kind})
	}
	return append(slots, syncSlot{kind: syncPower, key: "PowerManager"}, syncSlot{kind: syncFrozenLayer, key: "FrozenActorLayer"})
}

// playerHashFactor multiplies a player's actor id wherever a player is hashed.
const playerHashFactor = 0x567

// NativeHash is the engine's synchronisation hash of the world as it stands
// (openra-world.md §2.1).
func (w *World) NativeHash() int32 {
	if !w.present.known {
		w.countPresent()
	}
	w.sumActors()
	n, hash := w.present.count, w.present.hash
	for id := range w.sums {
		sum := &w.sums[id]
		hash += int32(1+id) * (n*sum.sum + sum.weighted)
		n += sum.traits
	}
	for i := range w.effects {
		if h, synced := w.effectHash(&w.effects[i]); synced {
			hash += n * h
			n++
		}
	}
	hash += w.random.last
	for i := range w.players {
		if w.players[i].unlocked() {
			hash += int32(w.players[i].actor<<16) * playerHashFactor
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
		if a != nil && a.inWorld {
			w.present.hash += w.present.count * int32(1+a.ID) * int32(a.ID<<16)
			w.present.count++
		}
	}
}

// traitSum is an actor's part of the native hash, whose summands are multiplied by
// how many there were before: the sum of its traits' hashes, the sum of each
// multiplied by its place among them, and how many there are. That of scenery
// stays while it rests: hundreds of them are added up from one piece of memory.
type traitSum struct{ sum, weighted, traits int32 }

// sumActors brings the sums up to the present. Conditions that are hashed may
// change without a word to the actor.
func (w *World) sumActors() {
	for id := len(w.sums); id < len(w.actors); id++ {
		w.sums = append(w.sums, w.sumTraits(w.actors[id]))
	}
	if w.behaviour.conditionalHash {
		for id, a := range w.actors {
			w.sums[id] = w.sumTraits(a)
		}
		return
	}
	for id := range w.wakeful.all {
		w.sums[id] = w.sumTraits(w.actors[id])
	}
}

// rest takes an actor, or the place of one who is gone, out of those who are
// awake.
func (w *World) rest(id int) {
	w.wakeful.drop(id)
	if id < len(w.sums) {
		w.sums[id] = w.sumTraits(w.actors[id])
	}
}

// sumTraits adds up the traits of an actor; there is nothing of one who is gone.
func (w *World) sumTraits(a *Actor) traitSum {
	if a == nil {
		return traitSum{}
	}
	sum := a.typ.fixedSum
	for i := range a.typ.summands {
		s := &a.typ.summands[i]
		h := w.hashOf(a, s.kind, s.index)
		if s.flags != nil {
			h ^= w.flagsHash(a, s.flags)
		}
		sum.sum += h
		sum.weighted += s.place * h
	}
	return sum
}

// summand is a hashed trait of which not only the type decides what it adds to the
// native hash. To find it by way of its slot took a fifth of the time the sums take.
type summand struct {
	flags *syncFlags
	place int32
	index int32
	kind  syncKind
}

// bareType is the type of the world or a player, of which nothing but their hashed
// traits is asked.
func bareType(index int32, name string, syncs []syncSlot) *actorType {
	t := &actorType{index: index, name: name, syncs: syncs}
	t.findSummands()
	return t
}

// findSummands finds the traits that can add something to the native hash, and adds
// up what the type alone decides.
func (t *actorType) findSummands() {
	t.fixedSum.traits = int32(len(t.syncs))
	for i := range t.syncs {
		switch slot, place := &t.syncs[i], int32(i); {
		case slot.flags == nil && slot.kind == syncSight && !t.losesSight():
		case slot.flags != nil || slot.kind != syncZero && slot.kind != syncBody:
			t.summands = append(t.summands, summand{flags: slot.flags, place: place, index: slot.index, kind: slot.kind})
		case slot.kind == syncBody:
			t.fixedSum.sum += t.bodyFacings
			t.fixedSum.weighted += place * t.bodyFacings
		}
	}
}

// losesSight reports whether a sight of the type has a condition. Without one the hash
// of none is ever anything but 0.
func (t *actorType) losesSight() bool {
	return slices.ContainsFunc(t.sights, func(s sightInfo) bool { return len(s.requires) > 0 })
}

// traitHash is the hash of one trait, without its flags.
func (w *World) traitHash(a *Actor, slot *syncSlot) int32 { return w.hashOf(a, slot.kind, slot.index) }

// hashOf is the hash of the trait of a kind; index says which of several.
//
//nolint:gocyclo // one case per hashed trait
func (w *World) hashOf(a *Actor, kind syncKind, index int32) int32 {
	switch kind {
	case syncZero:
		return 0
	case syncBody:
		return a.typ.bodyFacings
	case syncPowerSwitch:
		return boolean(a.powerDown)
	case syncCarryall:
		return int32(a.cargo << 16)
	case syncBomber:
		return w.bomberHash(a)
	case syncJump:
		return a.chronoCharge
	case syncMinelayer:
		return w.cellHash(a.mineStart)
	case syncChrono:
		return w.chronoHash(a)
	case syncHusk:
		return w.huskHash(a)
	case syncImmobile:
		return w.cellHash(a.cell) ^ w.placeHash(a.center)
	case syncBuilding:
		return w.cellHash(a.cell)
	case syncHealth:
		return a.hp
	case syncMobile:
		return w.mobileHash(a)
	case syncAircraft:
		return w.flightHash(a) ^ w.placeHash(a.center)
	case syncParaDrop:
		return w.paraDropHash(a)
	case syncCrate:
		return a.crateTicks ^ w.cellHash(a.cell)
	case syncStores:
		return w.storesHash(a) ^ w.playerStoreHash(a)
	case syncHarvester:
		return a.unloadTicks ^ w.contentHash(a)
	case syncDockHost:
		return boolean(a.preventDock) ^ int32(a.docked<<16)
	case syncFrozenUnderFog:
		return int32(a.everSeen)
	case syncRepairable:
		return w.repairersHash(a)
	case syncTurreted:
		return a.typ.turretFacing ^ w.turretHash(a, index > 0)
	case syncAutoTarget:
		return a.nextScan ^ int32(a.aggressor<<16)
	case syncAttack:
		return boolean(a.aiming)
	case syncPanic:
		return a.panicSince
	case syncExperience:
		return a.experience ^ a.level
	case syncChangesHealth:
		if index < maxHeals {
			return a.healTicks[index] ^ a.damageTicks[index]
		}
		return 0
	case syncAmmo:
		return a.rearmTicks ^ a.ammo
	case syncReload:
		return a.reloadTicks
	case syncHover:
		return a.hover
	case syncBoat:
		return w.facingHash(a.facing) ^ w.placeHash(a.center)
	case syncGps:
		return w.gpsHash(a.owner)
	case syncTesla:
		return w.teslaHash(a)
	case syncGap:
		return w.coverHash(a)
	case syncCover:
		return a.proneTicks ^ w.coverFacing(a)
	case syncSight:
		return w.sightHash(a, index)
	case syncCashTrickler:
		return a.trickle
	case syncDamagedByTerrain:
		return w.terrainDamageHash(a, index)
	case syncBuildingQueue, syncRallyPoint, syncCloak:
		return w.releaseHash(a, kind, index)
	case syncPause:
		return boolean(w.paused)
	case syncShroud, syncResources, syncObjectives, syncDeveloper, syncPlayerExperience, syncQueue, syncPower, syncFrozenLayer:
		return w.players[a.owner].traitHash(kind, index)
	}
	return 0
}

func (p *player) traitHash(kind syncKind, index int32) int32 {
	switch kind {
	case syncShroud:
		return boolean(p.shroudDisabled)
	case syncResources:
		return p.cash ^ p.ore ^ p.capacity
	case syncObjectives:
		return p.objectives
	case syncDeveloper:
		return p.cheats.hash()
	case syncPlayerExperience:
		return p.experience
	case syncQueue:
		queue := &p.queues[index]
		return boolean(queue.enabled) ^ boolean(queue.validFaction)
	case syncPower:
		return p.powerProvided ^ p.powerDrained
	case syncFrozenLayer:
		return p.frozenVisible ^ p.frozenKnown
	default:
		return 0
	}
}

func boolean(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func (w *World) paraDropHash(a *Actor) int32 {
	h := boolean(a.inDropRange) ^ a.dropDelay
	if a.hasDrop {
		h ^= w.centerOfCell(a.dropCell).Hash()
	}
	return h
}
