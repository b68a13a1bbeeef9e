// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// Actor is one thing of the world: unit, building, tree, player or the world
// itself. All of it is state except typ. Whoever adds a field puts it into
// actorFigures (numbers and flags, see module_digest.go), into actorTimers (what counts down
// to zero by one each tick), into actorPlace (what changes whenever a unit
// moves) or, a list, into Actor itself; the codec and lastLook have to know it,
// and tests say so where they do not.
type Actor struct {
	// What each tick looks at, of most actors, shares few lines of the processor's
	// cache: type, activity and the first of the figures one, the weapons one, the
	// timers one, the place one.
	typ      *info.ActorType
	activity *Activity
	// woken says that something may have been done to the actor, or is still
	// going on. Scenery that is not is passed over, in play and in recording:
	// whoever changes an actor that he did not get from World.actor stirs it. Not
	// state.
	woken bool
	// loaded: all its weapons are, at the last tick, and no shot waits to be let
	// go. Whoever fires says that it is not so any more. Not state.
	loaded bool
	actorFigures
	actorTimers
	actorPlace
	due     actorTimers // when they are at zero; noteTimers
	faction string

	// Their lengths are on two lines.
	shots        []delayedShot
	rally        []Cell // where a produced unit goes first
	rallyPath    []Cell
	dockReserved []uint32
	passengers   []uint32
	queues       []queue // of releases whose buildings have their own

	sight info.SightSource
}

// actorPlace is where an actor is and where it goes.
type actorPlace struct {
	center, oldCenter Pos
	facing, oldFacing int32
	from, to          Cell
	fromSub, toSub    subCell
	movement          movement
	moveResult        moveResult
	body              bodyState
	blocking          bool
	turnToMove        bool
	returnToCell      bool
	// recalculateSubCell: it has to find its place in the cell again.
	recalculateSubCell bool
	// What it saw from when its sight was last measured.
	sightCell   Cell
	sightCenter Pos
}

// actorFigures is the rest that can be digested at once.
type actorFigures struct {
	// What each tick looks at, of most actors, comes first.
	ID            uint32
	owner         int32 // index into World.players
	hp            int32
	level         int32
	proneTicks    int32
	panicSince    int32 // tick it began to panic, 0 if it does not
	incomplete    int32 // ticks until it is built
	sinksTo       int32 // the health to which bare ground wears a building, 0: it does not
	inWorld       bool
	dead          bool // killed or disposed
	wasProne      bool // when its body was last looked at
	aiming        bool
	hasBombTarget bool
	carries       bool
	stance        info.Stance
	preset        bool // requested before its activity began
	// cooling: a weapon might not fire when it was last looked at; that is when
	// the condition of one that reloads changes.
	cooling           [info.MaxArmaments]bool
	arms              [info.MaxArmaments]armament
	turret            turret
	aggressor         uint32
	requested         uint32 // what a turret was told to attack
	opportunity       uint32 // what it attacks by the way
	captor            uint32 // who is taking it over
	loading           bool   // somebody who comes aboard has kept it from driving
	triggered         bool   // it is about to blow itself up
	forced            bool   // requested, whatever it is
	opportunityForced bool   // so was the opportunity, before
	shownAs           shownDisguise

	replacedBy uint32
	wrecks     uint32 // bit per trait that leaves remains once it is gone
	carrier    uint32 // transport it is in
	cell       Cell   // top left of a building, place of a crate or an immobile thing
	everSeen   uint32 // FrozenUnderFog.VisibilityHash

	creationDelay int32

	// Infantry body.
	idleSequence int32

	// Auto-target and attack.
	healTicks   [info.MaxHeals]int32
	damageTicks [info.MaxHeals]int32
	experience  int32

	// Harvester and docking.
	stored       [maxResources]int32
	storedSum    int32
	loadOrder    loadOrder
	unloadTicks  int32
	reservedHost uint32
	lastHost     uint32

	// Dock host and building.
	docked      uint32
	repairers   uint32 // bit per player index
	repairTicks int32

	// Buildings, bombers, and who comes and goes.
	bombTarget     Pos
	squad          uint32 // the first plane of those it was sent with
	camera         uint32 // who looks on
	provided       uint32 // bit per prerequisite of its type
	seat           uint32 // transport that keeps room for it
	reservedWeight int32  // of those who are coming aboard
	demolisher     uint32
	chronoOrigin   Cell  // where it was shifted from
	mineStart      Cell  // where its next minefield begins; of who shows himself on the move: where he did so last
	looksLike      int32 // index of the player it is disguised as, plus 1

	// Crates and planes.
	crateTicks int32
	cargo      uint32
	dropCell   Cell
	dropDelay  int32

	// What only the releases hash or do.
	linked   uint32 // Harvester.LinkedProc; of a mine: who laid it
	claimed  uint32 // index of the cell whose ore it goes for, plus 1
	pathHash int32  // of the last path found, where it is hashed
	aim      int32  // Turreted.TurretFacing, of the world and not of the body

	cloakTicks int32 // Cloak.remainingTime

	// Aircraft and pads.
	landing     Cell   // it stands in
	pad         uint32 // it has reserved
	guest       uint32 // who has reserved this pad
	ammo        int32
	rearmTicks  int32 // until a pad gives it the next shot
	reloadTicks int32 // until it has the next by itself
	hover       int32 // height it is drawn at above its own
	hoverTicks  int32
	charges     int32  // of a tesla coil or an obelisk
	rechargedAt int32  // tick at which it has them all again
	leaper      uint32 // dog that leaps at it

	// What the ground and time do, in Dune 2000.
	ripeTicks int32 // how old a spice bloom gets
	onTerrain int32 // bit per condition that the ground grants
	lentUntil int32 // tick at which a temporary owner's time would be over
	rescanAt  int32 // tick at which a sandworm looks for something to eat
	// terrainDue is the tick at which the count of each trait is nothing that hurts
	// who stands on some ground.
	terrainDue [info.MaxTerrainDamages]int32

	facingTarget bool // the bomber points at its target
	overTarget   bool // something of it reaches there
	leaping      bool // at its victim; of a sandworm: below it
	swallowing   bool // of a sandworm
	charging     bool // it has a target to charge for
	runs         bool // it was aiming when its traits last ticked
	landed       bool // it takes up a cell
	yields       bool // it makes room for another on its pad

	willDispose bool

	persistent bool // chance was requested before

	accepts     bool // unloading into the host
	preventDock bool
	primary     bool
	powerDown   bool // switched off by order
	selling     bool

	risesLoaded bool // it was in the air before it took passengers in

	collected   bool
	cloakGiven  bool // by a crate
	dived       bool // it holds the condition that its cloak grants
	hasDrop     bool
	inDropRange bool
	airborne    bool
	produced    bool
}

type movement uint8

const (
	movingHorizontal movement = 1 << iota
	movingVertical
	movingTurn
)

type moveResult uint8

const (
	moveInProgress moveResult = iota
	moveCanceled
	moveReached
	moveBlocked
)
