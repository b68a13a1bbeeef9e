// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/rules"
)

// actorType is an actor type as the simulation needs it: figures looked up
// once. It never changes during play.
type actorType struct {
	// What is asked for in every tick comes first, close together.
	index          int32
	acting         actingTraits
	hasIdleHooks   bool
	scenery        bool // nothing happens to it by itself: Actor.stirred
	husk           bool
	leapSpeed      int32 // of a dog
	mobile         *mobileInfo
	infantry       *infantryInfo
	autoTarget     *autoTargetInfo
	cover          *coverInfo
	healsBelow     int32 // the health from which on none of its heals does anything
	sightStep      int32 // how far it moves until its sight is measured anew, 0: into another cell
	sights         []sightInfo
	armaments      []armamentInfo
	summands       []summand // the hashed traits of which the actor decides what they add
	fixedSum       traitSum  // what the others add
	harvester      *harvesterInfo
	panics         *panicInfo
	aircraft       *aircraftInfo
	turretSpeed    int32 // 0: no turret
	opportunity    bool  // fires at what comes by while doing something else
	heals          []healInfo
	smokes         []smokeInfo
	terrainDamages []terrainDamageInfo

	name     string
	rules    *rules.Actor
	category string
	syncs    []syncSlot

	maxHP                           int32
	cost                            int32
	sellValue                       int32
	bodyFacings                     int32
	turretFacing                    int32
	building                        *buildingInfo
	changingSight                   bool // a sight has a condition
	ranksSee                        bool // with a rank it sees farther
	covers                          bool // one of the sights is a cover
	buildable                       *buildableInfo
	produces                        []string
	produceSigns                    uint64 // of those kinds; see numberKinds
	exits                           []exitInfo
	provides                        []provideInfo
	power                           []powerInfo
	storage                         int32
	freeActors                      []freeActorInfo
	deliveries                      []deliveryInfo
	carryall                        *carryallInfo
	airdrop                         *airdropInfo
	dock                            *dockInfo
	transforms                      *transformInfo
	crate                           *crateInfo
	trickler                        *tricklerInfo
	wanders                         *wandersInfo
	idleInterval                    []int32 // of WithIdleAnimation
	seedInterval                    int32
	cloak                           *cloakInfo
	rallyOffset                     Cell
	bridge                          *bridgeInfo
	bridgeHut, mendsBridges         bool
	foundation                      *foundationInfo
	deadlines                       []deadlineInfo
	terrainConditions               []terrainCondition
	bloom                           *bloomInfo
	queues                          []queueInfo
	incomplete                      int32 // ticks of build-incomplete after creation
	cargoUnits                      []string
	crushClasses                    []string
	crushWarning                    int32 // percent
	mine, mineImmune, sparesFriends bool

	seedsResource     bool
	frozenUnderFog    bool
	repairable        *repairInfo
	sale              *saleInfo
	saleSpawns        []saleSpawn
	grants            []grantInfo
	powerFactors      []powerFactor
	marksProduced     bool   // grants "produced" to what it produces
	powerSwitch       string // order that switches it off and on
	givesArea         []string
	baseRange         int32
	baseServes        expression // one may build around it while that holds
	rallyPoint        bool
	canLead           bool // be the first of its kind to produce
	immobile          bool
	fills             bool // takes up its cell although it is no building
	minelayer         *minelayerInfo
	mad               *madInfo
	triggers          bool // its attack, or being deployed, is its end
	jumps             *portableChrono
	disguise          *disguiseInfo
	seesThrough       bool // through disguises
	handicaps         handicap
	trained           []trainedInfo
	required          requirement
	ownerLost         ownerLostInfo
	line              *lineBuild // of walls
	supports          []powerRules
	bombTolerance     int32
	armamentNames     []string // of what its attacks fire
	strike            strikeInfo
	repairsUnits      *repairsUnits
	repairedAt        []string
	repairedNear      []string
	repairStep        int32 // how much a platform mends of it at once; 0 or less leaves that to the platform
	repairReach       int32
	shifts            *shiftInfo
	yard              *yardReturn
	handsShield       bool // to what it becomes
	curtained         bool // takes the iron curtain
	cloakable         bool // takes the cloak of a crate
	alwaysVisible     bool // the fog does not hide it
	targetsFrozen     bool // shoots at buildings that are only remembered
	cargo             *cargoInfo
	passengerType     string
	passengerWeight   int32
	captures          []captureInfo
	capturables       []capturableInfo
	captureCash       int32
	captureInto       string
	captureHealth     int32 // percent
	demolition        *demolitionInfo
	demolishable      bool
	instantRepairs    *relations
	instantlyRepaired bool
	infiltrates       []string
	infiltratesWhom   relations
	payload           int32 // the cash that a truck brings
	payloadExperience int32
	spyExperience     int32 // for whoever gets in, whatever comes of it
	infiltrations     []infiltrationInfo
	scalePower        bool
	targetTypes       []string     // always
	targets           []targetInfo // under a condition
	fallRate          int32
	diesOnLanding     bool // where it cannot stand
	attacks           bool
	attackPauses      expression // while it holds nothing is fired
	attackRequires    expression // without it there is no attack at all
	turretRequires    expression // likewise of the turret
	popup             *popupInfo
	armor             string
	priorities        []priorityInfo
	turretOffset      Pos
	twoTurrets        bool
	secondOffset      Pos
	tolerance         int32
	turretInitial     int32
	turretRealign     int32 // -1: never
	classicBody       bool  // the uneven directions of 32-facing sprites
	shapes            []shape
	ports             []portInfo
	blocks            *blocksInfo
	jams              *jamsInfo
	boat              *boatInfo
	aura              *auraInfo
	bears             []string // conditions that the auras of others grant it
	modifiers         modifierLists
	targetOffsets     []Pos
	targetCells       bool
	baseBuilding      bool
	levels            int32   // ranks it can earn
	rankSteps         []int32 // experience for each rank
	deaths            []deathHook
	huskCrushes       []string // what a wreck runs over where it comes to rest
	huskTerrain       []string // where a wreck may lie
	fullHusk          string   // wreck of a harvester with a load
	fullHuskAt        int32
	armed             bool // has weapons, usable now or not
	noChances         bool // but only at what it was told to attack
	forgets           bool // does not go on firing at what it was told to attack
	helps             bool // its weapons are for its own side
	onlyForced        bool // others attack it only when they are forced to
	detects           []detectInfo
	radar             *radarInfo
	tesla             *teslaInfo
	charge            *chargeInfo
	shotCondition     *shotCondition
	edible            bool // by dogs
	marches           bool // obeys the order to move and attack
	guards            bool // obeys the order to guard
	assaults          bool // attacks anything when told to assault
	hover             *hoverInfo
	airAttack         *airAttackInfo
	reservable        bool // a pad for aircraft
	falls             *fallInfo
	ammo              *ammoInfo
	rearmedAt         []string
}

