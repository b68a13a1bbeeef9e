// SPDX-License-Identifier: GPL-3.0-or-later

package translate

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"convertd/core/bincode"
	"convertd/core/ir"
	"convertd/core/order"
)

// table is an Identity that knows the ids below 1000 as the slot of that
// number.
type table struct{}

func (table) Find(m Mention) (order.UnitTag, bool) {
	return order.UnitTag{Index: uint16(m.Native), Generation: 1}, m.Native < 1000
}

func newTranslator(unit ir.PositionUnit) *Translator {
	header := &ir.Header{Format: "kwreplay", PositionUnit: unit, TickRate: ir.Rational{Num: 15, Den: 1}, TicksPerFrame: 1}
	return New(NewScale(header, 0), table{})
}

func tag(n uint16) order.UnitTag { return order.UnitTag{Index: n, Generation: 1} }

func command(t *testing.T, o *order.PlayerOrder) order.Command {
	t.Helper()
	var c order.Command
	r := bincode.NewReader(o.Game.Payload)
	order.ReadCommand(r, &c)
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return c
}

func TestPlainOrdersBecomeCoreOrders(t *testing.T) {
	for _, test := range []struct {
		name string
		in   ir.Order
		want order.PlayerOrder
	}{
		{
			"move to a cell",
			ir.Order{Kind: ir.KindMove, NativeName: "Move", Subjects: []uint32{7}, Target: ir.Target{Kind: ir.TargetCell, X: 3, Y: 4}},
			order.PlayerOrder{Kind: order.KindMove, Units: []order.UnitTag{tag(7)}, Position: order.WorldPos{X: 3*1024 + 512, Y: 4*1024 + 512}},
		},
		{
			"attack a unit",
			ir.Order{Kind: ir.KindAttack, NativeName: "Attack", Subjects: []uint32{7, 8}, Target: ir.Target{Kind: ir.TargetEntity, ID: 9}},
			order.PlayerOrder{Kind: order.KindAttack, Units: []order.UnitTag{tag(7), tag(8)}, Target: order.Target{Kind: order.TargetUnit, Unit: tag(9)}},
		},
		{
			"stop",
			ir.Order{Kind: ir.KindStop, NativeName: "Stop", Subjects: []uint32{7}},
			order.PlayerOrder{Kind: order.KindStop, Units: []order.UnitTag{tag(7)}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, result := newTranslator(ir.PositionWorld1024).Translate(nil, &test.in, 0)
			if len(got) != 1 || result.Warning != "" {
				t.Fatalf("%d orders, warning %q", len(got), result.Warning)
			}
			if diff := cmp.Diff(test.want, got[0].Order); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatACoreOrderCannotSayBecomesAGameOrder(t *testing.T) {
	for name, in := range map[string]ir.Order{
		"queued":          {Kind: ir.KindMove, NativeName: "Move", Present: ir.PresentQueued, Subjects: []uint32{7}, Target: ir.Target{Kind: ir.TargetCell}},
		"other name":      {Kind: ir.KindMove, NativeName: "ForceMove", Subjects: []uint32{7}, Target: ir.Target{Kind: ir.TargetCell}},
		"sub-cell":        {Kind: ir.KindMove, NativeName: "Move", Subjects: []uint32{7}, Target: ir.Target{Kind: ir.TargetCell, Sub: 2}},
		"tunnel layer":    {Kind: ir.KindMove, NativeName: "Move", Subjects: []uint32{7}, Target: ir.Target{Kind: ir.TargetCell, Z: 1}},
		"frozen target":   {Kind: ir.KindAttack, NativeName: "Attack", Subjects: []uint32{7}, Target: ir.Target{Kind: ir.TargetFrozen, ID: 9}},
		"extra data":      {Kind: ir.KindStop, NativeName: "Stop", Present: ir.PresentData, Data: 1, Subjects: []uint32{7}},
		"unbound subject": {Kind: ir.KindStop, NativeName: "Stop", Subjects: []uint32{7, 5000}},
		"unbound target":  {Kind: ir.KindAttack, NativeName: "Attack", Subjects: []uint32{7}, Target: ir.Target{Kind: ir.TargetEntity, ID: 5000}},
		"nobody to do it": {Kind: ir.KindStop, NativeName: "Stop"},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := newTranslator(ir.PositionWorld1024).Translate(nil, &in, 0)
			if len(got) != 1 || got[0].Order.Kind != order.KindGameOrder {
				t.Fatalf("got %+v", got)
			}
			if c := command(t, &got[0].Order); c.Name != in.NativeName || c.Queued != in.Present.Has(ir.PresentQueued) {
				t.Errorf("command %+v", c)
			}
		})
	}
}

func TestUnboundSubjectsAreKeptByTheirForeignIDs(t *testing.T) {
	in := ir.Order{Kind: ir.KindGuard, NativeName: "Guard", Subjects: []uint32{7, 5000, 8}}
	got, result := newTranslator(ir.PositionNone).Translate(nil, &in, 0)
	if result.Subjects != 3 || result.Unbound != 1 || len(got) != 1 {
		t.Fatalf("%+v, %d orders", result, len(got))
	}
	if diff := cmp.Diff([]order.UnitTag{tag(7), tag(8)}, command(t, &got[0].Order).Units); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]uint32{5000}, command(t, &got[0].Order).Unbound); diff != "" {
		t.Error(diff)
	}
	in.Subjects = []uint32{5000, 5001}
	in.Target = ir.Target{Kind: ir.TargetEntity, ID: 6000}
	got, result = newTranslator(ir.PositionNone).Translate(nil, &in, 0)
	if len(got) != 1 || result.Warning != WarningUnboundSubjects {
		t.Fatalf("%d orders, warning %q", len(got), result.Warning)
	}
	c := command(t, &got[0].Order)
	if len(c.Units) != 0 || !cmp.Equal(c.Unbound, []uint32{5000, 5001}) || !cmp.Equal(c.UnboundTargets, []uint32{6000}) {
		t.Errorf("command %+v", c)
	}
}

