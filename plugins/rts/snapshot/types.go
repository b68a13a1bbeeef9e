// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

// Snapshot is what one recipient sees of one tick.
//
// Coordinates and other fractions are float32 on the server; they are widened
// here, as they are in the frame. A list that a frame leaves out is nil; one
// that it holds empty, because a later slot follows, is empty.
type Snapshot struct {
	Tick, Steel, Oil      uint32
	SupplyUsed, SupplyCap uint32

	Entities            []Entity
	ResourceDeltas      []ResourceDelta
	Smokes              []Smoke
	AbilityObjects      []AbilityObject
	VisibleTiles        []uint8 // 1 for each visible tile, rows first; empty if there is no fog
	RememberedBuildings []RememberedBuilding
	Events              []Event
	PlayerResources     []PlayerResources // replays and spectators only
	Upgrades            []Upgrade
	NetStatus           NetStatus
}

// Optional is a value that a frame may leave out.
type Optional[T any] struct {
	Value T
	Valid bool
}

// Some returns a value that is there.
func Some[T any](value T) Optional[T] { return Optional[T]{Value: value, Valid: true} }

// IsZero reports whether the value is absent; encoding/json leaves it out then.
func (o Optional[T]) IsZero() bool { return !o.Valid }

// Point is a place in world pixels.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Place is a Point that messages write as [x, y].
type Place Point

// Entity is a unit or a building.
type Entity struct {
	ID    uint32 `json:"id"`
	Owner uint32 `json:"owner"` // player id, 0 for nobody
	Kind  Kind   `json:"kind"`
	Point
	HP    uint32 `json:"hp"`
	MaxHP uint32 `json:"maxHp"`
	State State  `json:"state"`

	Facing             Optional[float64]    `json:"facing,omitzero"` // radians
	WeaponFacing       Optional[float64]    `json:"weaponFacing,omitzero"`
	ProdKind           Optional[Kind]       `json:"prodKind,omitzero"`
	ProdProgress       Optional[float64]    `json:"prodProgress,omitzero"` // 0 to 1
	ProdQueue          Optional[uint32]     `json:"prodQueue,omitzero"`
	BuildProgress      Optional[float64]    `json:"buildProgress,omitzero"`
	LatchedNode        Optional[uint32]     `json:"latchedNode,omitzero"`
	TargetID           Optional[uint32]     `json:"targetId,omitzero"`
	SetupState         Optional[SetupState] `json:"setupState,omitzero"`
	Remaining          Optional[uint32]     `json:"remaining,omitzero"`
	Rally              Optional[Place]      `json:"rally,omitzero"`
	OilUsed            Optional[float64]    `json:"oilUsed,omitzero"`
	SetupFacing        Optional[float64]    `json:"setupFacing,omitzero"`
	OrderPlan          []OrderStage         `json:"orderPlan,omitzero"`
	ChargeCooldownLeft Optional[uint32]     `json:"chargeCooldownLeft,omitzero"`
	Abilities          []AbilityCooldown    `json:"abilities,omitzero"`
	BreakthroughTicks  Optional[uint32]     `json:"breakthroughTicks,omitzero"`
	VisionOnly         Optional[bool]       `json:"visionOnly,omitzero"`
	DebugPath          *DebugPath           `json:"debugPath,omitempty"`
	RallyPlan          []OrderStage         `json:"rallyPlan,omitzero"`
	ProdUpgrade        Optional[Upgrade]    `json:"prodUpgrade,omitzero"`
	BuildActive        Optional[bool]       `json:"buildActive,omitzero"`
}

// OrderStage is one stage of an order queue or a rally plan.
type OrderStage struct {
	Kind StageKind `json:"kind"`
	Point
}

// AbilityCooldown is one ability of an entity, as its owner sees it.
type AbilityCooldown struct {
	Ability          Ability          `json:"ability"`
	CooldownLeft     uint32           `json:"cooldownLeft"` // ticks
	RemainingUses    Optional[uint32] `json:"remainingUses,omitzero"`
	AutocastEnabled  Optional[bool]   `json:"autocastEnabled,omitzero"`
	ActiveObjectID   Optional[uint32] `json:"activeObjectId,omitzero"`
	AvailableTick    Optional[uint32] `json:"availableTick,omitzero"`
	LockoutUntilTick Optional[uint32] `json:"lockoutUntilTick,omitzero"`
	ExpiresIn        Optional[uint32] `json:"expiresIn,omitzero"`
}

