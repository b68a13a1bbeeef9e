// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/internal/fixtures/oramap"
)

// mappedWorld is a world of two players on a meadow with these actors.
func mappedWorld(t *testing.T, version string, actors []maps.Actor) *World {
	t.Helper()
	file := oramap.Map{Mod: "ra", Tileset: "TEMPERAT", Width: 32, Height: 32, Border: 1, Players: []string{"Multi0", "Multi1", "Multi2"}}
	m, err := maps.Read(file.Archive())
	if err != nil {
		t.Fatal(err)
	}
	m.Actors = append(m.Actors, actors...)
	set, err := rules.Load("ra", version)
	if err != nil {
		t.Fatal(err)
	}
	setup := state.Setup{Rules: set, Map: m, Seed: 1}
	for i, slot := range []string{"Multi0", "Multi1"} {
		setup.Clients = append(setup.Clients, state.Client{Index: int32(i), Slot: slot, Faction: "russia"})
		setup.Slots = append(setup.Slots, state.Slot{Name: slot, Player: slot})
	}
	w, err := New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// typed returns the only actor of a type, nil if there is none.
func typed(t *testing.T, w *World, name string) *Actor {
	t.Helper()
	var found *Actor
	for _, a := range w.Actors {
		if a != nil && a.Type.Name == name {
			if found != nil {
				t.Fatalf("more than one %s", name)
			}
			found = a
		}
	}
	return found
}

func mapActor(kind, owner string, x int) maps.Actor {
	return maps.Actor{Type: kind, Owner: owner, X: x, Y: 9, SubCell: -1, Facing: -1, Health: -1, Turret: -1}
}

func TestActorsOfPlayersWhoAreNotThereAreLeftOutUntil2021(t *testing.T) {
	for version, there := range map[string]bool{"release-20200202": false, "release-20210321": false, "release-20230225": true} {
		w := mappedWorld(t, version, []maps.Actor{mapActor("jeep", "Multi2", 5), mapActor("apc", "Multi1", 9)})
		jeep, apc := typed(t, w, "jeep"), typed(t, w, "apc")
		if (jeep != nil) != there || apc == nil {
			t.Fatalf("%s: jeep %v, apc %v", version, jeep, apc)
		}
		if jeep != nil && (w.Players[jeep.Owner].Name != "Neutral" || apc.ID != jeep.ID+1) {
			t.Errorf("%s: it is %s's, ids %d and %d", version, w.Players[jeep.Owner].Name, jeep.ID, apc.ID)
		}
	}
}

func TestAMapSaysWhereATurretPointsAndHowReadyItIs(t *testing.T) {
	for version, want := range map[string]int32{"release-20200503": 4 * 92, "release-20230225": 92} {
		gun := mapActor("gun", "Neutral", 5)
		gun.Turret, gun.Stance = 92, "HoldFire"
		plain := mapActor("ftur", "Neutral", 9)
		w := mappedWorld(t, version, []maps.Actor{gun, plain})
		a := typed(t, w, "gun")
		if a.Turret.Facing != want || a.Stance != info.StanceHoldFire {
			t.Errorf("%s: %d, stance %d", version, a.Turret.Facing, a.Stance)
		}
		if other := typed(t, w, "ftur"); other.Turret.Facing != other.Type.TurretInitial || other.Stance == info.StanceHoldFire {
			t.Errorf("%s: without a word of it %d, stance %d", version, other.Turret.Facing, other.Stance)
		}
	}
}

func TestWhoIsInsideFromTheBeginningNoticesAfterATick(t *testing.T) {
	apc := mapActor("apc", "Neutral", 5)
	apc.Cargo = []string{"e1"}
	w := mappedWorld(t, "release-20230225", []maps.Actor{apc})
	man := typed(t, w, "e1")
	if man == nil || man.Carrier != typed(t, w, "apc").ID {
		t.Fatal("nobody is inside")
	}
	inside := info.CompileExpression("disable-experience")
	if w.Holds(man, inside) {
		t.Error("he has the condition at once")
	}
	w.Advance()
	if !w.Holds(man, inside) {
		t.Error("he has it not after a tick")
	}
}

func TestADamagedSubmarineOfAMapIsUnderWaterForATick(t *testing.T) {
	sub := mapActor("msub", "Neutral", 5)
	sub.Health = 11
	w := mappedWorld(t, "release-20230225", []maps.Actor{sub})
	a := typed(t, w, "msub")
	if !a.Dived {
		t.Error("it is seen at once")
	}
	w.Advance()
	if a.Dived {
		t.Error("it hides though it is damaged")
	}
}
