// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"fmt"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// Watch plays a file for onlookers: on from where it is, and to any tick. Unlike
// Seek and Resimulate it does not compare every state with the file, which takes
// longer than to play it: it compares where the file has a keyframe. A Watch is used
// from one goroutine at a time.
type Watch struct {
	file      *icrep.Reader
	materials *Materials
	module    sim.Module
	sim       *sim.Simulation
	lost      bool                // the simulation failed: it must be opened again
	ticks     *icrep.TickIterator // nil: to be found
	played    bool                // its frame was played
	kept      keptStates
}

// Played is what a tick was given. It is valid until the next one is played.
type Played struct {
	Tick     order.Tick
	Orders   []order.TimestampedOrder
	Verdicts []sim.Verdict
}

// NewWatch opens a file at a tick. keep is how many bytes of states may be kept, so
// that going back to where somebody was is quick. Errors are those of Seek.
func NewWatch(ctx context.Context, file *icrep.Reader, materials *Materials, tick order.Tick, keep int) (*Watch, error) {
	w := &Watch{file: file, materials: materials, lost: true, kept: keptStates{limit: keep}}
	if err := w.Seek(ctx, tick); err != nil {
		return nil, err
	}
	return w, nil
}

// Simulation is the game as the tick that runs next finds it.
func (w *Watch) Simulation() *sim.Simulation { return w.sim }

// Module is the module that plays.
func (w *Watch) Module() sim.Module { return w.module }

// File is the file that is played.
func (w *Watch) File() *icrep.Reader { return w.file }

// Tick is the tick that runs next.
func (w *Watch) Tick() order.Tick { return w.sim.Tick() }

// End is the tick behind the last.
func (w *Watch) End() order.Tick { return order.Tick(w.file.Header().TotalTicks) }

// Next plays one tick. ok is false at the end of the file. *SeekMismatchError says that
// the state is not the one the file records: what is shown from there on would be
// another game. Other errors are those of Seek.
func (w *Watch) Next() (played Played, ok bool, err error) {
	defer containState(&err)
	if w.lost || w.Tick() >= w.End() {
		return Played{}, false, nil
	}
	frame, err := w.frame()
	if err != nil {
		return Played{}, false, err
	}
	if frame.Tick%icrep.KeyframeInterval == 0 {
		if err := meets(w.sim, frame); err != nil {
			return Played{}, false, err
		}
	}
	verdicts, err := w.sim.Apply(&order.TickOrders{Tick: frame.Tick, Orders: frame.Orders})
	if err != nil {
		w.lost = true
		return Played{}, false, &SeekMismatchError{Mismatch{Tick: frame.Tick, What: "tick", Want: "played", Got: err.Error()}}
	}
	w.played = true
	return Played{Tick: frame.Tick, Orders: frame.Orders, Verdicts: verdicts}, true, nil
}

// frame finds the frame of the tick that runs next.
func (w *Watch) frame() (*icrep.TickFrame, error) {
	switch {
	case w.ticks == nil:
		w.ticks, w.played = w.file.Ticks(w.Tick()), true
		fallthrough
	case w.played:
		if !w.ticks.Next() {
			err := w.ticks.Err()
			if err == nil {
				err = lostFrame(w.Tick())
			}
			w.ticks = nil
			return nil, err
		}
		w.played = false
	}
	if frame := w.ticks.Frame(); frame.Tick == w.Tick() {
		return frame, nil
	}
	w.ticks = nil
	return nil, lostFrame(w.Tick())
}

func lostFrame(tick order.Tick) error {
	return &icrep.Error{
		Class: icrep.ErrTruncated, Section: icrep.SectionOrders, Offset: -1, Message: fmt.Sprintf("the frame of tick %d is lost", tick),
	}
}

// Seek goes to the state in which a tick begins: from where the game stands, from a
// state that was kept, or from a keyframe, whichever is nearest before it. It ends
// early, somewhere on the way, when ctx ends. Errors: *icrep.Error,
// *SeekMismatchError, ErrMapMissing, ErrOtherVersion, context errors. After an error
// the game may stand anywhere, or not at all, until a Seek succeeds.
func (w *Watch) Seek(ctx context.Context, tick order.Tick) (err error) {
	defer containState(&err)
	plan, err := w.file.SeekPlan(tick)
	if err != nil {
		return err
	}
	from := plan.FirstFrame
	kept, state := w.kept.before(tick)
	if state != nil {
		from = max(from, kept)
	}
	if w.lost || w.Tick() > tick || w.Tick() < from {
		if state == nil || kept < plan.FirstFrame {
			if state, err = w.file.State(plan); err != nil {
				return err
			}
		}
		if err := w.restore(state); err != nil {
			return err
		}
	}
	for w.Tick() < tick {
		if w.Tick()%seekCheckTicks == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, _, err := w.Next(); err != nil {
			return err
		}
	}
	w.kept.keep(w.sim)
	return nil
}

// seekCheckTicks is how often a Seek looks whether it is still wanted.
const seekCheckTicks = 12

// restore makes the game stand at a state.
func (w *Watch) restore(state *snapshot.SimSnapshot) error {
	w.ticks = nil
	if w.lost {
		module, _, err := openModule(w.file, w.materials)
		if err != nil {
			return err
		}
		simulation, err := sim.Open(state, module)
		if err != nil {
			return unplayable(state.Core.Tick, err)
		}
		w.module, w.sim, w.lost = module, simulation, false
		return nil
	}
	if err := w.sim.Restore(state); err != nil {
		w.lost = true
		return unplayable(state.Core.Tick, err)
	}
	return nil
}

// keptStates are the states that somebody went to last.
type keptStates struct {
	limit, size int
	states      []*snapshot.SimSnapshot // oldest first
}

// before finds the last state at or before a tick.
func (k *keptStates) before(tick order.Tick) (at order.Tick, state *snapshot.SimSnapshot) {
	for _, one := range k.states {
		if t := one.Core.Tick; t <= tick && (state == nil || t > at) {
			at, state = t, one
		}
	}
	return at, state
}

// keep keeps the present state, unless one as good is kept already.
func (k *keptStates) keep(simulation *sim.Simulation) {
	tick := simulation.Tick()
	if at, near := k.before(tick); near != nil && tick-at < keptApart {
		return
	}
	state := simulation.Snapshot()
	size := sizeOf(state)
	if size > k.limit {
		return
	}
	k.size += size
	k.states = append(k.states, state)
	for k.size > k.limit {
		k.size -= sizeOf(k.states[0])
		k.states = k.states[1:]
	}
}

// keptApart is how many ticks lie between two states that are kept at least.
const keptApart = 24

// sizeOf is about how many bytes a state takes in memory.
func sizeOf(state *snapshot.SimSnapshot) int {
	size := len(state.Core.Global.Data)
	for i := range state.Core.Entities {
		size += len(state.Core.Entities[i].Components.Data) + entityBytes
	}
	for i := range state.Core.Players {
		size += len(state.Core.Players[i].Components.Data)
	}
	for i := range state.Core.Map.Layers {
		size += len(state.Core.Map.Layers[i].Data)
	}
	return size
}

// entityBytes is what an entity takes beside its components.
const entityBytes = 64
