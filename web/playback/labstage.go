// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"context"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/core/sim"
	simstate "convertd/core/snapshot"
)

// labStage is a game that goes on in another way than a recording: from a state, with
// orders of viewers and changes by hand. What was done is kept, so that it can be gone back
// to any tick since it began.
type labStage struct {
	open       func(*simstate.SimSnapshot) (*sim.Simulation, sim.Module, error)
	simulation *sim.Simulation
	module     sim.Module
	failed     error

	file   *icrep.Reader // whose orders are played on, nil for none
	follow bool
	ticks  *icrep.TickIterator

	stride  order.Tick               // orders are taken in ticks that are a multiple of it
	pending []order.TimestampedOrder // for the next of those
	given   []givenOrder             // in order of ticks
	marks   []*simstate.SimSnapshot  // states to go back to, in order; the first is the beginning
	buffer  []order.TimestampedOrder
}

// givenOrder is an order of a viewer, and the tick that took it.
type givenOrder struct {
	tick order.Tick
	order.TimestampedOrder
}

// Limits of a lab.
const (
	labMarkEvery = 600 // ticks between two states that are kept
	maxLabMarks  = 64
	maxLabOrders = 20_000
	// labTicks is how far a lab can be played on from where it began.
	labTicks = 2_000_000
)

// newLabStage opens a state. file may be nil.
func newLabStage(state *simstate.SimSnapshot, file *icrep.Reader, open func(*simstate.SimSnapshot) (*sim.Simulation, sim.Module, error)) (*labStage, error) {
	l := &labStage{open: open, file: file, follow: file != nil, marks: []*simstate.SimSnapshot{state}}
	var err error
	if l.simulation, l.module, err = open(state); err != nil {
		return nil, err
	}
	l.stride = 1
	if shows := l.simulation.View().Observable(); shows != nil {
		l.stride = max(shows.Stride(), 1)
	}
	return l, nil
}

// Simulation implements stage.
func (l *labStage) Simulation() *sim.Simulation { return l.simulation }

// Module implements stage.
func (l *labStage) Module() sim.Module { return l.module }

// Tick implements stage.
func (l *labStage) Tick() order.Tick { return l.simulation.Tick() }

// End implements stage.
func (l *labStage) End() order.Tick { return l.beginning() + labTicks }

func (l *labStage) beginning() order.Tick { return l.marks[0].Core.Tick }

// Next implements stage.
func (l *labStage) Next() (played pipeline.Played, ok bool, err error) {
	if l.failed != nil {
		return pipeline.Played{}, false, l.failed
	}
	tick := l.Tick()
	if tick >= l.End() {
		return pipeline.Played{}, false, nil
	}
	if tick%l.stride == 0 {
		for _, o := range l.pending {
			l.given = append(l.given, givenOrder{tick, o})
		}
		l.pending = l.pending[:0]
	}
	l.buffer = append(l.buffer[:0], l.recorded(tick)...)
	for i := range l.given {
		if l.given[i].tick == tick {
			l.buffer = append(l.buffer, l.given[i].TimestampedOrder)
		}
	}
	verdicts, err := l.simulation.Apply(&order.TickOrders{Tick: tick, Orders: l.buffer})
	if err != nil {
		l.failed = err
		return pipeline.Played{}, false, err
	}
	if now := l.Tick(); now%labMarkEvery == 0 && l.marks[len(l.marks)-1].Core.Tick < now {
		l.mark()
	}
	return pipeline.Played{Tick: tick, Orders: l.buffer, Verdicts: verdicts}, true, nil
}

// recorded are the orders of the recording for a tick, valid until the next call.
func (l *labStage) recorded(tick order.Tick) []order.TimestampedOrder {
	if !l.follow || l.file == nil || uint64(tick) >= l.file.Header().TotalTicks {
		return nil
	}
	if l.ticks == nil || l.ticks.Frame().Tick != tick {
		if l.ticks == nil || l.ticks.Frame().Tick+1 != tick {
			l.ticks = l.file.Ticks(tick)
		}
		if !l.ticks.Next() {
			l.ticks = nil
			return nil
		}
	}
	if l.ticks.Frame().Tick != tick {
		return nil
	}
	return l.ticks.Frame().Orders
}

// mark keeps the present state. Of too many the second is forgotten: the first is the
// beginning.
func (l *labStage) mark() {
	l.marks = append(l.marks, l.simulation.Snapshot())
	if len(l.marks) > maxLabMarks {
		l.marks = append(l.marks[:1], l.marks[2:]...)
	}
}

// Seek implements stage.
func (l *labStage) Seek(ctx context.Context, tick order.Tick) error {
	tick = max(tick, l.beginning())
	if tick < l.Tick() || l.failed != nil {
		at := len(l.marks) - 1
		for l.marks[at].Core.Tick > tick {
			at--
		}
		if err := l.restore(l.marks[at]); err != nil {
			return err
		}
	}
	for l.Tick() < tick {
		if l.Tick()%labCheckTicks == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, ok, err := l.Next(); err != nil || !ok {
			return err
		}
	}
	return nil
}

// labCheckTicks is how often a seek looks whether it is still wanted.
const labCheckTicks = 12

func (l *labStage) restore(state *simstate.SimSnapshot) error {
	l.ticks, l.pending = nil, l.pending[:0]
	if l.failed == nil {
		if l.failed = l.simulation.Restore(state); l.failed == nil {
			return nil
		}
	}
	simulation, module, err := l.open(state)
	if err == nil {
		l.simulation, l.module, l.failed = simulation, module, nil
	}
	return err
}

// change changes the game by hand. What was done later, before somebody went back, is
// given up.
func (l *labStage) change(how func(sim.Editor) error) error {
	if l.failed != nil {
		return l.failed
	}
	if err := l.simulation.Edit(how); err != nil {
		return err
	}
	l.giveUpFuture()
	l.mark()
	return nil
}

// give gives an order for the tick that runs next.
func (l *labStage) give(o order.TimestampedOrder) error {
	if len(l.given)+len(l.pending) >= maxLabOrders {
		return errLabFull
	}
	l.giveUpFuture()
	l.pending = append(l.pending, o)
	return nil
}

func (l *labStage) giveUpFuture() {
	now := l.Tick()
	for len(l.given) > 0 && l.given[len(l.given)-1].tick >= now {
		l.given = l.given[:len(l.given)-1]
	}
	for len(l.marks) > 1 && l.marks[len(l.marks)-1].Core.Tick > now {
		l.marks = l.marks[:len(l.marks)-1]
	}
}
