// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

func TestAUnitAttacksWhatItsPlayerRemembers(t *testing.T) {
	w := plain(t)
	silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
	w.built(t, "silo", 1, Cell{X: 67, Y: 62}) // nearer, but never seen
	truck := w.put(t, "ftrk", 0, Cell{X: 68, Y: 60})
	truck.Stance = info.StanceAttackAnything
	reach := truck.Type.Armaments[0].Weapon.Reach
	if sight := w.sightRange(truck); sight >= reach || reach < 8*1024 {
		t.Fatalf("it sees %d far and reaches %d", sight, reach)
	}
	truck.NextScan = 0
	w.Dispose(w.Actors[w.NextID-2])
	w.DrainTasks()
	w.Step()
	act := truck.Current()
	if act == nil || act.Host != silo.ID|FrozenBit {
		t.Fatalf("it does %+v", act)
	}
	if w.Step(); act.Host != silo.ID || truck.Requested != silo.ID || truck.Aiming {
		t.Errorf("a bot's unit takes %x for its target, its turret %x", act.Host, truck.Requested)
	}
	for range 200 {
		if w.Step(); truck.Aiming {
			break
		}
	}
	if !truck.Aiming || !w.VisibleTo(silo, 0) || truck.Opportunity != silo.ID && truck.Requested != silo.ID {
		t.Errorf("in the end it aims: %v, at %x", truck.Aiming, truck.Requested)
	}
}

func TestWhatWasNeverSeenIsNoMemory(t *testing.T) {
	for _, version := range enginetest.Releases {
		w := playing(t, "ra", version)
		silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
		hidden := w.built(t, "silo", 1, Cell{X: 80, Y: 80})
		w.pass(2)
		if w.remembered(w.Frozen.Of(silo.ID), 0) != silo || w.remembered(w.Frozen.Of(silo.ID), 1) != nil {
			t.Errorf("%s: the silo is no memory of player 0, or one of its owner", version)
		}
		if w.remembered(w.Frozen.Of(hidden.ID), 0) != nil {
			t.Errorf("%s: a building that nobody saw is remembered", version)
		}
	}
}

// Until 20230225 bots' units, too, choose what is remembered of a building that
// is gone (OpenRA pull request 20978).
func TestWhoChoosesAMemoryOfWhatIsGone(t *testing.T) {
	for i, version := range enginetest.Releases {
		for _, bot := range []bool{true, false} {
			w := playing(t, "ra", version)
			silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
			w.Destroy(silo, nil, nil)
			w.pass(2)
			w.Players[0].Bot = bot
			soldier := w.put(t, "e1", 0, Cell{X: 65, Y: 60})
			soldier.Stance = info.StanceAttackAnything
			chooses := w.ChooseTarget(soldier, true) == silo.ID|FrozenBit
			if w.Actors[silo.ID] != nil || chooses != (!bot || i < 5) {
				t.Errorf("%s: bot %t, chooses it %t", version, bot, chooses)
			}
		}
	}
}

// A memory of what is gone is gone to until the place is seen.
func TestAPersonsUnitFindsOutThatWhatItRemembersIsGone(t *testing.T) {
	for _, version := range enginetest.Releases {
		for _, kind := range []string{"e1", "1tnk"} {
			w := playing(t, "ra", version)
			silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
			place := silo.Center
			w.Players[0].Bot = false
			hunter := w.put(t, kind, 0, Cell{X: 75, Y: 60})
			hunter.Stance = info.StanceHoldFire
			w.Destroy(silo, nil, nil)
			w.pass(2)
			w.give(0, hunter, Order{Name: "Attack", Target: state.TargetFrozen, Actor: silo.ID})
			w.pass(2)
			if act := hunter.Current(); act == nil || act.Host != silo.ID|FrozenBit {
				t.Errorf("%s, %s: it does %+v", version, kind, act)
				continue
			}
			w.until(t, "it has given up", hunter.Idle)
			sight := min(w.sightRange(hunter), hunter.Type.Armaments[0].Weapon.Reach)
			if d := place.Sub(hunter.Center).Length(); d > w.sightRange(hunter)+1024 || d < sight-2*1024 || w.Frozen.Of(silo.ID) != nil && w.Frozen.Of(silo.ID).Known&1 != 0 {
				t.Errorf("%s, %s: it stopped %d from the place", version, kind, d)
			}
		}
	}
}

