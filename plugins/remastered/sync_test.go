// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"testing"

	"convertd/core/divergence"
	fixtures "convertd/internal/fixtures/remastered"
	"convertd/sdk"
)

func report(got recording) divergence.SourceSyncReport {
	sync := divergence.NewSourceSync()
	for _, sample := range got.Syncs {
		sync.Add(sample)
	}
	return sync.Report()
}

func TestChecksumsOfThreeRemotePlayersAreCompared(t *testing.T) {
	for _, build := range []string{"ra-vanilla-linux", "td-remaster"} {
		b := fixtures.FindBuild(build)
		r := fixtures.Network(b, 1, 80)
		agreed := report(mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{}))
		if agreed.Compared == 0 || agreed.Mismatches != 0 {
			t.Errorf("%s: %+v", build, agreed)
		}
		// The second remote player is out of step from frame 60 on.
		for frame := 64; frame < 80; frame++ {
			r.Turns[frame].Events[2].CRC++
		}
		desync := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{})
		found := report(desync)
		if found.Mismatches != 16 || found.FirstMismatch == nil || found.FirstMismatch.Frame != 60 {
			t.Errorf("%s: %+v", build, found)
		}
	}
}

func TestChecksumOfOneOpponentIsNotCompared(t *testing.T) {
	b := fixtures.FindBuild("td-remaster")
	r := fixtures.Network(b, 1, 80)
	r.Players = r.Players[:2]
	for i := range r.Turns {
		events := r.Turns[i].Events
		r.Turns[i].Events = events[:min(2, len(events))]
	}
	got := report(mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{}))
	if got.Reports == 0 || got.Compared != 0 {
		t.Errorf("%+v", got)
	}
}

// TestChecksumsTheEngineIgnoresAreNoSamples: older than 31 frames, of a frame
// before the recording, and in Red Alert of its first 32 frames.
func TestChecksumsTheEngineIgnoresAreNoSamples(t *testing.T) {
	for _, test := range []struct {
		build string
		turn  int
		delay uint8
		want  int
	}{
		{"td-remaster", 50, 31, 1},
		{"td-remaster", 50, 32, 0},
		{"td-remaster", 5, 5, 1},
		{"td-remaster", 5, 6, 0},
		{"ra-remaster", 40, 8, 1},
		{"ra-remaster", 40, 9, 0},
	} {
		b := fixtures.FindBuild(test.build)
		r := fixtures.Network(b, 1, 60)
		for i := range r.Turns {
			events := r.Turns[i].Events
			r.Turns[i].Events = events[:min(1, len(events))]
		}
		r.Turns[test.turn].Events = append(r.Turns[test.turn].Events, fixtures.Event{
			Name: "FRAMEINFO", ID: 13, MPlayerID: 1, CRC: 7, Delay: test.delay,
		})
		got := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{})
		if len(got.Syncs) != test.want {
			t.Errorf("%s, turn %d, delay %d: %+v", test.build, test.turn, test.delay, got.Syncs)
		}
	}
}

func TestSamplesOfAReporterNeverGoBack(t *testing.T) {
	b := fixtures.FindBuild("td-remaster")
	r := fixtures.Network(b, 1, 60)
	for i := 40; i < 60; i++ {
		for j := range r.Turns[i].Events {
			r.Turns[i].Events[j].Delay = uint8(i - 30) // falls behind by a frame each time
		}
	}
	last := map[int32]uint64{}
	for _, sample := range mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{}).Syncs {
		if sample.Frame < last[sample.Reporter] {
			t.Fatalf("reporter %d: frame %d after %d", sample.Reporter, sample.Frame, last[sample.Reporter])
		}
		last[sample.Reporter] = sample.Frame
	}
}
