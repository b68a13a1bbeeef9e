package icrep_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"convertd/core/icrep"
	"convertd/core/order"
)

func TestWrittenReplayReadsBackTickByTick(t *testing.T) {
	data := recording{ticks: 7000, events: true}.record(t)
	r := openBytes(t, data)
	if report := r.Verify(icrep.VerifyOptions{}); !report.OK() {
		t.Fatalf("verify: %v", report.Problems)
	}
	want := uint64(0)
	ticks := r.Ticks(0)
	for ticks.Next() {
		if diff := cmp.Diff(sampleFrame(want), ticks.Frame(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("tick %d (-want +got):\n%s", want, diff)
		}
		want++
	}
	if ticks.Err() != nil || want != 7000 {
		t.Fatalf("%d ticks, %v", want, ticks.Err())
	}
}

func TestTicksFromAnyTickBeginThere(t *testing.T) {
	r := openBytes(t, recording{ticks: 1000}.record(t))
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

func TestKeyframesReadBack(t *testing.T) {
	r := openBytes(t, recording{ticks: 7000}.record(t))
	if n := len(r.Keyframes()); n != 24 {
		t.Fatalf("%d keyframes, want 24", n)
	}
	for i, k := range r.Keyframes() {
		blob, err := r.Keyframe(i, nil)
		if err != nil {
			t.Fatal(err)
		}
		if uint64(k.Tick) != uint64(i)*300 || k.Full != (i%10 == 0) || !bytes.Equal(blob, sampleBlob(uint64(k.Tick), k.Full)) {
			t.Errorf("keyframe %d: %+v", i, k)
		}
	}
}

func TestSeekPlanReadsOneFullAndAtMostOneDelta(t *testing.T) {
	r := openBytes(t, recording{ticks: 7000}.record(t))
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
	rec := recording{ticks: 3000, events: true}
	if !bytes.Equal(rec.record(t), rec.record(t)) {
		t.Error("two recordings of the same calls differ")
	}
}

func TestConversionDateDoesNotChangeTheReplayID(t *testing.T) {
	dated := sampleMetadata()
	dated.ConvertedFrom.ConversionDate, dated.Timestamp = "2026-01-02T03:04:05Z", "2020-01-01T00:00:00Z"
	a := openBytes(t, recording{ticks: 10}.record(t)).Metadata()
	b := openBytes(t, recording{ticks: 10, options: icrep.Options{Metadata: dated}}.record(t)).Metadata()
	c := openBytes(t, recording{ticks: 11}.record(t)).Metadata()
	if a.ReplayID != b.ReplayID || a.ReplayID == c.ReplayID || len(a.ReplayID) != 36 {
		t.Errorf("ids %s, %s (dated), %s (longer)", a.ReplayID, b.ReplayID, c.ReplayID)
	}
}

func TestMetadataSurvivesWithUnknownMembers(t *testing.T) {
	want := sampleMetadata()
	got := *openBytes(t, recording{ticks: 50}.record(t)).Metadata()
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
	rec := recording{
		ticks: 1000, options: icrep.Options{AllowGaps: true},
		skip: func(tick uint64) bool { return tick == 10 || (tick >= 250 && tick < 520) || tick >= 998 },
	}
	r := openBytes(t, rec.record(t))
	h := r.Header()
	if h.LostFrames != 273 || h.Flags&icrep.FlagIncomplete == 0 || h.TotalTicks != 1000 {
		t.Errorf("header %+v", h)
	}
	if report := r.Verify(icrep.VerifyOptions{}); !report.OK() || report.Frames != 727 || !report.Incomplete {
		t.Errorf("verify: %+v", report)
	}
}

func TestGapsNeedPermission(t *testing.T) {
	w := recording{}.begin(t, t.TempDir())
	defer w.Abort()
	if err := w.Keyframe(0, true, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := w.Tick(sampleFrame(1)); err == nil {
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
	w := recording{}.begin(t, dir)
	recording{}.feed(t, w, 10)
	if err := os.WriteFile(dir+"/game.icrep", []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: 10, FinalStateHash: sampleHash(10)}); err == nil {
		t.Error("Finish over an existing file was accepted")
	}
	if got := readReplay(t, dir); string(got) != "precious" {
		t.Errorf("the file was overwritten: %q", got)
	}
	if _, err := os.Stat(dir + "/game.icrep" + icrep.JournalSuffix); err != nil {
		t.Errorf("the journal is gone: %v", err)
	}
	w = recording{options: icrep.Options{Overwrite: true}}.begin(t, dir)
	recording{}.feed(t, w, 10)
	if _, err := w.Finish(icrep.Final{TotalTicks: 10, FinalStateHash: sampleHash(10)}); err != nil {
		t.Errorf("overwriting on demand: %v", err)
	}
	openBytes(t, readReplay(t, dir))
}

func TestAbortAndFinishLeaveNothingBehind(t *testing.T) {
	dir := t.TempDir()
	w := recording{}.begin(t, dir)
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	w = recording{}.begin(t, dir)
	recording{}.feed(t, w, 300)
	if _, err := w.Finish(icrep.Final{TotalTicks: 300, FinalStateHash: sampleHash(300)}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "game.icrep" {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

func TestHugeTicksAreSplitOverSeveralBlocksOfOneCell(t *testing.T) {
	dir := t.TempDir()
	w := recording{}.begin(t, dir)
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
	if _, err := w.Finish(icrep.Final{TotalTicks: ticks, FinalStateHash: sampleHash(1)}); err != nil {
		t.Fatal(err)
	}
	r := openBytes(t, readReplay(t, dir))
	if report := r.Verify(icrep.VerifyOptions{}); !report.OK() || report.Orders != ticks*400 {
		t.Errorf("%+v", report)
	}
}
