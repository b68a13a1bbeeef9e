// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"convertd/core/ir"
	"convertd/internal/corpus"
	"convertd/plugins/remastered"
	"convertd/sdk"
)

// oracle is what a separately written reader said about one file.
type oracle struct {
	File            string            `json:"file"`
	Profile         string            `json:"profile"`
	HeaderSize      int               `json:"header_size"`
	EventCounts     map[string]uint64 `json:"event_counts"`
	EventsPerID     map[string]int    `json:"events_per_id"`
	Frames          int               `json:"complete_frames"`
	UIBlocks        int               `json:"complete_ui_blocks"`
	EventBlocks     int               `json:"complete_event_blocks"`
	SelectedTargets int               `json:"selected_targets_total"`
	Truncated       bool              `json:"truncated"`
	TruncatedAt     uint64            `json:"truncated_at"`
	PartialFrame    *int              `json:"partial_frame"`
	Events          []map[string]any  `json:"events"`
	UIChanges       []uiChange        `json:"ui_changes"`
	Header          map[string]any    `json:"header"`
	Expect          struct {
		Houses map[string]int `json:"house_by_mplayer_id"`
	} `json:"expect"`

	data []byte
}

type uiChange struct {
	Frame  uint64 `json:"frame"`
	Camera struct {
		X int32 `json:"x"`
		Y int32 `json:"y"`
	} `json:"camera"`
	Selection []any `json:"selection"`
}

// oracles reads every file of the corpus with its oracle.
func oracles(tb testing.TB) []oracle {
	tb.Helper()
	dir := corpus.Dir(tb, "remastered")
	var list []oracle
	for _, folder := range []string{dir, filepath.Join(dir, "variants")} {
		paths, err := filepath.Glob(filepath.Join(folder, "*.oracle.json"))
		if err != nil {
			tb.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				tb.Fatal(err)
			}
			var o oracle
			if err := json.Unmarshal(text, &o); err != nil {
				tb.Fatal(err)
			}
			if o.data, err = os.ReadFile(filepath.Join(folder, o.File)); err != nil {
				tb.Fatal(err)
			}
			list = append(list, o)
		}
	}
	if len(list) == 0 {
		tb.Fatal("the corpus has no recordings")
	}
	return list
}

func eachOracle(t *testing.T, test func(t *testing.T, o *oracle)) {
	t.Helper()
	for _, o := range oracles(t) {
		t.Run(o.File, func(t *testing.T) { test(t, &o) })
	}
}

// verdict checks that a decoding ends the way the oracle says.
func (o *oracle) verdict(t *testing.T, err error) {
	t.Helper()
	if !o.Truncated {
		if err != nil {
			t.Errorf("a whole file gave %v", err)
		}
		return
	}
	failure, ok := ir.AsDecodeError(err)
	if !ok || failure.Code != ir.CodeTruncated || failure.Offset != o.TruncatedAt {
		t.Errorf("got %v, want a truncation at byte %d", err, o.TruncatedAt)
	}
}

func TestProfileIsFoundWithoutAHint(t *testing.T) {
	eachOracle(t, func(t *testing.T, o *oracle) {
		match := remastered.Decoder{}.Probe(sdk.ProbeInput{
			Head: o.data[:min(len(o.data), sdk.ProbeBytes)], Tail: o.data[max(0, len(o.data)-sdk.ProbeBytes):], Size: int64(len(o.data)),
		})
		if match.Profile != o.Profile || match.Confidence < 90 || match.Reason == "" {
			t.Errorf("probe says %+v, want %s", match, o.Profile)
		}
		got, err := decode(o.data, sdk.DecodeOptions{})
		o.verdict(t, err)
		if got.Header.Profile != o.Profile || len(got.Diagnostics) > 0 {
			t.Errorf("decoded as %s with %+v, want %s", got.Header.Profile, got.Diagnostics, o.Profile)
		}
	})
}

