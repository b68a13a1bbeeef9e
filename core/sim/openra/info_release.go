// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/rules"
)

// releaseBehaviour tells how a release plays, apart from its figures
// (openra-world-releases.md §B, §C).
func releaseBehaviour(release rules.Release) releaseRules {
	r := releaseRules{fork: release.Name == rules.Fork2026, localWeight: 125, farWeight: 125, conditionalHash: true, cooldowns: true}
	switch release.Name {
	case rules.Fork2026:
		r.localWeight, r.conditionalHash = 100, false
		// Activities/MoveToDock.cs of the versions after October 2024 (dockingCancelled);
		// ra-dev2026-rl-f3aaecd9c0d8, net frame 8442.
		r.stopsAtDock = true
		// Fitted by the hashes of ra-dev2026-rl-83f13921ab9b, net frame 6193, and
		// -db15d685bc9d, net frame 6537.
		r.leastAbstract = true
	case "release-20200202", "release-20200503", "playtest-20201213", "release-20210321", "release-20230225":
		r.slowRefusal, r.oldAttack, r.cashRefund, r.nudgesAtOnce = true, true, true, true
		r.answersAtOnce, r.cooldowns, r.botsSeekGone = true, false, true
		r.links, r.claims = true, true
		r.contentHash = release.Name == "release-20230225"
		r.fromTargets = r.contentHash
		r.contentValue, r.twoSided = !r.contentHash, !r.contentHash
		r.strands = true
	case "release-20231010":
		r.slowRefusal, r.oldAttack, r.cooldowns = true, true, false
		r.contentHash, r.strands, r.links = true, true, true
		r.firstSelf = true // until OpenRA pull request 21165 of October 2023
	}
	r.oldMove, r.leavesOwnTarget, r.fallersBlock = r.twoSided, r.twoSided, r.twoSided
	r.keepsAiming = r.twoSided // until OpenRA pull request 19215 of March 2021
	r.allMemories = r.twoSided && release.Name != "release-20210321"
	r.alwaysTurns, r.climbsIdle = r.nudgesAtOnce, r.nudgesAtOnce
	r.takesOffFirst, r.keepsReload = r.strands, r.strands
	r.detectsAboard = r.strands // until OpenRA pull request 21128 of October 2023
	r.staleAuras, r.oldVortex = r.nudgesAtOnce, r.strands
	r.hashesLastPosition = release.Name != "release-20200202" && release.Name != "release-20200503"
	r.mooredBoats = !r.hashesLastPosition
	r.fooled = !r.hashesLastPosition       // until OpenRA pull request 18703 of October 2020
	r.quietMending = !r.hashesLastPosition // until OpenRA pull request 18107 of July 2020
	r.ordersWalks = r.nudgesAtOnce         // until OpenRA pull request 20655 of February 2023
	r.slowBursts = r.strands
	r.sameBody = release.Name == "release-20200202" // until OpenRA pull request 17742 of March 2020
	r.chases = release.Name == "release-20200202"   // OpenRA pull request 17619 of February 2020
	r.turnsPaused = r.nudgesAtOnce                  // until OpenRA pull request 20838 of June 2023
	// Activities/HarvesterDockSequence.cs of early 2020 queues turn and drag at once.
	r.dragsWithTurn = !r.hashesLastPosition
	r.turnsApart = !r.hashesLastPosition // until OpenRA pull request 18885 of December 2020
	switch release.Name {
	case "release-20200202":
		r.earlyMove, r.fixedRelations, r.ownWay, r.drawsExits = true, true, true, true
		r.lateBots, r.coarseFacing, r.instantShroud, r.rallyHash = true, true, true, true
		r.latePlanes = true
		r.sharedSpawns, r.oldCells, r.seenNow, r.quietCreation = true, true, true, true
	case "release-20200503":
		r.timedMarch, r.ownWay, r.drawsExits = true, true, true
		r.lateBots, r.coarseFacing, r.latePlanes, r.fixedRelations = true, true, true, true
		r.sharedSpawns, r.oldCells, r.seenNow, r.quietCreation = true, true, true, true
	case "playtest-20201213", "release-20210321":
		r.oldCells, r.seenNow = true, true
	}
	return r
}

// releaseSlots lists the hashed traits of a type with their conditions.
func releaseSlots(set *rules.Ruleset, nodes []rules.Node) []syncSlot {
	var slots []syncSlot
	seen := map[syncKind]int32{}
	for i := range nodes {
		class := set.Classes.Class(nodes[i].Name())
		if !class.Sync {
			continue
		}
		kind, known := syncKinds[nodes[i].Name()]
		if !known {
			kind = releaseSyncKinds[nodes[i].Name()]
		}
		slot := syncSlot{kind: kind, index: seen[kind], key: nodes[i].Key}
		seen[kind]++
		var flags syncFlags
		if class.Conditional > 0 && nodes[i].Name() != "RevealsShroud" && nodes[i].Name() != "CreatesShroud" {
			flags.requires = compileExpression(nodes[i].Requires)
		}
		if class.Conditional > 1 {
			flags.pauses = compileExpression(nodes[i].Pause)
		}
		if flags.requires != nil || flags.pauses != nil {
			slot.flags = &flags
		}
		slots = append(slots, slot)
	}
	return slots
}

