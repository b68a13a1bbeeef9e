// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/conformance"
	"convertd/sdk/sinktest"

	"example.org/convertd-decoder-spring/fixture"
)

func TestConformance(t *testing.T) {
	var samples []conformance.Sample
	for _, name := range []string{"bot.sdfz", "crashed.sdf", "cut.sdfz", "desync.sdfz", "empty.sdfz", "plain.sdf"} {
		samples = append(samples, conformance.Sample{Name: name, Data: fixture.Files()[name]})
	}
	conformance.Test(t, conformance.InProcess(decoder{}), samples)
}

func read(t *testing.T, name string) (*sinktest.Recording, error) {
	t.Helper()
	return sinktest.Decode(decoder{}, sdk.Source{Name: name, Data: fixture.Files()[name]}, sdk.DecodeOptions{})
}

func TestAWholeGameIsRead(t *testing.T) {
	got, err := read(t, "duel.sdfz")
	if err != nil {
		t.Fatal(err)
	}
	h := got.Header
	if h.Game != "bar" || h.Map.Name != "Open Ground 1.0" || h.Version != "2025.06.12" || len(h.Players) != 3 {
		t.Errorf("header is %+v", h)
	}
	if p := h.Players[1]; p.Name != "Grace" || p.Faction != "cortex" || p.Team != 2 || p.Kind != ir.PlayerHuman {
		t.Errorf("second player is %+v", p)
	}
	if h.Players[2].Kind != ir.PlayerObserver {
		t.Errorf("the watcher is %+v", h.Players[2])
	}
	if !got.Trailer.Complete || got.Trailer.Winner != 0 || got.Trailer.Ticks != 8*60*30 {
		t.Errorf("trailer is %+v", got.Trailer)
	}
	if n := len(got.Syncs); n != 2*8*30 {
		t.Errorf("%d reports of checksums", n)
	}
	if len(got.Diagnostics) > 0 {
		t.Errorf("diagnostics: %+v", got.Diagnostics)
	}
}

func find(t *testing.T, got *sinktest.Recording, fits func(*ir.Order) bool) *ir.Order {
	t.Helper()
	i := slices.IndexFunc(got.Orders, func(o ir.Order) bool { return fits(&o) })
	if i < 0 {
		t.Fatal("there is no such order")
	}
	return &got.Orders[i]
}

func TestACommandGoesToWhatItsPlayerHasSelected(t *testing.T) {
	got, err := read(t, "duel.sdfz")
	if err != nil {
		t.Fatal(err)
	}
	chosen := find(t, got, func(o *ir.Order) bool { return o.Kind == ir.KindSelect && o.Player == 0 })
	built := find(t, got, func(o *ir.Order) bool { return o.Kind == ir.KindPlaceBuilding && o.Player == 0 })
	if !slices.Equal(chosen.Subjects, built.Subjects) || len(built.Subjects) != 1 {
		t.Errorf("selected are %v, told to build %v", chosen.Subjects, built.Subjects)
	}
	if built.Item != "armmex" || built.Target.X != 1024*64 || built.Target.Y != 1024*64 || built.Tick != 10 {
		t.Errorf("the order is %+v", built)
	}
	made := find(t, got, func(o *ir.Order) bool { return o.Kind == ir.KindProduce && o.Player == 1 })
	if made.Item != "corck" || made.Count != 1 {
		t.Errorf("the order is %+v", made)
	}
	find(t, got, func(o *ir.Order) bool { return o.Kind == ir.KindSetRallyPoint && o.Player == 0 })
}

func TestABotsCommandsAreItsOwn(t *testing.T) {
	got, err := read(t, "bot.sdfz")
	if err != nil {
		t.Fatal(err)
	}
	built := find(t, got, func(o *ir.Order) bool { return o.Kind == ir.KindPlaceBuilding && o.Player == 2 })
	if built.Client != 0 || built.Item != "cormex" || len(built.Subjects) != 1 {
		t.Errorf("the order is %+v", built)
	}
	if got.Header.Players[2].Kind != ir.PlayerAI || got.Header.Players[2].AI != "BARb" {
		t.Errorf("the bot is %+v", got.Header.Players[2])
	}
}

func TestWhatEndsEarlyKeepsItsBeginning(t *testing.T) {
	for name, code := range map[string]ir.Code{"cut.sdfz": ir.CodeTruncated, "crashed.sdf": ir.CodeTruncated, "empty.sdfz": ir.CodeTruncated} {
		got, err := read(t, name)
		failure, typed := ir.AsDecodeError(err)
		if !typed || failure.Code != code {
			t.Errorf("%s: %v", name, err)
		}
		if name != "empty.sdfz" && (len(got.Orders) == 0 || got.Trailer == nil || got.Trailer.Complete) {
			t.Errorf("%s: %d orders, trailer %+v", name, len(got.Orders), got.Trailer)
		}
	}
}

// The fixtures hold an address, accounts, a country and the name of a graphics
// card, where real demos have them.
func TestNothingOfPeopleOrMachinesIsPassedOn(t *testing.T) {
	var all bytes.Buffer
	for _, options := range []sdk.DecodeOptions{{}, {Native: true}} {
		got, err := sinktest.Decode(decoder{}, sdk.Source{Data: fixture.Files()["duel.sdfz"]}, options)
		if err != nil {
			t.Fatal(err)
		}
		header, _ := ir.AppendHeader(nil, got.Header)
		trailer, _ := ir.AppendTrailer(nil, got.Trailer)
		all.Write(header)
		all.Write(trailer)
		all.WriteString(got.Text())
		for i := range got.Orders {
			all.WriteString(got.Orders[i].Text + got.Orders[i].Item)
			all.Write(got.Orders[i].Raw)
		}
	}
	for _, word := range []string{"192.0.2.17", "acct", "XX", "graphics", "\xab\xab\xab"} {
		if strings.Contains(all.String(), word) {
			t.Errorf("%q is passed on", word)
		}
	}
}
