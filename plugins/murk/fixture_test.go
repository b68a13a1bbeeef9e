// SPDX-License-Identifier: GPL-3.0-or-later

package murk_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"convertd/core/ir"
	fixtures "convertd/internal/fixtures/murk"
	"convertd/plugins/murk"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

// decode runs the decoder over data and returns what it sent.
func decode(data []byte, options sdk.DecodeOptions) (*sinktest.Recording, error) {
	return sinktest.Decode(murk.Decoder{}, sdk.Source{Data: data}, options)
}

func fixture(tb testing.TB, name string) fixtures.File {
	tb.Helper()
	for _, file := range fixtures.Files() {
		if file.Name == name {
			return file
		}
	}
	tb.Fatalf("no fixture %s", name)
	return fixtures.File{}
}

func TestEveryFixtureGetsItsVerdict(t *testing.T) {
	for _, file := range fixtures.Files() {
		t.Run(file.Name, func(t *testing.T) {
			sent, err := decode(file.Data, sdk.DecodeOptions{})
			if len(sent.Syncs) != file.Frames || len(sent.Orders) != file.Commands {
				t.Errorf("%d frames and %d commands, want %d and %d",
					len(sent.Syncs), len(sent.Orders), file.Frames, file.Commands)
			}
			if file.Code == "" {
				if err != nil || !sent.Trailer.Complete {
					t.Fatalf("want a clean end, got %v", err)
				}
				return
			}
			got, ok := ir.AsDecodeError(err)
			if !ok {
				t.Fatalf("want a DecodeError, got %v", err)
			}
			if string(got.Code) != file.Code || got.Offset != uint64(file.Offset) || got.Message != file.Message {
				t.Fatalf("got %s at %d %q, want %s at %d %q",
					got.Code, got.Offset, got.Message, file.Code, file.Offset, file.Message)
			}
			if sent.Header != nil && (sent.Trailer == nil || sent.Trailer.Complete) {
				t.Fatal("a damaged file needs a trailer that says so")
			}
		})
	}
}

