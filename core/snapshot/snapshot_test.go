// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// same compares states: an empty slice and none are the same state.
var same = cmpopts.EquateEmpty()

func TestDrawnStatesPassTheSchema(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawState(t)
		b := drawLater(t, a)
		for _, s := range []*snapshot.SimSnapshot{a, b} {
			if err := s.Check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestDecodeGivesBackWhatWasEncoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawState(t)
		got, err := snapshot.Decode(want.Append(nil))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, same); diff != "" {
			t.Fatal(diff)
		}
		if got.Core.StateHash() != want.Core.StateHash() {
			t.Fatal("decoded state has another hash")
		}
	})
}

func TestDeltaAppliedToItsBaselineGivesTheLaterState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawState(t)
		b := drawLater(t, a)
		d, err := snapshot.Diff(a, a.Core.StateHash(), b)
		if err != nil {
			t.Fatal(err)
		}
		before := a.Append(nil)
		read, err := snapshot.DecodeDelta(d.Append(nil))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, read, same); diff != "" {
			t.Fatal("delta changed in the codec:", diff)
		}
		got, err := read.Apply(a)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(b, got, same); diff != "" {
			t.Fatal(diff)
		}
		if got.Core.StateHash() != b.Core.StateHash() {
			t.Fatal("same state, other hash")
		}
		if string(before) != string(a.Append(nil)) {
			t.Fatal("Apply changed its baseline")
		}
	})
}

func TestDeltaOfEqualStatesIsEmpty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawState(t)
		d, err := snapshot.Diff(a, a.Core.StateHash(), a)
		if err != nil {
			t.Fatal(err)
		}
		c := &d.Core
		if len(c.Entities)+len(c.Players)+len(c.Slots) != 0 || c.NewNames != nil || c.Map != nil || c.Random != nil || c.Global != nil {
			t.Fatalf("delta of nothing holds %+v", c)
		}
	})
}

func TestCompareFindsADifferenceExactlyWhenHashesDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawState(t)
		b := drawLater(t, a)
		difference := snapshot.Compare(&a.Core, &b.Core)
		equal := a.Core.StateHash() == b.Core.StateHash()
		if equal != (difference.Place == snapshot.PlaceNone) {
			t.Fatalf("hashes equal: %t, but %s", equal, difference)
		}
		if leaf := snapshot.FirstDifferingLeaf(snapshot.HashState(&a.Core), snapshot.HashState(&b.Core)); (leaf < 0) != equal {
			t.Fatalf("hashes equal: %t, but first differing leaf is %d", equal, leaf)
		}
	})
}

// TestMotionAndTheRestAreTheWholeEntity splits entities as the leaves do and puts
// them together again.
func TestMotionAndTheRestAreTheWholeEntity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := drawEntity(t, order.UnitTag{Index: 3, Generation: 1}, 1, 1)
		read := func(data []byte) snapshot.Components {
			r := bincode.NewReader(data)
			c := snapshot.Components{Mask: r.Uint64(), Data: r.Bytes(len(data))}
			if r.Finish(); r.Err() != nil {
				t.Fatal(r.Err())
			}
			return c
		}
		const head = 3 + snapshot.EntityHeadBytes // generation, the option's tag
		rest := read(snapshot.AppendSlot(nil, 1, &whole)[head:])
		motion := read(snapshot.AppendMotion(nil, &whole))
		if rest.Mask&snapshot.MotionComponents != 0 || motion.Mask&^snapshot.MotionComponents != 0 {
			t.Fatalf("components %#x rest, %#x are motion", rest.Mask, motion.Mask)
		}
		if got := snapshot.AppendMerged(nil, rest, motion); rest.Mask|motion.Mask != whole.Components.Mask || !bytes.Equal(got, whole.Components.Data) {
			t.Fatal("the parts are not the whole")
		}
	})
}

func TestDeltaRefusesAnotherBaseline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawState(t)
		d, err := snapshot.Diff(a, a.Core.StateHash(), drawLater(t, a))
		if err != nil {
			t.Fatal(err)
		}
		otherTick, otherState := *a, *a
		otherTick.Core.Tick++
		otherState.Core.CheatsUsed = true
		for name, baseline := range map[string]*snapshot.SimSnapshot{"tick": &otherTick, "state": &otherState} {
			var mismatch *snapshot.BaselineMismatchError
			if _, err := d.Apply(baseline); !errors.As(err, &mismatch) {
				t.Fatalf("baseline of another %s: %v", name, err)
			}
		}
	})
}

