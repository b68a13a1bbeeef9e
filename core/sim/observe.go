// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import "convertd/core/order"

// Observable is a Module that shows onlookers more than Look does. What it
// tells is read from the state and is no part of it: it changes nothing, enters
// no hash and no file. Its methods may be called when those of View may.
type Observable interface {
	// Stride is how many ticks pass from one state that can be seen to the next: 1
	// unless the module plays several ticks at once. States change after ticks
	// that are a multiple of it.
	Stride() order.Tick

	// Doing says what a living entity is at.
	Doing(tag order.UnitTag) Doing

	// AppendShots appends what is on its way to hit something.
	AppendShots(dst []Shot) []Shot

	// AppendQueues appends what a player has in production.
	AppendQueues(dst []Queued, player order.PlayerID) []Queued

	// Sight is what a player sees of each cell: a layer of one byte a cell, and the
	// value of cells that are in sight. layer is nil where the player sees all, or
	// nobody knows what he sees; why says which, in words.
	Sight(player order.PlayerID) (layer *Layer, inSight byte, why string)

	// Resources are the layers that say what lies on each cell (0 nothing, else 1 + the
	// index of its name) and how much, nil where the module keeps none.
	Resources() (kinds, amounts *Layer, names []string)

	// Allied reports whether two players share what they see.
	Allied(a, b order.PlayerID) bool
}

// Activity is what an entity is at, in words that mean the same in every game.
type Activity uint8

// Activities.
const (
	ActivityIdle Activity = iota
	ActivityMove
	ActivityAttack
	ActivityHarvest
	ActivityBuild
	ActivityProduce
	ActivityDeploy
	ActivityRepair
	ActivityEnter
	ActivityFly
	ActivitySell
	ActivityOther
)

// Doing is what an entity is at.
type Doing struct {
	Activity Activity
	Target   order.UnitTag // order.NoUnit for none
	// Destination counts if HasDestination.
	Destination    order.WorldPos
	HasDestination bool
	// Rally is where what it produces goes first, if HasRally.
	Rally    order.WorldPos
	HasRally bool
	// Built is how much of it stands, in thousandths; 1000 for what is finished.
	Built int32
}

// ShotKind is what a shot looks like.
type ShotKind uint8

// Kinds of shots.
const (
	ShotBullet ShotKind = iota + 1
	ShotMissile
	ShotBomb
	ShotBeam
)

// Shot is something on its way.
type Shot struct {
	Kind   ShotKind
	Owner  order.PlayerID
	At, To order.WorldPos
}

// Queued is one item of a production queue.
type Queued struct {
	Queue string // the game's own name of the queue
	Item  string // name of the kind
	// Done is how much of it is made, in thousandths.
	Done   int32
	Paused bool
	Ready  bool // it waits to be placed
	First  bool // it is worked on; the rest of the queue waits
	// Maker is the building it comes from, order.NoUnit if the queue is the player's.
	Maker order.UnitTag
}

// Observable returns what the module shows beside the View, nil if it shows
// nothing.
func (v View) Observable() Observable {
	shows, _ := v.sim.module.(Observable)
	return shows
}
