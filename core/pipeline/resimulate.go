package pipeline

import (
	"bytes"
	"context"
	"fmt"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// Resimulation is what playing a file again showed.
type Resimulation struct {
	Module    string     `json:"module"`
	Ticks     order.Tick `json:"ticks"`
	Keyframes int        `json:"keyframes"`
	// Mismatch is the first place where the file and the simulation disagree,
	// nil if they agree to the end.
	Mismatch *Mismatch `json:"mismatch"`
}

// Mismatch is one disagreement between a file and the simulation of it.
type Mismatch struct {
	Tick order.Tick `json:"tick"`
	// What is "frame hash", "keyframe" or "final hash".
	What string `json:"what"`
	Want string `json:"want"` // in the file
	Got  string `json:"got"`  // simulated
	// Difference names the first entity and component that differ, where a
	// keyframe allows to say.
	Difference string `json:"difference,omitempty"`
}

// Resimulate plays a file from its first keyframe and compares every frame
// hash, every keyframe and the final hash. A disagreement is part of the
// result. Errors: *icrep.Error for damage, ErrMapMissing, context errors.
func Resimulate(ctx context.Context, file *icrep.Reader, materials *Materials) (*Resimulation, error) {
	simulation, err := openFirst(file, materials)
	if err != nil {
		return nil, err
	}
	out := &Resimulation{Module: simulation.Traits().Name}
	check := keyframeCheck{file: file}
	ticks := file.Ticks(0)
	for ticks.Next() {
		frame := ticks.Frame()
		if frame.Tick%progressTicks == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if got := simulation.SyncHash(); got != frame.StateHash {
			out.Mismatch = &Mismatch{
				Tick: frame.Tick, What: "frame hash",
				Want: fmt.Sprintf("%016x", uint64(frame.StateHash)), Got: fmt.Sprintf("%016x", uint64(got)),
			}
			return out, nil
		}
		if out.Mismatch, err = check.compare(simulation); err != nil || out.Mismatch != nil {
			return out, err
		}
		if _, err := simulation.Apply(&order.TickOrders{Tick: frame.Tick, Orders: frame.Orders}); err != nil {
			return nil, fmt.Errorf("simulating tick %d again: %w", frame.Tick, err)
		}
		out.Ticks = simulation.Tick()
		out.Keyframes = check.next
	}
	if err := ticks.Err(); err != nil {
		return nil, err
	}
	if want, got := file.Header().FinalStateHash, simulation.StateHash(); want != got {
		out.Mismatch = &Mismatch{
			Tick: simulation.Tick(), What: "final hash", Want: fmt.Sprintf("%x", want), Got: fmt.Sprintf("%x", got),
		}
	}
	return out, nil
}

// openFirst starts the module that made the file from the first keyframe.
func openFirst(file *icrep.Reader, materials *Materials) (*sim.Simulation, error) {
	module, err := openModule(file, materials)
	if err != nil {
		return nil, err
	}
	blob, err := file.Keyframe(0, nil)
	if err != nil {
		return nil, err
	}
	state, err := snapshot.Decode(blob)
	if err != nil {
		return nil, fmt.Errorf("keyframe of tick 0: %w", err)
	}
	return sim.Open(state, module)
}

// keyframeCheck compares the keyframes of a file with a running simulation.
type keyframeCheck struct {
	file      *icrep.Reader
	next      int
	keyframes keyframes
	blob      []byte
	state     []byte
}

func (k *keyframeCheck) compare(simulation *sim.Simulation) (*Mismatch, error) {
	index := k.file.Keyframes()
	if k.next >= len(index) || index[k.next].Tick != simulation.Tick() {
		return nil, nil
	}
	var err error
	if k.blob, err = k.file.Keyframe(k.next, k.blob); err != nil {
		return nil, err
	}
	full, state, err := k.keyframes.append(k.state[:0], simulation.Snapshot(), simulation.StateHash())
	if err != nil {
		return nil, err
	}
	k.state = state
	entry := &index[k.next]
	k.next++
	if full == entry.Full && bytes.Equal(state, k.blob) {
		return nil, nil
	}
	mismatch := &Mismatch{
		Tick: entry.Tick, What: "keyframe",
		Want: fmt.Sprintf("%d bytes", len(k.blob)), Got: fmt.Sprintf("%d bytes", len(state)),
	}
	if entry.Full {
		if recorded, err := snapshot.Decode(k.blob); err == nil {
			mismatch.Difference = snapshot.Compare(&recorded.Core, &simulation.Snapshot().Core).String()
		}
	}
	return mismatch, nil
}

// Seek returns the simulation in the state in which the tick begins: the
// nearest full keyframe, at most one delta on it, and the frames from there.
func Seek(ctx context.Context, file *icrep.Reader, tick order.Tick, materials *Materials) (*sim.Simulation, error) {
	plan, err := file.SeekPlan(tick)
	if err != nil {
		return nil, err
	}
	module, err := openModule(file, materials)
	if err != nil {
		return nil, err
	}
	state, err := planned(file, &plan)
	if err != nil {
		return nil, err
	}
	simulation, err := sim.Open(state, module)
	if err != nil {
		return nil, err
	}
	ticks := file.Ticks(plan.FirstFrame)
	for simulation.Tick() < tick && ticks.Next() {
		frame := ticks.Frame()
		if frame.Tick%progressTicks == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if _, err := simulation.Apply(&order.TickOrders{Tick: frame.Tick, Orders: frame.Orders}); err != nil {
			return nil, fmt.Errorf("simulating tick %d again: %w", frame.Tick, err)
		}
	}
	return simulation, ticks.Err()
}

// planned reads the one or two keyframes of a plan.
func planned(file *icrep.Reader, plan *icrep.SeekPlan) (*snapshot.SimSnapshot, error) {
	blob, err := file.Keyframe(plan.Full, nil)
	if err != nil {
		return nil, err
	}
	state, err := snapshot.Decode(blob)
	if err != nil || plan.Delta < 0 {
		return state, err
	}
	if blob, err = file.Keyframe(plan.Delta, nil); err != nil {
		return nil, err
	}
	delta, err := snapshot.DecodeDelta(blob)
	if err != nil {
		return nil, err
	}
	return delta.Apply(state)
}