// compiler turns rules into actor types.
type compiler struct {
	set         *rules.Ruleset
	locomotors  map[string]int32
	recipe      recipe
	weapons     map[string]*weapon
	powerOrders map[string]bool
	tileset     string // of the map
}

func (c *compiler) compile(index int, actor *rules.Actor) *actorType {
	t := &actorType{index: int32(index), name: actor.Name, rules: actor, category: actor.Facts.Category}
	t.bodyFacings = int32(c.set.Extra.Facings(actor))
	t.classicBody = c.set.Extra.Classic(actor)
	t.turretFacing = int32(c.set.Extra.TurretFacingsOf[actor.Name])
	t.incomplete = int32(c.set.Extra.IncompleteTicks[actor.Name])
	t.idleInterval = numbers32(c.set.Extra.IdleIntervals[actor.Name])
	traits := c.set.Constructed(actor)
	t.syncs = c.recipe.slots(c.set, traits)
	if order := c.set.NewestOrder(actor); order != nil {
		if newest := c.recipe.slots(c.set, order); c.recipe.complete(t.syncs, newest) {
			t.syncs = newest
		}
	}
	nodes := c.set.Nodes(t.name)
	ordered := nodes
	if nodes != nil {
		t.syncs = releaseSlots(c.set, nodes)
		t.classicBody = t.classicBody || hasNode(nodes, "ClassicFacingBodyOrientation")
	}
	t.armamentNames = armamentNames(traits)
	if t.category == "infantry" {
		c.infantry(t)
	}
	for i := range traits {
		c.trait(t, &traits[i])
		c.productionTrait(t, &traits[i])
		c.economyTrait(t, &traits[i])
		c.buildingTrait(t, &traits[i])
		c.movementTrait(t, &traits[i])
		c.sightTrait(t, &traits[i])
		c.attackTrait(t, &traits[i])
		c.combatTrait(t, &traits[i])
		c.deathTrait(t, &traits[i])
		c.powerTrait(t, &traits[i])
		c.saleTrait(t, &traits[i])
		c.victoryTrait(t, &traits[i])
		c.wallTrait(t, &traits[i])
		c.cargoTrait(t, &traits[i])
		c.captureTrait(t, &traits[i])
		c.agentTrait(t, &traits[i])
		c.supportTrait(t, &traits[i])
		c.resupplyTrait(t, &traits[i])
		c.ammoTrait(t, &traits[i])
	}
	c.compileSmokes(t)
	t.orderDeaths()
	t.multiplySights()
	if nodes == nil {
		nodes = c.set.NewestNodes(t.name)
	}
	t.orderArmaments(nodes)
	t.orderContents(nodes)
	t.countBodies(nodes)
	t.orderBody(ordered)
	if _, custom := actor.Trait("CustomSellValue"); !custom {
		t.sellValue = t.cost
	}
	t.hasIdleHooks = t.infantry != nil || t.autoTarget != nil
	return t
}