func TestDiffRefusesAnotherGame(t *testing.T) {
	base := small()
	cases := map[string]func(*snapshot.SimSnapshot){
		"game seed":         func(s *snapshot.SimSnapshot) { s.Core.GameSeed++ },
		"map hash":          func(s *snapshot.SimSnapshot) { s.Core.MapHash[3]++ },
		"pool capacity":     func(s *snapshot.SimSnapshot) { s.Core.Capacity++ },
		"number of players": func(s *snapshot.SimSnapshot) { s.Core.Players = nil },
		"intern table":      func(s *snapshot.SimSnapshot) { s.Core.Names = []string{"other"} },
	}
	for want, change := range cases {
		other := small()
		change(other)
		_, err := snapshot.Diff(base, base.Core.StateHash(), other)
		var mismatch *snapshot.BaselineMismatchError
		if !errors.As(err, &mismatch) || mismatch.Field != want {
			t.Errorf("another %s: %v", want, err)
		}
	}
}

// small is a state with a bit of everything.
func small() *snapshot.SimSnapshot {
	var w snapshot.ComponentWriter
	w.Reset(nil)
	w.Set(snapshot.EntityPosition, order.AppendWorldPos(w.Start(snapshot.EntityPosition), order.WorldPos{X: 1024, Y: 2048}))
	w.Add(snapshot.FirstModuleComponent, []byte{7})
	return &snapshot.SimSnapshot{Core: snapshot.SimCoreSnapshot{
		Tick: 9, GameSeed: 5, Random: snapshot.RandomState{Algorithm: "none"}, Names: []string{"", "tank"},
		Capacity: 20, Generations: []uint16{1, 2},
		Entities: []snapshot.EntitySnapshot{{Tag: order.UnitTag{Index: 1, Generation: 2}, Kind: 1, Components: snapshot.Components{Mask: w.Mask(), Data: w.Buffer()}}},
		Players:  []snapshot.PlayerState{{}},
		Map:      snapshot.MapState{Layers: []snapshot.MapLayer{{Width: 2, Height: 2, Stride: 1, Data: []byte{1, 2, 3, 4}}}},
	}}
}

func TestSchemaRefusesImpossibleStates(t *testing.T) {
	tag := order.UnitTag{Index: 1, Generation: 2}
	cases := []struct {
		name   string
		change func(*snapshot.SimCoreSnapshot)
	}{
		{"capacity 0", func(c *snapshot.SimCoreSnapshot) { c.Capacity = 0 }},
		{"more slots than the pool", func(c *snapshot.SimCoreSnapshot) { c.Capacity = 1 }},
		{"generation 0", func(c *snapshot.SimCoreSnapshot) { c.Generations[0] = 0 }},
		{"duplicate tag", func(c *snapshot.SimCoreSnapshot) { c.Entities = append(c.Entities, c.Entities[0]) }},
		{"entity of an old generation", func(c *snapshot.SimCoreSnapshot) { c.Generations[1] = 3 }},
		{"entity in a slot never used", func(c *snapshot.SimCoreSnapshot) { c.Entities[0].Tag.Index = 2 }},
		{"entity in a retired slot", func(c *snapshot.SimCoreSnapshot) {
			c.Generations[1] = snapshot.RetiredGeneration
			c.Entities[0].Tag.Generation = snapshot.RetiredGeneration
		}},
		{"kind without name", func(c *snapshot.SimCoreSnapshot) { c.Entities[0].Kind = 2 }},
		{"owner beyond the players", func(c *snapshot.SimCoreSnapshot) { c.Entities[0].Owner = 1 }},
		{"position too far", func(c *snapshot.SimCoreSnapshot) {
			var w snapshot.ComponentWriter
			w.Reset(nil)
			w.Set(0, order.AppendWorldPos(w.Start(0), order.WorldPos{X: snapshot.MaxCoordinate + 1}))
			c.Entities[0] = snapshot.EntitySnapshot{Tag: tag, Components: snapshot.Components{Mask: w.Mask(), Data: w.Buffer()}}
		}},
		{"position of 11 bytes", func(c *snapshot.SimCoreSnapshot) {
			c.Entities[0].Components = snapshot.Components{Mask: 1, Data: append([]byte{11, 0, 0, 0}, make([]byte, 11)...)}
		}},
		{"component beyond the last", func(c *snapshot.SimCoreSnapshot) {
			c.Entities[0].Components = snapshot.Components{Mask: 1 << 62, Data: []byte{0, 0, 0, 0}}
		}},
		{"component cut", func(c *snapshot.SimCoreSnapshot) {
			c.Entities[0].Components = snapshot.Components{Mask: 1 << 20, Data: []byte{2, 0, 0, 0, 1}}
		}},
		{"bytes after the components", func(c *snapshot.SimCoreSnapshot) {
			c.Entities[0].Components = snapshot.Components{Mask: 1 << 20, Data: []byte{0, 0, 0, 0, 1}}
		}},
		{"player out of order", func(c *snapshot.SimCoreSnapshot) { c.Players[0].ID = 1 }},
		{"faction without name", func(c *snapshot.SimCoreSnapshot) { c.Players[0].Faction = 2 }},
		{"name twice", func(c *snapshot.SimCoreSnapshot) { c.Names = []string{"", "tank", "tank"} }},
		{"layer larger than its bytes", func(c *snapshot.SimCoreSnapshot) { c.Map.Layers[0].Width = 3 }},
		{"layer with stride 0", func(c *snapshot.SimCoreSnapshot) { c.Map.Layers[0] = snapshot.MapLayer{} }},
		{"layer whose size overflows", func(c *snapshot.SimCoreSnapshot) {
			c.Map.Layers[0].Width, c.Map.Layers[0].Height = 1<<31, 1<<31
		}},
	}
	if err := small().Check(); err != nil {
		t.Fatal("the unchanged state:", err)
	}
	for _, c := range cases {
		s := small()
		c.change(&s.Core)
		if s.Check() == nil {
			t.Errorf("%s: accepted", c.name)
		}
		if _, err := snapshot.Decode(s.Append(nil)); err == nil {
			t.Errorf("%s: decoded", c.name)
		}
	}
}