func TestGroupsAboveTheSelectionLimitAreSplitInOrder(t *testing.T) {
	in := ir.Order{Kind: ir.KindScatter, NativeName: "Scatter"}
	for id := range uint32(2*order.MaxSelection + 5) {
		in.Subjects = append(in.Subjects, id)
	}
	got, _ := newTranslator(ir.PositionNone).Translate(nil, &in, 0)
	if len(got) != 3 {
		t.Fatalf("%d orders, want 3", len(got))
	}
	var next uint16
	for i := range got {
		for _, unit := range command(t, &got[i].Order).Units {
			if unit != tag(next) {
				t.Fatalf("order %d names %v, want %v", i, unit, tag(next))
			}
			next++
		}
	}
	if int(next) != len(in.Subjects) {
		t.Errorf("%d units, want %d", next, len(in.Subjects))
	}
}

func TestOrdersWithoutMeaningAreKeptRawWithAWarning(t *testing.T) {
	in := ir.Order{Kind: ir.KindUnknown, NativeID: 0x42, Present: ir.PresentNativeID, Raw: []byte{1, 2, 3}}
	got, result := newTranslator(ir.PositionNone).Translate(nil, &in, 0)
	if len(got) != 1 || result.Warning != WarningUnknownOrder {
		t.Fatalf("%d orders, warning %q", len(got), result.Warning)
	}
	if c := command(t, &got[0].Order); got[0].Order.Game.Tag != order.TagForeign || c.Name != "66" || string(c.Raw) != "\x01\x02\x03" {
		t.Errorf("tag %d, command %+v", got[0].Order.Game.Tag, c)
	}
}

func TestOrdersOfNobodyAreAWarning(t *testing.T) {
	in := ir.Order{Kind: ir.KindStop, NativeName: "Stop", Subjects: []uint32{7}}
	got, result := newTranslator(ir.PositionNone).Translate(nil, &in, order.NoPlayer)
	if len(got) != 0 || result.Warning != WarningNoPlayer {
		t.Errorf("%d orders, warning %q", len(got), result.Warning)
	}
}

func TestPlayersOutsideTheListAreNobody(t *testing.T) {
	players := Players{IDs: []order.PlayerID{4, order.NoPlayer}}
	for index, want := range map[int32]order.PlayerID{0: 4, 1: order.NoPlayer, 2: order.NoPlayer, ir.NoPlayer: order.NoPlayer} {
		if got := players.ID(index); got != want {
			t.Errorf("player %d is %d, want %d", index, got, want)
		}
	}
}

func TestLobbyAndBookkeepingAreNotRecorded(t *testing.T) {
	for _, kind := range []ir.Kind{ir.KindLobby, ir.KindHandshake, ir.KindSystem, ir.KindCamera, ir.KindSync, ir.KindStartGame, ir.KindEndGame} {
		got, result := newTranslator(ir.PositionNone).Translate(nil, &ir.Order{Kind: kind}, 0)
		if len(got) != 0 || result.Class != ClassNone || result.Warning != "" {
			t.Errorf("%s: %d orders, %+v", kind, len(got), result)
		}
	}
}

func TestChatIsCutAtTheLimitAndNotBefore(t *testing.T) {
	for _, test := range []struct {
		runes, want int
		warns       bool
	}{{order.MaxChatRunes, order.MaxChatRunes, false}, {order.MaxChatRunes + 1, order.MaxChatRunes, true}} {
		in := ir.Order{Kind: ir.KindChat, Text: strings.Repeat("ж", test.runes)}
		got, result := newTranslator(ir.PositionNone).Translate(nil, &in, 0)
		if n := len([]rune(got[0].Order.Text)); n != test.want || (result.Warning != "") != test.warns {
			t.Errorf("%d runes become %d, warning %q", test.runes, n, result.Warning)
		}
	}
}