// trait reads the traits of an actor type that belong to no subject with a file of its own.
func (c *compiler) trait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "Health":
		t.maxHP = number(trait, "HP", 0)
	case "Crate":
		c.crate(t).duration = number(trait, "Duration", 0)
		t.crate.terrain = trait.Texts("TerrainTypes")
		t.crushClasses = append(t.crushClasses, "crate")
	case "ExternalCondition":
		t.curtained = t.curtained || trait.Text("Condition") == ironCurtain
		t.cloakable = t.cloakable || trait.Text("Condition") == cloakCrate
		t.bears = append(t.bears, trait.Text("Condition"))
	case "TransferTimedExternalConditionOnTransform":
		t.handsShield = trait.Text("Condition") == ironCurtain
	case "ProximityExternalCondition":
		t.aura = newAura(trait)
	}
	if strings.HasSuffix(trait.Name, "CrateAction") {
		c.crate(t).actions = append(t.crate.actions, c.crateAction(trait))
	}
}

func (c *compiler) crate(t *actorType) *crateInfo {
	if t.crate == nil {
		t.crate = &crateInfo{}
	}
	return t.crate
}

func (c *compiler) infantry(t *actorType) {
	bodies := c.set.Extra.InfantryBodies
	if n, ok := c.set.Extra.InfantryBodiesOf[t.name]; ok {
		bodies = n
	}
	if bodies == 0 {
		return
	}
	t.infantry = &infantryInfo{bodies: int32(bodies), minDelay: 30, maxDelay: 110}
	if delays := c.set.Extra.IdleDelays[t.name]; len(delays) == 2 {
		t.infantry.minDelay, t.infantry.maxDelay = int32(delays[0]), int32(delays[1])
	}
	t.infantry.idle = numbers32(c.set.Extra.IdleTicks[t.name])
	t.infantry.attack = numbers32(c.set.Extra.AttackTicks[t.name])
}