// hasNode reports whether a trait is among those of a type.
func hasNode(nodes []rules.Node, name string) bool {
	for i := range nodes {
		if nodes[i].Name() == name {
			return true
		}
	}
	return false
}

// releaseSyncKinds are the hashed traits beside syncKinds that have members of
// their own.
var releaseSyncKinds = map[string]syncKind{
	"Shroud": syncShroud, "PlayerResources": syncResources, "MissionObjectives": syncObjectives, "DeveloperMode": syncDeveloper,
	"PlayerExperience": syncPlayerExperience, "ClassicProductionQueue": syncQueue, "PowerManager": syncPower,
	"FrozenActorLayer": syncFrozenLayer, "DebugPauseState": syncPause,
	"ProductionQueue": syncBuildingQueue, "RallyPoint": syncRallyPoint, "DamagedByTerrain": syncDamagedByTerrain,
	"Refinery": syncDockHost,
}

// conditionHash is what the flags of a conditional trait add to its hash.
func (w *World) conditionHash(a *Actor, slot *syncSlot) int32 {
	if slot.flags == nil {
		return 0
	}
	return w.flagsHash(a, slot.flags)
}

func (w *World) flagsHash(a *Actor, flags *syncFlags) int32 {
	var h int32
	if flags.requires != nil && !w.holds(a, flags.requires) {
		h ^= 1
	}
	if flags.pauses != nil && w.holds(a, flags.pauses) {
		h ^= 1
	}
	return h
}

// cellHash is the hash of a cell in this release (openra-world.md §2.2).
func (w *World) cellHash(c Cell) int32 {
	if w.behaviour.oldCells {
		return (c.X*5 ^ c.Y*3) / 4
	}
	return c.Bits()
}

// tickRelease runs the traits that only the releases hash or that they run
// otherwise than the fork.
func (w *World) tickRelease(a *Actor) {
	w.tickBuildingQueues(a)
	if a.typ.cover != nil && w.behaviour.coarseFacing {
		a.aim = a.facing
	}
	if a.typ.frozenUnderFog && w.behaviour.seenNow {
		a.everSeen = w.seeingNow(a.ID)
	}
	if len(a.typ.idleInterval) > 1 && !w.behaviour.quietCreation {
		w.tickIdleAnimation(a)
	}
}

// tricklerInfo is the trait that gives its owner money from time to time.
type tricklerInfo struct {
	interval, initial, amount int32
	enabled                   expression
}

// tickTrickler counts and pays (openra-world-releases.md §B.6).
func (w *World) tickTrickler(a *Actor, t *tricklerInfo) {
	if !w.holds(a, t.enabled) {
		a.trickle = t.interval
		return
	}
	if a.trickle--; a.trickle < 0 {
		a.trickle = t.interval
		w.players[a.owner].cash += t.amount
	}
}

func newTrickler(trait *rules.Trait) *tricklerInfo {
	return &tricklerInfo{
		interval: number(trait, "Interval", 50), initial: number(trait, "InitialDelay", 0), amount: number(trait, "Amount", 15),
		enabled: requirementOf(trait),
	}
}

// mobileHash is the hash of a unit's Mobile; until 20210321 its path is part
// of it.
func (w *World) mobileHash(a *Actor) int32 {
	return w.facingHash(a.facing) ^ w.cellHash(a.from) ^ w.cellHash(a.to) ^ w.placeHash(a.center) ^ a.pathHash
}

// releaseHash is the hash of a trait that only the releases hash.
func (w *World) releaseHash(a *Actor, kind syncKind, index int32) int32 {
	switch kind {
	case syncBuildingQueue:
		if int(index) < len(a.queues) {
			q := &a.queues[index]
			return boolean(q.enabled) ^ boolean(q.validFaction)
		}
	case syncCloak:
		return a.cloakTicks
	case syncRallyPoint:
		if w.behaviour.rallyHash && len(a.rallyPath) > 0 {
			return w.cellHash(a.rallyPath[0])
		}
	default:
	}
	return 0
}

