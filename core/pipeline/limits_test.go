// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"io"
	"testing"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
)

// counted is a Recording that counts its frames.
type counted struct {
	discard
	frames *int
}

func (c counted) EncodedTick(order.Tick, []byte) error { *c.frames++; return nil }

// A header that names four thousand million ticks a second does not make a small file a
// long game.
func TestNoTickRateMakesASmallFileALongGame(t *testing.T) {
	for _, rate := range []order.TickRate{{Num: 1000, Den: 1}, {Num: 1<<32 - 1, Den: 1}} {
		if ticks := credibleTicks(100, rate); ticks != idleTicks+100*mostPerByte {
			t.Errorf("%d/%d: %d ticks", rate.Num, rate.Den, ticks)
		}
	}
	if ticks := credibleTicks(100, order.TickRate{Num: 1, Den: 1 << 31}); ticks != idleSeconds+50 {
		t.Errorf("slow: %d ticks", ticks)
	}
}

// What a decoder claims of the length of a game is believed as far as the file's
// bytes can hold it; what came before is kept.
func TestTicksAreCredibleForTheBytesThatCarryThem(t *testing.T) {
	const size = 2048
	longest := credibleTicks(size, tickRate(testHeader())) // 26 ticks a second, to be on the safe side
	if longest != 26*20*60+26*size/2 {
		t.Fatalf("%d bytes hold %d ticks", size, longest)
	}
	far := []ir.SyncSample{{Frame: 1, Tick: 1 << 60}}
	for name, one := range map[string]struct {
		size   uint64
		events []Event
		ticks  uint64
		code   ir.Code
	}{
		"as long as can be":        {size, []Event{batch(t, 1, longest-1), {Trailer: &ir.Trailer{Ticks: longest, Complete: true}}}, longest, ""},
		"an order behind that":     {size, []Event{batch(t, 1, 30, longest), {Trailer: &ir.Trailer{Ticks: longest + 1, Complete: true}}}, 31, ir.CodeMalformed},
		"the last tick there is":   {size, []Event{batch(t, 1, 30, 1<<64-1), {Trailer: &ir.Trailer{Ticks: 40, Complete: true}}}, 31, ir.CodeMalformed},
		"only the trailer":         {size, []Event{batch(t, 1, 30), {Trailer: &ir.Trailer{Ticks: 1 << 63, Complete: true}}}, 31, ir.CodeMalformed},
		"a hash":                   {size, []Event{batch(t, 1, 30), {Sync: far}, {Trailer: &ir.Trailer{Ticks: 40, Complete: true}}}, 31, ir.CodeMalformed},
		"more batches behind":      {size, []Event{batch(t, 1, 1<<40), batch(t, 1<<40), {Trailer: &ir.Trailer{Ticks: 9}}}, 2, ir.CodeMalformed},
		"a size that is not known": {0, []Event{batch(t, 1, 30, 1<<64-1), {Trailer: &ir.Trailer{Ticks: 40}}}, 31, ir.CodeLimitExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			frames := 0
			source := &script{events: append([]Event{{Header: testHeader()}}, one.events...), end: io.EOF}
			result, err := Convert(t.Context(), &Job{SourceBytes: one.size, Thresholds: divergence.DefaultThresholds()}, source,
				func(icrep.Metadata) (Recording, error) { return counted{frames: &frames}, nil })
			if err != nil {
				t.Fatal(err)
			}
			if uint64(frames) != one.ticks {
				t.Errorf("%d ticks are played, want %d", frames, one.ticks)
			}
			damage, damaged := ir.AsDecodeError(result.Damage)
			if damaged != (one.code != "") || damaged && damage.Code != one.code {
				t.Errorf("damage is %v, want %q", result.Damage, one.code)
			}
		})
	}
}

// millisecondGame is 75 minutes in a format that counts milliseconds.
const millisecondGame = 75 * 60 * 1000

func TestLongGameInMillisecondsIsCredible(t *testing.T) {
	for size, want := range map[uint64]uint64{40_000: millisecondGame, 1 << 20: MaxTicks, 0: MaxTicks} {
		if ticks := credibleTicks(size, order.TickRate{Num: 1000, Den: 1}); ticks < want || ticks > MaxTicks {
			t.Errorf("%d bytes hold %d ticks, want %d at least", size, ticks, want)
		}
	}
}

// BenchmarkLongGameInMilliseconds converts such a game of a small file to its end.
func BenchmarkLongGameInMilliseconds(b *testing.B) {
	header := testHeader()
	header.TickRate = ir.Rational{Num: 1000, Den: 1}
	for b.Loop() {
		frames := 0
		source := &script{events: []Event{
			{Header: header}, batch(b, 1, 30, millisecondGame/2, millisecondGame-1), {Trailer: &ir.Trailer{Ticks: millisecondGame, Complete: true}},
		}, end: io.EOF}
		result, err := Convert(b.Context(), &Job{SourceBytes: 40_000, Thresholds: divergence.DefaultThresholds()}, source,
			func(icrep.Metadata) (Recording, error) { return counted{frames: &frames}, nil })
		if err != nil || result.Damage != nil || frames != millisecondGame {
			b.Fatalf("%d ticks, %v, damage %v", frames, err, result.Damage)
		}
	}
}
