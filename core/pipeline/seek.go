// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"fmt"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
)

// SeekMismatchError means that the states on the way to a tick are not those that the
// file records: the tick cannot be shown.
type SeekMismatchError struct{ Mismatch Mismatch }

func (e *SeekMismatchError) Error() string {
	return fmt.Sprintf("tick %d: %s is %s in the file and %s in the simulation", e.Mismatch.Tick, e.Mismatch.What, e.Mismatch.Want, e.Mismatch.Got)
}

// Seek returns the simulation in the state in which the tick begins: the
// nearest full keyframe, at most one delta on it, and the frames from there. Every
// state on the way must have the hash that the file records for it, the one of the
// tick included. Errors: *icrep.Error, with ErrTruncated if frames on the way are
// lost; *SeekMismatchError; ErrMapMissing, ErrOtherVersion, context errors.
func Seek(ctx context.Context, file *icrep.Reader, tick order.Tick, materials *Materials) (simulation *sim.Simulation, err error) {
	defer containState(&err)
	plan, err := file.SeekPlan(tick)
	if err != nil {
		return nil, err
	}
	module, _, err := openModule(file, materials)
	if err != nil {
		return nil, err
	}
	simulation, err = openAt(file, tick, module)
	if err != nil {
		return nil, err
	}
	ticks := file.Ticks(plan.FirstFrame)
	for ticks.Next() {
		frame := ticks.Frame()
		if frame.Tick != simulation.Tick() {
			break
		}
		if frame.Tick%progressTicks == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err := meets(simulation, frame); err != nil || frame.Tick == tick {
			return simulation, err
		}
		if _, err := simulation.Apply(&order.TickOrders{Tick: frame.Tick, Orders: frame.Orders}); err != nil {
			return nil, &SeekMismatchError{Mismatch{Tick: frame.Tick, What: "tick", Want: "played", Got: err.Error()}}
		}
	}
	if err := ticks.Err(); err != nil {
		return nil, err
	}
	if reached := simulation.Tick(); reached != tick {
		return nil, &icrep.Error{
			Class: icrep.ErrTruncated, Section: icrep.SectionOrders, Offset: -1,
			Message: fmt.Sprintf("the frame of tick %d is lost: tick %d cannot be reached from keyframe %d", reached, tick, plan.FirstFrame),
		}
	}
	return simulation, meetsEnd(simulation, file)
}

// meets compares the state with the hash of the frame of its tick.
func meets(simulation *sim.Simulation, frame *icrep.TickFrame) error {
	state := checkedState{tick: frame.Tick, framed: true, frame: frame.StateHash}
	if mismatch := state.checkHash(simulation.StateHash()); mismatch != nil {
		return &SeekMismatchError{*mismatch}
	}
	return nil
}

// meetsEnd compares the state of a tick without frame with the final hash, if that
// is its own and known.
func meetsEnd(simulation *sim.Simulation, file *icrep.Reader) error {
	header := file.Header()
	state := checkedState{tick: simulation.Tick()}
	if uint64(state.tick) == header.TotalTicks {
		state.final = header.FinalStateHash
	}
	if mismatch := state.checkHash(simulation.StateHash()); mismatch != nil {
		return &SeekMismatchError{*mismatch}
	}
	return nil
}
