// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// open lets a unit open a crate that holds one thing.
func (w *World) open(t *testing.T, finder *Actor, kind string) {
	t.Helper()
	crateType := *w.TypeOf("crate")
	info := *crateType.Crate
	info.Actions = nil
	for _, action := range crateType.Crate.Actions {
		if action.Kind == kind {
			info.Actions = append(info.Actions, action)
		}
	}
	if len(info.Actions) == 0 {
		t.Fatalf("no crate holds %s", kind)
	}
	crateType.Crate = &info
	w.openCrate(finder, w.Create(&crateType, state.Spawn{Cell: finder.To, HasCell: true, Facing: -1}))
}

func TestACrateRaisesItsFinderByARankAtTheEndOfTheTick(t *testing.T) {
	w := plain(t)
	finder, beside := w.put(t, "e2", 0, Cell{X: 20, Y: 20}), w.put(t, "e2", 0, Cell{X: 22, Y: 20})
	for rank := range int32(len(finder.Type.RankSteps)) {
		w.open(t, finder, "LevelUpCrateAction")
		if finder.Level != rank {
			t.Fatalf("rank %d before the end of the tick", finder.Level)
		}
		w.DrainTasks()
		if finder.Level != rank+1 || finder.Experience != finder.Type.RankSteps[rank] {
			t.Fatalf("rank %d with %d of experience, want %d with %d", finder.Level, finder.Experience, rank+1, finder.Type.RankSteps[rank])
		}
	}
	if beside.Level != 0 || len(w.unmodelled.Names) != 0 {
		t.Errorf("two cells away: rank %d; not modelled: %v", beside.Level, w.unmodelled.Names)
	}
	if finder.MayRise() {
		t.Error("it may rise above the highest rank")
	}
}

func TestOthersOfTheOwnerBesideACrateShareIt(t *testing.T) {
	w := plain(t)
	finder := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	for i := range w.TypeOf("crate").Crate.Actions {
		w.TypeOf("crate").Crate.Actions[i].Reach = 2 * 1024
	}
	var friends []*Actor
	for x := range int32(6) {
		friends = append(friends, w.put(t, "e1", 0, Cell{X: 18 + x, Y: 21}))
	}
	enemy := w.put(t, "e1", 1, Cell{X: 20, Y: 19})
	w.tickBins()
	w.open(t, finder, "LevelUpCrateAction")
	w.DrainTasks()
	raised := 0
	for _, friend := range friends {
		raised += int(friend.Level)
	}
	if finder.Level != 1 || raised != 3 || enemy.Level != 0 {
		t.Errorf("finder %d, beside %d of the three within reach, enemy %d", finder.Level, raised, enemy.Level)
	}
}

func TestACrateShieldsItsFinder(t *testing.T) {
	w := plain(t)
	tank, soldier := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 30, Y: 20})
	var action *info.CrateAction
	for i := range w.TypeOf("crate").Crate.Actions {
		if one := &w.TypeOf("crate").Crate.Actions[i]; one.Kind == "GrantExternalConditionCrateAction" {
			action = one
		}
	}
	if w.crateShares(tank, action) == 0 || w.crateShares(soldier, action) != 0 {
		t.Errorf("shares: tank %d, soldier %d", w.crateShares(tank, action), w.crateShares(soldier, action))
	}
	w.open(t, tank, action.Kind)
	w.DrainTasks()
	if tank.Invulnerable != action.Duration+1 || action.Duration == 0 {
		t.Errorf("shielded for %d ticks, want %d", tank.Invulnerable, action.Duration+1)
	}
}

func TestASquadFromACrateStandsWhereThereIsRoom(t *testing.T) {
	w := plain(t)
	w.Release.Fork = true
	finder := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	squad := &info.CrateAction{Kind: "GiveUnitCrateAction", Units: []string{"e1", "E1", "nobody", "e3"}}
	first := w.NextID
	w.giveSquad(finder, squad)
	taken := map[[3]int32]bool{{finder.To.X, finder.To.Y, int32(finder.ToSub)}: true}
	for id := first; id < w.NextID; id++ {
		a := w.Actor(id)
		at := [3]int32{a.To.X, a.To.Y, int32(a.ToSub)}
		if d := a.To.Sub(finder.To); taken[at] || wpos.Abs(d.X) > 1 || wpos.Abs(d.Y) > 1 || a.Owner != 0 || !a.InWorld {
			t.Errorf("%s of %d stands at %v", a.Type.Name, a.Owner, at)
		}
		taken[at] = true
	}
	if w.NextID != first+3 {
		t.Errorf("%d came, want 3", w.NextID-first)
	}
	for x := int32(-1); x <= 1; x++ {
		for y := int32(-1); y <= 1; y++ {
			if c := (Cell{X: 40 + x, Y: 40 + y}); x != 0 || y != 0 {
				w.put(t, "2tnk", 0, c)
			}
		}
	}
	tank := w.put(t, "2tnk", 0, Cell{X: 40, Y: 40})
	before := w.NextID
	if w.giveSquad(tank, squad); w.NextID != before {
		t.Error("somebody came although there is no room")
	}
}

// What a shield ends is gone at the end of the same tick.
func TestADemolitionTruckBlowsUpWithTheShieldFromACrate(t *testing.T) {
	w := plain(t)
	truck := w.put(t, "dtrk", 0, Cell{X: 20, Y: 20})
	w.pass(1)
	w.open(t, truck, "GrantExternalConditionCrateAction")
	if w.DrainTasks(); !truck.Dead {
		t.Error("it outlives the tick")
	}
}
