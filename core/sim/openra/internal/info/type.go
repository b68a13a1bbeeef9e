// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// ActorType is an actor type as the simulation needs it: figures looked up
// once. It never changes during play.
type ActorType struct {
	// What is asked for in every tick comes first, close together.
	Index          int32
	Acting         ActingTraits
	HasIdleHooks   bool
	Scenery        bool // nothing happens to it by itself: Actor.stirred
	Husk           bool
	LeapSpeed      int32 // of a dog
	Mobile         *mobileInfo
	Infantry       *InfantryInfo
	AutoTarget     *autoTargetInfo
	Cover          *coverInfo
	HealsBelow     int32 // the health from which on none of its heals does anything
	SightStep      int32 // how far it moves until its sight is measured anew, 0: into another cell
	Sights         []SightInfo
	Armaments      []ArmamentInfo
	Summands       []summand // the hashed traits of which the actor decides what they add
	FixedSum       TraitSum  // what the others add
	Harvester      *HarvesterInfo
	Panics         *panicInfo
	Aircraft       *aircraftInfo
	TurretSpeed    int32 // 0: no turret
	Opportunity    bool  // fires at what comes by while doing something else
	Heals          []healInfo
	Smokes         []smokeInfo
	TerrainDamages []TerrainDamageInfo

	Name     string
	Rules    *rules.Actor
	Category string
	Syncs    []SyncSlot

	MaxHP                           int32
	Cost                            int32
	SellValue                       int32
	BodyFacings                     int32
	TurretFacing                    int32
	EmbeddedTurret                  bool // drawn into the picture of its building
	Building                        *BuildingInfo
	ChangingSight                   bool // a sight has a condition
	RanksSee                        bool // with a rank it sees farther
	Covers                          bool // one of the sights is a cover
	Buildable                       *buildableInfo
	Produces                        []string
	ProduceSigns                    uint64 // of those kinds; see NumberKinds
	Exits                           []ExitInfo
	Provides                        []provideInfo
	Power                           []PowerInfo
	Storage                         int32
	FreeActors                      []freeActorInfo
	Deliveries                      []DeliveryInfo
	Carryall                        *carryallInfo
	Airdrop                         *airdropInfo
	Dock                            *dockInfo
	Transforms                      *transformInfo
	Crate                           *crateInfo
	Trickler                        *TricklerInfo
	Wanders                         *wandersInfo
	IdleInterval                    []int32 // of WithIdleAnimation
	SoundDelay, SoundInterval       []int32 // of AmbientSound
	SeedInterval                    int32
	Cloak                           *cloakInfo
	RallyOffset                     wpos.Cell
	Bridge                          *bridgeInfo
	BridgeHut, MendsBridges         bool
	Foundation                      *FoundationInfo
	Deadlines                       []DeadlineInfo
	TerrainConditions               []terrainCondition
	Bloom                           *bloomInfo
	Queues                          []QueueInfo
	Incomplete                      int32 // ticks of build-incomplete after creation
	CargoUnits                      []string
	CrushClasses                    []string
	CrushWarning                    int32 // percent
	Mine, MineImmune, SparesFriends bool

	SeedsResource     bool
	FrozenUnderFog    bool
	Repairable        *repairInfo
	Sale              *saleInfo
	SaleSpawns        []SaleSpawn
	Grants            []grantInfo
	PowerFactors      []powerFactor
	MarksProduced     bool   // grants "produced" to what it produces
	PowerSwitch       string // order that switches it off and on
	GivesArea         []string
	BaseRange         int32
	BaseServes        Expression // one may build around it while that holds
	RallyPoint        bool
	CanLead           bool // be the first of its kind to produce
	Immobile          bool
	Fills             bool // takes up its cell although it is no building
	Minelayer         *MinelayerInfo
	Mad               *madInfo
	Triggers          bool // its attack, or being deployed, is its end
	Jumps             *portableChrono
	Disguise          *disguiseInfo
	SeesThrough       bool // through disguises
	Handicaps         Handicap
	Trained           []trainedInfo
	Required          Requirement
	OwnerLost         ownerLostInfo
	Line              *LineBuild // of walls
	Supports          []PowerRules
	BombTolerance     int32
	ArmamentNames     []string // of what its attacks fire
	Strike            strikeInfo
	RepairsUnits      *repairsUnits
	RepairedAt        []string
	RepairedNear      []string
	RepairStep        int32 // how much a platform mends of it at once; 0 or less leaves that to the platform
	RepairReach       int32
	Shifts            *shiftInfo
	Yard              *yardReturn
	HandsShield       bool // to what it becomes
	Curtained         bool // takes the iron curtain
	Cloakable         bool // takes the cloak of a crate
	AlwaysVisible     bool // the fog does not hide it
	TargetsFrozen     bool // shoots at buildings that are only remembered
	Cargo             *cargoInfo
	PassengerType     string
	PassengerWeight   int32
	Captures          []CaptureInfo
	Capturables       []CapturableInfo
	CaptureCash       int32
	CaptureInto       string
	CaptureHealth     int32 // percent
	Demolition        *demolitionInfo
	Demolishable      bool
	InstantRepairs    *Relations
	InstantlyRepaired bool
	Infiltrates       []string
	InfiltratesWhom   Relations
	Payload           int32 // the cash that a truck brings
	PayloadExperience int32
	SpyExperience     int32 // for whoever gets in, whatever comes of it
	Infiltrations     []infiltrationInfo
	ScalePower        bool
	TargetTypes       []string     // always
	Targets           []targetInfo // under a condition
	FallRate          int32
	DiesOnLanding     bool // where it cannot stand
	Attacks           bool
	AttackPauses      Expression // while it holds nothing is fired
	AttackRequires    Expression // without it there is no attack at all
	TurretRequires    Expression // likewise of the turret
	Popup             *popupInfo
	Armor             string
	Priorities        []priorityInfo
	TurretOffset      wpos.Pos
	TwoTurrets        bool
	SecondOffset      wpos.Pos
	Tolerance         int32
	TurretInitial     int32
	TurretRealign     int32 // -1: never
	ClassicBody       bool  // the uneven directions of 32-facing sprites
	ClassicByThirds   bool  // which are taken to be even
	Shapes            []Shape
	Ports             []PortInfo
	Blocks            *blocksInfo
	Jams              *jamsInfo
	Boat              *boatInfo
	Aura              *auraInfo
	Bears             []string // conditions that the auras of others grant it
	Modifiers         modifierLists
	TargetOffsets     []wpos.Pos
	TargetCells       bool
	BaseBuilding      bool
	Levels            int32   // ranks it can earn
	RankSteps         []int32 // experience for each rank
	Deaths            []DeathHook
	HuskCrushes       []string // what a wreck runs over where it comes to rest
	HuskTerrain       []string // where a wreck may lie
	FullHusk          string   // wreck of a harvester with a load
	FullHuskAt        int32
	Armed             bool // has weapons, usable now or not
	NoOpportunities   bool // but only at what it was told to attack
	Forgets           bool // does not go on firing at what it was told to attack
	Helps             bool // its weapons are for its own side
	OnlyForced        bool // others attack it only when they are forced to
	Detects           []detectInfo
	Radar             *radarInfo
	Tesla             *teslaInfo
	Charge            *chargeInfo
	ShotCondition     *shotCondition
	Edible            bool // by dogs
	Marches           bool // obeys the order to move and attack
	Guards            bool // obeys the order to guard
	Assaults          bool // attacks anything when told to assault
	Hover             *hoverInfo
	AirAttack         *airAttackInfo
	Reservable        bool // a pad for aircraft
	Falls             *fallInfo
	Ammo              *ammoInfo
	RearmedAt         []string
	Worm              *wormInfo
	IdleTurn          *idleTurnInfo
	Noises            []NoiseInfo // which worms hear
	Spawner           *spawnerInfo
	Lendable          bool // it may be somebody else's for a time (TemporaryOwnerManager)
}

