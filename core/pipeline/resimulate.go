// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"fmt"
	"slices"

	"convertd/core/fault"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
)

// Resimulation is what playing a file again showed.
type Resimulation struct {
	Module string `json:"module"`
	// Ticks is how many ticks were played whose state has the hash of its frame,
	// Keyframes how many keyframes hold the state that was reached.
	Ticks     order.Tick `json:"ticks"`
	Keyframes int        `json:"keyframes"`
	// Events is how many of the file's events were found to have happened.
	Events uint64 `json:"events"`
	// EventsNotCompared names the kinds of events in the file that do not follow from
	// the simulation: it can neither show nor refute them.
	EventsNotCompared []string `json:"events_not_compared"`
	// FinalHash says that the final state hash is that of the state reached. A
	// file may not know it, or what leads to it may be lost.
	FinalHash bool `json:"final_hash"`
	// Skipped lists the ticks that were not played, since their frames are lost,
	// or those between them and the next keyframe.
	Skipped []Skipped `json:"skipped"`
	// Mismatch is the first state in which the file and the simulation disagree,
	// nil if they agree to the end. Nothing behind it is compared.
	Mismatch *Mismatch `json:"mismatch"`
	// Facts lists what else the file says and the simulation refutes.
	Facts []Mismatch `json:"facts"`
	// MetadataDamaged says that nothing was compared with the metadata: the file says
	// itself that they were damaged when it was repaired.
	MetadataDamaged bool `json:"metadata_damaged"`
}

// OK says that nothing of the file was refuted.
func (r *Resimulation) OK() bool { return r.Mismatch == nil && len(r.Facts) == 0 }

// Skipped are the ticks from From up to, but not including, To.
type Skipped struct {
	From order.Tick `json:"from"`
	To   order.Tick `json:"to"`
}

// Mismatch is one disagreement between a file and the simulation of it.
type Mismatch struct {
	Tick order.Tick `json:"tick"`
	// What is "frame hash", "keyframe" or "final hash" for a state, "tick" for one
	// that cannot be played, else the fact: a member of the metadata or an event.
	What string `json:"what"`
	Want string `json:"want"` // in the file
	Got  string `json:"got"`  // simulated
	// Difference names the first entity and component that differ, where a
	// keyframe allows to say.
	Difference string `json:"difference,omitempty"`
}

// Resimulate plays a file from its first keyframe and compares what follows from
// that with what the file says: every frame hash, every keyframe, the final hash,
// and the facts of factsOf. Where frames are lost it goes on from the next keyframe
// behind them. A disagreement is part of the result. Errors: *icrep.Error for damage,
// ErrMapMissing, ErrOtherVersion, context errors.
func Resimulate(ctx context.Context, file *icrep.Reader, materials *Materials) (*Resimulation, error) {
	return ResimulateAside(ctx, file, materials, nil)
}

// ResimulateAside is Resimulate; states are hashed and compared aside.
func ResimulateAside(ctx context.Context, file *icrep.Reader, materials *Materials, aside Aside) (found *Resimulation, err error) {
	defer containState(&err)
	module, inForce, err := openModule(file, materials)
	if err != nil {
		return nil, err
	}
	simulation, err := openAt(file, 0, module)
	if err != nil {
		return nil, err
	}
	r := &rerun{
		file: file, sim: simulation, playing: true, states: newStateCheck(file, aside),
		out: &Resimulation{
			Module: simulation.Traits().Name, Skipped: []Skipped{}, Facts: []Mismatch{}, MetadataDamaged: damagedMetadata(file.Metadata()),
		},
	}
	defer r.states.stop()
	if r.events, err = newEventCheck(file, simulation); err != nil {
		return nil, err
	}
	r.out.EventsNotCompared = r.events.notCompared()
	if r.facts, err = newFactCheck(file, simulation, inForce); err != nil {
		return nil, err
	}
	if err := r.play(ctx); err != nil {
		return nil, err
	}
	return r.out, nil
}

// openAt opens the state of a keyframe.
func openAt(file *icrep.Reader, tick order.Tick, module sim.Module) (*sim.Simulation, error) {
	plan, err := file.SeekPlan(tick)
	if err != nil {
		return nil, err
	}
	state, err := file.State(plan)
	if err != nil {
		return nil, err
	}
	simulation, err := sim.Open(state, module)
	if err != nil {
		return nil, unplayable(plan.FirstFrame, err)
	}
	return simulation, nil
}

// unplayable says that the state of a keyframe cannot be that of a game.
func unplayable(tick order.Tick, cause error) error {
	return &icrep.Error{
		Class: icrep.ErrCorrupt, Section: icrep.SectionKeyframes, Offset: -1,
		Message: fmt.Sprintf("the state of keyframe %d cannot be played on: %v", tick, cause),
	}
}

// containState is deferred by whoever plays a state that was read from a file. What
// stumbles over it, and is not contained by the simulation itself, stumbles over the
// file.
func containState(err *error) {
	var stumbled error
	if fault.Contained(&stumbled, recover()) {
		*err = fmt.Errorf("%w: %w", &icrep.Error{
			Class: icrep.ErrCorrupt, Section: icrep.SectionKeyframes, Offset: -1, Message: "a recorded state cannot be played",
		}, stumbled)
	}
}

