// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestDeveloperOrdersNeedTheDeveloperMode(t *testing.T) {
	for _, developer := range []bool{false, true} {
		w := plain(t)
		p := &w.Players[0]
		p.Developer = developer
		tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
		cash, other, experience := p.Cash, w.Players[1].Cash, p.Experience
		me := w.Actors[p.Actor]
		w.give(0, me, Order{Name: "DevGiveCash", Extra: 500})
		w.give(0, me, Order{Name: "DevGiveCashAll"})
		w.give(0, me, Order{Name: "DevPlayerExperience", Extra: 9})
		w.give(0, me, Order{Name: "DevVisibility"})
		w.give(0, tank, Order{Name: "DevLevelUp", Extra: 2})
		n := info.Boolean(developer)
		if got := p.Cash - cash; got != n*20500 || w.Players[1].Cash-other != n*20000 || p.Experience-experience != n*9 {
			t.Errorf("developer %t: %d of cash, %d for the other, %d of experience", developer, got, w.Players[1].Cash-other, p.Experience-experience)
		}
		if p.Cheats.Hash() != n || p.ShroudDisabled != developer || tank.Level != n*2 {
			t.Errorf("developer %t: sees all %t, rank %d", developer, p.ShroudDisabled, tank.Level)
		}
		w.give(0, me, Order{Name: "DevKill", Target: state.TargetActor, Actor: tank.ID, Text: "DefaultDeath"})
		if tank.Dead != developer {
			t.Errorf("developer %t: the tank is dead: %t", developer, tank.Dead)
		}
	}
}

func TestADeveloperTakesHisPowerForAWhile(t *testing.T) {
	for _, developer := range []bool{false, true} {
		w := plain(t)
		p := &w.Players[0]
		p.Developer = developer
		w.built(t, "powr", 0, Cell{X: 20, Y: 20})
		w.pass(1)
		w.give(0, w.Actors[p.Actor], Order{Name: "PowerOutage", Extra: 20})
		for _, part := range []struct{ ticks, want int32 }{{0, 1 - info.Boolean(developer)}, {19, 1 - info.Boolean(developer)}, {1, 1}} {
			w.pass(int(part.ticks))
			if p.PowerProvided != 100*part.want {
				t.Errorf("developer %t: %d of power %d ticks later", developer, p.PowerProvided, part.ticks)
			}
		}
	}
}

// He looks again at what he remembers where he gets to know the ground.
func TestWhoSwitchesEverythingOnKnowsAllTheGroundInReleasesOf2020(t *testing.T) {
	for version, want := range map[string]bool{"release-20200503": true, "playtest-20201213": true, "release-20210321": true, "release-20231010": false} {
		w := playing(t, "ra", version)
		p, far := &w.Players[0], w.Ground.Index(Cell{X: 60, Y: 60})
		p.Developer = true
		w.Step()
		for _, on := range []bool{true, false} {
			w.give(0, w.Actors[p.Actor], Order{Name: "DevAll"})
			if p.Explored[far] != (on && want) {
				t.Errorf("%s: switched on %t, the corner is explored %t", version, on, p.Explored[far])
			}
		}
	}
}

func TestACrateHidesAndShowsTheGround(t *testing.T) {
	w := plain(t)
	finder := w.put(t, "jeep", 0, Cell{X: 20, Y: 20})
	w.Step()
	p, far := &w.Players[0], w.Ground.Index(Cell{X: 60, Y: 60})
	w.open(t, finder, "RevealMapCrateAction")
	w.Step()
	if !p.Explored[far] || p.Shown[far] != state.ShownFog || w.Players[1].Explored[far] && !w.Allied(0, 1) {
		t.Fatalf("after the map was revealed the corner is explored %t, shown %d", p.Explored[far], p.Shown[far])
	}
	w.open(t, finder, "HideMapCrateAction")
	w.Step()
	here := w.Ground.Index(Cell{X: 20, Y: 20})
	if p.Explored[far] || p.Shown[far] != state.ShownShroud || !p.Explored[here] {
		t.Errorf("after it was hidden: corner %t, shown %d; own place %t", p.Explored[far], p.Shown[far], p.Explored[here])
	}
	if len(w.unmodelled.Names) != 0 {
		t.Errorf("not modelled: %v", w.unmodelled.Names)
	}
}

