// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/core/sim"
)

// journal is what our own viewers are told of the ticks since the last time.
type journal struct {
	orders        []playedOrder
	droppedOrders int
	events        []happening
	droppedEvents int
}

// Between two messages a journal holds at most so much.
const (
	maxJournalOrders = 200
	maxJournalEvents = 200
	maxOrderUnits    = 32
)

// playedOrder is an entry of convertd.orders.
type playedOrder struct {
	Tick      order.Tick `json:"tick"`
	Player    uint32     `json:"player"`
	Order     string     `json:"order"`
	Units     []uint32   `json:"units,omitempty"`
	UnitCount int        `json:"unitCount,omitempty"`
	X         *int32     `json:"x,omitempty"`
	Y         *int32     `json:"y,omitempty"`
	Target    uint32     `json:"target,omitempty"`
	Item      string     `json:"item,omitempty"`
	Outcome   string     `json:"outcome"`
	Reason    string     `json:"reason,omitempty"`
	Detail    string     `json:"detail,omitempty"`
}

type ordersMessage struct {
	T       string        `json:"t"`
	Orders  []playedOrder `json:"orders"`
	Dropped int           `json:"dropped,omitempty"`
}

type fightsMessage struct {
	T       string  `json:"t"`
	Events  []fight `json:"events"`
	Dropped int     `json:"dropped,omitempty"`
}

var outcomeNames = map[sim.Outcome]string{
	sim.OutcomeAccepted: "accepted", sim.OutcomeRejected: "rejected", sim.OutcomeNotModelled: "not_modelled",
}

// note keeps the orders and events of a tick.
func (j *journal) note(r *room, played *pipeline.Played) {
	simulation := r.stage.Simulation()
	first := len(j.orders)
	for i := range played.Orders {
		if i >= len(played.Verdicts) {
			break
		}
		if len(j.orders) >= maxJournalOrders {
			j.droppedOrders++
			continue
		}
		o := describeOrder(r, &played.Orders[i])
		o.Tick = played.Tick
		verdict := &played.Verdicts[i]
		o.Outcome, o.Detail = outcomeNames[verdict.Outcome], verdict.Detail
		if verdict.Reason != sim.ReasonNone {
			o.Reason = verdict.Reason.String()
		}
		j.orders = append(j.orders, o)
	}
	for _, late := range simulation.LateFailures() {
		if at := first + late.Index; late.Index >= 0 && at < len(j.orders) {
			j.orders[at].Outcome, j.orders[at].Reason, j.orders[at].Detail = "failed", late.Reason.String(), late.Detail
		}
	}
	for _, event := range simulation.Events() {
		if event.Kind == sim.EventDamaged {
			continue // too many to tell, and health is shown
		}
		if len(j.events) >= maxJournalEvents {
			j.droppedEvents++
			continue
		}
		j.events = append(j.events, happening{tick: played.Tick, Event: event})
	}
}

// describeOrder says in short what an order is.
func describeOrder(r *room, o *order.TimestampedOrder) playedOrder {
	out := playedOrder{Player: playerNumber(o.Player), Order: o.Order.Kind.String()}
	if o.Order.Kind != order.KindGameOrder {
		return out
	}
	out.Order = o.Order.Game.Tag.String()
	var command order.Command
	reader := bincode.NewReader(o.Order.Game.Payload)
	order.ReadCommand(reader, &command)
	if reader.Err() != nil {
		return out
	}
	out.UnitCount = len(command.Units)
	for _, tag := range command.Units[:min(len(command.Units), maxOrderUnits)] {
		out.Units = append(out.Units, wireID(tag))
	}
	out.Item = command.Item
	out.place(r, &command.Target)
	return out
}

// place says where an order points.
func (o *playedOrder) place(r *room, target *order.Target) {
	var at order.WorldPos
	switch target.Kind {
	case order.TargetPosition:
		at = target.Position
	case order.TargetCell:
		at = target.Cell.Center()
	case order.TargetUnit, order.TargetFrozen:
		o.Target = wireID(target.Unit)
		e, ok := r.view().Entity(target.Unit)
		if !ok || !e.HasPosition {
			return
		}
		at = e.Position
	default:
		return
	}
	x, y := pixels(at.X), pixels(at.Y)
	o.X, o.Y = &x, &y
}

// tell sends what was noted and forgets it.
func (j *journal) tell(r *room) {
	if len(j.orders) > 0 {
		r.extraAll(ordersMessage{T: "convertd.orders", Orders: j.orders, Dropped: j.droppedOrders})
	}
	if len(j.events) > 0 {
		view, fights := r.view(), make([]fight, 0, len(j.events))
		for i := range j.events {
			fights = append(fights, j.events[i].fight(r.scene, view))
		}
		r.extraAll(fightsMessage{T: "convertd.fights", Events: fights, Dropped: j.droppedEvents})
	}
	*j = journal{}
}
