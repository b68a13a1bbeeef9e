// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"fmt"

	"convertd/core/snapshot"
)

// State reads the one or two keyframes of a plan and returns the state of the
// chosen one. The frames from plan.FirstFrame on lead to plan.Tick.
func (r *Reader) State(plan SeekPlan) (*snapshot.SimSnapshot, error) {
	blob, err := r.Keyframe(plan.Full, nil)
	if err != nil {
		return nil, err
	}
	state, err := snapshot.Decode(blob)
	if err != nil {
		return nil, r.stateError(plan.Full, err)
	}
	if plan.Delta < 0 {
		return state, r.checkStateTick(plan.Full, state)
	}
	if blob, err = r.Keyframe(plan.Delta, nil); err != nil {
		return nil, err
	}
	delta, err := snapshot.DecodeDelta(blob)
	if err != nil {
		return nil, r.stateError(plan.Delta, err)
	}
	if state, err = delta.Apply(state); err != nil {
		return nil, r.stateError(plan.Delta, err)
	}
	return state, r.checkStateTick(plan.Delta, state)
}

func (r *Reader) checkStateTick(i int, state *snapshot.SimSnapshot) error {
	if state.Core.Tick != r.keyframes[i].Tick {
		return r.stateError(i, fmt.Errorf("it holds the state of tick %d", state.Core.Tick))
	}
	return nil
}

func (r *Reader) stateError(i int, err error) error {
	k := &r.keyframes[i]
	return corrupt(SectionKeyframes, r.blobs+int64(k.Offset), "keyframe %d: %v", k.Tick, err)
}

// decodeState makes a state of a keyframe's blob. full is the state of the
// last full keyframe, needed for a delta.
func decodeState(full *snapshot.SimSnapshot, isFull bool, blob []byte) (*snapshot.SimSnapshot, error) {
	if isFull {
		return snapshot.Decode(blob)
	}
	delta, err := snapshot.DecodeDelta(blob)
	if err != nil {
		return nil, err
	}
	return delta.Apply(full)
}
