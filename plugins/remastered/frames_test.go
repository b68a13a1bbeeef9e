// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"testing"

	"convertd/core/ir"
	fixtures "convertd/internal/fixtures/remastered"
	"convertd/sdk"
)

func TestRecordingBegunInALoadedGameFollowsItsEvents(t *testing.T) {
	for _, build := range []string{"ra-vanilla-linux", "td-remaster"} {
		b := fixtures.FindBuild(build)
		r := fixtures.Everything(b)
		r.Type, r.Start = 0, 5000
		r.Turns = append([]fixtures.Turn{{CameraX: 9}, {CameraX: 9}}, r.Turns...)
		file := r.Encode(b)
		got := mustDecode(t, file.Data, sdk.DecodeOptions{})
		events := got.events()
		if len(events) != len(file.Events) {
			t.Fatalf("%s: %d events of %d", build, len(events), len(file.Events))
		}
		// The third turn has the first event.
		if events[0].Frame != 5002 || events[0].Tick != 2 {
			t.Errorf("%s: the first event is of frame %d, tick %d", build, events[0].Frame, events[0].Tick)
		}
		if want := uint64(5000 + len(r.Turns) - 1); got.Trailer.LastFrame != want || got.Trailer.Ticks != uint64(len(r.Turns)) {
			t.Errorf("%s: %+v", build, got.Trailer)
		}
	}
}

// TestNetworkGameLoadedBetweenTwoSendings: the place of event blocks depends
// on the frame, which only the blocks themselves tell.
func TestNetworkGameLoadedBetweenTwoSendings(t *testing.T) {
	for start := range uint32(4) {
		for _, protocol := range []int{0, 1, 2} {
			b := fixtures.FindBuild("ra-vanilla-linux")
			r := fixtures.Network(b, protocol, 40)
			r.Start = 900 + start
			for i := range r.Turns {
				events := r.Turns[i].Events
				r.Turns[i].Events = append(events[:0:0], events[:min(1, len(events))]...)
			}
			file := r.Encode(b)
			got, err := decode(file.Data, sdk.DecodeOptions{})
			if err != nil || len(got.events()) != len(file.Events) {
				t.Errorf("protocol %d from frame %d: %d events of %d, %v", protocol, r.Start, len(got.events()), len(file.Events), err)
			}
		}
	}
}

func TestMissionEndUsesAFrameTwiceInRedAlert(t *testing.T) {
	for _, test := range []struct {
		build string
		works bool
	}{{"ra-vanilla-linux", true}, {"td-vanilla-linux", false}} {
		b := fixtures.FindBuild(test.build)
		r := fixtures.Everything(b)
		r.Type = 0
		r.Turns[5].RepeatFrame = true
		file := r.Encode(b)
		got, err := decode(file.Data, sdk.DecodeOptions{})
		if !test.works {
			if failure, ok := ir.AsDecodeError(err); !ok || failure.Code != ir.CodeMalformed {
				t.Errorf("%s never repeats a frame, but got %v", test.build, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(got.events()) != len(file.Events) || !got.HasDiagnostic("frames-repeated") || got.detail("repeated_frames") != "1" {
			t.Errorf("%d events of %d, %+v", len(got.events()), len(file.Events), got.Trailer)
		}
		if want := uint64(len(r.Turns)); got.Trailer.Ticks != want || got.Trailer.LastFrame != want-2 {
			t.Errorf("%d ticks, last frame %d of %d turns", got.Trailer.Ticks, got.Trailer.LastFrame, want)
		}
	}
}

func TestTicksOfAnySoundFileNeverGoBack(t *testing.T) {
	for _, file := range fixtures.Samples() {
		got, _ := decode(file.Data, sdk.DecodeOptions{})
		last := uint64(0)
		for i := range got.Orders {
			if got.Orders[i].Tick < last {
				t.Fatalf("%s: tick %d after %d", file.Name, got.Orders[i].Tick, last)
			}
			last = got.Orders[i].Tick
		}
	}
}

func TestTickRateIsTheGameSpeed(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	for _, test := range []struct {
		kind, protocol, speed int
		want                  ir.Rational
	}{
		{5, 2, 3, ir.Rational{Num: 60, Den: 3}},
		{5, 2, 0, ir.Rational{Num: 60, Den: 1}},
		{3, 1, 4, ir.Rational{Num: 60, Den: 4}},
		{3, 2, 4, ir.Rational{Num: 30, Den: 1}},
	} {
		r := fixtures.Network(b, test.protocol, 12)
		r.Type, r.GameSpeed = test.kind, test.speed
		got := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{Depth: sdk.DepthHeader})
		if got.Header.TickRate != test.want {
			t.Errorf("type %d, protocol %d, speed %d: %v, want %v", test.kind, test.protocol, test.speed, got.Header.TickRate, test.want)
		}
	}
}
