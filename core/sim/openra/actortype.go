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
	for i := range traits {
		c.trait(t, &traits[i])
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

//nolint:gocyclo,funlen // one case per trait of the rules: a table in the form of a switch
func (c *compiler) trait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "Health":
		t.maxHP = number(trait, "HP", 0)
	case "Valued":
		t.cost = number(trait, "Cost", 0)
	case "Mobile":
		c.mobile(t, trait)
	case "Aircraft":
		t.aircraft = newAircraft(trait)
	case "Hovers":
		t.hover = newHover(trait)
	case "AttackMove":
		t.marches, t.assaults = true, trait.Text("AssaultMoveCondition") == "assault-move"
	case "Guard":
		t.guards = true
	case "AttackTesla":
		t.tesla = newTesla(trait)
	case "AttackCharges":
		t.charge = c.newCharge(t, trait)
	case "AttackPopupTurreted":
		t.popup = newPopup(trait)
	case "AttackLeap":
		t.leapSpeed = max(number(trait, "Speed", 426), 1)
	case "EdibleByLeap":
		t.edible = true
	case "GrantConditionOnAttack":
		t.shotCondition = newShotCondition(trait)
		t.triggers = t.triggers || t.shotCondition.name == "triggered"
	case "Reservable":
		t.reservable = true
	case "FallsToEarth":
		t.falls = &fallInfo{
			spin: spinOf(trait), moves: trait.Bool("Moves"), velocity: number(trait, "Velocity", 43),
			weapon: c.weaponNamed(trait.Text("Explosion")),
		}
	case "AttackAircraft":
		t.airAttack, t.opportunity = newAirAttack(trait), true
	case "Building", "D2kBuilding":
		c.building(t, trait)
		if trait.Name == "D2kBuilding" {
			t.foundation = newFoundation(trait)
		}
	case "KillsSelf":
		t.deadlines = append(t.deadlines, newDeadline(trait))
	case "GrantConditionOnTerrain":
		t.terrainConditions = append(t.terrainConditions, terrainCondition{condition: trait.Text("Condition"), terrain: trait.Texts("TerrainTypes")})
	case "RequiresBuildableArea":
		if t.building == nil {
			t.building = &buildingInfo{}
		}
		t.building.adjacent = number(trait, "Adjacent", 2)
		t.building.areaTypes = trait.Texts("AreaTypes")
	case "GivesBuildableArea":
		t.givesArea = trait.Texts("AreaTypes")
	case "BaseProvider":
		t.baseRange = number(trait, "Range", 10240)
		t.baseServes = requirementOf(trait)
		if pauses := pauseOf(trait); pauses != nil {
			t.baseServes = t.baseServes.and(pauses.not())
		}
	case "RevealsShroud", "CreatesShroud":
		t.changingSight = t.changingSight || trait.Text("RequiresCondition") != ""
		t.covers = t.covers || trait.Name == "CreatesShroud"
		t.sightStep = number(trait, "MoveRecalculationThreshold", 256)
		t.sights = append(t.sights, sightInfo{
			minRange: number(trait, "MinRange", 0), maxRange: number(trait, "Range", 0), requires: requirementOf(trait),
			fromCenter:     trait.Text("Type") != "Footprint",
			onGround:       trait.Text("Type") == "GroundPosition",
			covers:         trait.Name == "CreatesShroud",
			needsGenerated: trait.Name == "RevealsShroud" && !trait.Bool("RevealGeneratedShroud"),
		})
		t.sights[len(t.sights)-1].measureHalves()
	case "Buildable":
		t.buildable = &buildableInfo{
			queues: trait.Texts("Queue"), prerequisites: trait.Texts("Prerequisites"), at: trait.Text("BuildAtProductionType"),
			duration: number(trait, "BuildDuration", -1), modifier: number(trait, "BuildDurationModifier", 60),
			limit: number(trait, "BuildLimit", 0), forceFaction: trait.Text("ForceFaction"),
		}
	case "Production":
		t.addProduction(trait)
	case "ProductionAirdrop":
		t.addProduction(trait)
		t.airdrop = newAirdrop(trait)
	case "Exit":
		t.exits = append(t.exits, exitInfo{
			cell: cellOf(trait.Ints("ExitCell")), offset: posOf(trait.Ints("SpawnOffset")), facing: number(trait, "Facing", -1),
			priority: number(trait, "Priority", 1), delay: number(trait, "ExitDelay", 0), types: trait.Texts("ProductionTypes"),
			requires: requirementOf(trait),
		})
	case "ProvidesPrerequisite":
		name := trait.Text("Prerequisite")
		if name == "" {
			name = t.name
		}
		t.provides = append(t.provides, provideInfo{
			name: strings.ToLower(name), factions: trait.Texts("Factions"), requires: trait.Texts("RequiresPrerequisites"),
		})
	case "Power":
	case "StoresPlayerResources":
		t.storage = number(trait, "Capacity", 0)
	case "FreeActor":
		t.freeActors = append(t.freeActors, freeActorInfo{
			actor: strings.ToLower(trait.Text("Actor")), offset: cellOf(trait.Ints("SpawnOffset")), facing: number(trait, "Facing", 0),
		})
	case "FreeActorWithDelivery":
		t.deliveries = append(t.deliveries, newDelivery(trait))
	case "Carryall":
		t.carryall = &carryallInfo{unloadDelay: number(trait, "BeforeUnloadDelay", 0), offset: posOf(trait.Ints("LocalOffset"))}
	case "DockHost":
		d := c.dock(t)
		d.offset, d.angle = posOf(trait.Ints("DockOffset")), number(trait, "DockAngle", 0)
		d.wait, d.maxQueue = number(trait, "DockWait", 10), number(trait, "MaxQueueLength", 3)
	case "Refinery":
		d := c.dock(t)
		if offset := trait.Ints("DockOffset"); len(offset) == 2 {
			d.byCell, d.cell, d.angle = true, cellOf(offset), number(trait, "DockAngle", 0)
			if trait.Bool("IsDragRequired") {
				d.drag, d.dragTicks = posOf(trait.Ints("DragOffset")), number(trait, "DragLength", 0)
			}
		}
		d.unloads, d.discards, d.useStores = true, trait.Bool("DiscardExcessResources"), trait.Bool("UseStorage")
	case "Harvester":
		c.harvester(t, trait)
	case "StoresResources":
		if c.storesForPlayer() {
			t.storage = number(trait, "Capacity", 0)
			break
		}
		c.harvest(t).capacity = number(trait, "Capacity", 28)
	case "DockClientManager":
		h := c.harvest(t)
		h.searchDelay, h.occupancyCost = number(trait, "SearchForDockDelay", 125), number(trait, "OccupancyCostModifier", 12)
	case "Transforms", "TransformsIntoMobile", "TransformsIntoPassenger", "TransformsIntoRepairable", "TransformsIntoTransforms":
		c.transform(t, trait)
	case "AutoTarget":
		t.autoTarget = &autoTargetInfo{
			minScan: number(trait, "MinimumScanTimeInterval", 3), maxScan: number(trait, "MaximumScanTimeInterval", 8),
			allowMove: trait.Bool("AllowMovement"), scanOnIdle: trait.Bool("ScanOnIdle"),
			radius: number(trait, "ScanRadius", -1), initial: stanceOf(trait.Text("InitialStance")), initialBot: stanceOf(trait.Text("InitialStanceAI")),
		}
	case "SeedsResource":
		t.seedInterval = number(trait, "Interval", 75)
		t.seedsResource = true
	case "FrozenUnderFog":
		t.frozenUnderFog = true
	case "RepairableBuilding":
		t.repairable = &repairInfo{
			step: number(trait, "RepairStep", 7), interval: number(trait, "RepairInterval", 24),
			percent: number(trait, "RepairPercent", 20), bonuses: numbers32(trait.Ints("RepairBonuses")),
			experience: number(trait, "PlayerExperience", 0),
		}
	case "PrimaryBuilding":
		t.canLead = true
	case "RallyPoint":
		t.rallyPoint = true
		t.rallyOffset = Cell{1, 3}
		if offset := trait.Ints("Offset"); len(offset) == 2 {
			t.rallyOffset = cellOf(offset)
		}
	case "Immobile":
		t.immobile, t.fills = true, trait.Bool("OccupiesSpace")
	case "BaseBuilding":
		t.baseBuilding = true
	case "Crate":
		c.crate(t).duration = number(trait, "Duration", 0)
		t.crate.terrain = trait.Texts("TerrainTypes")
		t.crushClasses = append(t.crushClasses, "crate")
	case "Crushable":
		classes := trait.Texts("CrushClasses")
		if len(classes) == 0 {
			classes = []string{"infantry"}
		}
		t.crushClasses = append(t.crushClasses, classes...)
		t.crushWarning = number(trait, "WarnProbability", 75)
	case "Mine":
		t.mine, t.sparesFriends = true, trait.Bool("AvoidFriendly")
		t.crushClasses = append(t.crushClasses, trait.Texts("CrushClasses")...)
	case "AttackBomber":
		t.bombTolerance = bomberTolerance
		t.strike = c.newStrike(t.name)
	case "ParaDrop":
		t.strike = c.newStrike(t.name)
	case "Chronoshiftable":
		t.shifts = &shiftInfo{requires: requirementOf(trait), explodes: trait.Bool("ExplodeInstead")}
	case "ExternalCondition":
		t.curtained = t.curtained || trait.Text("Condition") == ironCurtain
		t.cloakable = t.cloakable || trait.Text("Condition") == cloakCrate
		t.bears = append(t.bears, trait.Text("Condition"))
	case "Minelayer":
		t.minelayer = newMinelayer(trait)
	case "MadTank":
		t.mad = c.newMad(trait)
	case "GrantConditionOnDeploy":
		t.triggers = t.triggers || trait.Text("DeployedCondition") == "triggered"
	case "PortableChrono":
		t.jumps = newPortableChrono(trait)
	case "Disguise":
		t.disguise = newDisguise(trait)
	case "IgnoresDisguise":
		t.seesThrough = true
	case "HandicapFirepowerMultiplier", "HandicapDamageMultiplier", "HandicapProductionTimeMultiplier":
		t.handicaps |= handicaps[trait.Name]
	case "ProducibleWithLevel":
		t.trained = append(t.trained, trainedInfo{levels: number(trait, "InitialLevels", 1), prerequisites: trait.Texts("Prerequisites")})
	case "MineImmune":
		t.mineImmune = true
	case "Parachutable":
		t.fallRate, t.diesOnLanding = number(trait, "FallRate", 13), trait.Bool("KilledOnImpassableTerrain")
	case "ProductionQueue":
		t.queues = append(t.queues, newBuildingQueue(trait))
	case "Bridge":
		t.bridge = c.newBridge(trait)
	case "LegacyBridgeHut":
		t.bridgeHut = true
	case "RepairsBridges":
		t.mendsBridges = true
	case "AlwaysVisible":
		t.alwaysVisible = true
	case "Cloak":
		t.cloak = newCloak(trait)
	case "ConyardChronoReturn":
		t.yard = newYardReturn(trait)
	case "TransferTimedExternalConditionOnTransform":
		t.handsShield = trait.Text("Condition") == ironCurtain
	case "TDGunboat":
		t.boat, t.fills = newBoat(trait), true
	case "ProximityExternalCondition":
		t.aura = newAura(trait)
	case "ProvidesRadar":
		t.radar = newRadar(trait)
	case "DetectCloaked":
		t.detects = append(t.detects, newDetector(trait))
	case "CashTrickler":
		t.trickler = newTrickler(trait)
	case "DamagedByTerrain":
		if len(t.terrainDamages) < maxTerrainDamages {
			t.terrainDamages = append(t.terrainDamages, newTerrainDamage(trait))
		}
	case "ScaredyCat":
		t.panics = newPanic(trait)
	case "Wanders", "AttackWander":
		t.wanders = newWanders(trait)
	case "Targetable":
		t.targetable(trait)
	}
	if strings.HasSuffix(trait.Name, "CrateAction") {
		c.crate(t).actions = append(t.crate.actions, c.crateAction(trait))
	}
	if strings.HasPrefix(trait.Name, "Attack") && trait.Name != "AttackMove" {
		t.attacks = true
		t.opportunity = t.opportunity || trait.Name == "AttackTurreted" || trait.Name == "AttackFollow" || trait.Name == "AttackGarrisoned" || trait.Name == "AttackTDGunboatTurreted" || trait.Name == "AttackPopupTurreted"
		t.noChances = t.noChances || trait.Has("OpportunityFire") && !trait.Bool("OpportunityFire")
		t.forgets = t.forgets || trait.Has("PersistentTargeting") && !trait.Bool("PersistentTargeting")
	}
	if t.category == "infantry" && t.infantry == nil {
		c.infantry(t)
	}
}