// compiler turns rules into actor types.
type compiler struct {
	set         *rules.Ruleset
	locomotors  map[string]int32
	recipe      recipe
	weapons     map[string]*Weapon
	powerOrders map[string]bool
	tileset     string // of the map
}

func (c *compiler) compile(index int, actor *rules.Actor) *ActorType {
	t := &ActorType{Index: int32(index), Name: actor.Name, Rules: actor, Category: actor.Facts.Category}
	t.BodyFacings = int32(c.set.Extra.Facings(actor))
	t.ClassicBody = c.set.Extra.Classic(actor)
	t.TurretFacing = int32(c.set.Extra.TurretFacingsOf[actor.Name])
	t.EmbeddedTurret = t.TurretFacing > 1 && t.BodyFacings == t.TurretFacing
	t.Incomplete = int32(c.set.Extra.IncompleteTicks[actor.Name])
	t.IdleInterval = Numbers32(c.set.Extra.IdleIntervals[actor.Name])
	t.SoundDelay, t.SoundInterval = Numbers32(c.set.Extra.SoundDelays[actor.Name]), Numbers32(c.set.Extra.SoundIntervals[actor.Name])
	traits := c.set.Constructed(actor)
	t.Syncs = c.recipe.slots(c.set, traits)
	if order := c.set.NewestOrder(actor); order != nil {
		if newest := c.recipe.slots(c.set, order); c.recipe.complete(t.Syncs, newest) {
			t.Syncs = newest
		}
	}
	nodes := c.set.Nodes(t.Name)
	ordered := nodes
	if nodes != nil {
		t.Syncs = ReleaseSlots(c.set, nodes)
		t.ClassicBody = t.ClassicBody || hasNode(nodes, "ClassicFacingBodyOrientation")
	}
	t.ArmamentNames = armamentNames(traits)
	if t.Category == "infantry" {
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
		c.wormTrait(t, &traits[i])
	}
	c.compileSmokes(t)
	t.orderDeaths()
	t.multiplySights()
	if nodes == nil {
		nodes = c.set.NewestNodes(t.Name)
	}
	t.orderArmaments(nodes)
	t.orderFreeActors(nodes)
	t.orderHeals(nodes)
	t.orderContents(nodes)
	t.countBodies(nodes)
	t.findIdleTurn(nodes)
	t.orderBody(ordered)
	if _, custom := actor.Trait("CustomSellValue"); !custom {
		t.SellValue = t.Cost
	}
	t.HasIdleHooks = t.Infantry != nil || t.AutoTarget != nil || t.Worm != nil
	return t
}

