// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"bytes"
	"io"
	"sync"
	"testing"

	"convertd/core/bincode"
	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
)

// countingReader notes which bytes are read.
type countingReader struct {
	io.ReaderAt
	reads []icrep.Span
}

func (c *countingReader) ReadAt(p []byte, at int64) (int, error) {
	c.reads = append(c.reads, icrep.Span{Offset: uint32(at), Length: uint32(len(p))})
	return c.ReaderAt.ReadAt(p, at)
}

func TestSeekingReadsTwoKeyframesAndOneBlockAtMost(t *testing.T) {
	data := icreptest.Game{Ticks: 7000}.Write(t)
	counting := &countingReader{ReaderAt: bytes.NewReader(data)}
	r, err := icrep.Open(counting, int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	h := r.Header()
	for tick := order.Tick(0); tick <= 7000; tick += 97 {
		counting.reads = nil
		plan, err := r.SeekPlan(tick)
		if err != nil {
			t.Fatal(err)
		}
		state, err := r.State(plan)
		if err != nil {
			t.Fatal(err)
		}
		ticks := r.Ticks(plan.FirstFrame)
		if !ticks.Next() || ticks.Frame().Tick != state.Core.Tick {
			t.Fatalf("tick %d: state of %d, frame %d, %v", tick, state.Core.Tick, ticks.Frame().Tick, ticks.Err())
		}
		keyframes, blocks := 0, 0
		for _, read := range counting.reads {
			switch {
			case read.Offset >= h.Keyframes.Offset:
				keyframes++
			case read.Length > 22:
				blocks++
			}
		}
		want := 1
		if plan.Delta >= 0 {
			want = 2
		}
		if keyframes != want || blocks != 1 {
			t.Errorf("tick %d: %d keyframes and %d blocks were read", tick, keyframes, blocks)
		}
		if uint64(tick-plan.FirstFrame) > icrep.KeyframeInterval {
			t.Errorf("tick %d: %d ticks are left to execute", tick, tick-plan.FirstFrame)
		}
	}
}

func TestAReaderServesSeveralGoroutines(t *testing.T) {
	r := openBytes(t, icreptest.WriteEverything(t, 700))
	var group sync.WaitGroup
	for n := range 4 {
		group.Go(func() {
			for tick := order.Tick(n); tick < 700; tick += 150 {
				plan, err := r.SeekPlan(tick)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := r.State(plan); err != nil {
					t.Error(err)
				}
			}
			if report := r.Verify(icrep.VerifyOptions{States: true}); !report.OK() {
				t.Error(report.Problems)
			}
		})
	}
	group.Wait()
}

func TestEventsFromAnyTickBeginThere(t *testing.T) {
	dir := t.TempDir()
	g := icreptest.Game{}
	w := g.Begin(t, dir)
	g.Feed(t, w, 300)
	// Enough events to fill several blocks, many in one tick.
	var ticks []order.Tick
	for tick := range order.Tick(300) {
		for range 20 + 400*(tick%50/49) {
			if err := w.Event(&icrep.UnitPositionSample{Tick: tick, Positions: make([]icrep.UnitPosition, 8)}); err != nil {
				t.Fatal(err)
			}
			ticks = append(ticks, tick)
		}
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: 300, FinalStateHash: g.Hash(300)}); err != nil {
		t.Fatal(err)
	}
	r := openBytes(t, icreptest.Read(t, dir))
	for from := order.Tick(0); from <= 301; from += 7 {
		want := 0
		for _, tick := range ticks {
			if tick >= from {
				want++
			}
		}
		got := 0
		events := r.Events(from)
		for events.Next() {
			if events.Event().EventTick() < from {
				t.Fatalf("from %d: an event of tick %d", from, events.Event().EventTick())
			}
			got++
		}
		if got != want || events.Err() != nil {
			t.Errorf("from %d: %d events, want %d, %v", from, got, want, events.Err())
		}
	}
}

// FuzzEvent: what is accepted is written the same again, so no two encodings
// mean the same event.
func FuzzEvent(f *testing.F) {
	events := openBytes(f, icreptest.AllEvents(f)).Events(0)
	for events.Next() {
		f.Add(icrep.AppendEvent(nil, events.Event()))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var decoder icrep.EventDecoder
		r := bincode.NewReader(data)
		e := decoder.Decode(r)
		if r.Finish(); r.Err() != nil {
			return
		}
		if again := icrep.AppendEvent(nil, e); !bytes.Equal(again, data) {
			t.Fatalf("% x became % x", data, again)
		}
	})
}

func TestAbsentKillersHaveOneEncoding(t *testing.T) {
	kill := &icrep.UnitDestroyed{Killer: order.UnitTag{Index: 1}, KillerOwner: 1}
	data := icrep.AppendEvent(nil, kill)
	for name, at := range map[string]int{"killer": len(data) - 9, "owner": len(data) - 4} {
		changed := bytes.Clone(data)
		copy(changed[at:at+4], []byte{255, 255, 255, 255})
		var decoder icrep.EventDecoder
		r := bincode.NewReader(changed)
		if decoder.Decode(r); r.Err() == nil {
			t.Errorf("%s: present and nobody was accepted", name)
		}
	}
}
