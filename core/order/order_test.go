// SPDX-License-Identifier: GPL-3.0-or-later

package order_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"convertd/core/bincode"
	"convertd/core/order"
)

func drawTag(t *rapid.T, name string) order.UnitTag {
	return order.UnitTag{Index: rapid.Uint16().Draw(t, name), Generation: rapid.Uint16().Draw(t, name)}
}

func drawTags(t *rapid.T, name string) []order.UnitTag {
	tags := make([]order.UnitTag, rapid.IntRange(0, 5).Draw(t, name))
	for i := range tags {
		tags[i] = drawTag(t, name)
	}
	return tags
}

func drawPos(t *rapid.T, name string) order.WorldPos {
	return order.WorldPos{X: rapid.Int32().Draw(t, name), Y: rapid.Int32().Draw(t, name), Z: rapid.Int32().Draw(t, name)}
}

func drawTarget(t *rapid.T, name string) order.Target {
	target := order.Target{Kind: order.TargetKind(rapid.Uint32Range(0, 4).Draw(t, name))}
	switch target.Kind {
	case order.TargetPosition:
		target.Position = drawPos(t, name)
	case order.TargetUnit:
		target.Unit = drawTag(t, name)
	case order.TargetCell:
		target.Cell, target.SubCell = order.CellPos(drawPos(t, name)), rapid.Uint8().Draw(t, name)
	case order.TargetFrozen:
		target.Unit, target.Viewer = drawTag(t, name), order.PlayerID(rapid.Uint32().Draw(t, name))
	case order.TargetNone:
	}
	return target
}

func drawCommand(t *rapid.T) order.Command {
	text := rapid.StringN(0, 10, 40)
	return order.Command{
		Units: drawTags(t, "units"), Queued: rapid.Bool().Draw(t, "queued"),
		Target: drawTarget(t, "target"), Target2: drawTarget(t, "target2"), Others: drawTags(t, "others"),
		Item: text.Draw(t, "item"), ItemID: rapid.Uint32().Draw(t, "id"), Count: rapid.Int32().Draw(t, "count"),
		Data: rapid.Uint32().Draw(t, "data"), Flags: order.CommandFlags(rapid.Uint32Range(0, 31).Draw(t, "flags")),
		Name: text.Draw(t, "name"), Raw: rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "raw"),
	}
}

func drawVote(t *rapid.T) order.Vote {
	v := order.Vote{Kind: order.VoteKind(rapid.Uint32Range(0, 2).Draw(t, "vote"))}
	switch v.Kind {
	case order.VoteCast:
		v.ID, v.Choice = rapid.Uint32().Draw(t, "id"), rapid.Bool().Draw(t, "choice")
	case order.VoteCancel:
		v.ID = rapid.Uint32().Draw(t, "id")
	case order.VotePropose:
		v.Type = order.VoteType(rapid.Uint32Range(0, 4).Draw(t, "type"))
		if v.Type == order.VoteKick {
			v.Target, v.Reason = order.PlayerID(rapid.Uint32().Draw(t, "target")), rapid.StringN(0, 5, 20).Draw(t, "reason")
		}
		if v.Type == order.VoteCustom {
			v.TypeID = rapid.StringN(0, 5, 20).Draw(t, "id")
		}
	}
	return v
}