// Who may shoot at what is only remembered goes on until it sees that there is
// nothing.
func TestARocketLauncherShootsAtAMemoryOfWhatIsGone(t *testing.T) {
	for _, version := range enginetest.Releases {
		w := playing(t, "ra", version)
		silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
		w.Players[0].Bot = false
		launcher := w.put(t, "v2rl", 0, Cell{X: 68, Y: 60})
		launcher.Stance = info.StanceHoldFire
		w.Destroy(silo, nil, nil)
		w.pass(2)
		w.give(0, launcher, Order{Name: "Attack", Target: state.TargetFrozen, Actor: silo.ID})
		fired := false
		w.until(t, "it fires", func() bool {
			for i := range w.Effects {
				fired = fired || w.Effects[i].Source == launcher.ID && w.Effects[i].Target == silo.ID|FrozenBit
			}
			return fired
		})
		if !launcher.Aiming {
			t.Errorf("%s: it does not aim", version)
		}
		w.put(t, "e1", 0, Cell{X: 62, Y: 62}).Stance = info.StanceHoldFire
		w.until(t, "it has given up", launcher.Idle)
	}
}

// A turret that was told to attack what its player remembers keeps to that until
// its unit is there: it points at the building as soon as it is in range, fires
// only when the attack has taken notice of it, and looks at nothing else.
func TestATurretKeepsToTheMemoryItWasToldToAttack(t *testing.T) {
	w := plain(t)
	silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
	w.Players[0].Bot = false
	tank := w.put(t, "1tnk", 0, Cell{X: 75, Y: 60})
	w.pass(2)
	w.give(0, tank, Order{Name: "Attack", Target: state.TargetFrozen, Actor: silo.ID})
	w.pass(2)
	w.put(t, "e1", 0, Cell{X: 62, Y: 62}).Stance = info.StanceHoldFire
	passer := w.put(t, "e1", 1, Cell{X: 72, Y: 61})
	passer.Stance = info.StanceHoldFire
	w.pass(3)
	if !w.VisibleTo(silo, 0) || !w.VisibleTo(passer, 0) {
		t.Fatal("they are not in sight")
	}
	if tank.Requested != silo.ID|FrozenBit || tank.Aiming || tank.Opportunity != none {
		t.Errorf("its turret takes %x for its target and %x on the way", tank.Requested, tank.Opportunity)
	}
	tank.Requested = silo.ID | FrozenBit
	w.setLocation(tank, Cell{X: 63, Y: 60}, tank.FromSub, Cell{X: 63, Y: 60}, tank.ToSub)
	w.setCenter(tank, w.CenterOfCell(Cell{X: 63, Y: 60}))
	tank.Turret.Facing = 256
	for range 40 {
		w.tickOpportunity(tank)
	}
	if !tank.Aiming || tank.Arms[0].Delay != 0 || w.fireable(tank, silo.ID|FrozenBit) || !w.fireable(tank, silo.ID) {
		t.Errorf("it aims: %t, has fired: %t", tank.Aiming, tank.Arms[0].Delay != 0)
	}
}

func (w *World) fireable(a *Actor, ref uint32) bool { return w.targetFor(a, ref) != nil }

