// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"context"
	"encoding/binary"
	"testing"

	"convertd/core/ir"
	fixtures "convertd/internal/fixtures/remastered"
	"convertd/plugins/remastered"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

func TestSelectionTakesItsLimitAndNoMore(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	for n, fits := range map[int]bool{16384: true, 16385: false} {
		r := fixtures.Everything(b)
		last := len(r.Turns) - 1
		r.Turns[last].Selected = make([]uint32, n)
		for i := range r.Turns[last].Selected {
			r.Turns[last].Selected[i] = 0xFFFFFFFF
		}
		file := r.Encode(b)
		got, err := decode(file.Data, sdk.DecodeOptions{})
		if failure, ok := ir.AsDecodeError(err); ok == fits || ok && (failure.Code != ir.CodeMalformed || failure.Offset != uint64(file.Turns[last]+4)) {
			t.Errorf("%d selected: %v", n, err)
		}
		if !fits {
			continue
		}
		order := &got.Orders[len(got.Orders)-1]
		var batch ir.OrderBatchWriter
		if _, err := batch.Add(order); err != nil || len(order.Subjects) != n {
			t.Errorf("%d subjects: %v", len(order.Subjects), err)
		}
	}
}

// TestEventBlockTakesTheEnginesQueueAndNoMore: each build has its own.
func TestEventBlockTakesTheEnginesQueueAndNoMore(t *testing.T) {
	for build, queue := range map[string]int{
		"ra-remaster": 16384, "ra-1996-win95": 4096, "td-remaster": 2048, "td-vanilla-windows": 2048, "td-1995": 512,
	} {
		b := fixtures.FindBuild(build)
		for n, fits := range map[int]bool{queue: true, queue + 1: false} {
			r := fixtures.Everything(b)
			last := len(r.Turns) - 1
			r.Turns[last].Events = make([]fixtures.Event, n)
			for i := range r.Turns[last].Events {
				r.Turns[last].Events[i] = fixtures.Event{Name: "EMPTY", ID: 1}
			}
			file := r.Encode(b)
			got, err := decode(file.Data, sdk.DecodeOptions{})
			if failure, ok := ir.AsDecodeError(err); ok == fits || ok && failure.Code != ir.CodeMalformed {
				t.Errorf("%s, %d events: %v", build, n, err)
			}
			want := len(file.Events)
			if !fits {
				want -= n
			}
			if len(got.events()) != want {
				t.Errorf("%s, %d events in the last block: %d of %d", build, n, len(got.events()), want)
			}
		}
	}
}

func TestPlayerListTakesEightAndNoMore(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	for n, fits := range map[int]bool{8: true, 9: false} {
		r := fixtures.Network(b, 1, 12)
		for len(r.Players) < n {
			r.Players = append(r.Players, fixtures.Player{Name: "Further", House: 3, Color: 6})
		}
		_, err := decode(r.Encode(b).Data, sdk.DecodeOptions{Profile: b.Profile})
		if failure, ok := ir.AsDecodeError(err); ok == fits || ok && (failure.Code != ir.CodeMalformed || failure.Offset != playerCountAt) {
			t.Errorf("%d players: %v", n, err)
		}
	}
}

// playerCountAt is where Vanilla Conquer's player count is: Bases has one byte.
const playerCountAt = 52

func TestMissionsMayEndSixteenTimesBetweenEvents(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	for n, fits := range map[int]bool{16: true, 17: false} {
		r := fixtures.Everything(b)
		r.Type = 0
		quiet := make([]fixtures.Turn, n)
		for i := range quiet {
			quiet[i] = fixtures.Turn{CameraX: 1, RepeatFrame: true}
		}
		r.Turns = append(append(r.Turns[:4:4], quiet...), r.Turns[4:]...)
		_, err := decode(r.Encode(b).Data, sdk.DecodeOptions{})
		if (err == nil) != fits {
			t.Errorf("%d repeated frames: %v", n, err)
		}
	}
}

// TestEventsDoNotAllocate decodes a recording and one with a hundred times its
// turns: both allocate the same.
func TestEventsDoNotAllocate(t *testing.T) {
	for _, build := range []string{"ra-remaster", "ra-1996-dos", "td-remaster", "td-vanilla-linux"} {
		b := fixtures.FindBuild(build)
		short, long := fixtures.Everything(b), fixtures.Everything(b)
		for range 99 {
			long.Turns = append(long.Turns, short.Turns...)
		}
		for _, native := range []bool{false, true} {
			few := allocations(t, short.Encode(b).Data, native)
			many := allocations(t, long.Encode(b).Data, native)
			// The line and the list of subjects grow a few times, and with the race
			// detector pools of memory throw away at random what they are given.
			// An allocation for each turn would be thousands.
			const slack = 50
			if many > few+slack {
				t.Errorf("%s, native %t: %v allocations, with a hundred times the turns %v", build, native, few, many)
			}
		}
	}
}

func allocations(t *testing.T, data []byte, native bool) float64 {
	t.Helper()
	sink := &sinktest.Counter{}
	return testing.AllocsPerRun(10, func() {
		err := remastered.Decoder{}.Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{Native: native}, sink)
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestFrameNumbersHaveTheWidthOfTheirField: bits beyond it are the sender's.
func TestFrameNumbersHaveTheWidthOfTheirField(t *testing.T) {
	for build, bits := range map[string]int{"ra-vanilla-linux": 26, "td-vanilla-linux": 27} {
		b := fixtures.FindBuild(build)
		r := fixtures.Everything(b)
		r.Type = 0
		file := r.Encode(b)
		at := file.Events[0] + 1
		word := binary.LittleEndian.Uint32(file.Data[at:])
		binary.LittleEndian.PutUint32(file.Data[at:], word&^(1<<31-1)|9<<bits)
		got := mustDecode(t, file.Data, sdk.DecodeOptions{Native: true})
		if want := `{"frame":0,"type":"EMPTY","id":9,`; len(got.Lines) == 0 || got.Lines[0][:len(want)] != want {
			t.Errorf("%s: %s", build, got.Lines[0])
		}
	}
}