func TestLinesAreTheOraclesEvents(t *testing.T) {
	eachOracle(t, func(t *testing.T, o *oracle) {
		got, err := decode(o.data, sdk.DecodeOptions{Native: true})
		o.verdict(t, err)
		var events []map[string]any
		for _, line := range got.Lines {
			var event map[string]any
			if err := json.Unmarshal([]byte(line), &event); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			events = append(events, event)
		}
		// synthetic_only is what the maker of the file knew, not the file. Flags
		// are a set: the oracles list them in the maker's order.
		ignore := cmpopts.IgnoreMapEntries(func(key string, _ any) bool { return key == "synthetic_only" })
		asSet := cmp.FilterPath(func(path cmp.Path) bool {
			return strings.Contains(path.GoString(), `"flags"`)
		}, cmpopts.SortSlices(func(a, b any) bool { return a.(string) < b.(string) }))
		if diff := cmp.Diff(o.Events, events, ignore, asSet, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-oracle +ours)\n%s", diff)
		}
	})
}

func TestCountsAreTheOracles(t *testing.T) {
	eachOracle(t, func(t *testing.T, o *oracle) {
		got, err := decode(o.data, sdk.DecodeOptions{})
		o.verdict(t, err)
		counts, total := map[string]uint64{}, uint64(0)
		for _, count := range got.Trailer.CommandsByType {
			counts[count.Name] = count.N
			total += count.N
		}
		if diff := cmp.Diff(o.EventCounts, counts); diff != "" {
			t.Error(diff)
		}
		if got.Trailer.Commands != total || total != uint64(len(o.Events)) || got.Trailer.Ticks != uint64(o.Frames) {
			t.Errorf("%d commands, %d by type, %d turns", got.Trailer.Commands, total, got.Trailer.Ticks)
		}
		if got.Trailer.Complete == o.Truncated {
			t.Errorf("complete is %v", got.Trailer.Complete)
		}
		for key, want := range map[string]int{
			"complete_frames": o.Frames, "complete_ui_blocks": o.UIBlocks, "complete_event_blocks": o.EventBlocks,
			"selected_targets_total": o.SelectedTargets,
		} {
			if got.detail(key) != strconv.Itoa(want) {
				t.Errorf("%s is %s, want %d", key, got.detail(key), want)
			}
		}
		if o.PartialFrame != nil && got.detail("partial_frame") != strconv.Itoa(*o.PartialFrame) {
			t.Errorf("partial frame is %s, want %d", got.detail("partial_frame"), *o.PartialFrame)
		}
	})
}

func TestOrdersLieWhereTheOracleSaysAndAreOfASender(t *testing.T) {
	eachOracle(t, func(t *testing.T, o *oracle) {
		got, _ := decode(o.data, sdk.DecodeOptions{})
		events := got.events()
		if len(events) != len(o.Events) {
			t.Fatalf("%d events, want %d", len(events), len(o.Events))
		}
		for i := range events {
			want := o.Events[i]
			if events[i].NativeName != want["type"] || events[i].Offset != uint64(want["offset"].(float64)) ||
				events[i].Frame != uint64(want["frame"].(float64)) {
				t.Fatalf("event %d is %+v, want %v", i, events[i], want)
			}
			item, _ := want["item"].(string)
			if weapon, ok := want["weapon"].(string); ok {
				item = weapon
			}
			if events[i].Item != item {
				t.Errorf("event %d produces %q, want %q", i, events[i].Item, item)
			}
			if events[i].Player == ir.NoPlayer {
				t.Errorf("event %d is of nobody: %v", i, want)
			}
		}
	})
}

func TestCameraAndSelectionFollowTheUIBlocks(t *testing.T) {
	eachOracle(t, func(t *testing.T, o *oracle) {
		got, _ := decode(o.data, sdk.DecodeOptions{})
		var x, y int32
		var selected, camera, selection int
		for _, change := range o.UIChanges {
			for camera < len(got.Cameras) && got.Cameras[camera].Frame <= change.Frame {
				x, y = got.Cameras[camera].X, got.Cameras[camera].Y
				camera++
			}
			for ; selection < len(got.Orders) && got.Orders[selection].Frame <= change.Frame; selection++ {
				if got.Orders[selection].NativeName == "UI_SELECTION" {
					selected = len(got.Orders[selection].Subjects)
				}
			}
			if x != change.Camera.X || y != change.Camera.Y || selected != len(change.Selection) {
				t.Fatalf("frame %d: camera %d,%d and %d selected, want %+v", change.Frame, x, y, selected, change)
			}
		}
		if camera != len(got.Cameras) {
			t.Errorf("%d of %d camera samples are the oracle's", camera, len(got.Cameras))
		}
	})
}

