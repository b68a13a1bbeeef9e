// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot_test

import (
	"slices"
	"testing"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

func TestCommonComponentsAreRead(t *testing.T) {
	var w snapshot.ComponentWriter
	w.Reset(nil)
	w.Set(snapshot.EntityHealth, bincode.AppendInt32(bincode.AppendInt32(w.Start(snapshot.EntityHealth), 30), 40))
	w.Set(snapshot.EntityNative, bincode.AppendUint32(w.Start(snapshot.EntityNative), 119))
	e := snapshot.EntitySnapshot{Components: snapshot.Components{Mask: w.Mask(), Data: w.Buffer()}}
	if health, maximum, ok := e.Health(); !ok || health != 30 || maximum != 40 {
		t.Errorf("health %d of %d, %t", health, maximum, ok)
	}
	if native, ok := e.Native(); !ok || native != 119 {
		t.Errorf("native %d, %t", native, ok)
	}
	if _, ok := e.Position(); ok || e.Flags() != 0 {
		t.Error("what is absent is read")
	}
	w.Reset(nil)
	money := bincode.AppendInt64(bincode.AppendInt64(w.Start(snapshot.PlayerMoney), 5000), 200)
	w.Set(snapshot.PlayerMoney, bincode.AppendInt64(money, 2000))
	w.Set(snapshot.PlayerPower, bincode.AppendInt32(bincode.AppendInt32(w.Start(snapshot.PlayerPower), 100), 70))
	w.Add(snapshot.PlayerStanding, []byte{byte(snapshot.StandingLost)})
	p := snapshot.PlayerState{Components: snapshot.Components{Mask: w.Mask(), Data: w.Buffer()}}
	if credits, stored, capacity, ok := p.Money(); !ok || credits != 5000 || stored != 200 || capacity != 2000 {
		t.Errorf("money %d, %d, %d, %t", credits, stored, capacity, ok)
	}
	if provided, drained, ok := p.Power(); !ok || provided != 100 || drained != 70 {
		t.Errorf("power %d, %d, %t", provided, drained, ok)
	}
	if p.Standing() != snapshot.StandingLost {
		t.Errorf("standing %d", p.Standing())
	}
}

func TestComponentsOutOfOrderAreAMisuse(t *testing.T) {
	var w snapshot.ComponentWriter
	w.Reset(nil)
	w.Add(3, nil)
	w.Add(3, nil)
	if w.Err() == nil {
		t.Error("the same number twice is accepted")
	}
	w.Reset(nil)
	if w.Add(64, nil); w.Err() == nil {
		t.Error("number 64 is accepted")
	}
}

func TestCompareNamesTheFirstDifference(t *testing.T) {
	cases := []struct {
		want   string
		change func(*snapshot.SimCoreSnapshot)
	}{
		{"no difference", func(*snapshot.SimCoreSnapshot) {}},
		{"clock: tick 9 against 10", func(c *snapshot.SimCoreSnapshot) { c.Tick++ }},
		{"clock: seed, map hash, capacity, players or cheats", func(c *snapshot.SimCoreSnapshot) { c.CheatsUsed = true }},
		{"random generator: state, byte 0: end (0 bytes) against 05", func(c *snapshot.SimCoreSnapshot) { c.Random.State = []byte{5} }},
		{"intern table: 2 names against 3", func(c *snapshot.SimCoreSnapshot) { c.Names = append(slices.Clone(c.Names), "x") }},
		{"global state: component 2, byte 0: end (0 bytes) against 07", func(c *snapshot.SimCoreSnapshot) {
			c.Global = snapshot.Components{Mask: 4, Data: []byte{1, 0, 0, 0, 7}}
		}},
		{"player 0: kind, faction, team or start", func(c *snapshot.SimCoreSnapshot) { c.Players[0].Team = 2 }},
		{"map layer 0, cell 1,1: value, byte 0: 04 against 05", func(c *snapshot.SimCoreSnapshot) { c.Map.Layers[0].Data = []byte{1, 2, 3, 5} }},
		{"entity slot 0: generation 1 against 3", func(c *snapshot.SimCoreSnapshot) { c.Generations[0] = 3 }},
		{"entity 1.2 (tank): missing in the second", func(c *snapshot.SimCoreSnapshot) { c.Entities = nil }},
		{"entity 1.2 (tank): owner 0 against -1", func(c *snapshot.SimCoreSnapshot) { c.Entities[0].Owner = order.NoPlayer }},
		{"entity 1.2 (tank): component 16, byte 0: 07 against 08", func(c *snapshot.SimCoreSnapshot) {
			data := slices.Clone(c.Entities[0].Components.Data)
			data[len(data)-1]++
			c.Entities[0].Components.Data = data
		}},
	}
	for _, c := range cases {
		a, b := small(), small()
		c.change(&b.Core)
		if got := snapshot.Compare(&a.Core, &b.Core).String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestErrorsSayWhere(t *testing.T) {
	_, err := snapshot.Decode([]byte{1, 2, 3})
	if want := "snapshot: byte 0: need 8 bytes, have 3"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	a, b := small(), small()
	b.Core.GameSeed++
	_, err = snapshot.Diff(a, a.Core.StateHash(), b)
	if want := "delta belongs to another baseline: game seed differs"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
