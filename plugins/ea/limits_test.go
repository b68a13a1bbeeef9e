// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"

	fixture "convertd/internal/fixtures/ea"
)

func codeOf(t *testing.T, err error) ir.Code {
	t.Helper()
	if err == nil {
		return ""
	}
	damage, ok := ir.AsDecodeError(err)
	if !ok {
		t.Fatalf("%v is no DecodeError", err)
	}
	return damage.Code
}

func TestHeaderTextLimit(t *testing.T) {
	for _, game := range fixture.Games() {
		if game == fixture.TiberianTwilight {
			continue // its titles have fields of fixed size
		}
		for _, test := range []struct {
			units int
			want  ir.Code
		}{
			{maxHeaderText/2 - 1, ""},
			{maxHeaderText/2 + 1, ir.CodeLimitExceeded},
		} {
			replay := fixture.Sample(game)
			replay.Title = strings.Repeat("ы", test.units)
			got := decode(sdk.Source{Data: replay.Encode(game)}, sdk.DecodeOptions{})
			if code := codeOf(t, got.err); code != test.want {
				t.Errorf("%s, title of %d units: %q, want %q", game.Name(), test.units, code, test.want)
			}
		}
	}
}

func TestOptionsLengthLimit(t *testing.T) {
	for _, game := range []fixture.Game{fixture.ZeroHour, fixture.RiseOfTheWitchKing, fixture.KanesWrath} {
		for _, test := range []struct {
			bytes int
			want  ir.Code
		}{
			{maxHeaderText / 2, ""},
			{maxHeaderText, ir.CodeLimitExceeded},
		} {
			replay := fixture.Sample(game)
			replay.Slots[0].Name = strings.Repeat("a", test.bytes)
			got := decode(sdk.Source{Data: replay.Encode(game)}, sdk.DecodeOptions{})
			if code := codeOf(t, got.err); code != test.want {
				t.Errorf("%s, name of %d bytes: %q, want %q", game.Name(), test.bytes, code, test.want)
			}
		}
	}
}

func TestCommandSizeLimit(t *testing.T) {
	for _, game := range fixture.Games() {
		if game == fixture.TiberianTwilight {
			continue // a chunk of it has 64 KiB at most
		}
		for _, test := range []struct {
			objects int
			want    ir.Code
		}{
			{maxCommandBytes/4 - 400, ""},
			{maxCommandBytes / 4, ir.CodeLimitExceeded},
		} {
			replay := fixture.Sample(game)
			before := len(replay.Records)
			replay.Records = append(replay.Records[:before-1:before-1], fixture.Record{
				Frame: replay.Records[before-1].Frame, ID: game.IDs().Sell, Arguments: fixture.Objs(make([]uint32, test.objects)...),
			})
			data := replay.Encode(game)
			got := decode(sdk.Source{Data: data}, sdk.DecodeOptions{})
			if code := codeOf(t, got.err); code != test.want {
				t.Errorf("%s, command of %d objects: %q, want %q", game.Name(), test.objects, code, test.want)
			}
			if test.want != "" {
				continue
			}
			var batch ir.OrderBatchWriter
			for i := range got.Orders {
				if _, err := batch.Add(&got.Orders[i]); err != nil {
					t.Errorf("%s: an order within the limit does not fit a batch: %v", game.Name(), err)
				}
			}
		}
	}
}

// TestSelectionIsFollowedUpToItsLimit: beyond it, orders have no subjects
// rather than wrong ones.
func TestSelectionIsFollowedUpToItsLimit(t *testing.T) {
	ids := func(n int) []uint32 {
		list := make([]uint32, n)
		for i := range list {
			list[i] = uint32(i + 1)
		}
		return list
	}
	tests := []struct {
		name  string
		steps func(s *selection)
		want  int // objects; -1: not known
	}{
		{"replaced at the limit", func(s *selection) { s.replace(ids(maxSelection)) }, maxSelection},
		{"replaced beyond it", func(s *selection) { s.replace(ids(maxSelection + 1)) }, -1},
		{"extended to the limit", func(s *selection) { s.replace(ids(1)); s.extend(ids(maxSelection)[1:]) }, maxSelection},
		{"extended beyond it", func(s *selection) { s.replace(ids(1)); s.extend(ids(maxSelection)) }, -1},
		{"extended when unknown", func(s *selection) { s.forget(); s.extend(ids(3)) }, -1},
		{"replaced when unknown", func(s *selection) { s.forget(); s.replace(ids(3)) }, 3},
		{"extended twice by the same", func(s *selection) { s.extend(ids(3)); s.extend(ids(3)) }, 3},
		{"dropped", func(s *selection) { s.replace(ids(5)); s.drop(ids(2)) }, 3},
		{"dropped beyond the limit", func(s *selection) { s.replace(ids(5)); s.drop(ids(maxSelection + 1)) }, -1},
		{"cleared when unknown", func(s *selection) { s.forget(); s.clear() }, 0},
		{"group recalled", func(s *selection) { s.assign(3, ids(4)); s.recall(3) }, 4},
		{"group too big", func(s *selection) { s.assign(3, ids(maxSelection+1)); s.recall(3) }, -1},
		{"group joined", func(s *selection) { s.replace(ids(2)); s.assign(3, ids(4)); s.join(3) }, 4},
		{"group of unknown joined", func(s *selection) { s.replace(ids(2)); s.assign(3, ids(maxSelection+1)); s.join(3) }, -1},
		{"group appended to", func(s *selection) { s.assign(3, ids(2)); s.appendTo(3, ids(4)); s.recall(3) }, 4},
		{"group appended beyond the limit", func(s *selection) { s.assign(3, ids(2)); s.appendTo(3, ids(maxSelection)); s.recall(3) }, -1},
		{"group shrunk", func(s *selection) { s.assign(3, ids(4)); s.removeFrom(3, ids(1)); s.recall(3) }, 3},
		{"group that was never made", func(s *selection) { s.replace(ids(2)); s.recall(7) }, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var s selection
			test.steps(&s)
			got := s.subjects()
			if test.want < 0 {
				if got != nil {
					t.Errorf("%d subjects, want none known", len(got))
				}
				return
			}
			if len(got) != test.want || !slices.IsSorted(got) {
				t.Errorf("subjects %v, want %d", got, test.want)
			}
		})
	}
}

