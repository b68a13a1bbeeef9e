// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"bytes"
	"slices"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// intake validates the orders of a tick. Its slices are kept between ticks so that
// nothing is allocated once they have grown.
type intake struct {
	verdicts []Verdict
	sorted   []int // indices of the tick's orders in application order
	accepted []Accepted
	commands []*order.Command
	units    []order.UnitTag // living subjects of orders without a Command
	counts   []int           // orders per player in this tick
	reader   bincode.Reader
}

// validate gives every order a verdict and returns the accepted ones in
// application order: by sub-tick time, then player, then as recorded.
func (s *Simulation) validate(orders []order.TimestampedOrder) []Accepted {
	s.verdicts = slices.Grow(s.verdicts[:0], len(orders))[:len(orders)]
	s.accepted, s.units = s.accepted[:0], s.units[:0]
	if len(orders) == 0 {
		return nil
	}
	s.sort(orders)
	s.counts = slices.Grow(s.counts[:0], len(s.players))[:len(s.players)]
	clear(s.counts)
	for n, index := range s.sorted {
		verdict := &s.verdicts[index]
		*verdict = Verdict{Offender: order.NoUnit}
		// The item is judged in its place and taken back if it does not stay.
		before := len(s.accepted)
		s.accepted = append(s.accepted, Accepted{Index: index, Order: &orders[index]})
		item := &s.accepted[before]
		handOver := s.admit(item, n, verdict)
		if verdict.Outcome == OutcomeAccepted && handOver {
			s.module.Validate(item, verdict)
		}
		if verdict.Outcome != OutcomeAccepted || !handOver {
			s.accepted = s.accepted[:before]
		}
	}
	return s.accepted
}

func (s *Simulation) sort(orders []order.TimestampedOrder) {
	s.sorted = s.sorted[:0]
	ordered := true
	for i := range orders {
		s.sorted = append(s.sorted, i)
		ordered = ordered && (i == 0 || !before(&orders[i], &orders[i-1]))
	}
	if ordered {
		return
	}
	slices.SortFunc(s.sorted, func(a, b int) int {
		switch {
		case before(&orders[a], &orders[b]):
			return -1
		case before(&orders[b], &orders[a]):
			return 1
		default:
			return a - b
		}
	})
}

func before(a, b *order.TimestampedOrder) bool {
	if a.SubTick != b.SubTick {
		return a.SubTick < b.SubTick
	}
	return a.Player < b.Player
}

// admit applies the rules of every game. handOver is false for orders that are
// none of the module's business.
func (s *Simulation) admit(item *Accepted, n int, verdict *Verdict) (handOver bool) {
	o := item.Order
	if int(o.Player) >= len(s.players) {
		verdict.Reject(ReasonUnknownPlayer, "")
		return false
	}
	if s.counts[o.Player]++; s.counts[o.Player] > order.MaxOrdersPerPlayerTick {
		verdict.Reject(ReasonRateLimited, "")
		return false
	}
	switch o.Order.Kind {
	case order.KindIdle, order.KindChatMessage, order.KindChatCommand, order.KindSetCvar:
		verdict.TakeAnyway()
		return false
	case order.KindGameOrder:
		if !s.decode(item, n) {
			verdict.Reject(ReasonMalformed, "payload")
			return false
		}
		if len(item.Command.Units) == 0 && len(item.Command.Unbound) > 0 && (s.traits.Exact || !ofThePlayer(o.Order.Game.Tag)) {
			verdict.Reject(ReasonNoSubjects, "")
			return false
		}
		verdict.Subjects = uint16(len(item.Command.Units))
		item.Command.Units = s.keepLiving(item.Command.Units, item.Command.Units[:0])
		item.Units = item.Command.Units
	default:
		first := len(s.units)
		verdict.Subjects = uint16(min(len(o.Order.Units), 0xFFFF))
		s.units = s.keepLiving(o.Order.Units, s.units)
		item.Units = s.units[first:len(s.units):len(s.units)]
	}
	verdict.Dead = verdict.Subjects - uint16(len(item.Units))
	if verdict.Subjects > 0 && len(item.Units) == 0 {
		verdict.Reject(ReasonNoSubjects, "")
		return false
	}
	if !s.traits.Exact {
		s.admitOrdinary(item, verdict)
	}
	return true
}

// ofThePlayer reports whether the order means the player first and its subject,
// the producing structure, second: another of the player's can take it where
// the named one is not known.
func ofThePlayer(tag order.GameOrderTag) bool {
	return tag == order.TagProduce || tag == order.TagPlaceBuilding || tag == order.TagCancelProduction
}

// admitOrdinary applies the rules that exact modules judge themselves.
func (s *Simulation) admitOrdinary(item *Accepted, verdict *Verdict) {
	player := item.Order.Player
	if standing := s.players[player].look.Standing; standing == snapshot.StandingLeft || standing == snapshot.StandingLost && !s.traits.Recalls {
		verdict.Reject(ReasonOutOfGame, "")
		return
	}
	if verdict.Subjects > order.MaxSelection {
		verdict.Reject(ReasonTooManyUnits, "")
		return
	}
	if offender, ok := s.env.CheckOwners(player, item.Units); !ok {
		verdict.RejectUnit(ReasonNotOwner, offender)
		return
	}
	for i := range s.accepted[:len(s.accepted)-1] {
		if sameCommand(s.accepted[i].Order, item.Order) {
			verdict.Reject(ReasonDuplicate, "")
			return
		}
	}
}

// sameCommand reports whether two orders tell the same units the same thing.
// Orders that mean more when given twice (production) are never the same.
func sameCommand(a, b *order.TimestampedOrder) bool {
	if a.Player != b.Player || a.Order.Kind != b.Order.Kind {
		return false
	}
	switch a.Order.Kind {
	case order.KindMove:
		return a.Order.Position == b.Order.Position && slices.Equal(a.Order.Units, b.Order.Units)
	case order.KindAttack:
		return a.Order.Target == b.Order.Target && slices.Equal(a.Order.Units, b.Order.Units)
	case order.KindStop:
		return slices.Equal(a.Order.Units, b.Order.Units)
	case order.KindGameOrder:
		switch a.Order.Game.Tag {
		case order.TagMove, order.TagAttackMove, order.TagAttack, order.TagSell, order.TagDeploy:
			return a.Order.Game.Tag == b.Order.Game.Tag && bytes.Equal(a.Order.Game.Payload, b.Order.Game.Payload)
		default:
			return false
		}
	default:
		return false
	}
}

func (s *Simulation) decode(item *Accepted, n int) bool {
	for len(s.commands) <= n {
		s.commands = append(s.commands, new(order.Command))
	}
	s.reader.Reset(item.Order.Order.Game.Payload)
	order.ReadCommand(&s.reader, s.commands[n])
	item.Command = s.commands[n]
	return s.reader.Err() == nil
}

// keepLiving appends the living ones of units to dst, which may be units[:0].
func (s *Simulation) keepLiving(units, dst []order.UnitTag) []order.UnitTag {
	for _, unit := range units {
		if s.pool.find(unit) != nil {
			dst = append(dst, unit)
		}
	}
	return dst
}