func TestOrdersSayWhatTheCommandsSay(t *testing.T) {
	sent, err := decode(fixture(t, "good/every-kind.murk").Data, sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	type fields struct {
		Kind    ir.Kind
		Name    string
		Frame   uint64
		Tick    uint64
		Client  int32
		Present ir.Presence
		Count   int32
		ItemID  uint32
		Data    uint32
		Target  ir.Target
	}
	id := ir.PresentNativeID
	cell := func(x, y, z int32) ir.Target { return ir.Target{Kind: ir.TargetCell, X: x, Y: y, Z: z} }
	want := []fields{
		{Kind: ir.KindMove, Name: "Move", Tick: 1, Client: 3, Present: id | ir.PresentItemID, ItemID: 5, Target: cell(1, -2, 0)},
		{Kind: ir.KindSpawn, Name: "Spawn", Tick: 1, Client: -1, Present: id | ir.PresentCount, Count: 1, Target: cell(0, 0, 7)},
		{Kind: ir.KindDespawn, Name: "Despawn", Tick: 1, Client: 3, Present: id},
		{
			Kind: ir.KindSetField, Name: "SetField", Tick: 1, Client: -1, Present: id | ir.PresentItemID | ir.PresentData,
			ItemID: 1, Data: math.Float32bits(-0.25), Target: cell(3, 0, 0),
		},
		{Kind: ir.KindCustom, Name: "Custom", Frame: 1, Tick: 2, Client: 3, Present: id | ir.PresentItemID, ItemID: 77},
		{
			Kind: ir.KindSetParameter, Name: "SetParameter", Frame: 1, Tick: 2, Client: -1,
			Present: id | ir.PresentItemID | ir.PresentCount, ItemID: 6, Count: 1,
		},
		{
			Kind: ir.KindSetParameter, Name: "SetParameterBatch", Frame: 1, Tick: 2, Client: -1,
			Present: id | ir.PresentCount, Count: 2,
		},
		{
			Kind: ir.KindSetField, Name: "SetField", Frame: 1, Tick: 2, Client: -1,
			Present: id | ir.PresentItemID | ir.PresentData, Data: 0x7f800000,
		},
		{Kind: ir.KindUnknown, Name: "tag9", Frame: 2, Tick: 3, Client: -1, Present: id},
		{Kind: ir.KindUnknown, Name: "SetField", Frame: 2, Tick: 3, Client: -1, Present: id},
		{Kind: ir.KindUnknown, Name: "Move", Frame: 2, Tick: 3, Client: -1, Present: id},
		{
			Kind: ir.KindSetField, Name: "SetField", Frame: 2, Tick: 3, Client: -1,
			Present: id | ir.PresentItemID | ir.PresentData, ItemID: 1, Data: math.Float32bits(2),
		},
	}
	var got []fields
	for _, order := range sent.Orders {
		each := fields{
			Kind: order.Kind, Name: order.NativeName, Frame: order.Frame, Tick: order.Tick, Client: order.Client,
			Present: order.Present, Count: order.Count, ItemID: order.ItemID, Data: order.Data,
		}
		if order.Target.Kind != ir.TargetNone {
			each.Target = order.Target
		}
		got = append(got, each)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
}

func TestTicksOutOfStepAreCountedByPlaceAndKept(t *testing.T) {
	sent, err := decode(fixture(t, "good/odd-ticks.murk").Data, sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, recorded := range []uint64{4, 4, 0, math.MaxUint64} {
		sample := sent.Syncs[i]
		if sample.Frame != uint64(i) || sample.Tick != uint64(i+1) || sample.Tick+sample.Extra != recorded {
			t.Errorf("frame %d: %+v, want the recorded tick %d", i, sample, recorded)
		}
	}
	if len(sent.Diagnostics) != 1 || sent.Diagnostics[0].Code != "ticks-out-of-step" || sent.Trailer.Ticks != 4 {
		t.Fatalf("diagnostics %+v, %d ticks", sent.Diagnostics, sent.Trailer.Ticks)
	}
}

func TestLargeFramesAreSharedAmongWorlds(t *testing.T) {
	file := func(commands int) []byte {
		data := append([]byte(nil), fixture(t, "good/empty.murk").Data...)
		frame := make([]byte, 12+24*commands+8)
		binary.LittleEndian.PutUint32(frame[8:], uint32(commands))
		return append(data, frame...)
	}
	tests := []struct{ commands, players int }{
		{0, 1}, {1, 1}, {256, 1}, {257, 2}, {4096, 16}, {5000, 16},
	}
	for _, test := range tests {
		for _, depth := range []sdk.Depth{sdk.DepthFull, sdk.DepthHeader} {
			sent, err := decode(file(test.commands), sdk.DecodeOptions{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(sent.Header.Players); got != test.players {
				t.Fatalf("%d commands: %d players, want %d", test.commands, got, test.players)
			}
			counts := make([]int, test.players)
			before := int32(0)
			for i := range sent.Orders {
				player := sent.Orders[i].Player
				if player < before {
					t.Fatalf("command %d is of player %d after one of %d", i, player, before)
				}
				before = player
				counts[player]++
			}
			for player, n := range counts[:len(counts)-1] {
				if depth == sdk.DepthFull && n != 256 {
					t.Fatalf("%d commands: player %d has %d", test.commands, player, n)
				}
			}
		}
	}
}

func TestHeaderDepthSendsNoFrames(t *testing.T) {
	sent, err := decode(fixture(t, "good/every-kind.murk").Data, sdk.DecodeOptions{Depth: sdk.DepthHeader})
	if err != nil {
		t.Fatal(err)
	}
	if sent.Header == nil || sent.Trailer == nil || len(sent.Orders)+len(sent.Syncs) != 0 {
		t.Fatalf("want header and trailer only, got %+v", sent)
	}
}

func TestProbeGoesByContentFirst(t *testing.T) {
	tests := []struct {
		name       string
		input      sdk.ProbeInput
		confidence uint8
	}{
		{"version 3", sdk.ProbeInput{Head: []byte("MURK\x03rest"), Name: "game.rep"}, 100},
		{"another version", sdk.ProbeInput{Head: []byte("MURK\x02")}, 90},
		{"magic only", sdk.ProbeInput{Head: []byte("MURK")}, 80},
		{"cut magic with the name", sdk.ProbeInput{Head: []byte("MU"), Name: "A.MURK"}, 10},
		{"nothing with the name", sdk.ProbeInput{Name: "a.murk"}, 10},
		{"cut magic without the name", sdk.ProbeInput{Head: []byte("MU"), Name: "a.bin"}, 0},
		{"the name only", sdk.ProbeInput{Head: []byte("XURK\x03"), Name: "a.murk"}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := (murk.Decoder{}).Probe(test.input); got.Confidence != test.confidence {
				t.Fatalf("confidence %d, want %d", got.Confidence, test.confidence)
			}
		})
	}
}

// checkSoundness holds what must be true of any input.
func checkSoundness(t interface{ Fatalf(string, ...any) }, data []byte) {
	sink, err := decode(data, sdk.DecodeOptions{})
	if sink.Header == nil && (err == nil || !sink.Empty()) {
		t.Fatalf("no header, error %v, sent %+v", err, sink)
	}
	if sink.Header == nil {
		return
	}
	if sink.Trailer == nil || sink.Trailer.Complete != (err == nil) {
		t.Fatalf("trailer %+v with error %v", sink.Trailer, err)
	}
	if _, ok := ir.AsDecodeError(err); err != nil && !ok {
		t.Fatalf("not a DecodeError: %v", err)
	}
	if sink.Trailer.BytesConsumed > uint64(len(data)) {
		t.Fatalf("%d bytes consumed of %d", sink.Trailer.BytesConsumed, len(data))
	}
	if len(sink.Diagnostics) > 64+2+5 {
		t.Fatalf("%d diagnostics", len(sink.Diagnostics))
	}
}

func TestAnyFlippedByteIsSurvived(t *testing.T) {
	data := fixture(t, "good/every-kind.murk").Data
	for at := range data {
		for _, flip := range []byte{0x01, 0x80, 0xFF} {
			damaged := append([]byte(nil), data...)
			damaged[at] ^= flip
			checkSoundness(t, damaged)
		}
	}
}

func TestAnyCutKeepsTheWholeFramesBeforeIt(t *testing.T) {
	file := fixture(t, "good/every-kind.murk")
	whole, err := decode(file.Data, sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		keep := rapid.IntRange(0, len(file.Data)-1).Draw(t, "keep")
		checkSoundness(t, file.Data[:keep])
		sink, _ := decode(file.Data[:keep], sdk.DecodeOptions{})
		if diff := cmp.Diff(whole.Syncs[:len(sink.Syncs)], sink.Syncs, cmp.Transformer("empty", func(in []ir.SyncSample) []ir.SyncSample {
			return append([]ir.SyncSample{}, in...)
		})); diff != "" {
			t.Fatalf("%s", diff)
		}
		for i := range sink.Orders {
			if diff := cmp.Diff(whole.Orders[i], sink.Orders[i]); diff != "" {
				t.Fatalf("%s", diff)
			}
		}
	})
}

func TestAFileFullOfBadCommandsReportsOnlyTheFirst(t *testing.T) {
	header := fixture(t, "good/empty.murk").Data
	data := append([]byte(nil), header...)
	const commands = 200
	frame := make([]byte, 12+24*commands+8)
	frame[8] = commands
	for i := range commands {
		frame[12+24*i] = 99
	}
	sent, err := decode(append(data, frame...), sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(sent.Diagnostics) != 66 || len(sent.Orders) != commands {
		t.Fatalf("%d diagnostics, %d orders", len(sent.Diagnostics), len(sent.Orders))
	}
	if last := sent.Diagnostics[65]; last.Code != "more-command-problems" {
		t.Fatalf("last diagnostic is %+v", last)
	}
}

func FuzzDecode(f *testing.F) {
	for _, file := range fixtures.Files() {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkSoundness(t, data)
		_, _ = decode(data, sdk.DecodeOptions{Native: true})
	})
}
