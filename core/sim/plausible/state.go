// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"convertd/core/order"
	"convertd/core/snapshot"
)

// activity is what a unit does.
type activity uint8

const (
	idle activity = iota
	moving
	attackMoving
	attacking
	deploying
	selling

	activities
)

// unit is one entity of the module, found by its slot.
type unit struct {
	tag    order.UnitTag
	kind   int32 // index into the types
	owner  order.PlayerID
	at     order.WorldPos
	health int32

	doing  activity
	to     order.WorldPos
	target order.UnitTag // attacking
	// chase: follow the target, because it was ordered. resume: go on with the
	// attack move to the destination afterwards.
	chase, resume bool
	// wait counts down: the weapon reloads, or deployment goes on.
	wait int32
	// left is what construction on site, or production, still takes; 0 when
	// finished.
	left int32
	// reserved: in production, not in the world.
	reserved  bool
	repairing bool
	earn      int32 // ticks to the next income
	off       bool  // power turned off
	primary   bool
	hasRally  bool
	rally     order.WorldPos
	path      []order.WorldPos // queued destinations
}

// maxPath bounds queued destinations of one unit; further ones are not
// modelled.
const maxPath = 16

// item is one thing in a production queue.
type item struct {
	kind  int32
	tag   order.UnitTag // the reserved unit; order.NoUnit for structures and far behind in the queue
	left  int32         // ticks of work
	total int32
	owed  int64 // price not paid yet
	price int64
	began bool
	done  bool
	held  bool // paused by the player
	slack int32
	waits bool // ordered while what it needs was not there, see Rules.OrdersByEvidence
}

// queue is one production queue: of a player's category, or of one factory.
type queue struct {
	category int32
	factory  order.UnitTag // order.NoUnit unless Rules.QueuePerFactory
	items    []item
}

// Every tick that works on a queue has all that its player queued hashed anew, so
// that what players queue is bounded: the longest queues of real games hold a few
// dozen. What goes beyond is refused, as an engine refuses it.
const (
	maxItems   = 128 // of one queue
	maxWaiting = 512 // of all queues of a player
	// maxCount bounds what one order asks for.
	maxCount = 999
	// maxRecorded bounds a queue in a file: earlier versions let them grow longer.
	maxRecorded = 999
)

// waiting is how many items all queues of a player hold.
func (p *player) waiting() int {
	n := 0
	for i := range p.queues {
		n += len(p.queues[i].items)
	}
	return n
}

// player is what the module keeps of a player.
type player struct {
	credits           int64
	provided, drained int32
	out               bool    // lost, resigned or left
	left              bool    // out because of leaving
	beaten            bool    // once without anything that builds; recalled unless out
	queues            []queue // ascending by category, then factory slot
	owned             []int32 // finished entities by type; derived
}

func (p *player) standing() snapshot.Standing {
	switch {
	case p.left:
		return snapshot.StandingLeft
	case p.out:
		return snapshot.StandingLost
	default:
		return snapshot.StandingPlaying
	}
}