func TestWhatIsNotUTF8IsMarkedInWhatIsRecorded(t *testing.T) {
	translator := newTranslator(ir.PositionWorld1024)
	chat, _ := translator.Translate(nil, &ir.Order{Kind: ir.KindChat, Text: "g\xffg"}, 0)
	if got := chat[0].Order.Text; got != "g\uFFFDg" {
		t.Errorf("chat %q", got)
	}
	odd, _ := translator.Translate(nil, &ir.Order{Kind: ir.KindUnknown, NativeName: "St\xffp", Item: "e\xfe"}, 0)
	if c := command(t, &odd[0].Order); c.Name != "St\uFFFDp" || c.Item != "e\uFFFD" {
		t.Errorf("command %q, item %q", c.Name, c.Item)
	}
	for _, orders := range [][]order.TimestampedOrder{chat, odd} {
		if err := orders[0].Order.Validate(); err != nil {
			t.Error(err)
		}
	}
}

func TestChatChannels(t *testing.T) {
	for data, want := range map[uint32]order.ChatChannel{0: order.ChannelAll, 2: order.ChannelTeam, ChatObservers: order.ChannelObserver} {
		in := ir.Order{Kind: ir.KindChat, Present: ir.PresentData, Data: data, Text: "gg"}
		got, _ := newTranslator(ir.PositionNone).Translate(nil, &in, 0)
		if got[0].Order.Channel != want {
			t.Errorf("data %d: channel %d, want %d", data, got[0].Order.Channel, want)
		}
	}
}

func TestOrdersBeyondTheSizeLimitAreAWarning(t *testing.T) {
	in := ir.Order{Kind: ir.KindCustom, NativeName: "Custom", Raw: make([]byte, order.MaxOrderBytes)}
	got, result := newTranslator(ir.PositionNone).Translate(nil, &in, 0)
	if len(got) != 0 || result.Warning != WarningTooLarge {
		t.Errorf("%d orders, warning %q", len(got), result.Warning)
	}
}

func TestFeetRoundToTheNearestUnitHalvesAwayFromZero(t *testing.T) {
	scale := NewScale(&ir.Header{Format: "kwreplay", PositionUnit: ir.PositionFloatBits}, 0)
	rapid.Check(t, func(t *rapid.T) {
		feet := rapid.Float32Range(-1_000_000, 1_000_000).Draw(t, "feet")
		got, _ := scale.float(math.Float32bits(feet))
		want := int64(math.Round(float64(feet) * 1024 / 10))
		if int64(got) != want {
			t.Fatalf("%v feet are %d units, want %d", feet, got, want)
		}
	})
}

func TestFloatsOutOfRangeAreClamped(t *testing.T) {
	scale := NewScale(&ir.Header{Format: "rts-replay", PositionUnit: ir.PositionFloatBits}, 0)
	for name, test := range map[string]struct {
		in   float32
		want int32
	}{
		"one tile":     {32, 1024},
		"infinity":     {float32(math.Inf(1)), math.MaxInt32},
		"minus inf":    {float32(math.Inf(-1)), math.MinInt32},
		"not a number": {float32(math.NaN()), 0},
		"tiny":         {1e-30, 0},
		"huge":         {3e38, math.MaxInt32},
		"large":        {100_000_000, math.MaxInt32},
	} {
		if got, _ := scale.float(math.Float32bits(test.in)); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

func TestLeptonsAndCellNumbers(t *testing.T) {
	lepton := NewScale(&ir.Header{Format: "ra-record", PositionUnit: ir.PositionLepton}, 0)
	if p, _ := lepton.Position(&ir.Target{X: 256, Y: 128}); p != (order.WorldPos{X: 1024, Y: 512}) {
		t.Errorf("leptons: %v", p)
	}
	for format, width := range map[string]int32{"ra-record": 128, "td-record": 64} {
		scale := NewScale(&ir.Header{Format: format, PositionUnit: ir.PositionCellNumber}, 0)
		if p, _ := scale.Position(&ir.Target{X: 5*width + 3}); p.Cell() != (order.CellPos{X: 3, Y: 5}) {
			t.Errorf("%s: %v", format, p.Cell())
		}
	}
}

func TestSubTicksRiseInsideTheWindow(t *testing.T) {
	orders := make([]order.TimestampedOrder, 5)
	SpreadSubTicks(orders, order.TickRate{Num: 25, Den: 1})
	for i := range orders {
		if i > 0 && orders[i].SubTick <= orders[i-1].SubTick || orders[i].SubTick >= 40_000 {
			t.Errorf("order %d at %d µs", i, orders[i].SubTick)
		}
	}
}

func BenchmarkTranslate(b *testing.B) {
	translator := newTranslator(ir.PositionWorld1024)
	in := ir.Order{Kind: ir.KindAttackMove, NativeName: "AttackMove", Subjects: []uint32{7, 8, 9}, Target: ir.Target{Kind: ir.TargetCell, X: 3, Y: 4}}
	var out []order.TimestampedOrder
	b.ReportAllocs()
	for b.Loop() {
		translator.BeginTick()
		out, _ = translator.Translate(out[:0], &in, 0)
	}
}
