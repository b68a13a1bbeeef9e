// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/sim/openra/internal/wpos"
)

// The figures of an actor type, by the trait they come from.

// Requirement is what a prerequisite asks for.
type Requirement uint8

// What a prerequisite asks for.
const (
	NotRequired Requirement = iota
	requiredInLongGame
	RequiredInShortGame
)

type mobileInfo struct {
	Locomotor         int32
	Speed, TurnSpeed  int32
	AlwaysTurnInPlace bool
	Pauses            Expression // while it holds, no further step is begun
	Requires          Expression // only while it holds is the unit mobile
}

// BuildingInfo are the figures of what stands on cells of its own.
type BuildingInfo struct {
	Width, Height int32
	Footprint     []byte  // row by row
	Listed        []int32 // its places in the order in which the engine goes through them
	CenterOffset  wpos.Pos
	LocalOffset   wpos.Pos // its share of that
	Terrain       []string
	Adjacent      int32
	AreaTypes     []string
	NeedsBase     bool
	OnResources   bool
	Anywhere      bool // the ground need not bear it
}

// SightInfo are the figures of one trait that sees.
type SightInfo struct {
	Cellwise           bool // what is seen is collected cell by cell, on any grid
	MinRange, MaxRange int32
	Requires           Expression
	FromCenter         bool
	OnGround           bool  // from the ground below the centre
	Climbs             int32 // it sees what lies less than so many steps above it; 0: whatever lies there
	NeedsGenerated     bool
	Halves, Holes      []int32                          // MeasureHalves
	Steps              *[len(wpos.Directions)][]CellRun // measureSteps
	Covers             bool                             // it is no sight but a cover against all others
	Of                 int                              // the sight it stands for under some condition
}

type buildableInfo struct {
	Queues        []string
	Prerequisites []string
	At            string
	Duration      int32
	Modifier      int32
	Limit         int32
	ForceFaction  string
}

// ExitInfo is one way out of what produces.
type ExitInfo struct {
	Cell     wpos.Cell
	Offset   wpos.Pos
	Facing   int32 // -1: towards the cell
	Priority int32
	Delay    int32
	Types    []string
	Requires Expression
}

type provideInfo struct {
	Name     string
	Factions []string
	Requires []string
}

type freeActorInfo struct {
	Key    string
	Actor  string
	Offset wpos.Cell
	Facing int32
}

type dockInfo struct {
	Offset    wpos.Pos
	Angle     int32
	Wait      int32
	MaxQueue  int32
	Unloads   bool
	Discards  bool
	UseStores bool
	// ByCell: until 20231010 the dock is a cell, counted from the top left one.
	ByCell    bool
	Cell      wpos.Cell
	Drag      wpos.Pos // where a docking harvester is pulled to, from the centre
	DragTicks int32    // 0: it is not pulled
	Overlaid  bool     // until 20231010: docks of ts, whose overlay shows before anything is unloaded
}

// HarvesterInfo are the figures of Harvester.
type HarvesterInfo struct {
	Capacity       int32
	LoadDelay      int32
	UnloadDelay    int32
	UnloadAmount   int32
	Facings        int32
	FullSpeed      int32
	RadiusProc     int32
	RadiusSelf     int32
	Wait           int32
	Penalty        int32
	Unblock        wpos.Cell
	Resources      []string
	DockTicks      int32
	SearchDelay    int32
	OccupancyCost  int32
	QueueFullLoads bool
}

type transformInfo struct {
	Into   string
	Offset wpos.Cell
	Facing int32
	Ticks  int32 // of the make animation, played backwards before
	// When it can: with a trait that is enabled and not paused.
	Requires, Pauses Expression
	// Which orders for the time after it takes: to move, to transform again, to
	// board as cargo of a kind, and to be mended at some buildings.
	Moves, Again             bool
	BoardsAs                 string
	BoardsWeight             int32
	MendedAt                 []string
	MovesWhile, AgainWhile   Expression
	BoardsWhile, MendedWhile Expression
}

type autoTargetInfo struct {
	MinScan, MaxScan int32
	AllowMove        bool
	ScanOnIdle       bool
	Radius           int32 // in cells, not positive: the reach of the weapons
	Initial          Stance
	InitialBot       Stance
}

// InfantryInfo are the figures of WithInfantryBody.
type InfantryInfo struct {
	Bodies   int32
	MinDelay int32
	MaxDelay int32
	Idle     []int32 // length of each idle sequence in ticks
	Attack   []int32 // how long a shot is shown in ticks, standing and prone

	Disguising int32 // bodies that show whom a spy looks like
	AfterLook  bool  // the body is idle after the look for targets
}

type crateInfo struct {
	Duration int32
	Terrain  []string
	Actions  []CrateAction
}

type repairInfo struct {
	Step, Interval, Percent int32
	Bonuses                 []int32
	Experience              int32
}
