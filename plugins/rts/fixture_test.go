package rts_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"convertd/core/ir"
	fixtures "convertd/internal/fixtures/rts"
	"convertd/plugins/rts"
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
			if len(sent.orders) != file.Commands {
				t.Errorf("%d commands, want %d", len(sent.orders), file.Commands)
			}
			if file.Code == "" {
				if err != nil || !sent.trailer.Complete {
					t.Fatalf("want a clean end, got %v", err)
				}
				return
			}
			got, ok := ir.AsDecodeError(err)
			if !ok || string(got.Code) != file.Code || file.Message != "" && got.Message != file.Message {
				t.Fatalf("got %v, want %s %q", err, file.Code, file.Message)
			}
			if sent.header != nil && (sent.trailer == nil || sent.trailer.Complete) {
				t.Fatal("a damaged file needs a trailer that says so")
			}
		})
	}
}

func TestEveryCommandHasItsLineAndItsKind(t *testing.T) {
	data := fixture(t, "good/every-command.json").Data
	native, err := decode(t, data, sdk.DecodeOptions{Native: true})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(native.lines), "\n"), "\n")
	if diff := cmp.Diff(fixtures.CommandLines, lines); diff != "" {
		t.Error(diff)
	}
	sent, err := decode(t, data, sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	position := func(x, y float32) ir.Target {
		return ir.Target{Kind: ir.TargetPosition, X: int32(math.Float32bits(x)), Y: int32(math.Float32bits(y))}
	}
	entity := func(id uint32) ir.Target { return ir.Target{Kind: ir.TargetEntity, ID: id} }
	negativeZero := float32(math.Copysign(0, -1))
	type fields struct {
		Kind     ir.Kind
		Item     string
		Present  ir.Presence
		Data     uint32
		Subjects []uint32
		Target   ir.Target
		Raw      string
	}
	one := []uint32{1}
	want := []fields{
		{Kind: ir.KindMove, Subjects: []uint32{1, 2}, Target: position(1.5, negativeZero)},
		{Kind: ir.KindAttackMove, Present: ir.PresentQueued, Target: position(3460.5908, float32(math.Inf(1)))},
		{Kind: ir.KindDeploy, Present: ir.PresentData, Data: 1, Subjects: []uint32{3}, Target: position(1, 2)},
		{Kind: ir.KindAttack, Subjects: one, Target: entity(math.MaxUint32)},
		{Kind: ir.KindDemolish, Subjects: one, Target: entity(5)},
		{Kind: ir.KindHarvest, Present: ir.PresentQueued, Subjects: one, Target: entity(6)},
		{Kind: ir.KindPlaceBuilding, Item: "depot", Subjects: one, Target: ir.Target{Kind: ir.TargetCell, X: 3, Y: 4}},
		{Kind: ir.KindProduce, Item: "worker", Subjects: []uint32{11}},
		{Kind: ir.KindResearch, Item: "tank_unlock", Subjects: []uint32{11}},
		{Kind: ir.KindCancelProduction, Subjects: []uint32{11}},
		{Kind: ir.KindStop, Subjects: one},
		{Kind: ir.KindHoldPosition, Subjects: one},
		{Kind: ir.KindDeploy, Present: ir.PresentData, Subjects: one},
		{Kind: ir.KindUseAbility, Item: "charge", Subjects: one},
		{Kind: ir.KindUseAbility, Item: "smoke", Subjects: one},
		{Kind: ir.KindUseAbility, Item: "pointFire", Subjects: one, Target: position(5, 6)},
		{Kind: ir.KindUseAbility, Item: "ekatTeleport", Present: ir.PresentData, Data: 1, Subjects: one, Target: entity(8)},
		{Kind: ir.KindSetAutocast, Item: "mortarFire", Present: ir.PresentData, Data: 1, Subjects: one},
		{Kind: ir.KindSetRallyPoint, Item: "attackMove", Present: ir.PresentQueued, Subjects: []uint32{11}, Target: position(7, 8)},
		{Kind: ir.KindStop, Subjects: one, Raw: `{"c":"stop","units":[1],"surplus":{"deep":[1,{"x":null}]}}`},
	}
	var got []fields
	for i := range sent.orders {
		order := &sent.orders[i]
		got = append(got, fields{
			Kind: order.Kind, Item: order.Item, Present: order.Present, Data: order.Data,
			Subjects: append([]uint32(nil), order.Subjects...), Target: order.Target, Raw: string(order.Raw),
		})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestScoresAndWinnerAreEndStateEvidence(t *testing.T) {
	sent, err := decode(t, fixture(t, "good/every-command.json").Data, sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	trailer := sent.trailer
	if trailer.Winner != 1 || len(trailer.Scores) != 12 {
		t.Fatalf("winner %d, %d scores", trailer.Winner, len(trailer.Scores))
	}
	wantOutcomes := []ir.PlayerOutcome{
		{Player: 0, Outcome: ir.OutcomeLost, Frame: 100}, {Player: 1, Outcome: ir.OutcomeWon, Frame: 100},
	}
	if diff := cmp.Diff(wantOutcomes, trailer.Outcomes); diff != "" {
		t.Error(diff)
	}
	if got := trailer.Scores[11]; got != (ir.Score{Player: 1, Name: "buildingsLost", Value: 60}) {
		t.Errorf("%+v", got)
	}
	// A team of one has its own id.
	if team := sent.header.Players[1].Team; team != 9 {
		t.Errorf("team %d", team)
	}
}

func TestProbeKnowsTheKeys(t *testing.T) {
	good := fixture(t, "good/every-command.json").Data
	sorted := fixture(t, "good/sorted-keys.json").Data
	tests := []struct {
		name       string
		head, tail []byte
		confidence uint8
	}{
		{"as written", good, nil, 95},
		{"sorted", sorted[:30], sorted[len(sorted)-60:], 95},
		{"pretty", []byte("\n {\n \"artifactSchemaVersion\": 3,\n \"mapContentHash\": \"\"}"), nil, 95},
		{"another artifact", []byte(`{"artifactSchemaVersion":2}`), nil, 60},
		{"a list", []byte(`["artifactSchemaVersion"]`), nil, 0},
		{"other JSON", []byte(`{"schema":2}`), nil, 0},
		{"nothing", nil, nil, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := rts.Decoder{}.Probe(sdk.ProbeInput{Head: test.head, Tail: test.tail, Name: "replay.json"})
			if got.Confidence != test.confidence {
				t.Fatalf("confidence %d, want %d", got.Confidence, test.confidence)
			}
		})
	}
}

func TestLogTakesItsLimitAndNoMore(t *testing.T) {
	base := string(fixture(t, "good/no-commands.json").Data)
	entry := `{"tick":1,"playerId":7,"command":{"c":"stop","units":[]}},`
	for _, n := range []int{rts.MaxLogEntries, rts.MaxLogEntries + 1} {
		log := strings.TrimSuffix(strings.Repeat(entry, n), ",")
		sent, err := decode(t, []byte(strings.Replace(base, `"commandLog":[`, `"commandLog":[`+log, 1)), sdk.DecodeOptions{})
		if len(sent.orders) != rts.MaxLogEntries {
			t.Fatalf("%d orders of %d", len(sent.orders), n)
		}
		if tooMany := n > rts.MaxLogEntries; tooMany != (err != nil) {
			t.Fatalf("%d entries: %v", n, err)
		} else if tooMany && !strings.Contains(err.Error(), fmt.Sprintf("replay has %d commands; maximum is %d", n, rts.MaxLogEntries)) {
			t.Fatal(err)
		}
	}
}

func TestACommandTooLargeForAnOrderIsCutAndReported(t *testing.T) {
	base := string(fixture(t, "good/no-commands.json").Data)
	command := func(fields string) []byte {
		return []byte(strings.Replace(base, `"commandLog":[`, `"commandLog":[{"tick":1,"playerId":7,"command":{`+fields+`}}`, 1))
	}
	units := func(n int) string { return strings.TrimSuffix(strings.Repeat("4294967295,", n), ",") }
	tests := []struct {
		name   string
		fields string
		cut    bool
	}{
		{"most units", `"c":"stop","units":[` + units(64<<10) + `]`, false},
		{"more units", `"c":"stop","units":[` + units(64<<10+1) + `]`, true},
		{"longest name", `"c":"train","building":1,"unit":"` + strings.Repeat("x", 4<<10) + `"`, false},
		{"longer name", `"c":"train","building":1,"unit":"` + strings.Repeat("x", 4<<10+1) + `"`, true},
		{"unknown key", `"c":"stop","units":[],"y":"` + strings.Repeat("x", 100<<10) + `"`, false},
		{"huge unknown key", `"c":"stop","units":[],"y":"` + strings.Repeat("x", 128<<10) + `"`, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sent, err := decode(t, command(test.fields), sdk.DecodeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if cut := len(sent.diagnostics) == 1; cut != test.cut {
				t.Fatalf("diagnostics %+v", sent.diagnostics)
			}
			var batch ir.OrderBatchWriter
			if _, err := batch.Add(&sent.orders[0]); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// checkSoundness holds what must be true of any input.
func checkSoundness(t interface{ Fatalf(string, ...any) }, data []byte) {
	for _, native := range []bool{false, true} {
		sink := &recorder{}
		err := rts.Decoder{}.Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{Native: native}, sink)
		if err != nil {
			decodeError, ok := ir.AsDecodeError(err)
			if !ok {
				t.Fatalf("not a DecodeError: %v", err)
			}
			if decodeError.Offset > uint64(len(data)) {
				t.Fatalf("offset %d of %d bytes", decodeError.Offset, len(data))
			}
		}
		if sink.header == nil {
			if err == nil || sink.trailer != nil || len(sink.orders) > 0 {
				t.Fatalf("no header, error %v", err)
			}
			continue
		}
		if sink.trailer == nil || sink.trailer.Complete != (err == nil) {
			t.Fatalf("trailer %+v with error %v", sink.trailer, err)
		}
		if !native && uint64(len(sink.orders)) != sink.trailer.Commands {
			t.Fatalf("%d orders, %d commands", len(sink.orders), sink.trailer.Commands)
		}
	}
}

func TestAnyFlippedByteIsSurvived(t *testing.T) {
	data := fixture(t, "good/every-command.json").Data
	for at := range data {
		for _, flip := range []byte{0x01, 0x10, 0x80, 0xFF} {
			damaged := append([]byte(nil), data...)
			damaged[at] ^= flip
			checkSoundness(t, damaged)
		}
	}
}

func TestAnyCutKeepsTheEntriesBeforeIt(t *testing.T) {
	file := fixture(t, "good/every-command.json")
	whole, err := decode(t, file.Data, sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		keep := rapid.IntRange(0, len(file.Data)-1).Draw(t, "keep")
		checkSoundness(t, file.Data[:keep])
		sink := &recorder{}
		err := rts.Decoder{}.Decode(context.Background(), sdk.Source{Data: file.Data[:keep]}, sdk.DecodeOptions{}, sink)
		if got, ok := ir.AsDecodeError(err); !ok || got.Code != ir.CodeTruncated {
			t.Fatalf("cut at %d: %v", keep, err)
		}
		for i := range sink.orders {
			if diff := cmp.Diff(whole.orders[i], sink.orders[i]); diff != "" {
				t.Fatalf("%s", diff)
			}
		}
		// Every entry that ends before the cut is there.
		if n := len(sink.orders); sink.header != nil && n < file.Commands && whole.orders[n].Offset+90 < uint64(keep) &&
			n+1 < file.Commands && whole.orders[n+1].Offset < uint64(keep) {
			t.Fatalf("cut at %d: entry %d is missing", keep, n)
		}
	})
}

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
func (s *failingSink) Native([]byte) error            { return s.count() }
func (s *failingSink) Diagnostic(ir.Diagnostic) error { return s.count() }
func (s *failingSink) Trailer(*ir.Trailer) error      { return s.count() }

func TestSinkErrorComesBackUnchangedAndAtOnce(t *testing.T) {
	file := fixture(t, "partial/no-scores.json") // the sink's error, not the file's
	for _, native := range []bool{false, true} {
		for failAt := 1; failAt <= file.Commands+2; failAt++ {
			sink := &failingSink{failAt: failAt}
			err := rts.Decoder{}.Decode(context.Background(), sdk.Source{Data: file.Data}, sdk.DecodeOptions{Native: native}, sink)
			if err != errSink || sink.calls != failAt { //nolint:errorlint // unchanged is the contract
				t.Fatalf("native %t, failing call %d: got %v after %d calls", native, failAt, err, sink.calls)
			}
		}
	}
}

func TestCancelledContextEndsTheDecoding(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := rts.Decoder{}.Decode(ctx, sdk.Source{Data: []byte("{}")}, sdk.DecodeOptions{}, &recorder{})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, file := range fixtures.Files() {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkSoundness(t, data) })
}