// DebugPath is the path an entity still has to go.
type DebugPath struct {
	Waypoints          []Point         `json:"waypoints"`
	Goal               Optional[Point] `json:"goal"`
	LastRepathTick     uint32          `json:"lastRepathTick"`
	StuckTicks         uint32          `json:"stuckTicks"`
	StaticBlockedTicks uint32          `json:"staticBlockedTicks"`
	TotalWaypoints     uint32          `json:"totalWaypoints"`
}

// ResourceDelta is what is left of a resource node.
type ResourceDelta struct {
	ID        uint32 `json:"id"`
	Remaining uint32 `json:"remaining"`
}

// Smoke is a smoke cloud.
type Smoke struct {
	ID uint32 `json:"id"`
	Point
	RadiusTiles float64 `json:"radiusTiles"`
	ExpiresIn   uint32  `json:"expiresIn"` // ticks
}

// AbilityObject is something an ability put into the world.
type AbilityObject struct {
	ID      uint32            `json:"id"`
	Owner   uint32            `json:"owner"`
	Ability Ability           `json:"ability"`
	Kind    AbilityObjectKind `json:"kind"`
	Point
	ExpiresIn      Optional[uint32] `json:"expiresIn,omitzero"`
	SourceCasterID Optional[uint32] `json:"sourceCasterId,omitzero"`
	OwnerState     *OwnerState      `json:"ownerState,omitempty"`
}

// OwnerState is what only the owner and spectators see of an AbilityObject.
type OwnerState struct {
	EarliestReturnTick    Optional[uint32]  `json:"earliestReturnTick,omitzero"`
	HP                    Optional[uint32]  `json:"hp,omitzero"`
	Radius                Optional[float64] `json:"radius,omitzero"`
	DestroyedLockoutTicks Optional[uint32]  `json:"destroyedLockoutTicks,omitzero"`
	DistanceTraveled      Optional[float64] `json:"distanceTraveled,omitzero"`
	TicksOut              Optional[uint32]  `json:"ticksOut,omitzero"`
}

// Tile is a place in map tiles.
type Tile struct{ X, Y uint32 }

// RememberedBuilding is an enemy building as it was last seen.
type RememberedBuilding struct {
	ID    uint32 `json:"id"`
	Owner uint32 `json:"owner"`
	Kind  Kind   `json:"kind"`
	Point
	Footprint    []Tile `json:"footprint"`
	ObservedTick uint32 `json:"observedTick"`
}

// PlayerResources are what one player has.
type PlayerResources struct {
	ID         uint32 `json:"id"`
	Steel      uint32 `json:"steel"`
	Oil        uint32 `json:"oil"`
	SupplyUsed uint32 `json:"supplyUsed"`
	SupplyCap  uint32 `json:"supplyCap"`
}

// NetStatus is how the server and the connection are doing.
type NetStatus struct {
	ServerLagMs     uint32
	TickMs          uint32
	SlowTick        bool
	SlowTickCount   uint32
	HeadOfLine      bool
	HeadOfLineCount uint32
	// Prediction is there for active players of a live game.
	Prediction Optional[Prediction]
}

// Prediction acknowledges commands.
type Prediction struct {
	Version                   Optional[uint32]
	LastSimConsumedClientSeq  Optional[uint32]
	LastSimConsumedClientTick Optional[uint32]
}

// Event is something that happened in the tick. Which fields count depends on
// the kind.
type Event struct {
	Kind EventKind

	ID          uint32           // Build, Death
	EntityKind  Kind             // Build, Death
	From        Optional[uint32] // all that have a shooter; optional for MortarImpact
	To          uint32           // Attack, Overpenetration: the entity that is hit
	Reveal      *Reveal          // Attack, MortarImpact
	At          Point            // Death, MortarImpact, ArtilleryTarget, ArtilleryImpact
	FromAt      Point            // SmokeLaunch, MortarLaunch
	ToAt        Optional[Place]  // SmokeLaunch, MortarLaunch; optional for Attack
	RadiusTiles float64          // MortarLaunch, MortarImpact, ArtilleryTarget, ArtilleryImpact
	DelayTicks  uint32           // SmokeLaunch, MortarLaunch, ArtilleryTarget
	Message     string           // Notice
	Severity    Severity         // Notice
	NoticeAt    Optional[Point]  // Notice
}

// Reveal shows a shooter that fires from the fog.
type Reveal struct {
	Owner uint32 `json:"owner"`
	Kind  Kind   `json:"kind"`
	Point
	Facing       Optional[float64]    `json:"facing,omitzero"`
	WeaponFacing Optional[float64]    `json:"weaponFacing,omitzero"`
	SetupState   Optional[SetupState] `json:"setupState,omitzero"`
}
