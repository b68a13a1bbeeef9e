// SPDX-License-Identifier: GPL-3.0-or-later

package recorder_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/recorder"
	"convertd/core/snapshot"
)

// play asks for n keyframes; lost tells which are lost. It returns which were
// full, and applies every delta that is recorded to what a reader would apply
// it to.
func play(t *testing.T, n int, lost func(i int) bool) (full []bool) {
	t.Helper()
	var k recorder.Keyframes
	sim := &icreptest.Simulation{}
	var baseline *snapshot.SimSnapshot // the last full keyframe in the file
	for i := range n {
		sim.Seek(uint64(i) * icrep.KeyframeInterval)
		blob, isFull, err := k.Encode(nil, sim)
		if err != nil {
			t.Fatal(err)
		}
		full = append(full, isFull)
		if lost(i) {
			k.Lost()
			continue
		}
		k.Recorded()
		if isFull {
			if baseline, err = snapshot.Decode(blob); err != nil {
				t.Fatal(err)
			}
			continue
		}
		delta, err := snapshot.DecodeDelta(blob)
		if err != nil {
			t.Fatal(err)
		}
		state, err := delta.Apply(baseline)
		if err != nil {
			t.Fatalf("keyframe %d: its baseline is not in the file: %v", i, err)
		}
		if diff := cmp.Diff(sim.Snapshot(), state, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("keyframe %d (-want +got):\n%s", i, diff)
		}
	}
	return full
}

func fulls(full []bool) (at []int) {
	for i, f := range full {
		if f {
			at = append(at, i)
		}
	}
	return at
}

func TestEveryTenthKeyframeIsFull(t *testing.T) {
	got := fulls(play(t, 31, func(int) bool { return false }))
	if diff := cmp.Diff([]int{0, 10, 20, 30}, got); diff != "" {
		t.Error(diff)
	}
}

func TestBaselineSurvivesALostDelta(t *testing.T) {
	got := fulls(play(t, 21, func(i int) bool { return i%10 != 0 && i%3 == 0 }))
	if diff := cmp.Diff([]int{0, 10, 20}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAfterALostFullKeyframeTheNextIsFull(t *testing.T) {
	got := fulls(play(t, 31, func(i int) bool { return i == 10 || i == 11 }))
	if diff := cmp.Diff([]int{0, 10, 11, 12, 22}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRandomLossesLeaveEveryDeltaItsBaseline(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	for range 20 {
		play(t, 40, func(i int) bool { return i > 0 && random.IntN(3) == 0 })
	}
}

// sample takes a capture of tick 460 with ten frames of history.
func sample(t *testing.T, entities int) *recorder.Capture {
	t.Helper()
	log := recorder.NewOrderLog(10)
	game := icreptest.Game{Entities: entities}
	for tick := range uint64(460) {
		frame, err := icrep.AppendFrame(nil, game.Frame(tick))
		if err != nil {
			t.Fatal(err)
		}
		log.Add(frame)
	}
	sim := &icreptest.Simulation{Entities: entities}
	sim.Seek(460)
	c, err := recorder.Take(sim, 0xDEAD, log)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCaptureReadsBack(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer closeIn(t, root.Close)
	want := sample(t, 0)
	if err := want.Write(root); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(dir + "/desync_1152921504606846977_460.snap")
	if err != nil {
		t.Fatal(err)
	}
	got, err := recorder.ReadCapture(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(got.Frames) != 10 || got.Frames[0].Tick != 450 || got.Remote != 0xDEAD || got.Local == got.Remote {
		t.Errorf("%d frames from tick %d, hashes %x %x", len(got.Frames), got.Frames[0].Tick, got.Local, got.Remote)
	}
}

func TestDamagedCapturesAreRefused(t *testing.T) {
	data, err := sample(t, 0).Encode()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		bit := random.IntN(len(data) * 8)
		data[bit/8] ^= 1 << (bit % 8)
		if _, err := recorder.ReadCapture(bytes.NewReader(data), int64(len(data))); !errors.Is(err, recorder.ErrCapture) {
			t.Errorf("bit %d: %v", bit, err)
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
	for n := range data {
		if _, err := recorder.ReadCapture(bytes.NewReader(data[:n]), int64(n)); !errors.Is(err, recorder.ErrCapture) {
			t.Fatalf("%d bytes: %v", n, err)
		}
	}
}

func TestExplainNamesTheFirstDifference(t *testing.T) {
	a, b := sample(t, 0), sample(t, 0)
	same, err := recorder.ExplainCaptures(a, b)
	if err != nil || !same.Same || same.Difference != "no difference" {
		t.Errorf("%+v, %v", same, err)
	}
	entity := &b.State.Core.Entities[2]
	entity.Components.Data = bytes.Clone(entity.Components.Data)
	entity.Components.Data[4] ^= 1 // x of the position
	got, err := recorder.ExplainCaptures(a, b)
	if err != nil || got.Same || got.Leaf != "entity slots 0 to 3, motion" || !strings.Contains(got.Difference, "component 0") || !strings.Contains(got.Difference, entity.Tag.String()) {
		t.Errorf("%+v, %v", got, err)
	}
	b.Tick++
	if _, err := recorder.ExplainCaptures(a, b); err == nil {
		t.Error("captures of different ticks were compared")
	}
}

func TestExplainComparesACaptureWithAReplay(t *testing.T) {
	data := icreptest.Game{Ticks: 700}.Write(t)
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	sim := &icreptest.Simulation{}
	sim.Seek(600)
	c, err := recorder.Take(sim, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.State.Core.Players[1].Team = 9
	got, err := recorder.ExplainReplay(r, c)
	if err != nil || got.Same || got.Leaf != "player 1" {
		t.Errorf("%+v, %v", got, err)
	}
	c.Tick = 601
	if _, err := recorder.ExplainReplay(r, c); err == nil {
		t.Error("a tick without keyframe was explained")
	}
}

func FuzzReadCapture(f *testing.F) {
	sim := &icreptest.Simulation{}
	c, err := recorder.Take(sim, 1, nil)
	if err != nil {
		f.Fatal(err)
	}
	data, err := c.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := recorder.ReadCapture(bytes.NewReader(data), int64(len(data))); err != nil && !errors.Is(err, recorder.ErrCapture) {
			t.Fatal(err)
		}
	})
}

// closeIn closes at the end of a test and reports a failure to do so.
func closeIn(tb testing.TB, closeIt func() error) {
	tb.Helper()
	if err := closeIt(); err != nil {
		tb.Error(err)
	}
}
