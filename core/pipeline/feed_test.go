// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"convertd/core/ir"
)

// script is a Source that plays back events and then an error.
type script struct {
	events []Event
	end    error
}

func (s *script) Next(context.Context) (Event, error) {
	if len(s.events) == 0 {
		return Event{}, s.end
	}
	event := s.events[0]
	s.events = s.events[1:]
	return event, nil
}

func testHeader() *ir.Header {
	return &ir.Header{
		Format: "test", TickRate: ir.Rational{Num: 25, Den: 1}, TicksPerFrame: 1, LocalPlayer: ir.NoPlayer,
		Players: []ir.Player{{Kind: ir.PlayerHuman, Name: "Player One"}},
	}
}

// batch encodes orders of the given ticks.
func batch(t interface{ Fatal(...any) }, ticks ...uint64) Event {
	var writer ir.OrderBatchWriter
	for i, tick := range ticks {
		if _, err := writer.Add(&ir.Order{Tick: tick, Frame: tick, Offset: uint64(i), Subjects: []uint32{uint32(tick)}}); err != nil {
			t.Fatal(err)
		}
	}
	reader := &ir.OrderBatchReader{}
	if err := reader.Reset(writer.Flush(nil)); err != nil {
		t.Fatal(err)
	}
	return Event{Orders: reader}
}

func hashes(frames ...uint64) Event {
	var samples []ir.SyncSample
	for _, frame := range frames {
		samples = append(samples, ir.SyncSample{Frame: frame, Tick: frame, Value: frame * 10})
	}
	return Event{Sync: samples}
}

func TestTicksGetTheirOrdersAndHashesWhereverBatchesEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ticks := rapid.SliceOfN(rapid.Uint64Range(0, 30), 0, 40).Draw(t, "ticks")
		sortTicks(ticks)
		source := &script{events: []Event{{Header: testHeader()}}, end: io.EOF}
		split := func(list []uint64, event func(...uint64) Event) []Event {
			var out []Event
			for len(list) > 0 {
				n := rapid.IntRange(1, len(list)).Draw(t, "batch")
				out = append(out, event(list[:n]...))
				list = list[n:]
			}
			return out
		}
		frames := make([]uint64, 31)
		for i := range frames {
			frames[i] = uint64(i)
		}
		orders := split(ticks, func(ticks ...uint64) Event { return batch(t, ticks...) })
		samples := split(frames, hashes)
		for len(orders)+len(samples) > 0 {
			if len(samples) == 0 || (len(orders) > 0 && rapid.Bool().Draw(t, "orders first")) {
				source.events, orders = append(source.events, orders[0]), orders[1:]
			} else {
				source.events, samples = append(source.events, samples[0]), samples[1:]
			}
		}
		source.events = append(source.events, Event{Trailer: &ir.Trailer{Complete: true, Ticks: 31}})

		f, err := openFeed(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		f.wantHashes = true
		var got []uint64
		tick := uint64(0)
		for ; ; tick++ {
			if err := f.ready(t.Context(), tick); err != nil {
				t.Fatal(err)
			}
			if f.ended(tick) {
				break
			}
			for o := f.next(tick); o != nil; o = f.next(tick) {
				if o.Tick != tick || o.Subjects[0] != uint32(tick) {
					t.Fatalf("tick %d got an order of tick %d for %v", tick, o.Tick, o.Subjects)
				}
				got = append(got, o.Tick)
			}
			if sample, ok := f.hash(tick); !ok || sample.Value != tick*10 {
				t.Fatalf("tick %d got hash %v, %v", tick, sample, ok)
			}
		}
		if tick != 31 || !cmp.Equal(ticks, got) && len(ticks) > 0 {
			t.Fatalf("%d ticks, orders of %v, want %v", tick, got, ticks)
		}
	})
}

func sortTicks(ticks []uint64) {
	for i := range ticks {
		for j := i; j > 0 && ticks[j] < ticks[j-1]; j-- {
			ticks[j], ticks[j-1] = ticks[j-1], ticks[j]
		}
	}
}

func TestStreamsThatBreakTheirContractAreRefused(t *testing.T) {
	trailer := Event{Trailer: &ir.Trailer{Ticks: 9}}
	head := Event{Header: testHeader()}
	for name, source := range map[string]*script{
		"no header":             {events: []Event{hashes(1)}, end: io.EOF},
		"empty":                 {end: io.EOF},
		"two headers":           {events: []Event{head, head}, end: io.EOF},
		"no trailer":            {events: []Event{head}, end: io.EOF},
		"more after a trailer":  {events: []Event{head, trailer, hashes(1)}, end: io.EOF},
		"ticks that go back":    {events: []Event{head, batch(t, 5, 4), trailer}, end: io.EOF},
		"back between batches":  {events: []Event{head, batch(t, 5), batch(t, 4), trailer}, end: io.EOF},
		"two trailers in a row": {events: []Event{head, trailer, trailer}, end: io.EOF},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := openFeed(t.Context(), source)
			for tick := uint64(0); err == nil && !f.done; tick++ {
				err = f.ready(t.Context(), tick)
			}
			var stream *StreamError
			var wire *ir.WireError // of a batch that cannot be one
			if !errors.As(err, &stream) && !errors.As(err, &wire) {
				t.Errorf("got %v, want a StreamError or a WireError", err)
			}
		})
	}
}

func TestDamageKeepsWhatCameBefore(t *testing.T) {
	damage := &ir.DecodeError{Code: ir.CodeTruncated, Section: "packet", Offset: 77}
	source := &script{events: []Event{{Header: testHeader()}, batch(t, 0, 3), {Trailer: &ir.Trailer{Ticks: 4}}}, end: damage}
	f, err := openFeed(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.ready(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	orders := 0
	for f.next(3) != nil {
		orders++
	}
	if orders != 2 || !errors.Is(f.failure, damage) {
		t.Errorf("%d orders before the damage, failure %v", orders, f.failure)
	}
}

func TestFailuresOfTheDecoderPassUnchanged(t *testing.T) {
	crash := errors.New("the decoder crashed")
	f, err := openFeed(t.Context(), &script{events: []Event{{Header: testHeader()}}, end: crash})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.ready(t.Context(), 0); !errors.Is(err, crash) {
		t.Errorf("got %v", err)
	}
}

func TestReadingAheadIsBounded(t *testing.T) {
	events := []Event{{Header: testHeader()}}
	many := make([]uint64, 1000)
	for range 200 {
		events = append(events, batch(t, many...))
	}
	f, err := openFeed(t.Context(), &script{events: events, end: io.EOF})
	if err != nil {
		t.Fatal(err)
	}
	f.wantHashes = true
	if err := f.ready(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	if f.held < maxAhead || f.held >= maxAhead+len(many) {
		t.Errorf("%d orders are held, the limit is %d", f.held, maxAhead)
	}
}