// A building that changes hands is another target, but not what is remembered
// of it.
func TestWhatIsRememberedStaysATargetWhenTheBuildingChangesHands(t *testing.T) {
	w := plain(t)
	silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
	w.Players[0].Bot = false
	tank, other := w.put(t, "1tnk", 0, Cell{X: 75, Y: 60}), w.put(t, "1tnk", 0, Cell{X: 76, Y: 64})
	w.attackNamed(tank, silo.ID|FrozenBit, true)
	w.order(other, false, w.AttackActivity(other, silo.ID, true))
	w.shakeOff(silo)
	if tank.Current().Host != silo.ID|FrozenBit || other.Current().Host != state.ShakenOff {
		t.Errorf("one attacks %x, the other one %x", tank.Current().Host, other.Current().Host)
	}
}

// Since 20230225 who sees a building takes its owner at first sight for its owner
// until it comes in sight again; before, the last one he saw it with.
func TestWhomAPlayerTakesForTheOwnerOfABuilding(t *testing.T) {
	for _, version := range enginetest.Releases {
		w := playing(t, "ra", version)
		if len(w.Players) < 3 {
			t.Fatal("there is no third player")
		}
		late := w.Release.SeenNow
		remembered := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
		watched := w.built(t, "silo", 1, Cell{X: 80, Y: 60})
		scout := w.put(t, "e1", 0, Cell{X: 82, Y: 62})
		scout.Stance = info.StanceHoldFire
		w.pass(2)
		w.ChangeOwner(remembered, 2)
		w.ChangeOwner(watched, 2)
		w.pass(1)
		w.Dispose(scout)
		w.pass(2)
		if owner := w.Frozen.Of(remembered.ID).OwnerTo(0); owner != 1 {
			t.Errorf("%s: he takes player %d for the owner of what he does not see", version, owner)
		}
		if owner := w.Frozen.Of(watched.ID).OwnerTo(0); (owner == 2) != late {
			t.Errorf("%s: he takes player %d for the owner of what he saw change hands", version, owner)
		}
		if f := w.Frozen.Of(remembered.ID); f.OwnerTo(1) != 2 || w.recalled(f, 0).Owner != 1 || w.recalled(f, 0) == remembered {
			t.Errorf("%s: the old owner is mistaken, or the memory is that of the new one", version)
		}
		w.put(t, "e1", 0, Cell{X: 62, Y: 62})
		w.pass(2)
		if owner := w.Frozen.Of(remembered.ID).OwnerTo(0); owner != 2 {
			t.Errorf("%s: he takes player %d for the owner of what he sees again", version, owner)
		}
	}
}

// Whoever is sent into what his player remembers goes up to it.
func TestAnEngineerFindsOutThatWhatHeIsSentToIsGone(t *testing.T) {
	for _, name := range []string{"CaptureActor", "C4"} {
		w := plain(t)
		w.Players[0].Bot = false
		plant := enginetest.Remember(t, w, "powr", Cell{X: 60, Y: 60})
		place := w.besideCells(plant)
		agent := w.put(t, map[string]string{"CaptureActor": "e6", "C4": "e7"}[name], 0, Cell{X: 75, Y: 60})
		agent.Stance = info.StanceHoldFire
		w.Destroy(plant, nil, nil)
		w.pass(2)
		w.give(0, agent, Order{Name: name, Target: state.TargetFrozen, Actor: plant.ID})
		w.pass(2)
		if act := agent.Current(); act == nil || act.Kind != state.ActEnter || act.Host != plant.ID|FrozenBit {
			t.Fatalf("%s: he does %+v", name, act)
		}
		w.until(t, "he has given up", agent.Idle)
		if !path.ListedCell(place, agent.To) || w.Frozen.Of(plant.ID) != nil && w.Frozen.Of(plant.ID).Known&1 != 0 {
			t.Errorf("%s: he stopped at %v", name, agent.To)
		}
	}
}

