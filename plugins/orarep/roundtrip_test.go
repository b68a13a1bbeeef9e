// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"testing"

	"convertd/core/ir"
	"convertd/sdk"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	fixtures "convertd/internal/fixtures/orarep"
)

// TestAnyOrderOfAnyLayoutIsReadAsItWasGiven encodes orders with the fixtures'
// own encoder and compares what comes out with what went in.
func TestAnyOrderOfAnyLayoutIsReadAsItWasGiven(t *testing.T) {
	eras := []string{"A0", "A", "B0", "B", "C", "D", "E", "F", "G", "H"}
	rapid.Check(t, func(t *rapid.T) {
		era := rapid.SampledFrom(eras).Draw(t, "era")
		game := fixtures.Sweep(era)
		rec := game.Lead()
		var given []fixtures.Order
		var want []ir.Order
		for range rapid.IntRange(1, 5).Draw(t, "orders") {
			order, expected := drawOrder(t, layoutNamed(era))
			given, want = append(given, order), append(want, expected)
		}
		rec.Orders(0, 2, given...)
		rec.Metadata("")
		c, err := decode(rec.Bytes(), sdk.DecodeOptions{})
		if err != nil {
			t.Fatalf("%v", err)
		}
		var got []ir.Order
		for _, o := range c.Orders {
			if o.Frame == 2 {
				got = append(got, o)
			}
		}
		ignore := cmpopts.IgnoreFields(ir.Order{}, "Offset", "Raw", "Tick", "Player", "Client", "Kind")
		if diff := cmp.Diff(want, got, ignore, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("era %s (-given +read):\n%s", era, diff)
		}
	})
}

// drawOrder draws an order that a layout can write, and what must be read.
func drawOrder(t *rapid.T, l *layout) (fixtures.Order, ir.Order) {
	id := rapid.Uint32Range(0, nobody-1)
	name := rapid.SampledFrom([]string{"Move", "Attack", "Stop", "Invented", "SetUnitStance"}).Draw(t, "name")
	want := ir.Order{Frame: 2, NativeName: name}
	var order fixtures.Order
	switch {
	case l.grouped() && rapid.Bool().Draw(t, "grouped"):
		want.Subjects = rapid.SliceOfN(id, 2, 5).Draw(t, "group")
		order = fixtures.Say(name).For(want.Subjects...)
	case rapid.Bool().Draw(t, "subject"):
		want.Subjects = []uint32{id.Draw(t, "id")}
		order = fixtures.Give(name, want.Subjects[0])
	default:
		order = fixtures.Say(name)
	}
	order = drawTarget(t, l, order, &want)
	if rapid.Bool().Draw(t, "text") {
		want.Text = rapid.StringN(1, 200, -1).Draw(t, "string")
		order = order.Text(want.Text)
	}
	if l.known&flagExtraData != 0 && rapid.Bool().Draw(t, "data") {
		want.Data = rapid.Uint32().Draw(t, "value")
		want.Present |= ir.PresentData
		order = order.Data(want.Data)
	}
	if rapid.Bool().Draw(t, "queued") {
		want.Present |= ir.PresentQueued
		order = order.Queue()
	}
	if l.extraActors() && rapid.Bool().Draw(t, "extra") {
		want.Entities = rapid.SliceOfN(id, 1, 4).Draw(t, "extras")
		order = order.With(want.Entities...)
	}
	if rapid.Bool().Draw(t, "from") {
		at := drawCell(t, l)
		at.Layer, at.Sub = 0, 0
		want.Target2 = ir.Target{Kind: ir.TargetCell, X: at.X, Y: at.Y}
		order = order.From(at.X, at.Y)
	}
	return order, want
}

func drawTarget(t *rapid.T, l *layout, order fixtures.Order, want *ir.Order) fixtures.Order {
	kinds := []string{"none", "actor", "cell"}
	if l.target != targetPlain {
		kinds = append(kinds, "frozen")
	}
	if l.target == targetWithCell {
		kinds = append(kinds, "position")
	}
	switch rapid.SampledFrom(kinds).Draw(t, "target") {
	case "actor":
		want.Target = ir.Target{Kind: ir.TargetEntity, ID: rapid.Uint32Range(0, nobody-1).Draw(t, "target id")}
		if l.generations {
			want.Target.Generation = rapid.Int32().Draw(t, "generation")
		}
		return order.At(want.Target.ID, want.Target.Generation)
	case "cell":
		at := drawCell(t, l)
		want.Target = ir.Target{Kind: ir.TargetCell, X: at.X, Y: at.Y, Z: int32(at.Layer), Sub: at.Sub}
		return order.ToCell(at)
	case "frozen":
		want.Target = ir.Target{Kind: ir.TargetFrozen, Owner: rapid.Uint32().Draw(t, "viewer"), ID: rapid.Uint32().Draw(t, "frozen")}
		return order.AtFrozen(want.Target.Owner, want.Target.ID)
	case "position":
		x, y, z := rapid.Int32().Draw(t, "x"), rapid.Int32().Draw(t, "y"), rapid.Int32().Draw(t, "z")
		want.Target = ir.Target{Kind: ir.TargetPosition, X: x, Y: y, Z: z}
		return order.ToPosition(x, y, z)
	}
	return order
}

// drawCell draws a cell that a layout can hold: packed cells have 12 bits a
// coordinate, layers and sub-cells came with the typed targets.
func drawCell(t *rapid.T, l *layout) fixtures.Cell {
	coordinate := rapid.Int32()
	if l.cells == cellPacked {
		coordinate = rapid.Int32Range(-2048, 2047)
	}
	at := fixtures.Cell{X: coordinate.Draw(t, "cell x"), Y: coordinate.Draw(t, "cell y")}
	if l.target == targetWithCell {
		at.Layer = rapid.Uint8().Draw(t, "layer")
		at.Sub = rapid.Uint8().Draw(t, "sub-cell")
	}
	return at
}
