// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/evidence"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/translate"
)

// handover ends the time in which foreign ids are ours. Up to the last frame
// whose native hash is met the module's ids are the engine's. From the first
// that is not, each actor too many or too few shifts all later ids: the module
// goes on as the most plausible simulation there is, the ids proven so far keep
// their meaning, and the binder takes over for those that come.
type handover struct {
	numbers sim.Numbering // nil where the module does not follow the engine's ids
	// before is the next id as it was before the running tick, proven the same
	// for the last frame that was met.
	before, proven uint32
	done           bool
	run            run
}

func newHandover(view sim.View) handover {
	h := handover{numbers: view.Numbering()}
	if h.numbers != nil {
		h.before = h.numbers.NextNative()
		h.proven = h.before
	}
	return h
}

// tick is called before the orders of a tick are applied.
func (h *handover) tick() {
	if h.numbers != nil && !h.done {
		h.before = h.numbers.NextNative()
	}
}

// met notes that the hash of the running tick's frame was met.
func (h *handover) met() { h.proven = h.before }

// handOver is called once, after the first hash that was not met; next is the
// tick that comes.
func (c *conversion) handOver(next order.Tick) {
	c.handover.done = true
	c.identity.proving = false
	if c.handover.numbers != nil {
		c.identity.limit = c.handover.proven
		if successor := c.identity.successor; successor != nil {
			successor.Adopt(c.handover.proven)
		}
	}
	c.beginEvidence(next)
}

// beginEvidence starts to weigh what the recording says beside hashes: from the
// first tick where nothing is proven, else from the hand-over on. Where the
// game's entities are not known nothing is evidence.
func (c *conversion) beginEvidence(tick order.Tick) {
	if c.game.Model == ModelNone {
		return
	}
	c.past.begin(tick, c.rate)
	c.identity.past = &c.past.subjects
	c.witness = evidence.NewWitness(c.sim.View(), c.identity, c.tracker, c.job.Thresholds, c.rate)
	c.witness.AllowStrangers()
}

// run is a row of orders in one tick that ask for the same at the same place:
// what a player's selection, or a bot's squad, is told.
type run struct {
	tick   uint64
	client int32
	kind   ir.Kind
	target ir.Target
	owner  order.PlayerID
}

func runOf(o *ir.Order) run {
	return run{tick: o.Tick, client: o.Client, kind: o.Kind, target: o.Target}
}

// attribute says who an order is taken to be of after the hand-over, where one
// client sends for several players: the owner of its subject, of another of the
// same run, or else of the entity that the subject most likely is.
func (c *conversion) attribute(o *ir.Order, sent order.PlayerID) order.PlayerID {
	if len(o.Subjects) == 0 {
		return c.game.Senders.Attribute(o, sent)
	}
	seats := c.game.Senders.Seats(o.Client)
	if len(seats) == 0 {
		return c.game.Senders.Attribute(o, sent)
	}
	if owner := c.ownerAmong(o, seats); owner != order.NoPlayer {
		return owner
	}
	if len(seats) == 1 {
		return seats[0]
	}
	if o.Target.Kind == ir.TargetNone { // nothing shows that it is one of a run
		return c.ownerOfRun(o, seats)
	}
	now := runOf(o)
	last := &c.handover.run
	if now.owner = last.owner; now == *last {
		return last.owner
	}
	*last = now
	last.owner = c.ownerOfRun(o, seats)
	return last.owner
}

// ownerAmong is the owner of the first subject that is known to be of one of
// the players.
func (c *conversion) ownerAmong(o *ir.Order, seats []order.PlayerID) order.PlayerID {
	for _, native := range o.Subjects {
		owner, ok := c.ownerOf(native)
		if !ok {
			continue
		}
		for _, seat := range seats {
			if seat == owner {
				return owner
			}
		}
	}
	return order.NoPlayer
}

// ownerOf is whose a foreign id is, as far as known.
func (c *conversion) ownerOf(native uint32) (order.PlayerID, bool) {
	if native < c.identity.limit && c.handover.numbers != nil {
		return c.handover.numbers.OwnerOf(native)
	}
	if c.game.Senders.PlayerActor != nil {
		if owner, is := c.game.Senders.PlayerActor(native); is {
			return owner, true
		}
	}
	if successor := c.identity.successor; successor != nil {
		return successor.Owner(native)
	}
	return order.NoPlayer, false
}

// maxRun bounds how many orders of a run are looked at.
const maxRun = 1024

// ownerOfRun looks through the orders behind one whose subject is not known.
func (c *conversion) ownerOfRun(o *ir.Order, seats []order.PlayerID) order.PlayerID {
	first := runOf(o)
	for i := range min(c.feed.held, maxRun) {
		next := c.feed.at(i)
		if runOf(next) != first {
			break
		}
		if owner := c.ownerAmong(next, seats); owner != order.NoPlayer {
			return owner
		}
	}
	successor := c.identity.successor
	if successor == nil {
		return seats[0]
	}
	mention := translate.Mention{Native: o.Subjects[0], Role: translate.RoleSubject, Player: order.NoPlayer, Order: o}
	if owner := successor.GuessOwner(&mention, c.notAimedAt(o, seats)); owner != order.NoPlayer {
		return owner
	}
	return seats[0]
}

// notAimedAt leaves out who is attacked: nobody attacks their own.
func (c *conversion) notAimedAt(o *ir.Order, seats []order.PlayerID) []order.PlayerID {
	if o.Kind != ir.KindAttack || o.Target.Kind != ir.TargetEntity {
		return seats
	}
	victim, ok := c.ownerOf(o.Target.ID)
	if !ok {
		return seats
	}
	left := make([]order.PlayerID, 0, len(seats))
	for _, seat := range seats {
		if seat != victim {
			left = append(left, seat)
		}
	}
	if len(left) == 0 {
		return seats
	}
	return left
}
