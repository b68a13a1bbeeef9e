// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"bytes"
	"fmt"

	"convertd/core/fault"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// stateCheck compares the states of a simulation with the frames and keyframes of a
// file: a run of ticks at a time, aside, while the next runs are played.
type stateCheck struct {
	file    *icrep.Reader
	filling *checkRun
	handed  []*checkRun // being compared, oldest first
	spare   []*checkRun
	line    *line[*checkRun]
	next    int // keyframe to be met next

	// What was found so far, in the order of the ticks.
	ticks     order.Tick
	keyframes int
	mismatch  *Mismatch
	err       error

	compare keyframeComparison // of whoever compares
}

// checkRun is a run of states to be compared.
type checkRun struct {
	log    sim.HashLog
	states []checkedState
	done   chan struct{} // holds one when the rest of it is the playing thread's again

	ticks     order.Tick
	keyframes int
	mismatch  *Mismatch
	err       error
}

// checkedState is what a file says of a state.
type checkedState struct {
	tick     order.Tick
	keyframe int // in the file's index, -1 if there is none
	framed   bool
	frame    order.SyncHash  // if framed
	final    order.StateHash // zeros where none is known
}

func newStateCheck(file *icrep.Reader, aside Aside) *stateCheck {
	c := &stateCheck{file: file, compare: keyframeComparison{file: file, full: -1}}
	c.line = newLine(aside, func(run *checkRun) {
		run.check(&c.compare)
		run.done <- struct{}{}
	})
	c.filling = newCheckRun()
	for range runsAhead {
		c.spare = append(c.spare, newCheckRun())
	}
	return c
}

func newCheckRun() *checkRun { return &checkRun{done: make(chan struct{}, 1)} }

// failed says that a state is wrong, as far as is known by now.
func (c *stateCheck) failed() bool { return c.mismatch != nil || c.err != nil }

// frame takes the state in which a tick with a frame begins.
func (c *stateCheck) frame(simulation *sim.Simulation, hash order.SyncHash) error {
	return c.add(simulation, checkedState{tick: simulation.Tick(), framed: true, frame: hash})
}

// last takes a state behind which there is no frame; final is its hash, zeros if
// nobody knows.
func (c *stateCheck) last(simulation *sim.Simulation, final order.StateHash) error {
	return c.add(simulation, checkedState{tick: simulation.Tick(), final: final})
}

func (c *stateCheck) add(simulation *sim.Simulation, state checkedState) error {
	index := c.file.Keyframes()
	for c.next < len(index) && index[c.next].Tick < state.tick { // of ticks that were not played
		c.next++
	}
	state.keyframe = -1
	run := c.filling
	if c.next < len(index) && index[c.next].Tick == state.tick {
		state.keyframe = c.next
		c.next++
		simulation.LogSnapshot(&run.log)
	}
	simulation.LogHash(&run.log)
	run.states = append(run.states, state)
	if len(run.states) < framesPerRun && run.log.Size() < bytesPerRun {
		return nil
	}
	return c.turn()
}

// turn hands over the run that was being filled, and takes back those that were
// compared meanwhile.
func (c *stateCheck) turn() error {
	for len(c.spare) == 0 || len(c.handed) > 0 && len(c.handed[0].done) > 0 {
		c.takeBack()
	}
	run, last := c.filling, len(c.spare)-1
	c.filling, c.spare = c.spare[last], c.spare[:last]
	c.handed = append(c.handed, run)
	c.line.handOver(run)
	return c.err
}

// settle waits until everything is compared. Afterwards the simulation may be asked
// for its hash, and be restored.
func (c *stateCheck) settle() error {
	if len(c.filling.states) > 0 {
		if err := c.turn(); err != nil {
			return err
		}
	}
	for len(c.handed) > 0 {
		c.takeBack()
	}
	return c.err
}

// takeBack waits for the oldest run that was handed over. Behind the first fault
// nothing counts.
func (c *stateCheck) takeBack() {
	run := c.handed[0]
	<-run.done
	c.handed = append(c.handed[:0], c.handed[1:]...)
	c.spare = append(c.spare, run)
	if !c.failed() {
		c.ticks, c.keyframes = c.ticks+run.ticks, c.keyframes+run.keyframes
		c.mismatch, c.err = run.mismatch, run.err
	}
	run.states, run.ticks, run.keyframes, run.mismatch, run.err = run.states[:0], 0, 0, nil, nil
}

// stop waits for what still runs aside.
func (c *stateCheck) stop() { c.line.stop() }