func TestNoCrateHidesTheGroundFromWhoKnewItFromTheStart(t *testing.T) {
	w := plain(t)
	finder := w.put(t, "jeep", 0, Cell{X: 20, Y: 20})
	for _, action := range w.TypeOf("crate").Crate.Actions {
		if action.Kind != "HideMapCrateAction" {
			continue
		}
		if w.crateShares(finder, &action) != 5 {
			t.Error("the map is not hidden at all")
		}
		w.Options.Explored = true
		if w.crateShares(finder, &action) != 0 {
			t.Error("an explored map is hidden")
		}
	}
}

func TestWhoHasNoBaseGetsTheMeansToBuildOne(t *testing.T) {
	w := plain(t)
	finder := w.put(t, "jeep", 0, Cell{X: 20, Y: 20})
	for _, a := range w.Actors {
		if a != nil && a.Owner == 0 && a.Type.BaseBuilding {
			w.DisposeNow(a)
		}
	}
	before := w.countNamed("mcv")
	w.open(t, finder, "GiveBaseBuilderCrateAction")
	w.DrainTasks()
	if got := w.countNamed("mcv") - before; got != 1 {
		t.Errorf("%d vehicles came", got)
	}
}

func TestACrateHealsAllOfItsFinder(t *testing.T) {
	w := plain(t)
	finder, tank, other := w.put(t, "e1", 0, Cell{X: 20, Y: 20}), w.put(t, "1tnk", 0, Cell{X: 40, Y: 20}), w.put(t, "1tnk", 1, Cell{X: 50, Y: 20})
	garrison := w.Actor(w.built(t, "pbox", 0, Cell{X: 60, Y: 20}).Passengers[0])
	for _, a := range []*Actor{tank, other, garrison} {
		a.HP = 100
	}
	w.open(t, finder, "HealActorsCrateAction")
	if tank.HP != tank.Type.MaxHP || garrison.HP != garrison.Type.MaxHP || other.HP != 100 {
		t.Errorf("the tank has %d, the garrison %d, the enemy %d", tank.HP, garrison.HP, other.HP)
	}
}

func TestACrateCloaksVehiclesOfCnc(t *testing.T) {
	w := airfield(t)
	owner := enginetest.Named(w.Actors, "mcv").Owner
	tank, infantry := w.put(t, "ltnk", owner, Cell{X: 20, Y: 20}), w.put(t, "e1", owner, Cell{X: 30, Y: 20})
	for _, action := range w.TypeOf("crate").Crate.Actions {
		if action.Condition == info.CloakCrate && (w.crateShares(tank, &action) != 5 || w.crateShares(infantry, &action) != 0) {
			t.Errorf("shares of a tank %d, of a rifleman %d", w.crateShares(tank, &action), w.crateShares(infantry, &action))
		}
	}
	w.uncloak(tank, info.LoudAttack) // it shoots before it can hide
	w.open(t, tank, "GrantExternalConditionCrateAction")
	w.DrainTasks()
	if tank.CloakTicks != tank.Type.Cloak.Initial {
		t.Errorf("it hides in %d ticks, want %d", tank.CloakTicks, tank.Type.Cloak.Initial)
	}
	w.pass(30)
	if !w.cloaked(tank) {
		t.Errorf("it does not hide; %d ticks left", tank.CloakTicks)
	}
}

func TestADerrickOfTheForkPaysWhoHoldsIt(t *testing.T) {
	w := plain(t)
	derrick := w.built(t, "oilb", 0, Cell{X: 20, Y: 20})
	cash := w.Players[0].Cash
	w.pass(int(derrick.Type.Trickler.Interval) + 2)
	if got := w.Players[0].Cash - cash; got <= 0 {
		t.Errorf("it paid %d", got)
	}
}

// The power manager takes notice of endless power when it ticks.
func TestEndlessPowerComesAndGoesWithTheNextTick(t *testing.T) {
	w := plain(t)
	w.built(t, "powr", 0, Cell{X: 20, Y: 20})
	p := &w.Players[0]
	p.Developer = true
	for _, want := range []int32{0, 100} {
		before := p.PowerProvided
		w.give(0, w.Actors[p.Actor], Order{Name: "DevUnlimitedPower"})
		if p.PowerProvided != before {
			t.Errorf("it counts at once: %d", p.PowerProvided)
		}
		w.Step()
		if p.PowerProvided != want {
			t.Errorf("a tick later there is %d, want %d", p.PowerProvided, want)
		}
	}
}
