package pipeline

import (
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

// frames records the frames of the ticks and the keyframes. A frame waits until
// the hash of its state is known, which is computed a run of ticks at a time, where
// Job.Aside says, while the next run is played; there keyframes are encoded and
// compressed too.
type frames struct {
	sim       *sim.Simulation
	recording Recording
	aside     func(work func()) (wait func())
	filling   *frameRun
	summing   *frameRun // begun before filling
	wait      func()    // until summing is summed; nil if there is nothing in it
	keyframes keyframes // of whoever sums
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
}

// runState is the keyframe of the state in which a tick of a run begins.
type runState struct {
	index  int // of the tick in the run
	packed icrep.PackedKeyframe
}

// sum computes what the run waits for.
func (run *frameRun) sum(keyframes *keyframes, recording Recording) {
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

func newFrames(simulation *sim.Simulation, recording Recording, aside func(work func()) (wait func())) *frames {
	if aside == nil {
		aside = atOnce
	}
	return &frames{sim: simulation, recording: recording, aside: aside, filling: &frameRun{}, summing: &frameRun{}}
}

// atOnce does the work where it comes up.
func atOnce(work func()) (wait func()) {
	work()
	return func() {}
}

// keyframe makes a keyframe of the present state. The frame of the tick that runs
// next is to be added then.
func (f *frames) keyframe() {
	f.filling.states = append(f.filling.states, runState{index: len(f.filling.ends)})
	f.sim.LogSnapshot(&f.filling.log)
}

// add takes the frame of the tick that runs next.
func (f *frames) add(tick order.Tick, orders []order.TimestampedOrder) error {
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

// turn records the run that was being summed and hands over the one that was
// being filled.
func (f *frames) turn() error {
	if err := f.record(); err != nil {
		return err
	}
	f.filling, f.summing = f.summing, f.filling
	run := f.summing
	f.wait = f.aside(func() { run.sum(&f.keyframes, f.recording) })
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
	return f.record()
}

// record waits for the run that is being summed and records it.
func (f *frames) record() error {
	if f.wait == nil {
		return nil
	}
	f.wait()
	f.wait = nil
	run, begin, states := f.summing, 0, f.summing.states
	if run.failed != nil {
		return run.failed
	}
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
func (f *frames) stop() {
	if f.wait != nil {
		f.wait()
		f.wait = nil
	}
}
