// SPDX-License-Identifier: GPL-3.0-or-later

package evidence

import (
	"fmt"

	"convertd/core/divergence"
	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
)

// How appearance and starts are weighed. The figures are measured
// (docs/adr/0066-a-recording-must-agree-with-itself.md).
const (
	// appearances is after how many orders with new ids the order of the ids is
	// looked at, leastRising how many of them must have named a higher id than
	// all before.
	appearances = 64
	leastRising = 12
	// startMilliseconds is how long only what was there from the start can be
	// told to act: nothing is produced as quickly as that and commanded alone.
	startMilliseconds = 10_000
)

// Facts are what is known of a game's engine, whatever its rules.
type Facts struct {
	// IDsRise: ids are given out in the order in which things appear.
	IDsRise bool
	// StartsInOrder: what players begin with is made in the order of the
	// players.
	StartsInOrder bool
	// Teams holds the team of each player, 0 for none. Players of one team may
	// share control of their units.
	Teams []int32
}

// Consistency looks at whether a recording agrees with itself. It needs no rules
// and no world: an id has one owner at a time, what appears later has a higher id,
// and the players' first units are in the order of the lobby. It is used from one
// goroutine.
type Consistency struct {
	facts   Facts
	tracker *divergence.Tracker

	owners map[uint32]order.PlayerID

	fresh, rising int    // orders with new ids, and with an id higher than all before
	highest       uint32 // id

	startEnds order.Tick
	starts    []start // ascending by player
	started   bool    // starts were looked at
}

// start is the lowest id that a player told to act at the start.
type start struct {
	player order.PlayerID
	lowest uint32
}

// NewConsistency returns a look at a recording of which nothing was seen.
func NewConsistency(facts Facts, tracker *divergence.Tracker, rate order.TickRate) *Consistency {
	return &Consistency{
		facts: facts, tracker: tracker, owners: make(map[uint32]order.PlayerID), startEnds: rate.TicksIn(startMilliseconds),
	}
}

// Order takes an order to act of a player, in the order of the recording. It
// returns how many of its subjects a player of another team commanded last; what
// only many orders show goes to the tracker.
func (c *Consistency) Order(tick order.Tick, o *ir.Order, player order.PlayerID) (others int) {
	if player == order.NoPlayer || len(o.Subjects) == 0 {
		return 0
	}
	c.begin(tick, o, player)
	return c.claim(tick, o, player)
}

// claim notes that a player commands what an order names. Selections do not
// count: anything can be selected.
func (c *Consistency) claim(tick order.Tick, o *ir.Order, player order.PlayerID) (others int) {
	lowest, highest, fresh := ^uint32(0), uint32(0), false
	for _, native := range o.Subjects {
		owner, known := c.owners[native]
		switch {
		case !known && len(c.owners) >= identity.MaxBindings:
			continue
		case !known:
			lowest, highest, fresh = min(lowest, native), max(highest, native), true
		case owner != player && !c.allied(owner, player):
			others++
		}
		c.owners[native] = player
	}
	if fresh {
		c.appear(tick, lowest, highest)
	}
	return others
}

func (c *Consistency) allied(a, b order.PlayerID) bool {
	return int(a) < len(c.facts.Teams) && int(b) < len(c.facts.Teams) && c.facts.Teams[a] > 0 && c.facts.Teams[a] == c.facts.Teams[b]
}

// appear takes an order that names new ids. Players command what they make soon
// after it is made, so that new ids are often the highest so far. Where moments or
// ids mean nothing, a new id is the highest only by chance: of 64 such orders that is
// expected for five.
func (c *Consistency) appear(tick order.Tick, lowest, highest uint32) {
	if !c.facts.IDsRise || c.fresh >= appearances {
		return
	}
	c.fresh++
	if lowest > c.highest {
		c.rising++
	}
	c.highest = max(c.highest, highest)
	if c.fresh == appearances && c.rising < leastRising {
		c.tracker.Evidence(tick, divergence.Diverged, fmt.Sprintf("of %d orders to new units only %d name later ones than all before", c.fresh, c.rising))
	}
}

// begin notes what players command first, and compares it once nothing more of
// the start can come.
func (c *Consistency) begin(tick order.Tick, o *ir.Order, player order.PlayerID) {
	if !c.facts.StartsInOrder || c.started {
		return
	}
	if tick >= c.startEnds {
		c.started = true
		c.compareStarts(tick)
		return
	}
	at := 0
	for at < len(c.starts) && c.starts[at].player < player {
		at++
	}
	if at == len(c.starts) || c.starts[at].player != player {
		c.starts = append(c.starts, start{})
		copy(c.starts[at+1:], c.starts[at:])
		c.starts[at] = start{player: player, lowest: ^uint32(0)}
	}
	for _, native := range o.Subjects {
		c.starts[at].lowest = min(c.starts[at].lowest, native)
	}
}

func (c *Consistency) compareStarts(tick order.Tick) {
	for i := 1; i < len(c.starts); i++ {
		if before, this := c.starts[i-1], c.starts[i]; this.lowest < before.lowest {
			c.tracker.Evidence(tick, divergence.Diverged, fmt.Sprintf(
				"player %d begins with unit %d, player %d with unit %d: the engine makes them in the order of the players",
				before.player, before.lowest, this.player, this.lowest))
			return
		}
	}
}