func TestCountsBeyondTheBytesAreRefusedAtTheirPlace(t *testing.T) {
	whole := small().Append(nil)
	for cut := range whole {
		var failure *snapshot.Error
		if _, err := snapshot.Decode(whole[:cut]); !errors.As(err, &failure) || failure.Offset < 0 || failure.Offset > cut {
			t.Fatalf("cut at %d: %v", cut, err)
		}
	}
	if _, err := snapshot.Decode(append(whole, 0)); err == nil {
		t.Fatal("a byte left over is accepted")
	}
}

func TestCampaignAndScriptReplaceTheBaselines(t *testing.T) {
	a, b := small(), small()
	b.Core.Tick++
	b.Campaign = []byte{1, 2}
	b.Script = &snapshot.ScriptState{
		Lua: []snapshot.ScriptBlob{{Mod: "m", Data: []byte{3}}},
		MissionVars: []snapshot.MissionVar{
			{Name: "a", Value: snapshot.ScriptValue{Kind: snapshot.ScriptBool, Number: 1}},
			{Name: "b", Value: snapshot.ScriptValue{Kind: snapshot.ScriptInt, Number: -4}},
			{Name: "c", Value: snapshot.ScriptValue{Kind: snapshot.ScriptFixed, Number: 1024}},
			{Name: "d", Value: snapshot.ScriptValue{Kind: snapshot.ScriptString, Text: "x"}},
		},
	}
	d, err := snapshot.Diff(a, a.Core.StateHash(), b)
	if err != nil {
		t.Fatal(err)
	}
	read, err := snapshot.DecodeDelta(d.Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	got, err := read.Apply(a)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b, got, same); diff != "" {
		t.Fatal(diff)
	}
	if _, err := snapshot.Diff(b, b.Core.StateHash(), a); err == nil {
		t.Fatal("a campaign state that vanishes is accepted")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(small().Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := snapshot.Decode(data)
		if err != nil {
			return
		}
		if string(s.Append(nil)) != string(data) {
			t.Fatal("a state that decodes does not encode to the same bytes")
		}
		s.Core.StateHash()
		if d := snapshot.Compare(&s.Core, &s.Core); d.Place != snapshot.PlaceNone {
			t.Fatal(d)
		}
	})
}

func FuzzDelta(f *testing.F) {
	base, later := small(), small()
	later.Core.Tick += 300
	later.Core.Entities[0].Owner = order.NoPlayer
	later.Core.Map.Layers[0].Data = []byte{1, 9, 3, 9}
	d, err := snapshot.Diff(base, base.Core.StateHash(), later)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(d.Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := snapshot.DecodeDelta(data)
		if err != nil {
			return
		}
		d.Core.BaselineTick, d.Core.BaselineHash = base.Core.Tick, base.Core.StateHash()
		got, err := d.Apply(base)
		if err != nil {
			return
		}
		if _, err := snapshot.Decode(got.Append(nil)); err != nil {
			t.Fatal("an applied delta gives a state that does not decode:", err)
		}
	})
}