func drawOrder(t *rapid.T) order.TimestampedOrder {
	text := rapid.StringN(0, 10, 40)
	o := order.PlayerOrder{Kind: order.PlayerOrderKind(rapid.Uint32Range(0, 9).Draw(t, "kind"))}
	switch o.Kind {
	case order.KindMove:
		o.Units, o.Position = drawTags(t, "units"), drawPos(t, "position")
	case order.KindAttack:
		o.Units, o.Target = drawTags(t, "units"), drawTarget(t, "target")
	case order.KindStop:
		o.Units = drawTags(t, "units")
	case order.KindChatMessage:
		o.Channel, o.Text = order.ChatChannel(rapid.Uint32Range(0, 3).Draw(t, "channel")), text.Draw(t, "text")
		if o.Channel == order.ChannelWhisper {
			o.Whisper = order.PlayerID(rapid.Uint32().Draw(t, "whisper"))
		}
	case order.KindChatCommand:
		o.Text, o.Args = text.Draw(t, "text"), rapid.SliceOfN(text, 0, 3).Draw(t, "args")
	case order.KindCheatCode:
		o.Cheat = rapid.Uint32().Draw(t, "cheat")
	case order.KindSetCvar:
		o.Text, o.Args = text.Draw(t, "text"), []string{text.Draw(t, "value")}
	case order.KindVote:
		o.Vote = drawVote(t)
	case order.KindGameOrder:
		command := drawCommand(t)
		o.Game = order.GameOrder{Tag: order.GameOrderTag(rapid.Uint16().Draw(t, "tag")), Payload: order.AppendCommand(nil, &command)}
	case order.KindIdle:
	}
	return order.TimestampedOrder{Player: order.PlayerID(rapid.Uint32().Draw(t, "player")), Order: o, SubTick: rapid.Uint32().Draw(t, "sub-tick")}
}

func TestEveryOrderReadsBack(t *testing.T) {
	var reused order.TimestampedOrder // must not keep anything of the order before
	rapid.Check(t, func(t *rapid.T) {
		want := drawOrder(t)
		if err := want.Order.Validate(); err != nil {
			t.Fatal(err)
		}
		data := order.AppendTimestampedOrder(nil, &want)
		r := bincode.NewReader(data)
		var got order.TimestampedOrder
		order.ReadTimestampedOrder(r, &got)
		r.Finish()
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || r.Err() != nil {
			t.Fatalf("%v (-want +got):\n%s", r.Err(), diff)
		}
		r.Reset(data)
		order.ReadTimestampedOrder(r, &reused)
		if diff := cmp.Diff(want, reused, cmpopts.EquateEmpty()); diff != "" || r.Err() != nil {
			t.Fatalf("in place: %v (-want +got):\n%s", r.Err(), diff)
		}
	})
}

func TestEveryCommandReadsBack(t *testing.T) {
	var reused order.Command
	rapid.Check(t, func(t *rapid.T) {
		want := drawCommand(t)
		r := bincode.NewReader(order.AppendCommand(nil, &want))
		order.ReadCommand(r, &reused)
		if diff := cmp.Diff(want, reused, cmpopts.EquateEmpty()); diff != "" || r.Err() != nil {
			t.Fatalf("%v (-want +got):\n%s", r.Err(), diff)
		}
	})
}

func TestUnknownCommandFlagsAreRefused(t *testing.T) {
	for flags, ok := range map[order.CommandFlags]bool{31: true, 32: false, 1 << 31: false} {
		var got order.Command
		r := bincode.NewReader(order.AppendCommand(nil, &order.Command{Flags: flags}))
		if order.ReadCommand(r, &got); (r.Err() == nil) != ok {
			t.Errorf("flags %#x: %v", flags, r.Err())
		}
	}
}

