// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
)

func openBytes(tb testing.TB, data []byte) *icrep.Reader {
	tb.Helper()
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func TestWrittenReplayReadsBackTickByTick(t *testing.T) {
	data := icreptest.Game{Ticks: 3700, Events: true}.Write(t)
	r := openBytes(t, data)
	if report := r.Verify(icrep.VerifyOptions{}); !report.OK() {
		t.Fatalf("verify: %v", report.Problems)
	}
	want := uint64(0)
	ticks := r.Ticks(0)
	for ticks.Next() {
		if diff := cmp.Diff(icreptest.Game{}.Frame(want), ticks.Frame(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("tick %d (-want +got):\n%s", want, diff)
		}
		want++
	}
	if ticks.Err() != nil || want != 3700 {
		t.Fatalf("%d ticks, %v", want, ticks.Err())
	}
}

func TestTicksFromAnyTickBeginThere(t *testing.T) {
	r := openBytes(t, icreptest.Game{Ticks: 1000}.Write(t))
	for _, from := range []uint64{0, 1, 255, 256, 257, 511, 512, 999, 1000, 5000} {
		ticks := r.Ticks(order.Tick(from))
		n := from
		for ; ticks.Next(); n++ {
			if uint64(ticks.Frame().Tick) != n {
				t.Fatalf("from %d: tick %d, want %d", from, ticks.Frame().Tick, n)
			}
		}
		if ticks.Err() != nil || n != max(from, 1000) {
			t.Errorf("from %d: ended at %d, %v", from, n, ticks.Err())
		}
	}
}

func TestKeyframesGiveBackTheStateOfTheirTick(t *testing.T) {
	r := openBytes(t, icreptest.Game{Ticks: 3700}.Write(t))
	if n := len(r.Keyframes()); n != 13 {
		t.Fatalf("%d keyframes, want 13", n)
	}
	for i, k := range r.Keyframes() {
		if uint64(k.Tick) != uint64(i)*300 || k.Full != (i%10 == 0) {
			t.Errorf("keyframe %d: %+v", i, k)
		}
		plan, err := r.SeekPlan(k.Tick + 7)
		if err != nil {
			t.Fatal(err)
		}
		state, err := r.State(plan)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(icreptest.State(uint64(k.Tick), 0), state, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("keyframe %d (-want +got):\n%s", k.Tick, diff)
		}
	}
	if report := r.Verify(icrep.VerifyOptions{States: true}); !report.OK() || report.States != 13 {
		t.Errorf("%+v", report)
	}
}

func TestSeekPlanReadsOneFullAndAtMostOneDelta(t *testing.T) {
	r := openBytes(t, icreptest.Game{Ticks: 7000}.Write(t))
	for _, c := range []struct {
		tick        order.Tick
		full, delta int
		first       order.Tick
	}{
		{0, 0, -1, 0},
		{299, 0, -1, 0},
		{300, 0, 1, 300},
		{2999, 0, 9, 2700},
		{3000, 10, -1, 3000},
		{3299, 10, -1, 3000},
		{3301, 10, 11, 3300},
		{7000, 20, 23, 6900},
	} {
		plan, err := r.SeekPlan(c.tick)
		if err != nil {
			t.Fatal(err)
		}
		want := icrep.SeekPlan{Tick: c.tick, Full: c.full, Delta: c.delta, FirstFrame: c.first, FirstBlock: int(c.first) / icrep.BlockTicks}
		if plan != want {
			t.Errorf("tick %d: %+v, want %+v", c.tick, plan, want)
		}
	}
	if _, err := r.SeekPlan(7001); err == nil {
		t.Error("a plan for a tick behind the end")
	}
}

func TestSameCallsGiveSameBytes(t *testing.T) {
	rec := icreptest.Game{Ticks: 3000, Events: true}
	if !bytes.Equal(rec.Write(t), rec.Write(t)) {
		t.Error("two recordings of the same calls differ")
	}
}

func TestConversionDateDoesNotChangeTheReplayID(t *testing.T) {
	dated := icreptest.Metadata()
	dated.ConvertedFrom.ConversionDate, dated.Timestamp = "2026-01-02T03:04:05Z", "2020-01-01T00:00:00Z"
	a := openBytes(t, icreptest.Game{Ticks: 10}.Write(t)).Metadata()
	b := openBytes(t, icreptest.Game{Ticks: 10, Options: icrep.Options{Metadata: dated}}.Write(t)).Metadata()
	c := openBytes(t, icreptest.Game{Ticks: 11}.Write(t)).Metadata()
	if a.ReplayID != b.ReplayID || a.ReplayID == c.ReplayID || len(a.ReplayID) != 36 {
		t.Errorf("ids %s, %s (dated), %s (longer)", a.ReplayID, b.ReplayID, c.ReplayID)
	}
}

func TestMetadataSurvivesWithUnknownMembers(t *testing.T) {
	want := icreptest.Metadata()
	got := *openBytes(t, icreptest.Game{Ticks: 50}.Write(t)).Metadata()
	if got.TotalTicks != 50 || got.DurationSeconds != 2 || got.BaseBuild != 1 || got.Signed {
		t.Errorf("derived members: %+v", got)
	}
	got.Integrity, got.ReplayID, got.TotalTicks, got.DurationSeconds, got.BaseBuild = nil, "", 0, 0, 0
	wantText, _ := want.Canonical()
	gotText, _ := got.Canonical()
	if diff := cmp.Diff(string(wantText), string(gotText)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLostFramesMakeTheFileIncomplete(t *testing.T) {
	rec := icreptest.Game{
		Ticks: 1000, Options: icrep.Options{AllowGaps: true},
		Skip: func(tick uint64) bool { return tick == 10 || (tick >= 250 && tick < 520) || tick >= 998 },
	}
	r := openBytes(t, rec.Write(t))
	h := r.Header()
	if h.LostFrames != 273 || h.Flags&icrep.FlagIncomplete == 0 || h.TotalTicks != 1000 {
		t.Errorf("header %+v", h)
	}
	if report := r.Verify(icrep.VerifyOptions{}); !report.OK() || report.Frames != 727 || !report.Incomplete {
		t.Errorf("verify: %+v", report)
	}
}

func TestGapsNeedPermission(t *testing.T) {
	w := icreptest.Game{}.Begin(t, t.TempDir())
	defer closeIn(t, w.Abort)
	if err := w.Keyframe(0, true, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := w.Tick(icreptest.Game{}.Frame(1)); err == nil {
		t.Error("a frame of tick 1 first was accepted")
	}
}

func TestFinishRefusesToOverwriteUnlessTold(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/game.icrep", []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := icrep.CreateFile(dir+"/game.icrep", icrep.Options{}); err == nil {
		t.Error("Create over an existing file was accepted")
	}
	// A file that appears while recording is refused at the end, and the
	// recording stays repairable.
	if err := os.Remove(dir + "/game.icrep"); err != nil {
		t.Fatal(err)
	}
	w := icreptest.Game{}.Begin(t, dir)
	icreptest.Game{}.Feed(t, w, 10)
	if err := os.WriteFile(dir+"/game.icrep", []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: 10, FinalStateHash: icreptest.Game{}.Hash(10)}); err == nil {
		t.Error("Finish over an existing file was accepted")
	}
	if got := icreptest.Read(t, dir); string(got) != "precious" {
		t.Errorf("the file was overwritten: %q", got)
	}
	if _, err := os.Stat(dir + "/game.icrep" + icrep.JournalSuffix); err != nil {
		t.Errorf("the journal is gone: %v", err)
	}
	w = icreptest.Game{Options: icrep.Options{Overwrite: true}}.Begin(t, dir)
	icreptest.Game{}.Feed(t, w, 10)
	if _, err := w.Finish(icrep.Final{TotalTicks: 10, FinalStateHash: icreptest.Game{}.Hash(10)}); err != nil {
		t.Errorf("overwriting on demand: %v", err)
	}
	openBytes(t, icreptest.Read(t, dir))
}

func TestAbortAndFinishLeaveNothingBehind(t *testing.T) {
	dir := t.TempDir()
	w := icreptest.Game{}.Begin(t, dir)
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	w = icreptest.Game{}.Begin(t, dir)
	icreptest.Game{}.Feed(t, w, 300)
	if _, err := w.Finish(icrep.Final{TotalTicks: 300, FinalStateHash: icreptest.Game{}.Hash(300)}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "game.icrep" {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

func TestHugeTicksAreSplitOverSeveralBlocksOfOneCell(t *testing.T) {
	dir := t.TempDir()
	w := icreptest.Game{}.Begin(t, dir)
	if err := w.Keyframe(0, true, []byte("x")); err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 4000)
	for i := range noise {
		noise[i] = byte(i * i >> 3)
	}
	const ticks = 5
	for tick := range uint64(ticks) {
		f := &icrep.TickFrame{Tick: order.Tick(tick)}
		for range 400 {
			f.Orders = append(f.Orders, order.TimestampedOrder{Order: order.PlayerOrder{Kind: order.KindGameOrder, Game: order.GameOrder{Tag: order.TagForeign, Payload: noise}}})
		}
		if err := w.Tick(f); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: ticks, FinalStateHash: icreptest.Game{}.Hash(1)}); err != nil {
		t.Fatal(err)
	}
	r := openBytes(t, icreptest.Read(t, dir))
	if report := r.Verify(icrep.VerifyOptions{}); !report.OK() || report.Orders != ticks*400 {
		t.Errorf("%+v", report)
	}
}

// TestAKeyframeMayBePackedWhileOthersAreWritten packs on one goroutine what another
// records: the file is the one that is written at once.
func TestAKeyframeMayBePackedWhileOthersAreWritten(t *testing.T) {
	blobs := map[order.Tick][]byte{}
	for tick := order.Tick(0); tick < 700; tick += 100 {
		blobs[tick] = icreptest.State(uint64(tick), 0).Append(nil)
	}
	full := map[order.Tick]bool{0: true, 100: true, 200: true, 300: true, 400: true, 500: true, 600: true}
	dir := t.TempDir()
	g := icreptest.Game{}
	w := g.Begin(t, dir)
	packed := make(chan icrep.PackedKeyframe)
	go func() {
		defer close(packed)
		for tick := order.Tick(0); tick < 700; tick += 100 {
			one, err := w.PackKeyframe(true, blobs[tick])
			if err != nil {
				t.Error(err)
			}
			packed <- one
		}
	}()
	for tick := range order.Tick(700) {
		if blobs[tick] != nil {
			if err := w.PackedKeyframe(tick, <-packed); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Tick(g.Frame(uint64(tick))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: 700, FinalStateHash: g.Hash(700)}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(icreptest.Read(t, dir), recordKeyframes(t, blobs, full)) {
		t.Error("the file is another one")
	}
}

func TestAKeyframeThatCannotBePackedDoesNotEndTheRecording(t *testing.T) {
	g := icreptest.Game{}
	w := g.Begin(t, t.TempDir())
	defer func() { _ = w.Abort() }()
	if _, err := w.PackKeyframe(true, nil); !errors.Is(err, icrep.ErrUsage) {
		t.Errorf("nothing was packed: %v", err)
	}
	packed, err := w.PackKeyframe(true, icreptest.State(0, 0).Append(nil))
	if err == nil {
		err = w.PackedKeyframe(0, packed)
	}
	if err != nil {
		t.Error(err)
	}
	if err := w.PackedKeyframe(1, icrep.PackedKeyframe{}); !errors.Is(err, icrep.ErrUsage) {
		t.Errorf("what nobody packed was recorded: %v", err)
	}
}