func TestASpyLooksLikeTheOwnerOfABuildingThatIsGone(t *testing.T) {
	w := plain(t)
	silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
	spy := w.put(t, "spy", 0, Cell{X: 75, Y: 60})
	w.Destroy(silo, nil, nil)
	w.pass(2)
	w.give(0, spy, Order{Name: "Disguise", Target: state.TargetFrozen, Actor: silo.ID})
	if w.appearance(spy) != 1 {
		t.Errorf("he looks like player %d", w.appearance(spy))
	}
}

func TestAPersonsInfantryGoesWhereItSeesWhatItRemembers(t *testing.T) {
	w := plain(t)
	silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
	soldier := w.put(t, "e3", 0, Cell{X: 67, Y: 60})
	soldier.Stance = info.StanceHoldFire
	w.Players[0].Bot = false
	w.Step()
	w.attackNamed(soldier, silo.ID|FrozenBit, true)
	w.pass(2)
	move := soldier.Current()
	for move != nil && move.Kind != state.ActMoveWithin {
		move = state.SkipDone(move.Child)
	}
	if move == nil || move.High != w.sightRange(soldier) || soldier.Aiming {
		t.Fatalf("it does %+v", move)
	}
	act := soldier.Current()
	for range 200 {
		if w.Step(); soldier.Aiming {
			break
		}
	}
	if !w.VisibleTo(silo, 0) || !soldier.Aiming || act.Host != silo.ID {
		t.Errorf("in sight: %v, aims: %v, target %x", w.VisibleTo(silo, 0), soldier.Aiming, act.Host)
	}
}

func TestWhoMayMoveChoosesAmongMemoriesAndUntil20201213EverybodyDoes(t *testing.T) {
	for _, test := range []struct {
		version      string
		moves, stays bool // who may move, and who may not
	}{
		{"release-20200202", true, true},
		{"playtest-20201213", true, true},
		{"release-20210321", true, false},
		{"release-20230225", true, false},
		{"release-20231010", true, false},
		{rules.Fork2026, true, false},
	} {
		w := playing(t, "ra", test.version)
		silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
		soldier := w.put(t, "e1", 0, Cell{X: 65, Y: 60})
		soldier.Stance = info.StanceAttackAnything
		for may, chooses := range map[bool]bool{true: test.moves, false: test.stays} {
			if chose := w.ChooseTarget(soldier, may) == silo.ID|FrozenBit; chose != chooses {
				t.Errorf("%s: who may move: %v, chooses the memory: %v", test.version, may, chose)
			}
		}
	}
}

// Memories are looked for in a square of cells whose last row and column are left
// out: what lies there exactly at the end of the reach is not found.
func TestAMemoryInTheLastColumnIsNotFound(t *testing.T) {
	for _, test := range []struct {
		from  Cell
		finds bool
	}{
		{Cell{X: 55, Y: 60}, false}, {Cell{X: 65, Y: 60}, true}, {Cell{X: 60, Y: 55}, false}, {Cell{X: 60, Y: 65}, true}, {Cell{X: 56, Y: 60}, true},
	} {
		w := plain(t)
		silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
		tank := w.put(t, "1tnk", 0, test.from)
		tank.Type.AutoTarget.Radius = 5
		if d := silo.Center.Sub(tank.Center).FlatLength(); d > 5*1024 {
			t.Fatalf("it is %d away", d)
		}
		w.Players[0].Enemies &^= 1 << 2
		if finds := w.ChooseTarget(tank, true) == silo.ID|FrozenBit; finds != test.finds {
			t.Errorf("from %v it finds it: %t", test.from, finds)
		}
	}
}

func TestACoilChoosesAMemoryUntil20201213(t *testing.T) {
	for i, version := range enginetest.Releases {
		w := playing(t, "ra", version)
		silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
		coil := w.built(t, "tsla", 0, Cell{X: 69, Y: 60})
		coil.Stance = info.StanceAttackAnything
		coil.Type.Armaments[0].Weapon.Reach = 10 * 1024 // by its own rules it sees as far as it reaches
		w.pass(2)
		if w.VisibleTo(silo, 0) || !w.inReach(coil.Center, silo, coil.Type.Armaments[0].Weapon.Reach) {
			t.Fatalf("%s: it sees the silo, or cannot reach it", version)
		}
		if chooses := w.ChooseTarget(coil, false) == silo.ID|FrozenBit; chooses != (i < 3) {
			t.Errorf("%s: it chooses the memory: %t", version, chooses)
		}
	}
}

