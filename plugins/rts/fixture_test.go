// SPDX-License-Identifier: GPL-3.0-or-later

package rts_test

import (
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
	"convertd/sdk/sinktest"
)

// decode runs the decoder over data and returns what it sent.
func decode(data []byte, options sdk.DecodeOptions) (*sinktest.Recording, error) {
	return sinktest.Decode(rts.Decoder{}, sdk.Source{Data: data}, options)
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
			if len(sent.Orders) != file.Commands {
				t.Errorf("%d commands, want %d", len(sent.Orders), file.Commands)
			}
			if file.Code == "" {
				if err != nil || !sent.Trailer.Complete {
					t.Fatalf("want a clean end, got %v", err)
				}
				return
			}
			got, ok := ir.AsDecodeError(err)
			if !ok || string(got.Code) != file.Code || file.Message != "" && got.Message != file.Message {
				t.Fatalf("got %v, want %s %q", err, file.Code, file.Message)
			}
			if sent.Header != nil && (sent.Trailer == nil || sent.Trailer.Complete) {
				t.Fatal("a damaged file needs a trailer that says so")
			}
		})
	}
}

func TestEveryCommandHasItsLineAndItsKind(t *testing.T) {
	data := fixture(t, "good/every-command.json").Data
	native, err := decode(data, sdk.DecodeOptions{Native: true})
	if err != nil {
		t.Fatal(err)
	}
	lines := native.Lines
	if diff := cmp.Diff(fixtures.CommandLines, lines); diff != "" {
		t.Error(diff)
	}
	sent, err := decode(data, sdk.DecodeOptions{})
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
	for i := range sent.Orders {
		order := &sent.Orders[i]
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
	sent, err := decode(fixture(t, "good/every-command.json").Data, sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	trailer := sent.Trailer
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
	if team := sent.Header.Players[1].Team; team != 9 {
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
		sent, err := decode([]byte(strings.Replace(base, `"commandLog":[`, `"commandLog":[`+log, 1)), sdk.DecodeOptions{})
		if len(sent.Orders) != rts.MaxLogEntries {
			t.Fatalf("%d orders of %d", len(sent.Orders), n)
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
			sent, err := decode(command(test.fields), sdk.DecodeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if cut := len(sent.Diagnostics) == 1; cut != test.cut {
				t.Fatalf("diagnostics %+v", sent.Diagnostics)
			}
			var batch ir.OrderBatchWriter
			if _, err := batch.Add(&sent.Orders[0]); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// checkSoundness holds what must be true of any input.
func checkSoundness(t interface{ Fatalf(string, ...any) }, data []byte) {
	for _, native := range []bool{false, true} {
		sink, err := decode(data, sdk.DecodeOptions{Native: native})
		if err != nil {
			decodeError, ok := ir.AsDecodeError(err)
			if !ok {
				t.Fatalf("not a DecodeError: %v", err)
			}
			if decodeError.Offset > uint64(len(data)) {
				t.Fatalf("offset %d of %d bytes", decodeError.Offset, len(data))
			}
		}
		if sink.Header == nil {
			if err == nil || sink.Trailer != nil || len(sink.Orders) > 0 {
				t.Fatalf("no header, error %v", err)
			}
			continue
		}
		if sink.Trailer == nil || sink.Trailer.Complete != (err == nil) {
			t.Fatalf("trailer %+v with error %v", sink.Trailer, err)
		}
		if !native && uint64(len(sink.Orders)) != sink.Trailer.Commands {
			t.Fatalf("%d orders, %d commands", len(sink.Orders), sink.Trailer.Commands)
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
	whole, err := decode(file.Data, sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		keep := rapid.IntRange(0, len(file.Data)-1).Draw(t, "keep")
		checkSoundness(t, file.Data[:keep])
		sink, err := decode(file.Data[:keep], sdk.DecodeOptions{})
		if got, ok := ir.AsDecodeError(err); !ok || got.Code != ir.CodeTruncated {
			t.Fatalf("cut at %d: %v", keep, err)
		}
		for i := range sink.Orders {
			if diff := cmp.Diff(whole.Orders[i], sink.Orders[i]); diff != "" {
				t.Fatalf("%s", diff)
			}
		}
		// Every entry that ends before the cut is there.
		if n := len(sink.Orders); sink.Header != nil && n < file.Commands && whole.Orders[n].Offset+90 < uint64(keep) &&
			n+1 < file.Commands && whole.Orders[n+1].Offset < uint64(keep) {
			t.Fatalf("cut at %d: entry %d is missing", keep, n)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, file := range fixtures.Files() {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkSoundness(t, data) })
}

// Damage further on hides which rule is broken; entries that go back in time, or
// lie behind the longest game, are not sent even so.
func TestDamageBehindTheLogDoesNotLetTicksGoBack(t *testing.T) {
	whole := string(fixture(t, "good/every-command.json").Data)
	for name, change := range map[string][2]string{
		"back":     {`{"tick":7,`, `{"tick":3,`},
		"far away": {`{"tick":7,`, `{"tick":4294967295,`},
	} {
		if !strings.Contains(whole, change[0]) {
			t.Fatalf("the fixture has no %s", change[0])
		}
		// A loadout that is wrong comes first among the broken rules, and has no
		// place in the log; the text is cut behind the log.
		text := strings.Replace(whole, change[0], change[1], 1)
		text = strings.Replace(text, `"loadoutId":"ekat.standard"`, `"loadoutId":"none"`, 1)
		text = text[:strings.Index(text, `"winnerId"`)]
		sent, err := decode([]byte(text), sdk.DecodeOptions{})
		if _, typed := ir.AsDecodeError(err); !typed {
			t.Errorf("%s: %v", name, err)
		}
		if len(sent.Orders) != 6 {
			t.Errorf("%s: %d orders are sent, want the 6 before it", name, len(sent.Orders))
		}
	}
}
