// SPDX-License-Identifier: GPL-3.0-or-later

package recorder_test

import (
	"bytes"
	"errors"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
	"convertd/recorder"
)

func openRoot(tb testing.TB, dir string) *os.Root {
	tb.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := root.Close(); err != nil {
			tb.Error(err)
		}
	})
	return root
}

func writerOptions() icrep.Options {
	return icrep.Options{Metadata: icreptest.Metadata(), Durability: icrep.SyncNever}
}

// play records the invented game up to a tick.
func play(tb testing.TB, s *recorder.StateRecorder, sim *icreptest.Simulation, to uint64, events bool) {
	tb.Helper()
	game := icreptest.Game{Entities: sim.Entities}
	for uint64(sim.Tick()) < to {
		tick := uint64(sim.Tick())
		if err := s.Tick(sim, game.Frame(tick).Orders); err != nil {
			tb.Fatal(err)
		}
		if events && tick%11 == 0 {
			id, err := s.Name([]string{"e1", "3tnk", "harv"}[tick%3])
			if err != nil {
				tb.Fatal(err)
			}
			for _, e := range []icrep.Event{
				&icrep.UnitCreated{Tick: sim.Tick(), Tag: order.UnitTag{Index: uint16(tick), Generation: 1}, Type: id, Owner: 1, Pos: order.WorldPos{X: 5}},
				&icrep.UnitDestroyed{Tick: sim.Tick(), Tag: order.UnitTag{Index: uint16(tick), Generation: 1}, Killer: order.NoUnit, KillerOwner: order.NoPlayer},
			} {
				if err := s.Event(e); err != nil {
					tb.Fatal(err)
				}
			}
		}
		sim.Step()
	}
}

func TestRecorderWritesWhatTheWriterWrites(t *testing.T) {
	defer goleak.VerifyNone(t)
	dir := t.TempDir()
	s, err := recorder.New(openRoot(t, dir), icreptest.FileName, recorder.Options{Writer: writerOptions(), NoBound: true})
	if err != nil {
		t.Fatal(err)
	}
	sim := &icreptest.Simulation{}
	play(t, s, sim, 3300, true)
	if _, err := s.Finish(sim, icrep.Final{}); err != nil {
		t.Fatal(err)
	}
	want := icreptest.Game{Ticks: 3300, Events: true}.Write(t)
	if !bytes.Equal(icreptest.Read(t, dir), want) {
		t.Error("the recorder's file differs from the writer's")
	}
}

// stuckWriter takes nothing until it is released.
type stuckWriter struct {
	recorder.Writer
	release chan struct{}
}

func (w *stuckWriter) EncodedTick(tick order.Tick, frame []byte) error {
	<-w.release
	return w.Writer.EncodedTick(tick, frame)
}

func TestFullQueueDropsWithinTheBoundAndCounts(t *testing.T) {
	defer goleak.VerifyNone(t)
	dir := t.TempDir()
	file, err := icrep.Create(openRoot(t, dir), icreptest.FileName, icrep.Options{Metadata: icreptest.Metadata(), AllowGaps: true, Durability: icrep.SyncNever})
	if err != nil {
		t.Fatal(err)
	}
	stuck := &stuckWriter{Writer: file, release: make(chan struct{})}
	b := recorder.NewBackground(stuck, 8, recorder.SendBound)
	game := icreptest.Game{}
	if !b.Keyframe(0, true, icreptest.State(0, 0).Append(nil)) {
		t.Fatal("the first keyframe was dropped")
	}
	recorded := 0
	start := time.Now()
	for tick := range uint64(20) {
		ok, err := b.Tick(game.Frame(tick))
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			recorded++
		}
	}
	// Nine fit the queue and the writer's hand; the others waited once each.
	waited := time.Since(start)
	frames, _, _ := b.Lost()
	if recorded < 8 || recorded > 10 || frames != uint64(20-recorded) {
		t.Errorf("%d recorded, %d lost", recorded, frames)
	}
	if least := time.Duration(frames) * recorder.SendBound; waited < least {
		t.Errorf("waited %v for %d drops, the bound is %v each", waited, frames, recorder.SendBound)
	}
	if b.Keyframe(10, false, []byte("x")) || b.Event(&icrep.Pause{}) {
		t.Error("a full queue took more")
	}
	close(stuck.release)
	metadata := icreptest.Metadata()
	summary, err := b.Finish(icrep.Final{TotalTicks: 20, FinalStateHash: game.Hash(20), Metadata: &metadata})
	if err != nil {
		t.Fatal(err)
	}
	if uint64(summary.LostFrames) != frames {
		t.Errorf("the file counts %d lost frames, the recorder %d", summary.LostFrames, frames)
	}
	data := icreptest.Read(t, dir)
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if report := r.Verify(icrep.VerifyOptions{}); !report.OK() || !report.Incomplete {
		t.Errorf("%+v", report)
	}
	if f := r.Metadata().Recorder; f == nil || f.LostKeyframes != 1 || f.LostEvents != 1 {
		t.Errorf("%+v", f)
	}
}

// brokenWriter fails at a tick, as a full disk would.
type brokenWriter struct{ recorder.Writer }

var errDisk = errors.New("no space left")

func (w *brokenWriter) EncodedTick(tick order.Tick, frame []byte) error {
	if tick == 300 {
		return errDisk
	}
	return w.Writer.EncodedTick(tick, frame)
}

func TestFailedWriterIsReportedAndLeavesARepairableJournal(t *testing.T) {
	defer goleak.VerifyNone(t)
	dir := t.TempDir()
	root := openRoot(t, dir)
	file, err := icrep.Create(root, icreptest.FileName, icrep.Options{Metadata: icreptest.Metadata(), Durability: icrep.SyncNever})
	if err != nil {
		t.Fatal(err)
	}
	b := recorder.NewBackground(&brokenWriter{file}, 4, 0)
	b.Keyframe(0, true, icreptest.State(0, 0).Append(nil))
	game := icreptest.Game{}
	for tick := range uint64(400) {
		if _, err = b.Tick(game.Frame(tick)); err != nil {
			break
		}
	}
	if !errors.Is(err, errDisk) {
		t.Errorf("the game was told %v", err)
	}
	metadata := icreptest.Metadata()
	if _, err := b.Finish(icrep.Final{Metadata: &metadata}); !errors.Is(err, errDisk) {
		t.Errorf("finish: %v", err)
	}
	journal, err := os.ReadFile(dir + "/" + icreptest.FileName + icrep.JournalSuffix)
	if err != nil {
		t.Fatal(err)
	}
	report, err := icrep.Repair(bytes.NewReader(journal), int64(len(journal)), root, "repaired.icrep", icrep.Options{Durability: icrep.SyncNever})
	if err != nil || report.Frames != icrep.BlockTicks {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestDesyncIsCapturedWithTheOrdersThatLedToIt(t *testing.T) {
	dir := t.TempDir()
	root := openRoot(t, dir)
	s, err := recorder.New(root, icreptest.FileName, recorder.Options{Writer: writerOptions(), NoBound: true})
	if err != nil {
		t.Fatal(err)
	}
	sim := &icreptest.Simulation{}
	play(t, s, sim, 400, false)
	capture, err := s.Desync(sim, 1, root)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(capture.Frames); n != 250 || capture.Frames[n-1].Tick != 399 || capture.Tick != 400 {
		t.Errorf("%d frames, tick %d", n, capture.Tick)
	}
	if _, err := os.Stat(dir + "/" + capture.FileName()); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
