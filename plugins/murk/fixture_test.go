package murk_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"convertd/core/ir"
	fixtures "convertd/internal/fixtures/murk"
	"convertd/plugins/murk"
	"convertd/sdk"
)

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
			sent, err := decode(t, file.Data, sdk.DecodeOptions{})
			if len(sent.syncs) != file.Frames || len(sent.orders) != file.Commands {
				t.Errorf("%d frames and %d commands, want %d and %d",
					len(sent.syncs), len(sent.orders), file.Frames, file.Commands)
			}
			if file.Code == "" {
				if err != nil || !sent.trailer.Complete {
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
			if sent.header != nil && (sent.trailer == nil || sent.trailer.Complete) {
				t.Fatal("a damaged file needs a trailer that says so")
			}
		})
	}
}

func TestOrdersSayWhatTheCommandsSay(t *testing.T) {
	sent, err := decode(t, fixture(t, "good/every-kind.murk").Data, sdk.DecodeOptions{})
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
	for _, order := range sent.orders {
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
	sent, err := decode(t, fixture(t, "good/odd-ticks.murk").Data, sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, recorded := range []uint64{4, 4, 0, math.MaxUint64} {
		sample := sent.syncs[i]
		if sample.Frame != uint64(i) || sample.Tick != uint64(i+1) || sample.Tick+sample.Extra != recorded {
			t.Errorf("frame %d: %+v, want the recorded tick %d", i, sample, recorded)
		}
	}
	if len(sent.diagnostics) != 1 || sent.diagnostics[0].Code != "ticks-out-of-step" || sent.trailer.Ticks != 4 {
		t.Fatalf("diagnostics %+v, %d ticks", sent.diagnostics, sent.trailer.Ticks)
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
			sent, err := decode(t, file(test.commands), sdk.DecodeOptions{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(sent.header.Players); got != test.players {
				t.Fatalf("%d commands: %d players, want %d", test.commands, got, test.players)
			}
			counts := make([]int, test.players)
			before := int32(0)
			for i := range sent.orders {
				player := sent.orders[i].Player
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
	sent, err := decode(t, fixture(t, "good/every-kind.murk").Data, sdk.DecodeOptions{Depth: sdk.DepthHeader})
	if err != nil {
		t.Fatal(err)
	}
	if sent.header == nil || sent.trailer == nil || len(sent.orders)+len(sent.syncs) != 0 {
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

// failingSink fails at its nth call.
type failingSink struct {
	recorder
	calls, failAt int
}

var errSink = errors.New("the sink is full")

func (s *failingSink) count() error {
	if s.calls++; s.calls >= s.failAt {
		return errSink
	}
	return nil
}

func (s *failingSink) Header(*ir.Header) error        { return s.count() }
func (s *failingSink) Order(*ir.Order) error          { return s.count() }
func (s *failingSink) Sync(ir.SyncSample) error       { return s.count() }
func (s *failingSink) Native([]byte) error            { return s.count() }
func (s *failingSink) Diagnostic(ir.Diagnostic) error { return s.count() }
func (s *failingSink) Trailer(*ir.Trailer) error      { return s.count() }

func TestSinkErrorComesBackUnchangedAndAtOnce(t *testing.T) {
	data := fixture(t, "good/every-kind.murk").Data
	for _, native := range []bool{false, true} {
		for failAt := 1; failAt <= 20; failAt++ {
			sink := &failingSink{failAt: failAt}
			err := murk.Decoder{}.Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{Native: native}, sink)
			if err != errSink || sink.calls != failAt { //nolint:errorlint // unchanged is the contract
				t.Fatalf("native %t, failing call %d: got %v after %d calls", native, failAt, err, sink.calls)
			}
		}
	}
}

func TestCancelledContextEndsTheDecoding(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	data := fixture(t, "good/every-kind.murk").Data
	err := murk.Decoder{}.Decode(ctx, sdk.Source{Data: data}, sdk.DecodeOptions{}, &recorder{})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
}

// checkSoundness holds what must be true of any input.
func checkSoundness(t interface{ Fatalf(string, ...any) }, data []byte) {
	sink := &recorder{}
	err := murk.Decoder{}.Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{}, sink)
	if sink.header == nil && (err == nil || sink.events > 0) {
		t.Fatalf("no header, error %v, %d events", err, sink.events)
	}
	if sink.header == nil {
		return
	}
	if sink.trailer == nil || sink.trailer.Complete != (err == nil) {
		t.Fatalf("trailer %+v with error %v", sink.trailer, err)
	}
	if _, ok := ir.AsDecodeError(err); err != nil && !ok {
		t.Fatalf("not a DecodeError: %v", err)
	}
	if sink.trailer.BytesConsumed > uint64(len(data)) {
		t.Fatalf("%d bytes consumed of %d", sink.trailer.BytesConsumed, len(data))
	}
	if len(sink.diagnostics) > 64+2+5 {
		t.Fatalf("%d diagnostics", len(sink.diagnostics))
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
	whole, err := decode(t, file.Data, sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		keep := rapid.IntRange(0, len(file.Data)-1).Draw(t, "keep")
		checkSoundness(t, file.Data[:keep])
		sink := &recorder{}
		_ = murk.Decoder{}.Decode(context.Background(), sdk.Source{Data: file.Data[:keep]}, sdk.DecodeOptions{}, sink)
		if diff := cmp.Diff(whole.syncs[:len(sink.syncs)], sink.syncs, cmp.Transformer("empty", func(in []ir.SyncSample) []ir.SyncSample {
			return append([]ir.SyncSample{}, in...)
		})); diff != "" {
			t.Fatalf("%s", diff)
		}
		for i := range sink.orders {
			if diff := cmp.Diff(whole.orders[i], sink.orders[i]); diff != "" {
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
	sent, err := decode(t, append(data, frame...), sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(sent.diagnostics) != 66 || len(sent.orders) != commands {
		t.Fatalf("%d diagnostics, %d orders", len(sent.diagnostics), len(sent.orders))
	}
	if last := sent.diagnostics[65]; last.Code != "more-command-problems" {
		t.Fatalf("last diagnostic is %+v", last)
	}
}

func FuzzDecode(f *testing.F) {
	for _, file := range fixtures.Files() {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkSoundness(t, data)
		native := &recorder{}
		_ = murk.Decoder{}.Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{Native: true}, native)
	})
}
