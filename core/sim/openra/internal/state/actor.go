// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// Actor is one thing of the world: unit, building, tree, player or the world
// itself. All of it is state except typ. Whoever adds a field puts it into
// ActorFigures (numbers and flags, see module_digest.go), into ActorTimers (what counts down
// to zero by one each tick), into ActorPlace (what changes whenever a unit
// moves) or, a list, into Actor itself; the codec and lastLook have to know it,
// and tests say so where they do not.
type Actor struct {
	// What each tick looks at, of most actors, shares few lines of the processor's
	// cache: type, activity and the first of the figures one, the weapons one, the
	// timers one, the place one.
	Type     *info.ActorType
	Activity *Activity
	// woken says that something may have been done to the actor, or is still
	// going on. Scenery that is not is passed over, in play and in recording:
	// whoever changes an actor that he did not get from World.actor stirs it. Not
	// state.
	Woken bool
	// loaded: all its weapons are, at the last tick, and no shot waits to be let
	// go. Whoever fires says that it is not so any more. Not state.
	Loaded bool
	// OneSided: the picture of its turret has one direction (TurretDirections). It changes
	// with the health alone, so that nobody has to look for it as well.
	OneSided bool
	ActorFigures
	ActorTimers
	ActorPlace
	Due     ActorTimers // when they are at zero; NoteTimers
	Faction string

	// Their lengths are on two lines.
	Shots        []DelayedShot
	Rally        []wpos.Cell // where a produced unit goes first
	RallyPath    []wpos.Cell
	DockReserved []uint32
	Passengers   []uint32
	Queues       []Queue // of releases whose buildings have their own

	Sight info.SightSource
}

// ActorPlace is where an actor is and where it goes.
type ActorPlace struct {
	Center, OldCenter wpos.Pos
	Facing, OldFacing int32
	From, To          wpos.Cell
	FromSub, ToSub    grid.SubCell
	Movement          Movement
	MoveResult        moveResult
	Body              BodyState
	Blocking          bool
	TurnToMove        bool
	ReturnToCell      bool
	// RecalculateSubCell: it has to find its place in the cell again.
	RecalculateSubCell bool
	// What it saw from when its sight was last measured.
	SightCell   wpos.Cell
	SightCenter wpos.Pos
}

// ActorFigures is the rest that can be digested at once.
type ActorFigures struct {
	// What each tick looks at, of most actors, comes first.
	ID            uint32
	Owner         int32 // index into World.players
	HP            int32
	Level         int32
	ProneTicks    int32
	PanicSince    int32 // tick it began to panic, 0 if it does not
	Incomplete    int32 // ticks until it is built
	SinksTo       int32 // the health to which bare ground wears a building, 0: it does not
	InWorld       bool
	Dead          bool // killed or disposed
	WasProne      bool // when its body was last looked at
	Aiming        bool
	HasBombTarget bool
	Carries       bool
	Stance        info.Stance
	Preset        bool // requested before its activity began
	// cooling: a weapon might not fire when it was last looked at; that is when
	// the condition of one that reloads changes.
	Cooling           [info.MaxArmaments]bool
	Arms              [info.MaxArmaments]armament
	Turret            Turret
	Aggressor         uint32
	Requested         uint32 // what a turret was told to attack
	Opportunity       uint32 // what it attacks by the way
	Captor            uint32 // who is taking it over
	Loading           bool   // somebody who comes aboard has kept it from driving
	Triggered         bool   // it is about to blow itself up
	Forced            bool   // requested, whatever it is
	OpportunityForced bool   // so was the opportunity, before
	ShownAs           ShownDisguise

	ReplacedBy uint32
	Wrecks     uint32    // bit per trait that leaves remains once it is gone
	Carrier    uint32    // transport it is in
	Cell       wpos.Cell // top left of a building, place of a crate or an immobile thing
	EverSeen   uint32    // FrozenUnderFog.VisibilityHash

	CreationDelay int32

	// Infantry body.
	IdleSequence int32

	// Auto-target and attack.
	HealTicks   [info.MaxHeals]int32
	DamageTicks [info.MaxHeals]int32
	Experience  int32

	// Harvester and docking.
	Stored       [MaxResources]int32
	StoredSum    int32
	LoadOrder    LoadOrder
	UnloadTicks  int32
	ReservedHost uint32
	LastHost     uint32

	// Dock host and building.
	Docked      uint32
	Repairers   uint32 // bit per player index
	RepairTicks int32

	// Buildings, bombers, and who comes and goes.
	BombTarget     wpos.Pos
	Squad          uint32 // the first plane of those it was sent with
	Camera         uint32 // who looks on
	Provided       uint32 // bit per prerequisite of its type
	Seat           uint32 // transport that keeps room for it
	ReservedWeight int32  // of those who are coming aboard
	Demolisher     uint32
	ChronoOrigin   wpos.Cell // where it was shifted from
	MineStart      wpos.Cell // where its next minefield begins; of who shows himself on the move: where he did so last
	LooksLike      int32     // index of the player it is disguised as, plus 1

	// Crates and planes.
	CrateTicks int32
	Cargo      uint32
	DropCell   wpos.Cell
	DropDelay  int32

	// What only the releases hash or do.
	Linked   uint32 // Harvester.LinkedProc; of a mine: who laid it
	Claimed  uint32 // index of the cell whose ore it goes for, plus 1
	PathHash int32  // of the last path found, where it is hashed
	Aim      int32  // Turreted.TurretFacing, of the world and not of the body

	CloakTicks int32 // Cloak.RemainingTime

	// Aircraft and pads.
	Landing     wpos.Cell // it stands in
	Pad         uint32    // it has reserved
	Guest       uint32    // who has reserved this pad
	Ammo        int32
	RearmTicks  int32 // until a pad gives it the next shot
	ReloadTicks int32 // until it has the next by itself
	Hover       int32 // height it is drawn at above its own
	HoverTicks  int32
	Charges     int32  // of a tesla coil or an obelisk
	RechargedAt int32  // tick at which it has them all again
	Leaper      uint32 // dog that leaps at it

	// What the ground and time do, in Dune 2000.
	RipeTicks int32 // how old a spice bloom gets
	OnTerrain int32 // bit per condition that the ground grants
	LentUntil int32 // tick at which a temporary owner's time would be over
	RescanAt  int32 // tick at which a sandworm looks for something to eat
	// TerrainDue is the tick at which the count of each trait is nothing that hurts
	// who stands on some ground.
	TerrainDue [info.MaxTerrainDamages]int32

	FacingTarget bool // the bomber points at its target
	OverTarget   bool // something of it reaches there
	Leaping      bool // at its victim; of a sandworm: below it
	Swallowing   bool // of a sandworm
	Charging     bool // it has a target to charge for
	Runs         bool // it was aiming when its traits last ticked
	Landed       bool // it takes up a cell
	Yields       bool // it makes room for another on its pad

	WillDispose bool

	Persistent bool // chance was requested before

	Accepts     bool // unloading into the host
	PreventDock bool
	Primary     bool
	PowerDown   bool // switched off by order
	Selling     bool

	RisesLoaded bool // it was in the air before it took passengers in

	Collected   bool
	CloakGiven  bool // by a crate
	DarkAtStart bool // its owner lacked power when the map placed it
	Dived       bool // it holds the condition that its cloak grants
	HasDrop     bool
	InDropRange bool
	Airborne    bool
	Produced    bool
}

