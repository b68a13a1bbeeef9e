// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/fault"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// framesPerRun is how many ticks are hashed in one go. Handing work to another
// processor costs some microseconds; a tick takes about fifty. 48 ticks of the
// busiest games known log about 0.7 megabytes; more would not stay in the processor's
// cache until it is hashed.
const framesPerRun = 48

// bytesPerRun ends a run early: a game of fifty thousand units logs megabytes in a
// tick.
const bytesPerRun = 4 << 20

// runsAhead is how many runs may wait to be hashed while the next one is played. A
// run with a keyframe takes longer than the one after it takes to play: with one run
// ahead the playing thread waited for a fiftieth of its time.
const runsAhead = 2

// frames records the frames of the ticks and the keyframes. A frame waits until
// the hash of its state is known, which is computed a run of ticks at a time, where
// Job.Aside says, while the next runs are played; there keyframes are encoded and
// compressed too.
type frames struct {
	sim       *sim.Simulation
	recording Recording
	nobody    bool // keeps what is recorded: nothing is encoded or hashed
	filling   *frameRun
	handed    []*frameRun // to be summed, or summed and not yet recorded, oldest first
	spare     []*frameRun
	line      *line[*frameRun] // where runs are summed
	keyframes keyframes        // of whoever sums
}

// frameRun is a run of ticks: their frames, still without hash, and what their
// hashes need.
type frameRun struct {
	first  order.Tick
	data   []byte
	ends   []int // of each frame in data
	log    sim.HashLog
	states []runState
	hashes []order.StateHash
	failed error
	summed chan struct{} // holds one when the rest of it is the recording thread's again
}

func newFrameRun() *frameRun { return &frameRun{summed: make(chan struct{}, 1)} }

// runState is the keyframe of the state in which a tick of a run begins.
type runState struct {
	index  int // of the tick in the run
	packed icrep.PackedKeyframe
}

// sum computes what the run waits for. It runs aside: a panic is the run's error,
// since whoever records waits for the run.
func (run *frameRun) sum(keyframes *keyframes, recording Recording) {
	defer fault.Contain(&run.failed)
	if run.hashes, run.failed = run.log.Sum(); run.failed != nil {
		return
	}
	for i, state := range run.log.Snapshots() {
		s := &run.states[i]
		var full bool
		var data []byte
		if full, data, run.failed = keyframes.append(nil, state, run.hashes[s.index]); run.failed != nil {
			return
		}
		if s.packed, run.failed = recording.PackKeyframe(full, data); run.failed != nil {
			return
		}
	}
}

func newFrames(simulation *sim.Simulation, recording Recording, aside Aside) *frames {
	f := &frames{sim: simulation, recording: recording, filling: newFrameRun()}
	f.line = newLine(aside, func(run *frameRun) {
		run.sum(&f.keyframes, f.recording)
		run.summed <- struct{}{}
	})
	_, f.nobody = recording.(discard)
	for range runsAhead {
		f.spare = append(f.spare, newFrameRun())
	}
	return f
}

// keyframe makes a keyframe of the present state. The frame of the tick that runs
// next is to be added then.
func (f *frames) keyframe() {
	if f.nobody {
		return
	}
	f.filling.states = append(f.filling.states, runState{index: len(f.filling.ends)})
	f.sim.LogSnapshot(&f.filling.log)
}

// add takes the frame of the tick that runs next.
func (f *frames) add(tick order.Tick, orders []order.TimestampedOrder) error {
	if f.nobody {
		return nil
	}
	run := f.filling
	if len(run.ends) == 0 {
		run.first = tick
	}
	var err error
	if run.data, err = icrep.AppendFrame(run.data, &icrep.TickFrame{Tick: tick, Orders: orders}); err != nil {
		return err
	}
	run.ends = append(run.ends, len(run.data))
	f.sim.LogHash(&run.log)
	if len(run.ends) < framesPerRun && run.log.Size() < bytesPerRun {
		return nil
	}
	return f.turn()
}

// turn hands over the run that was being filled, and records those that were summed
// meanwhile.
func (f *frames) turn() error {
	for len(f.spare) == 0 || len(f.handed) > 0 && len(f.handed[0].summed) > 0 {
		if err := f.record(); err != nil {
			return err
		}
	}
	run, last := f.filling, len(f.spare)-1
	f.filling, f.spare = f.spare[last], f.spare[:last]
	f.handed = append(f.handed, run)
	f.line.handOver(run)
	return nil
}

// settle records all frames. Afterwards the simulation may be asked for its
// hash, until the next add.
func (f *frames) settle() error {
	if len(f.filling.ends) > 0 {
		if err := f.turn(); err != nil {
			return err
		}
	}
	for len(f.handed) > 0 {
		if err := f.record(); err != nil {
			return err
		}
	}
	return nil
}

// record waits for the oldest run that was handed over and records it.
func (f *frames) record() error {
	run := f.handed[0]
	<-run.summed
	f.handed = append(f.handed[:0], f.handed[1:]...)
	f.spare = append(f.spare, run)
	if run.failed != nil {
		return run.failed
	}
	begin, states := 0, run.states
	for i, end := range run.ends {
		tick := run.first + order.Tick(i)
		if len(states) > 0 && states[0].index == i {
			if err := f.recording.PackedKeyframe(tick, states[0].packed); err != nil {
				return err
			}
			states = states[1:]
		}
		frame := run.data[begin:end]
		icrep.SetFrameHash(frame, snapshot.Sync(run.hashes[i]))
		if err := f.recording.EncodedTick(tick, frame); err != nil {
			return err
		}
		begin = end
	}
	run.data, run.ends, run.states = run.data[:0], run.ends[:0], run.states[:0]
	return nil
}

// stop waits for what still runs aside.
func (f *frames) stop() { f.line.stop() }