func TestSlotsAreLimited(t *testing.T) {
	for _, n := range []int{maxSlots, maxSlots + 1} {
		slots := parseSlots(bytes.Repeat([]byte("X:"), n), slotsGenerals)
		if len(slots) != maxSlots {
			t.Errorf("%d slots of %d, want %d", len(slots), n, maxSlots)
		}
	}
}

func TestClanTagIsShort(t *testing.T) {
	for _, test := range []struct {
		clan string
		want string
	}{
		{strings.Repeat("a", maxClan), strings.Repeat("a", maxClan)},
		{strings.Repeat("a", maxClan+1), ""},
	} {
		replay := fixture.Sample(fixture.KanesWrath)
		replay.Slots[0].Clan = test.clan
		got := decode(sdk.Source{Data: replay.Encode(fixture.KanesWrath)}, sdk.DecodeOptions{})
		equal(t, "clan", value(got.Header.Players[0].Details, "clan"), test.want)
	}
}

func TestOptionValuesHaveTheirForm(t *testing.T) {
	tests := []struct {
		item string
		kept bool
	}{
		{"MC=4AF0F44A", true},
		{"MC=4AF0F44A0", false},
		{"MC=", false},
		{"SD=-872810282", true},
		{"SD=192.0.2.1", false},
		{"O=Y", true},
		{"O=C0000201", false},
		{"RU=1 100 -1 ", true},
		{"RU=" + strings.Repeat("1 ", maxOptionValue/2), true},
		{"RU=" + strings.Repeat("1 ", maxOptionValue/2+1), false},
		{"RU=1 x", false},
		{"XX=1", false},
		{"M", true},
	}
	for _, test := range tests {
		options := parseOptions([]byte(test.item+";"), 2, slotsGenerals)
		if kept := len(options.pairs) == 1; kept != test.kept || options.ignored == 1 == test.kept {
			t.Errorf("%.20q: kept %t, want %t", test.item, kept, test.kept)
		}
	}
}

func TestUnknownArgumentTypeIsMalformed(t *testing.T) {
	for _, test := range []struct {
		game fixture.Game
		tag  byte
	}{
		{fixture.Generals, 12},
		{fixture.BFMEShort, 13},
		{fixture.KanesWrath, 14},
		{fixture.RedAlert3, 3},
	} {
		replay := fixture.Sample(test.game)
		move := slices.IndexFunc(replay.Records, func(r fixture.Record) bool { return r.ID == test.game.IDs().Move && r.Payload == nil })
		replay.Records[move].Arguments = fixture.Args(fixture.Int(0x55555555))
		data := replay.Encode(test.game)
		at := bytes.Index(data, []byte{0x55, 0x55, 0x55, 0x55})
		if test.game == fixture.Generals || test.game == fixture.BFMEShort {
			at -= 2 // type and count
		} else {
			at-- // type and count in one byte
		}
		data[at] = test.tag
		got := decode(sdk.Source{Data: data}, sdk.DecodeOptions{})
		damage, ok := ir.AsDecodeError(got.err)
		if !ok || damage.Code != ir.CodeMalformed || damage.Offset != uint64(at) {
			t.Errorf("%s: %v, want malformed at byte %d", test.game.Name(), got.err, at)
		}
		if len(got.Orders) == 0 {
			t.Errorf("%s: nothing before the damage", test.game.Name())
		}
	}
}

func TestMessageTypeBeyondTheLastIsMalformed(t *testing.T) {
	for _, test := range []struct {
		id   uint32
		want ir.Code
	}{
		{commandIDs - 1, ""},
		{commandIDs, ir.CodeMalformed},
		{math.MaxUint32, ir.CodeMalformed},
	} {
		replay := fixture.Sample(fixture.ZeroHour)
		replay.Records[1].ID = test.id
		got := decode(sdk.Source{Data: replay.Encode(fixture.ZeroHour)}, sdk.DecodeOptions{})
		if code := codeOf(t, got.err); code != test.want {
			t.Errorf("type %d: %q, want %q", test.id, code, test.want)
		}
	}
}
