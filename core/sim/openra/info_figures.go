// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// The figures of an actor type, by the trait they come from.

type requirement uint8

const (
	notRequired requirement = iota
	requiredInLongGame
	requiredInShortGame
)

type mobileInfo struct {
	locomotor         int32
	speed, turnSpeed  int32
	alwaysTurnInPlace bool
	pauses            expression // while it holds, no further step is begun
	requires          expression // only while it holds is the unit mobile
}

type buildingInfo struct {
	width, height int32
	footprint     []byte  // row by row
	listed        []int32 // its places in the order in which the engine goes through them
	centerOffset  Pos
	localOffset   Pos // its share of that
	terrain       []string
	adjacent      int32
	areaTypes     []string
	needsBase     bool
	onResources   bool
	anywhere      bool // the ground need not bear it
}

type sightInfo struct {
	cellwise           bool // what is seen is collected cell by cell, on any grid
	minRange, maxRange int32
	requires           expression
	fromCenter         bool
	onGround           bool // from the ground below the centre
	needsGenerated     bool
	halves, holes      []int32                          // measureHalves
	steps              *[len(wpos.Directions)][]cellRun // measureSteps
	covers             bool                             // it is no sight but a cover against all others
	of                 int                              // the sight it stands for under some condition
}

type buildableInfo struct {
	queues        []string
	prerequisites []string
	at            string
	duration      int32
	modifier      int32
	limit         int32
	forceFaction  string
}

type exitInfo struct {
	cell     Cell
	offset   Pos
	facing   int32 // -1: towards the cell
	priority int32
	delay    int32
	types    []string
	requires expression
}

type provideInfo struct {
	name     string
	factions []string
	requires []string
}

type freeActorInfo struct {
	actor  string
	offset Cell
	facing int32
}

type dockInfo struct {
	offset    Pos
	angle     int32
	wait      int32
	maxQueue  int32
	unloads   bool
	discards  bool
	useStores bool
	// byCell: until 20231010 the dock is a cell, counted from the top left one.
	byCell    bool
	cell      Cell
	drag      Pos   // where a docking harvester is pulled to, from the centre
	dragTicks int32 // 0: it is not pulled
}

type harvesterInfo struct {
	capacity       int32
	loadDelay      int32
	unloadDelay    int32
	unloadAmount   int32
	facings        int32
	fullSpeed      int32
	radiusProc     int32
	radiusSelf     int32
	wait           int32
	penalty        int32
	unblock        Cell
	resources      []string
	dockTicks      int32
	searchDelay    int32
	occupancyCost  int32
	queueFullLoads bool
}

type transformInfo struct {
	into   string
	offset Cell
	facing int32
	ticks  int32 // of the make animation, played backwards before
	// When it can: with a trait that is enabled and not paused.
	requires, pauses expression
	// Which orders for the time after it takes: to move, to transform again, to
	// board as cargo of a kind, and to be mended at some buildings.
	moves, again             bool
	boardsAs                 string
	boardsWeight             int32
	mendedAt                 []string
	movesWhile, againWhile   expression
	boardsWhile, mendedWhile expression
}

type autoTargetInfo struct {
	minScan, maxScan int32
	allowMove        bool
	scanOnIdle       bool
	radius           int32 // in cells, not positive: the reach of the weapons
	initial          stance
	initialBot       stance
}

type infantryInfo struct {
	bodies   int32
	minDelay int32
	maxDelay int32
	idle     []int32 // length of each idle sequence in ticks
	attack   []int32 // how long a shot is shown in ticks, standing and prone

	disguising int32 // bodies that show whom a spy looks like
	afterLook  bool  // the body is idle after the look for targets
}

type crateInfo struct {
	duration int32
	terrain  []string
	actions  []crateAction
}

type repairInfo struct {
	step, interval, percent int32
	bonuses                 []int32
	experience              int32
}