func TestHeaderSaysWhatTheOracleSays(t *testing.T) {
	eachOracle(t, func(t *testing.T, o *oracle) {
		got, _ := decode(o.data, sdk.DecodeOptions{Depth: sdk.DepthHeader})
		if got.Trailer.BytesConsumed != uint64(o.HeaderSize) {
			t.Errorf("the header has %d bytes, want %d", got.Trailer.BytesConsumed, o.HeaderSize)
		}
		said := map[string]string{"seed": strconv.FormatInt(got.Header.Seed, 10), "scenario_name": got.Header.Map.Name}
		for _, pair := range append(got.Header.Options, got.Header.Details...) {
			said[pair.Key] = pair.Value
		}
		said["player_name"] = got.Header.Players[max(0, got.Header.LocalPlayer)].Name
		compareFacts(t, said, o.Header)
	})
}

// compareFacts compares every plain fact of the oracle's header.
func compareFacts(t *testing.T, said map[string]string, header map[string]any) {
	t.Helper()
	for key, want := range header {
		switch want := want.(type) {
		case map[string]any:
			if key == "special" {
				for _, flag := range want["flags"].([]any) {
					if !strings.Contains(" "+said["special"]+" ", " "+flag.(string)+" ") {
						t.Errorf("flag %s is missing in %q", flag, said["special"])
					}
				}
				continue
			}
			compareFacts(t, said, want)
		case float64:
			if said[key] != strconv.FormatFloat(want, 'f', -1, 64) {
				t.Errorf("%s is %q, want %v", key, said[key], want)
			}
		case bool:
			if (said[key] == "1") != want {
				t.Errorf("%s is %q, want %v", key, said[key], want)
			}
		case string:
			if said[key] != want {
				t.Errorf("%s is %q, want %q", key, said[key], want)
			}
		case []any:
			if key == "players" {
				continue // TestPlayersGetTheHousesOfTheirColours
			}
			var list []string
			for _, number := range want {
				list = append(list, strconv.Itoa(int(number.(float64))))
			}
			if said[key] != strings.Join(list, " ") {
				t.Errorf("%s is %q, want %v", key, said[key], list)
			}
		}
	}
}

func TestNetworkPlayersAreKnownByTheirMPlayerID(t *testing.T) {
	eachOracle(t, func(t *testing.T, o *oracle) {
		if len(o.Expect.Houses) == 0 {
			t.Skip("no network game")
		}
		got, _ := decode(o.data, sdk.DecodeOptions{})
		houses := map[string]int{}
		for _, player := range got.Header.Players {
			for _, pair := range player.Details {
				if pair.Key == "house_id" {
					house, err := strconv.Atoi(pair.Value)
					if err != nil {
						t.Fatal(err)
					}
					houses["0x"+strings.ToLower(strconv.FormatInt(int64(player.Slot)|0x100, 16)[1:])] = house
				}
			}
		}
		if diff := cmp.Diff(o.Expect.Houses, houses); diff != "" {
			t.Error(diff)
		}
		// Three remote players report; the recording one never does.
		reporters := map[int32]int{}
		values := map[uint64]uint64{}
		for _, sample := range got.Syncs {
			reporters[sample.Player]++
			if value, ok := values[sample.Frame]; ok && value != sample.Value {
				t.Errorf("frame %d has the checksums %x and %x", sample.Frame, value, sample.Value)
			}
			values[sample.Frame] = sample.Value
		}
		if len(reporters) != 3 || reporters[got.Header.LocalPlayer] != 0 {
			t.Errorf("samples by player: %v", reporters)
		}
	})
}