// Movement says how an actor moves, a bit for each way.
type Movement uint8

// The ways to move.
const (
	MovingHorizontal Movement = 1 << iota
	MovingVertical
	MovingTurn
)

type moveResult uint8

// What came of a move.
const (
	MoveInProgress moveResult = iota
	MoveCanceled
	MoveReached
	MoveBlocked
)

// CodedResting codes what of an actor rests while it only waits or moves:
// everything but its place, its type, its place in the lists of the world and
// its activities.
func (a *Actor) CodedResting(c *codec.Coder) {
	a.codedTimers(c)
	a.codedRest(c)
}

// CodedPlace codes what changes whenever a unit moves, and when it looks for
// targets again.
func (a *Actor) CodedPlace(c *codec.Coder) {
	old, sight, measured := a.OldCenter.Sub(a.Center), a.Sight.Center.Sub(a.Center), a.SightCenter.Sub(a.Sight.Center)
	c.Ints(
		&a.Due.NextScan, &a.Center.X, &a.Center.Y, &a.Center.Z, &a.Facing, &a.OldFacing, &a.From.X, &a.From.Y, &a.To.X, &a.To.Y,
		&a.SightCell.X, &a.SightCell.Y, &old.X, &old.Y, &old.Z, &sight.X, &sight.Y, &sight.Z, &measured.X, &measured.Y, &measured.Z,
	)
	if c.Reading {
		a.NextScan = ticksLeft(a.Due.NextScan, c.Tick)
		a.OldCenter, a.Sight.Center = a.Center.Add(old), a.Center.Add(sight)
		a.SightCenter = a.Sight.Center.Add(measured)
	}
	c.U8((*uint8)(&a.FromSub))
	c.U8((*uint8)(&a.ToSub))
	c.U8((*uint8)(&a.Movement))
	c.U8((*uint8)(&a.MoveResult))
	c.U8((*uint8)(&a.Body))
	c.U8(&a.Sight.Disabled)
	c.Bools(&a.Sight.Active, &a.Blocking, &a.TurnToMove, &a.ReturnToCell, &a.RecalculateSubCell)
	c.U32(&a.Sight.Viewers)
	c.Cells(&a.Sight.Cells)
}

