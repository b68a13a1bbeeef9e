package openra

// Actor is one thing of the world: unit, building, tree, player or the world
// itself. All of it is state except typ. Whoever adds a field puts it into
// actorFigures (numbers and flags, see digest.go), into actorTimers (what counts down
// to zero by one each tick), into actorPlace (what changes whenever a unit
// moves) or, a list, into Actor itself; the codec and lastLook have to know it,
// and tests say so where they do not.
type Actor struct {
	// What each tick looks at, of most actors, shares few lines of the processor's
	// cache: type, activity and the first of the figures one, the weapons one, the
	// timers one, the place one.
	typ      *actorType
	activity *Activity
	// stirred says that something may have been done to the actor, or is still
	// going on. Scenery that is not is passed over, in play and in recording:
	// whoever changes an actor that he did not get from World.actor stirs it. Not
	// state.
	stirred bool
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

	sight sightSource

	_ [8]byte // up to an odd number of lines: see room
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
	stance        stance
	preset        bool // requested before its activity began
	// cooling: a weapon might not fire when it was last looked at; that is when
	// the condition of one that reloads changes.
	cooling      [maxArmaments]bool
	arms         [maxArmaments]armament
	turret       turret
	aggressor    uint32
	requested    uint32 // what a turret was told to attack
	chance       uint32 // what it attacks by the way
	captor       uint32 // who is taking it over
	loading      bool   // somebody who comes aboard has kept it from driving
	triggered    bool   // it is about to blow itself up
	forced       bool   // requested, whatever it is
	chanceForced bool   // so was the chance, before
	guise        guise

	replacedBy uint32
	wrecks     uint32 // bit per trait that leaves remains once it is gone
	carrier    uint32 // transport it is in
	cell       Cell   // top left of a building, place of a crate or an immobile thing
	everSeen   uint32 // FrozenUnderFog.VisibilityHash

	creationDelay int32

	// Infantry body.
	idleSequence int32

	// Auto-target and attack.
	healTicks   [maxHeals]int32
	damageTicks [maxHeals]int32
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
	linked   uint32 // Harvester.LinkedProc
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
	// terrainDue is the tick at which the count of each trait is nothing that hurts
	// who stands on some ground.
	terrainDue [maxTerrainDamages]int32

	facingTarget bool // the bomber points at its target
	overTarget   bool // something of it reaches there
	leaping      bool
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

// spawn holds the initial values of a new actor.
type spawn struct {
	owner     int32
	faction   string
	cell      Cell
	hasCell   bool
	center    Pos
	hasCenter bool
	facing    int32 // -1: the type's own
	sub       subCell
	hasSub    bool
	health    int32 // percent, 0: full
	delay     int32
	drag      int32 // speed at which a wreck slides to its place
	ready     bool  // without its make animation
	lifetime  int32 // ticks, 0: for good
	rally     []Cell
	// What is left of the journey of what it was made of.
	chronoTicks  int32
	chronoOrigin Cell
	byMap        bool
	outsideOnly  bool // create it but do not put it into the world
}

// create makes an actor: identifier, traits, creation hooks, and the world
// (openra-world.md §1.3).
func (w *World) create(t *actorType, s spawn) *Actor {
	a := w.room.actor()
	a.typ, a.faction, a.ID, a.owner, a.moveResult = t, s.faction, w.nextID, s.owner, moveReached
	w.nextID++
	w.enlist(a)
	if a.faction == "" && int(s.owner) < len(w.players) {
		a.faction = w.players[s.owner].faction
	}
	a.hp = t.maxHP
	if s.health > 0 {
		a.hp = int32(int64(t.maxHP) * int64(s.health) / 100)
	}
	w.construct(a, &s)
	w.created(a, &s)
	if !s.outsideOnly {
		w.add(a)
	}
	return a
}

// construct sets what the engine's trait constructors set.
func (w *World) construct(a *Actor, s *spawn) {
	t := a.typ
	if t.cloak != nil {
		a.cloakTicks = t.cloak.initial
	}
	switch {
	case t.mobile != nil:
		w.constructMobile(a, s)
	case t.aircraft != nil:
		a.center = s.center
		a.facing = max(s.facing, 0)
		a.oldFacing = a.facing
		if s.hasCell && !s.hasCenter {
			a.center = w.centerOfCell(s.cell)
		}
		a.oldCenter = a.center
		a.rally, a.creationDelay = s.rally, s.delay
	case t.husk:
		w.constructHusk(a, s)
	case t.boat != nil:
		w.constructBoat(a, s)
	case t.building != nil && t.building.footprint != nil:
		a.cell = s.cell
		a.center = w.centerOfCell(s.cell).add(t.building.centerOffset)
	default:
		a.cell = s.cell
		a.center = w.centerOfCell(s.cell)
	}
	if !s.byMap && !s.ready {
		a.incomplete = t.incomplete
	} else if t.popup != nil {
		a.charges = popupClosed
	}
	a.turret.facing = t.turretInitial
	for i := range t.armaments {
		a.arms[i].burst = t.armaments[i].weapon.burst
	}
	a.lifetime = s.lifetime
	if s.chronoTicks > 0 && (t.shifts != nil || t.yard != nil) {
		a.chronoTicks, a.chronoOrigin = s.chronoTicks, s.chronoOrigin
	}
	a.fillAmmo()
	w.beginTesla(a)
	w.constructDeadlines(a)
	if t.bloom != nil {
		a.ripeTicks = w.random.between(t.bloom.lifetime[0], t.bloom.lifetime[1])
		a.unripe = a.ripeTicks
	}
	w.constructRelease(a)
	w.constructTerrainDamage(a)
	if t.autoTarget != nil {
		w.initialStance(a)
	}
}

// created runs the hooks that run once all traits exist; some of them draw.
func (w *World) created(a *Actor, s *spawn) {
	t := a.typ
	w.settleProvided(a)
	for i := range t.trained {
		if one := &t.trained[i]; w.hasPrerequisites(&w.players[a.owner], one.prerequisites) {
			w.levelUp(&task{actor: a.ID, amount: one.levels})
		}
	}
	if t.infantry != nil {
		for range t.infantry.bodies {
			delay := w.random.between(t.infantry.minDelay, t.infantry.maxDelay)
			if a.idleDelay == 0 {
				a.idleDelay = delay
			}
		}
		a.body = bodyWaiting
	}
	if t.frozenUnderFog {
		w.freeze(a, s.byMap)
	}
	if t.harvester != nil && t.mobile != nil && len(t.harvester.resources) > 0 {
		w.queueHarvesting(a)
	}
	if len(t.cargoUnits) > 0 {
		for _, name := range t.cargoUnits {
			if unit := w.typeOf(name); unit != nil {
				w.createInside(a, unit)
			}
		}
	}
	for i := range t.deliveries {
		w.deliver(a, &t.deliveries[i])
	}
	for i := range t.freeActors {
		w.later(task{kind: taskFreeActor, actor: a.ID, queue: int32(i)})
	}
	if t.mobile != nil {
		w.creationActivity(a)
	}
	if t.falls != nil && t.aircraft != nil {
		w.beginFall(a)
	} else if t.aircraft != nil {
		w.creationFlight(a, s.byMap)
	}
}

// add puts an actor into the world.
func (w *World) add(a *Actor) {
	w.stir(a)
	a.inWorld, w.present.known = true, false
	if a.typ.blocks != nil {
		w.blockers++
	}
	w.listsChanged()
	t := a.typ
	if w.occupiesCells(a) {
		w.addInfluence(a)
		w.bins.enter(a.ID)
	}
	if t.foundation != nil {
		w.settle(a)
	}
	if t.building != nil && t.building.footprint != nil && !t.fleeting() {
		w.addBuilding(a)
	}
	if t.covers {
		w.coverEnters()
	}
	if len(t.deadlines) > 0 {
		w.meetDeadlines(a)
	}
	if t.aura != nil {
		w.auraEnters(a)
	}
	if len(t.sights) > 0 {
		w.addSight(a)
	}
	if t.crate != nil {
		w.crates++
		if a.center.Z > 0 {
			w.queue(a, w.parachute())
		}
	}
}

// listsChanged says that lists of who is in the world have to be made anew.
func (w *World) listsChanged() {
	w.techDirty = true
	for _, list := range []*presence{&w.makers, &w.charging, &w.jammers, &w.bearers, &w.watchers} {
		list.known = false
	}
}

// remove takes an actor out of the world.
func (w *World) remove(a *Actor) {
	w.stir(a)
	if !a.inWorld {
		return
	}
	if a.pad != none {
		w.leavePad(a)
	}
	a.inWorld, w.present.known = false, false
	if a.typ.blocks != nil {
		w.blockers--
	}
	w.listsChanged()
	t := a.typ
	if w.occupiesCells(a) {
		w.removeInfluence(a)
		w.bins.leave(a.ID)
	}
	if t.building != nil && t.building.footprint != nil && !t.fleeting() {
		w.removeBuilding(a)
	}
	if len(t.sights) > 0 {
		w.removeSight(a)
	}
	if t.covers {
		w.covers--
	}
	if t.aura != nil {
		w.auraLeaves(a, false)
	}
	if t.crate != nil {
		w.crates--
	}
	if a.wrecks != 0 {
		w.leaveRemains(a)
	}
}

// dispose ends an actor at the end of the tick.
func (w *World) dispose(a *Actor) {
	w.stir(a)
	a.willDispose = true
	w.later(task{kind: taskDispose, actor: a.ID})
}

func (w *World) disposeNow(a *Actor) {
	if w.actors[a.ID] == nil {
		return
	}
	w.remove(a)
	if a.guest != none {
		w.clearPad(a)
	}
	if a.typ.dock != nil {
		a.preventDock = true
		w.unreserveAll(a)
		w.relinkAll(a)
	}
	if a.typ.harvester != nil {
		w.unreserveHost(a)
	}
	w.disposePassengers(a)
	if a.typ.carryall != nil {
		w.loseCargo(a)
	}
	w.leaveSquad(a)
	w.abandon(a)
	if a.typ.aura != nil {
		w.auraLeaves(a, true)
	}
	w.thaw(a)
	if a.replacedBy != none {
		w.succeed(a)
	}
	w.releaseTree(a.activity)
	a.activity = nil
	a.dead = true
	w.actors[a.ID] = nil
}

func (w *World) occupiesCells(a *Actor) bool {
	t := a.typ
	return t.mobile != nil || t.crate != nil || t.husk || t.fills || t.building != nil && t.building.footprint != nil || t.aircraft != nil
}

// location is the cell an actor counts as being in.
func (w *World) location(a *Actor) Cell {
	switch {
	case a.typ.mobile != nil:
		return a.to
	case a.typ.aircraft != nil:
		return w.cellContaining(a.center)
	}
	return a.cell
}