// check compares the states of the run, up to the first that is wrong. It runs
// aside: a panic is the run's error, since whoever plays waits for the run.
func (run *checkRun) check(compare *keyframeComparison) {
	defer fault.Contain(&run.err)
	hashes, err := run.log.Sum()
	if err != nil {
		run.err = err
		return
	}
	snapshots := run.log.Snapshots()
	for i := range run.states {
		state := &run.states[i]
		if run.mismatch = state.checkHash(hashes[i]); run.mismatch != nil {
			return
		}
		if state.keyframe >= 0 {
			if run.mismatch, run.err = compare.keyframe(state.keyframe, snapshots[0], hashes[i]); run.mismatch != nil || run.err != nil {
				return
			}
			snapshots = snapshots[1:]
			run.keyframes++
		}
		if state.framed {
			run.ticks++
		}
	}
}

func (s *checkedState) checkHash(got order.StateHash) *Mismatch {
	if sync := snapshot.Sync(got); s.framed && sync != s.frame {
		return &Mismatch{
			Tick: s.tick, What: "frame hash", Want: fmt.Sprintf("%016x", uint64(s.frame)), Got: fmt.Sprintf("%016x", uint64(sync)),
		}
	}
	if s.final != (order.StateHash{}) && s.final != got {
		return &Mismatch{Tick: s.tick, What: "final hash", Want: fmt.Sprintf("%x", s.final), Got: fmt.Sprintf("%x", got)}
	}
	return nil
}

// keyframeComparison compares keyframes of a file, in order, with states.
type keyframeComparison struct {
	file *icrep.Reader
	// baseline is the state of the full keyframe that the next deltas are against,
	// and hash its hash; full is its place in the index, -1 before the first.
	full     int
	baseline *snapshot.SimSnapshot
	hash     order.StateHash
	blob     []byte
	state    []byte
}

// keyframe compares keyframe i with the state of its tick, which is kept if the
// keyframe is a full one.
func (k *keyframeComparison) keyframe(i int, state *snapshot.SimSnapshot, hash order.StateHash) (*Mismatch, error) {
	var err error
	if k.blob, err = k.file.Keyframe(i, k.blob); err != nil {
		return nil, err
	}
	if k.file.Keyframes()[i].Full {
		k.full, k.baseline, k.hash = i, state, hash
		k.state = state.Append(k.state[:0])
	} else {
		if err := k.baselineOf(i); err != nil {
			return nil, err
		}
		delta, err := snapshot.Diff(k.baseline, k.hash, state)
		if err != nil {
			return nil, err
		}
		k.state = delta.Append(k.state[:0])
	}
	if bytes.Equal(k.state, k.blob) {
		return nil, nil
	}
	return k.explain(i, state, hash)
}

// baselineOf finds the full keyframe that a delta is against. It was compared
// before, unless the ticks around it were not played: then it is the file's.
func (k *keyframeComparison) baselineOf(i int) error {
	full := i
	for !k.file.Keyframes()[full].Full {
		full--
	}
	if full == k.full {
		return nil
	}
	plan, err := k.file.SeekPlan(k.file.Keyframes()[full].Tick)
	if err != nil {
		return err
	}
	if k.baseline, err = k.file.State(plan); err != nil {
		return err
	}
	k.full, k.hash = full, k.baseline.Core.StateHash()
	return nil
}

// explain says how a keyframe differs from a state. Other bytes may hold the same
// state: a delta may repeat what did not change.
func (k *keyframeComparison) explain(i int, state *snapshot.SimSnapshot, hash order.StateHash) (*Mismatch, error) {
	entry := &k.file.Keyframes()[i]
	plan, err := k.file.SeekPlan(entry.Tick)
	if err != nil {
		return nil, err
	}
	recorded, err := k.file.State(plan)
	if err != nil {
		return nil, err
	}
	mismatch := &Mismatch{
		Tick: entry.Tick, What: "keyframe", Want: fmt.Sprintf("state %016x", uint64(snapshot.Sync(recorded.Core.StateHash()))),
		Got: fmt.Sprintf("state %016x", uint64(snapshot.Sync(hash))),
	}
	difference := snapshot.Compare(&recorded.Core, &state.Core)
	switch {
	case difference.Place != snapshot.PlaceNone:
		mismatch.Difference = difference.String()
	case len(recorded.Campaign) > 0 || recorded.Script != nil:
		mismatch.Want += " with that of a campaign or of scripts"
	default:
		return nil, nil
	}
	return mismatch, nil
}