// constructRelease sets what traits of the releases draw and set in their
// constructors (openra-world-releases.md §B.4).
func (w *World) constructRelease(a *Actor) {
	if t := a.typ.trickler; t != nil {
		a.trickle = t.initial
	}
	if w.behaviour.fork {
		w.restWanderer(a)
		return
	}
	a.constructQueues()
	a.aim = a.facing
	if w.behaviour.coarseFacing {
		a.constructOldTurret()
	}
	w.setRallyOffset(a)
	if interval := a.typ.idleInterval; len(interval) > 1 && !w.behaviour.quietCreation {
		a.idleWait = w.random.between(interval[0], interval[1])
	}
	w.restWanderer(a)
}

// setRallyOffset gives a building the rally point it has in 20200202 when nobody
// set one.
func (w *World) setRallyOffset(a *Actor) {
	if a.typ.rallyPoint && w.behaviour.rallyHash {
		a.rallyPath = []Cell{a.cell.Add(a.typ.rallyOffset)}
	}
}

// tickIdleAnimation counts to the next idle animation and draws the pause
// after it.
func (w *World) tickIdleAnimation(a *Actor) {
	if a.idleWait--; a.idleWait <= 0 {
		a.idleWait = w.random.between(a.typ.idleInterval[0], a.typ.idleInterval[1])
	}
}

// seeingNow is the set of players that see a building as it is, a bit per
// player (openra-world-releases.md §B.8).
func (w *World) seeingNow(id uint32) uint32 {
	if f := w.memoryOf(id); f != nil {
		return f.known &^ f.shown
	}
	return 0
}

func boolean8(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// turretHash is where a turret points, as far as the releases hash it.
func (w *World) turretHash(a *Actor, second bool) int32 {
	switch {
	case !w.behaviour.coarseFacing || a.typ.turretSpeed == 0:
		return 0
	case second && a.typ.twoTurrets:
		return a.hoverTicks / anglesPerFacing
	}
	return a.aim / 4
}

// coverFacing is where TakeCover points, which is a turret that turns as fast as
// its body: until 20200503 the direction of turrets is hashed.
func (w *World) coverFacing(a *Actor) int32 {
	if !w.behaviour.coarseFacing {
		return 0
	}
	return a.aim / anglesPerFacing
}

// countBodies takes the number of infantry bodies from the listed nodes, where
// the type is listed: each draws at creation.
func (t *actorType) countBodies(nodes []rules.Node) {
	if t.infantry == nil || nodes == nil {
		return
	}
	t.infantry.bodies, t.infantry.disguising = 0, 0
	for i := range nodes {
		if nodes[i].Name() == disguisingBody {
			t.infantry.disguising++
		}
		if name := nodes[i].Name(); name == "WithInfantryBody" || name == disguisingBody || name == "WithSplitAttackPaletteInfantryBody" {
			t.infantry.bodies++
		}
	}
}

const disguisingBody = "WithDisguisingInfantryBody"

// orderBody notes that the body of a spy is constructed behind his AutoTarget,
// as it is until 20230225: it is idle after the look for targets.
func (t *actorType) orderBody(nodes []rules.Node) {
	if t.infantry == nil || nodes == nil {
		return
	}
	place := func(name string) int {
		return slices.IndexFunc(nodes, func(n rules.Node) bool { return n.Name() == name })
	}
	look, body := place("AutoTarget"), place(disguisingBody)
	t.infantry.afterLook = look >= 0 && look < body
}

// storesForPlayer reports whether StoresResources is a store of the player's:
// until 20231010 that was its meaning, and harvesters had a capacity of their
// own.
func (c *compiler) storesForPlayer() bool { return c.set.Classes.Class("StoresPlayerResources") == nil }

// contentHash is the hash of a harvester's load where Harvester keeps it.
func (w *World) contentHash(a *Actor) int32 {
	switch {
	case w.behaviour.contentHash:
		return w.storesHash(a) ^ int32(a.linked<<16) ^ int32(a.lastHost<<16)
	case w.behaviour.contentValue:
		value := int32(0)
		for i := range w.resources.infos {
			value += a.stored[i] * w.resources.infos[i].value
		}
		return value ^ int32(a.linked<<16) ^ int32(a.lastHost<<16)
	}
	return 0
}

// pathHash is Mobile.PathHash: the cells of a path that was just found,
// weighted by their place from the goal.
func pathHash(path []Cell) int32 {
	h := int32(0)
	for i, c := range path {
		h += int32(i) * c.Bits()
	}
	return h
}

// playerStoreHash is StoresResources.Stored until 20231010: the share of its
// owner's ore that a building holds.
func (w *World) playerStoreHash(a *Actor) int32 {
	p := &w.players[a.owner]
	if a.typ.storage == 0 || p.capacity == 0 || !w.behaviour.contentHash && !w.behaviour.contentValue {
		return 0
	}
	return int32(int64(a.typ.storage) * int64(p.ore) / int64(p.capacity))
}
