// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"reflect"
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/internal/filled"
)

// comeBack codes in, reads it again and reports whether nothing is lost.
func comeBack[T any](t *testing.T, coded func(*T, *codec.Coder), prepare func(*T), skip ...string) {
	t.Helper()
	var in, out T
	if prepare != nil {
		prepare(&out)
	}
	skipped := map[string]bool{}
	for _, path := range skip {
		skipped["."+path] = true
	}
	next := 0
	filled.Fill(reflect.ValueOf(&in).Elem(), "", skipped, &next)
	if prepare != nil {
		prepare(&in)
	}
	writer := codec.Coder{Types: &info.CompiledTypes{}}
	coded(&in, &writer)
	reader := codec.Coder{Data: writer.Data, Reading: true, Types: &info.CompiledTypes{}}
	coded(&out, &reader)
	if err := reader.Finish(); err != nil {
		t.Fatalf("%T: %v", in, err)
	}
	if !reflect.DeepEqual(in, out) {
		t.Errorf("%T: a field is not in the codec:\nwrote %+v\nread  %+v", in, in, out)
	}
}

func TestEveryFieldOfTheStateIsInTheCodec(t *testing.T) {
	comeBack(t, func(a *Actor, c *codec.Coder) { a.CodedResting(c); a.CodedPlace(c) }, func(a *Actor) { a.NoteTimers(0, true) }, "Type", "Activity", "Due", "Woken", "Loaded", "_", "Shots[].Shot.Weapon")
	comeBack(t, func(act *Activity, c *codec.Coder) { act.Coded(c); act.CodedProgress(c) }, nil, "Child", "Next", "Recorded", "_")
	comeBack(t, (*state.Queue).Coded, nil, "Info", "Items[].Type")
	comeBack(t, (*state.Player).Coded, func(p *state.Player) { p.Shown = make([]uint8, 200) }, "Queues", "TechConditions", "Resettled", "Visible", "Through", "Covered", "Explored", "Shown", "IsTouched", "Producible", "Recalls", "RecallsKnown", "Ledger", "FrozenSettled")
	comeBack(t, (*state.Twister).Coded, nil, "Watch", "Twists")
	comeBack(t, (*state.Effect).Coded, nil, "Weapon")
	comeBack(t, (*state.Setup).Coded, nil, "Rules", "Map", "OwnTypes", "Art")
	comeBack(t, (*state.Bridges).Coded, nil, "Spans")
	comeBack(t, (*state.Auras).Coded, nil)
	comeBack(t, (*state.Outlook).Coded, nil)
	comeBack(t, func(v *frozenList, c *codec.Coder) { v.Frozen.Coded(c) }, nil, "Frozen[].Type")
}

type frozenList struct{ Frozen state.FrozenActors }

// TestEveryPartOfTheWorldIsKnownToTheCodec names every field of the world: a
// new one must be added to the codec, or to the list of those that follow from
// rules, map and the rest of the state.
func TestEveryPartOfTheWorldIsKnownToTheCodec(t *testing.T) {
	known := map[string]string{
		"Ticks": "coded", "Frames": "coded", "Paused": "coded", "pausedUntil": "coded", "NextID": "coded",
		"creatures": "coded", "creatureRules": "setup", "creatureOwner": "setup", "crates": "coded", "techDirty": "coded", "Random": "coded", "Players": "coded",
		"Actors": "coded", "Occupied": "coded", "Bins": "coded", "Frozen": "coded", "Resources": "in map layers",
		"Rules": "from the file's name of its rules", "Release": "rules", "CompiledTypes": "rules",
		"Ground": "map", "Options": "setup", "Clients": "setup", "CrateRules": "rules",
		"Influence": "from the buildings", "Paths": "from map and buildings", "makers": "a cache", "ActiveSet": "all are awake at first", "Sums": "from the actors", "Present": "from the actors", "memories": "from the frozen",
		"Tasks": "empty between ticks", "taskHead": "empty between ticks", "Effects": "coded", "blockers": "coded", "Covers": "coded", "Ends": "taken after each net frame", "endsBefore": "as ends", "endsKnown": "as ends", "Deeds": "as ends", "strikes": "for reports, not state", "Outlook": "coded", "successors": "coded", "auras": "coded", "bridges": "coded, its pieces from map and actors",
		"charging": "a cache", "jammers": "a cache", "bearers": "a cache", "watchers": "a cache", "kindsApart": "rules", "playerProvides": "rules",
		"unmodelled": "a figure, not state", "free": "unused memory", "Room": "unused memory", "scratch": "unused memory", "Observer": "looks on, not state", "beforeEffects": "within a tick", "beforeTraits": "within a tick",
	}
	world := reflect.TypeFor[World]()
	for i := range world.NumField() {
		if name := world.Field(i).Name; known[name] == "" {
			t.Errorf("World.%s: is it state? Add it to the codec, or to this list with a reason", name)
		}
	}
}

// TestARecordOfAPlayerIsNeverStale changes every field of a player and demands
// that what was recorded before is not taken for it.
func TestARecordOfAPlayerIsNeverStale(t *testing.T) {
	kind := reflect.TypeFor[state.Player]()
	for i := range kind.NumField() {
		var p state.Player
		p.Shown = make([]uint8, 200)
		p.Queues = make([]state.Queue, 2)
		var record state.PlayerRecord
		encode := func() (fresh, recorded []byte) {
			whole, kept := codec.Coder{Types: &info.CompiledTypes{}}, codec.Coder{Types: &info.CompiledTypes{}}
			p.Coded(&whole)
			record.AppendPlayer(&kept, &p)
			return whole.Data, kept.Data
		}
		encode()
		filled.Fill(reflect.ValueOf(&p).Elem().Field(i), "", nil, new(int))
		if fresh, recorded := encode(); !slices.Equal(fresh, recorded) {
			t.Errorf("player.%s: changed, and the record is as before", kind.Field(i).Name)
		}
	}
}