func TestValidateRefusesWhatCannotBeReadBack(t *testing.T) {
	for name, o := range map[string]order.PlayerOrder{
		"kind":    {Kind: 10},
		"target":  {Kind: order.KindAttack, Target: order.Target{Kind: 5}},
		"channel": {Kind: order.KindChatMessage, Channel: 4},
		"vote":    {Kind: order.KindVote, Vote: order.Vote{Kind: 3}},
		"type":    {Kind: order.KindVote, Vote: order.Vote{Type: 5}},
		"text":    {Kind: order.KindChatMessage, Text: "\xC3"},
		"args":    {Kind: order.KindChatCommand, Args: []string{"ok", "\xFF"}},
		"reason":  {Kind: order.KindVote, Vote: order.Vote{Reason: "\xFF"}},
	} {
		if err := o.Validate(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestTagsAreThoseOfTheDocument holds the frozen table of docs/orders.md to
// the constants: same number, same name, nothing missing.
func TestTagsAreThoseOfTheDocument(t *testing.T) {
	document, err := os.ReadFile("../../docs/orders.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("command.go")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`(?m)^\tTag(\w+)( GameOrderTag = iota)?$`).FindAllStringSubmatch(string(source), -1)
	listed := map[int]string{}
	for _, cell := range regexp.MustCompile(`0x([0-9A-F]{2}) \| (\w+)`).FindAllStringSubmatch(string(document), -1) {
		number, err := strconv.ParseInt(cell[1], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		listed[int(number)] = cell[2]
	}
	if len(names) != int(order.TagForeign)+1 || len(listed) != len(names) {
		t.Fatalf("%d names in the source, %d in the document, the last tag is %d", len(names), len(listed), order.TagForeign)
	}
	for number, name := range names {
		if listed[number] != name[1] {
			t.Errorf("tag %#02x is %s in the source, %s in the document", number, name[1], listed[number])
		}
	}
}

func TestCellsAndPositionsFitEachOther(t *testing.T) {
	for cell, center := range map[order.CellPos]order.WorldPos{
		{}: {X: 512, Y: 512}, {X: 3, Y: -1, Z: 2}: {X: 3584, Y: -512, Z: 2048},
	} {
		if cell.Center() != center || center.Cell() != cell {
			t.Errorf("%+v: %+v, back %+v", cell, cell.Center(), center.Cell())
		}
	}
	a, b := order.WorldPos{X: -1 << 30, Y: -1 << 30}, order.WorldPos{X: 1<<30 - 1, Y: 1<<30 - 1, Z: 77}
	if got := a.DistanceSquared(b); got != 2*(1<<31-1)*(1<<31-1) {
		t.Errorf("distance %d", got)
	}
}

func TestIntegerSquareRootIsTheFloor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, 1<<62).Draw(t, "n")
		if x := order.ISqrt(n); x*x > n || (x+1)*(x+1) <= n {
			t.Fatalf("root of %d is not %d", n, x)
		}
	})
	for n, want := range map[int64]int64{-5: 0, 0: 0, 1: 1, 3: 1, 4: 2, 1<<63 - 1: 3037000499} {
		if got := order.ISqrt(n); got != want {
			t.Errorf("root of %d is %d, not %d", n, want, got)
		}
	}
}

func ExampleUnitTag_String() {
	fmt.Println(order.UnitTag{Index: 12, Generation: 3})
	// Output: 12.3
}

// FuzzTimestampedOrder: what is accepted is written the same again, so no two
// encodings mean the same order.
func FuzzTimestampedOrder(f *testing.F) {
	o := order.TimestampedOrder{Player: 1, Order: order.PlayerOrder{Kind: order.KindAttack, Units: []order.UnitTag{{Index: 1}}, Target: order.Target{Kind: order.TargetCell}}}
	f.Add(order.AppendTimestampedOrder(nil, &o))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bincode.NewReader(data)
		var got order.TimestampedOrder
		order.ReadTimestampedOrder(r, &got)
		if r.Finish(); r.Err() != nil {
			return
		}
		if again := order.AppendTimestampedOrder(nil, &got); !bytes.Equal(again, data) {
			t.Fatalf("% x became % x", data, again)
		}
		if err := got.Order.Validate(); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzCommand does the same for payloads.
func FuzzCommand(f *testing.F) {
	f.Add(order.AppendCommand(nil, &order.Command{Item: "e1", Raw: []byte{1}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		var c order.Command
		r := bincode.NewReader(data)
		if order.ReadCommand(r, &c); r.Err() != nil {
			return
		}
		if again := order.AppendCommand(nil, &c); !bytes.Equal(again, data) {
			t.Fatalf("% x became % x", data, again)
		}
	})
}