// rerun is one file being played again.
type rerun struct {
	file   *icrep.Reader
	sim    *sim.Simulation
	states *stateCheck
	events *eventCheck
	facts  *factCheck
	out    *Resimulation
	// playing is false behind lost frames, until there is a keyframe to go on from.
	playing bool
	// refuted is a tick that cannot be played, which counts unless a state before
	// it is wrong already.
	refuted *Mismatch
}

func (r *rerun) play(ctx context.Context) error {
	ticks := r.file.Ticks(0)
	for r.refuted == nil && !r.states.failed() && ticks.Next() {
		frame := ticks.Frame()
		if frame.Tick%progressTicks == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := r.frame(frame); err != nil {
			return r.firstFault(err)
		}
	}
	if err := ticks.Err(); err != nil {
		return r.firstFault(err)
	}
	return r.end()
}

// frame compares the state in which a tick begins, and plays it.
func (r *rerun) frame(frame *icrep.TickFrame) error {
	if r.playing && frame.Tick != r.sim.Tick() {
		if err := r.interrupt(); err != nil {
			return err
		}
	}
	if !r.playing {
		resumed, err := r.resume(frame.Tick)
		if err != nil || !resumed {
			return err
		}
	}
	if err := r.states.frame(r.sim, frame.StateHash); err != nil {
		return err
	}
	if _, err := r.sim.Apply(&order.TickOrders{Tick: frame.Tick, Orders: frame.Orders}); err != nil {
		r.refuted = &Mismatch{Tick: frame.Tick, What: "tick", Want: "played", Got: err.Error()}
		return nil
	}
	return r.events.played(frame.Tick)
}

// interrupt ends a stretch of frames behind which some are lost.
func (r *rerun) interrupt() error {
	r.out.Skipped = append(r.out.Skipped, Skipped{From: r.sim.Tick()})
	r.events.interrupt(r.sim.Tick())
	r.playing = false
	if err := r.states.last(r.sim, order.StateHash{}); err != nil {
		return err
	}
	return r.states.settle()
}

// resume goes on with the keyframe of a tick, if there is one.
func (r *rerun) resume(tick order.Tick) (resumed bool, err error) {
	plan, err := r.file.SeekPlan(tick)
	if err != nil || plan.FirstFrame != tick || r.states.failed() {
		return false, err
	}
	state, err := r.file.State(plan)
	if err != nil {
		return false, err
	}
	if err := r.sim.Restore(state); err != nil {
		return false, unplayable(tick, err)
	}
	r.out.Skipped[len(r.out.Skipped)-1].To = tick
	r.playing = true
	return true, nil
}

// end compares the final state and gathers what was found.
func (r *rerun) end() error {
	total := order.Tick(r.file.Header().TotalTicks)
	reached := r.playing && r.sim.Tick() == total
	final := order.StateHash{}
	if reached {
		final = r.file.Header().FinalStateHash
	}
	if r.playing && r.refuted == nil {
		if err := r.states.last(r.sim, final); err != nil {
			return r.firstFault(err)
		}
	}
	if err := r.states.settle(); err != nil {
		return r.firstFault(err)
	}
	switch {
	case r.states.failed() || r.refuted != nil:
	case r.playing && !reached:
		r.out.Skipped = append(r.out.Skipped, Skipped{From: r.sim.Tick(), To: total})
	case !r.playing:
		r.out.Skipped[len(r.out.Skipped)-1].To = total
	}
	if err := r.gather(); err != nil {
		return err
	}
	if r.out.Mismatch != nil {
		return nil
	}
	r.out.FinalHash = reached && final != order.StateHash{}
	r.out.Facts = append(r.out.Facts, r.facts.ofTheEnd(r.sim, reached)...)
	return nil
}

// gather reports the states, and the facts of the start and of what happened.
func (r *rerun) gather() error {
	r.out.Ticks, r.out.Keyframes, r.out.Mismatch = r.states.ticks, r.states.keyframes, r.states.mismatch
	if r.out.Mismatch == nil {
		r.out.Mismatch = r.refuted
	}
	r.out.Facts = append(r.out.Facts, r.facts.ofTheStart()...)
	if r.out.Mismatch != nil {
		r.out.Skipped = slices.DeleteFunc(r.out.Skipped, func(s Skipped) bool { return s.To == 0 })
		return nil
	}
	wrong, err := r.events.end(len(r.out.Skipped) == 0)
	if wrong != nil {
		r.out.Facts = append(r.out.Facts, *wrong)
	}
	r.out.Events = r.events.compared
	return err
}

// firstFault reports an error unless a state before it is wrong: then that is the
// result.
func (r *rerun) firstFault(err error) error {
	if settled := r.states.settle(); settled == nil && !r.states.failed() {
		return err
	}
	if !r.states.failed() {
		return err
	}
	return r.gather()
}