// trait reads the traits of an actor type that belong to no subject with a file of its own.
func (c *compiler) trait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "Health":
		t.MaxHP = Number(trait, "HP", 0)
	case "Crate":
		c.crate(t).Duration = Number(trait, "Duration", 0)
		t.Crate.Terrain = trait.Texts("TerrainTypes")
		t.CrushClasses = append(t.CrushClasses, "crate")
	case "ExternalCondition":
		t.Curtained = t.Curtained || trait.Text("Condition") == ironCurtain
		t.Cloakable = t.Cloakable || trait.Text("Condition") == CloakCrate
		t.Bears = append(t.Bears, trait.Text("Condition"))
	case "TransferTimedExternalConditionOnTransform":
		t.HandsShield = trait.Text("Condition") == ironCurtain
	case "ProximityExternalCondition":
		t.Aura = newAura(trait)
	}
	if strings.HasSuffix(trait.Name, "CrateAction") {
		c.crate(t).Actions = append(t.Crate.Actions, c.crateAction(trait))
	}
}

func (c *compiler) crate(t *ActorType) *crateInfo {
	if t.Crate == nil {
		t.Crate = &crateInfo{}
	}
	return t.Crate
}

func (c *compiler) infantry(t *ActorType) {
	bodies := c.set.Extra.InfantryBodies
	if n, ok := c.set.Extra.InfantryBodiesOf[t.Name]; ok {
		bodies = n
	}
	if bodies == 0 {
		return
	}
	t.Infantry = &InfantryInfo{Bodies: int32(bodies), MinDelay: 30, MaxDelay: 110}
	if delays := c.set.Extra.IdleDelays[t.Name]; len(delays) == 2 {
		t.Infantry.MinDelay, t.Infantry.MaxDelay = int32(delays[0]), int32(delays[1])
	}
	t.Infantry.Idle = Numbers32(c.set.Extra.IdleTicks[t.Name])
	t.Infantry.Attack = Numbers32(c.set.Extra.AttackTicks[t.Name])
}
