// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
	"convertd/internal/numbered"
)

// frameLog is a Recording that keeps frames, until failAt.
type frameLog struct {
	discard
	ticks  []order.Tick
	frames [][]byte
	failAt order.Tick
}

var errFull = errors.New("disk full")

func (l *frameLog) EncodedTick(tick order.Tick, frame []byte) error {
	if l.failAt > 0 && tick == l.failAt {
		return errFull
	}
	l.ticks, l.frames = append(l.ticks, tick), append(l.frames, slices.Clone(frame))
	return nil
}

// Elsewhere does work on another goroutine. The benchmarks use it too.
func Elsewhere(work func()) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	return func() { <-done }
}

// playFrames plays ticks of a small game and records them.
func playFrames(t *testing.T, ticks int, log *frameLog, aside func(func()) func()) error {
	t.Helper()
	plan := numbered.Plan{Comes: map[order.Tick][]numbered.Unit{0: {{Flags: snapshot.FlagMobile}}, 70: {{Flags: snapshot.FlagMobile}}}}
	simulation, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 1)}, numbered.New(plan))
	if err != nil {
		t.Fatal(err)
	}
	f := newFrames(simulation, log, aside)
	defer f.stop()
	for tick := range order.Tick(ticks) {
		if err := f.add(tick, nil); err != nil {
			return err
		}
		if _, err := simulation.Apply(&order.TickOrders{Tick: tick}); err != nil {
			t.Fatal(err)
		}
	}
	return f.settle()
}

func TestFramesAreTheSameWhereverTheirHashesAreComputed(t *testing.T) {
	for _, ticks := range []int{0, 1, framesPerRun - 1, framesPerRun, framesPerRun + 1, 3*framesPerRun + 5} {
		here, there := &frameLog{}, &frameLog{}
		for log, aside := range map[*frameLog]func(func()) func(){here: nil, there: Elsewhere} {
			if err := playFrames(t, ticks, log, aside); err != nil {
				t.Fatal(err)
			}
		}
		if len(here.ticks) != ticks || !slices.Equal(here.ticks, there.ticks) {
			t.Fatalf("%d ticks: recorded %d and %d", ticks, len(here.ticks), len(there.ticks))
		}
		for i := range here.frames {
			if here.ticks[i] != order.Tick(i) || !slices.Equal(here.frames[i], there.frames[i]) {
				t.Fatalf("frame %d differs", i)
			}
		}
	}
}

func TestFramesHoldTheHashOfTheStateTheyBeginIn(t *testing.T) {
	log := &frameLog{}
	if err := playFrames(t, 80, log, Elsewhere); err != nil {
		t.Fatal(err)
	}
	plan := numbered.Plan{Comes: map[order.Tick][]numbered.Unit{0: {{Flags: snapshot.FlagMobile}}, 70: {{Flags: snapshot.FlagMobile}}}}
	simulation, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 1)}, numbered.New(plan))
	if err != nil {
		t.Fatal(err)
	}
	for i := range log.frames {
		tick := order.Tick(i)
		want, err := icrep.AppendFrame(nil, &icrep.TickFrame{Tick: tick, StateHash: simulation.SyncHash()})
		if err != nil || !slices.Equal(want, log.frames[i]) {
			t.Fatalf("frame %d: % x, want % x (%v)", i, log.frames[i], want, err)
		}
		if _, err := simulation.Apply(&order.TickOrders{Tick: tick}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestARecordingThatFailsEndsTheGame(t *testing.T) {
	for _, failAt := range []order.Tick{3, framesPerRun, framesPerRun + 7} {
		if err := playFrames(t, 4*framesPerRun, &frameLog{failAt: failAt}, Elsewhere); !errors.Is(err, errFull) {
			t.Errorf("failing at tick %d: %v", failAt, err)
		}
	}
}

// TestSomeRunsMayWaitToBeSummed plays on while nothing is summed, as far as may be;
// then everything is, one piece of work at a time.
func TestSomeRunsMayWaitToBeSummed(t *testing.T) {
	simulation, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 1)}, numbered.New(numbered.Plan{}))
	if err != nil {
		t.Fatal(err)
	}
	var pieces atomic.Int32
	begin, log := make(chan struct{}), &frameLog{}
	f := newFrames(simulation, log, func(work func()) func() {
		return Elsewhere(func() {
			if pieces.Add(1) > 1 {
				t.Error("two pieces of work at a time")
			}
			<-begin
			work()
			pieces.Add(-1)
		})
	})
	const waits = (runsAhead + 1) * framesPerRun
	for tick := range order.Tick(3 * waits) {
		if tick == waits-1 { // the run that ends now has to wait for the first
			if len(f.handed) != runsAhead || len(log.ticks) != 0 {
				t.Errorf("%d runs wait, %d frames are recorded; want %d, none", len(f.handed), len(log.ticks), runsAhead)
			}
			close(begin)
		}
		if err := f.add(tick, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := simulation.Apply(&order.TickOrders{Tick: tick}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.settle(); err != nil || len(log.ticks) != 3*waits || !slices.IsSorted(log.ticks) {
		t.Errorf("%d frames of %d, %v", len(log.ticks), 3*waits, err)
	}
	f.stop()
}

// painter is a game that changes all of a large map in each tick.
type painter struct {
	sim.Module
	paint *sim.Layer
	tick  byte
}

func (p *painter) Start(env *sim.Env) (err error) {
	p.paint, err = env.AddLayer("paint", 1024, 1024, 1)
	return errors.Join(err, p.Module.Start(env))
}

func (p *painter) Step(orders []sim.Accepted) {
	p.tick++
	data := p.paint.Data()
	for i := range data {
		data[i] = p.tick
	}
	p.paint.Touch(0, len(data))
	p.Module.Step(orders)
}

// TestARunOfTicksIsAsLongAsItsLogIsSmall plays a game that logs a megabyte in each
// tick: not forty-eight of them are kept, but as many as are allowed.
func TestARunOfTicksIsAsLongAsItsLogIsSmall(t *testing.T) {
	simulation, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 1)}, &painter{Module: numbered.New(numbered.Plan{})})
	if err != nil {
		t.Fatal(err)
	}
	log, runs := &frameLog{}, 0
	f := newFrames(simulation, log, func(work func()) func() {
		runs++
		return atOnce(work)
	})
	for tick := range order.Tick(bytesPerRun >> 20) {
		if runs != 0 {
			t.Fatalf("tick %d: a run ended with %d bytes logged, of %d allowed", tick, int(tick)<<20, bytesPerRun)
		}
		if err := f.add(tick, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := simulation.Apply(&order.TickOrders{Tick: tick}); err != nil {
			t.Fatal(err)
		}
	}
	if runs != 1 {
		t.Errorf("%d runs after %d bytes", runs, bytesPerRun)
	}
	if err := f.settle(); err != nil || len(log.frames) != bytesPerRun>>20 {
		t.Errorf("%d frames, %v", len(log.frames), err)
	}
}