// A turret goes on pointing at what it found among the memories, though it is
// seen that nothing is left of it; then it is forgotten.
func TestATurretGoesOnPointingAtAMemoryThatIsNoneAnyMore(t *testing.T) {
	w := plain(t)
	silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
	tank := w.put(t, "1tnk", 0, Cell{X: 75, Y: 60})
	tank.Stance = info.StanceHoldFire
	w.setLocation(tank, Cell{X: 64, Y: 60}, tank.FromSub, Cell{X: 64, Y: 60}, tank.ToSub)
	w.setCenter(tank, w.CenterOfCell(Cell{X: 64, Y: 60}))
	tank.Opportunity = silo.ID | FrozenBit
	w.Destroy(silo, nil, nil)
	w.pass(3)
	if f := w.Frozen.Of(silo.ID); f == nil || f.Known&1 != 0 || !tank.Aiming || w.targetFor(tank, tank.Opportunity) != nil {
		t.Errorf("it aims: %t, at %+v", tank.Aiming, f)
	}
	tank.Opportunity = none
	for i := range w.Frozen {
		if w.Frozen[i].ID == silo.ID {
			w.Frozen[i].Known = 0
		}
	}
	if w.dropForgotten(); w.Frozen.Of(silo.ID) != nil {
		t.Error("it is never forgotten")
	}
}

// What a satellite lets his player forget no turret points at any more, and no
// order means its place.
func TestATurretTurnsFromAMemoryThatASatelliteTookAway(t *testing.T) {
	w, _ := withGps(t)
	silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
	tank := w.put(t, "1tnk", 0, Cell{X: 75, Y: 60})
	tank.Stance = info.StanceHoldFire
	tank.Opportunity = silo.ID | FrozenBit
	if w.aimedActor(tank, tank.Opportunity) == nil {
		t.Fatal("it does not point at the memory")
	}
	w.Destroy(silo, nil, nil)
	w.pass(1)
	for i := range w.Players[1:] {
		w.Frozen.Of(silo.ID).Known &^= 2 << uint(i)
	}
	order := Order{Target: state.TargetFrozen, Actor: silo.ID}
	if _, means := w.cellOf(&order); !means {
		t.Fatal("the order means no place")
	}
	w.reachOrbit(0)
	if f := w.Frozen.Of(silo.ID); f == nil || f.Known != 0 || w.aimedActor(tank, tank.Opportunity) != nil {
		t.Errorf("it points at %+v", f)
	}
	_, means := w.cellOf(&order)
	if _, place := w.orderPosition(&order); means || place {
		t.Error("the order means the place of what is forgotten")
	}
}

func TestASatelliteTellsWhoseABuildingIsNow(t *testing.T) {
	w, _ := withGps(t)
	silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
	w.ChangeOwner(silo, 2)
	w.pass(1)
	if owner := w.Frozen.Of(silo.ID).OwnerTo(0); owner != 1 {
		t.Fatalf("he takes player %d for the owner", owner)
	}
	if w.reachOrbit(0); !w.gpsWorks(0) {
		t.Fatal("the satellite does not work")
	}
	if owner := w.Frozen.Of(silo.ID).OwnerTo(0); owner != 2 {
		t.Errorf("with a satellite he takes player %d for the owner", owner)
	}
	w.ChangeOwner(silo, 1)
	if owner := w.Frozen.Of(silo.ID).OwnerTo(0); owner != 1 {
		t.Errorf("he takes player %d for the owner after it changed hands once more", owner)
	}
}