func (a *Actor) codedRest(c *codec.Coder) {
	c.U32s(&a.ID, &a.ReplacedBy, &a.EverSeen, &a.Aggressor, &a.ReservedHost, &a.LastHost, &a.Docked, &a.Repairers, &a.Cargo, &a.Requested, &a.Opportunity, &a.Linked, &a.Claimed, &a.Wrecks, &a.Carrier, &a.Captor, &a.Demolisher, &a.Seat, &a.Provided, &a.Pad, &a.Guest, &a.Leaper, &a.Squad, &a.Camera)
	a.codedNumbers(c)
	a.codedFlags(c)
	c.U8((*uint8)(&a.Stance))
	c.Text(&a.Faction)
	c.Cells(&a.Rally)
	c.Cells(&a.RallyPath)
	c.IDs(&a.DockReserved)
	c.IDs(&a.Passengers)
	codec.List(c, &a.Queues, 3, func(c *codec.Coder, q *Queue) { q.Coded(c) })
}

func (a *Actor) codedNumbers(c *codec.Coder) {
	c.Ints(
		&a.Owner, &a.HP, &a.Cell.X, &a.Cell.Y, &a.CreationDelay, &a.IdleSequence, &a.Experience, &a.Level,
		&a.BombTarget.X, &a.BombTarget.Y, &a.BombTarget.Z, &a.ChronoOrigin.X, &a.ChronoOrigin.Y, &a.MineStart.X, &a.MineStart.Y, &a.LooksLike, &a.Incomplete, &a.StoredSum, &a.UnloadTicks, &a.ReservedWeight, &a.RepairTicks,
		&a.CrateTicks, &a.DropCell.X, &a.DropCell.Y, &a.DropDelay, &a.Aim, &a.PathHash, &a.CloakTicks, &a.PanicSince, &a.SinksTo, &a.RipeTicks, &a.OnTerrain, &a.LentUntil, &a.RescanAt,
	)
	c.Ints(&a.Landing.X, &a.Landing.Y, &a.Ammo, &a.RearmTicks, &a.ReloadTicks, &a.Hover, &a.HoverTicks, &a.Charges, &a.RechargedAt)
	for i := range a.Stored {
		c.I32(&a.Stored[i])
	}
	c.Ints(&a.LoadOrder.slots, &a.LoadOrder.freed)
	for i := range a.TerrainDue {
		c.I32(&a.TerrainDue[i])
	}
	a.codedCombat(c)
}

// codedTimers codes when the timers are at zero, but for NextScan.
func (a *Actor) codedTimers(c *codec.Coder) {
	due := &a.Due
	c.Ints(
		&due.IdleDelay, &due.Animation.Left, &due.SeedTicks, &due.IdleWait, &due.WanderWait, &due.Trickle,
		&due.Invulnerable, &due.Demolition, &due.ChronoTicks, &due.Lifetime, &due.Smoke[0], &due.Smoke[1], &due.Smoke[2], &due.ShotLasts, &due.Sink, &due.Unripe, &due.Deadline, &due.ChronoCharge,
	)
	c.U8((*uint8)(&due.Animation.Then))
	if c.Reading {
		a.ReadTimers(c.Tick)
	}
}

func (a *Actor) codedCombat(c *codec.Coder) {
	for i := range a.Arms {
		c.Ints(&a.Arms[i].Since, &a.Arms[i].Delay, &a.Arms[i].Burst, &a.Arms[i].Barrel, &a.Arms[i].Kick)
		c.Bool(&a.Cooling[i])
	}
	codec.List(c, &a.Shots, 6, func(c *codec.Coder, s *DelayedShot) { s.coded(c) })
	c.Ints(&a.Turret.Facing, &a.Turret.Want.X, &a.Turret.Want.Y, &a.Turret.Want.Z, &a.Turret.Idle, &a.ProneTicks)
	for i := range a.HealTicks {
		c.Ints(&a.HealTicks[i], &a.DamageTicks[i])
	}
	c.Bools(&a.Turret.Realign, &a.Persistent, &a.Preset, &a.OneSided)
}

func (a *Actor) codedFlags(c *codec.Coder) {
	guised := a.ShownAs != ShownDisguise{}
	c.Bools(
		&a.InWorld, &a.Dead, &a.WillDispose, &a.Aiming, &a.Accepts, &a.PreventDock, &a.Primary, &a.PowerDown, &a.Selling,
		&a.Collected, &a.Carries, &a.HasDrop, &a.InDropRange, &a.Airborne, &a.Produced, &a.HasBombTarget, &a.FacingTarget, &a.OverTarget, &a.WasProne, &a.Landed, &a.Yields, &a.Leaping, &a.Runs, &a.Forced, &a.OpportunityForced, &a.Charging, &a.CloakGiven, &a.Triggered, &a.Loading, &a.RisesLoaded, &guised, &a.Dived, &a.Swallowing, &a.DarkAtStart,
	)
	if guised {
		a.ShownAs.coded(c)
	}
}
