// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/internal/fixtures/oramap"
)

// erg is the basin with much sand and two places at which worms come.
func erg() *oramap.Map {
	m := oramap.Basin()
	m.Put(26, 4, 34, 40, oramap.Spice)
	m.Actors = append(m.Actors,
		oramap.Actor{Type: "wormspawner", Owner: "Creeps", X: 40, Y: 20},
		oramap.Actor{Type: "wormspawner", Owner: "Creeps", X: 50, Y: 30})
	return m
}

func TestAWormComesInTheFirstTickWhereCreepsArePlayed(t *testing.T) {
	for _, test := range []struct {
		release string
		creeps  bool
		ticks   int32 // in which the first one comes
	}{
		{"release-20200503", true, 1},
		{"release-20230225", true, 1},
		{"release-20231010", true, 1},
		{"release-20230225", false, 0},
	} {
		w := play(t, erg(), test.release, "atreides", "ordos")
		if !w.Options.Creeps {
			t.Fatal("creeps are allowed unless somebody says otherwise")
		}
		w.creatureRules.Enabled = test.creeps
		w.frames(2)
		worm := enginetest.Named(w.Actors, "sandworm")
		switch {
		case !test.creeps:
			if worm != nil || w.creatures.Here != 0 {
				t.Errorf("%s: a worm comes without creeps", test.release)
			}
		case worm == nil || w.Players[worm.Owner].Name != "Creeps" || w.creatures.Here != 1:
			t.Errorf("%s: no worm of the creeps", test.release)
		case w.creatures.Left != 6000-w.Ticks+1:
			t.Errorf("%s: the next one comes %d ticks later", test.release, w.creatures.Left)
		}
	}
}

func TestNoMoreWormsComeThanAreAllowed(t *testing.T) {
	w := play(t, erg(), "release-20230225", "atreides", "ordos")
	w.creatureRules.Interval = []int32{1}
	w.frames(10)
	if w.creatures.Here != w.creatureRules.High {
		t.Fatalf("%d worms of %d", w.creatures.Here, w.creatureRules.High)
	}
	w.Dispose(enginetest.Named(w.Actors, "sandworm"))
	w.creatureRules.High = 1
	w.frames(2)
	if w.creatures.Here != 3 {
		t.Errorf("one is gone: %d are left", w.creatures.Here)
	}
}

func TestWormsGoToTheNoiseTheyHear(t *testing.T) {
	w := play(t, erg(), "release-20230225", "atreides", "ordos")
	w.creatureRules.Enabled = false
	worm := w.put(t, "sandworm", 1, Cell{X: 30, Y: 20})
	w.put(t, "harvester", enginetest.FirstPlayer, Cell{X: 42, Y: 20}).Woken = true
	w.put(t, "light_inf", enginetest.FirstPlayer, Cell{X: 30, Y: 30})
	w.pass(1)
	if noise := w.noiseAt(worm, worm.Type.Worm.Hears); noise.X <= 0 || noise.Y != 0 {
		t.Errorf("it hears %v", noise)
	}
	if noise := w.noiseAt(worm, 11*1024); noise != (Pos{}) {
		t.Errorf("too far off, it hears %v", noise)
	}
	w.pass(200)
	if worm.To.X < 33 {
		t.Errorf("it went to %v", worm.To)
	}
}

func TestNoiseFadesStepByStep(t *testing.T) {
	n := info.NoiseInfo{Intensity: 700, Falloff: []int32{100, 100, 25, 0}, Ranges: []int32{0, 3072, 6144, 9216}}
	for _, test := range []struct{ distance, percent int32 }{{0, 100}, {3000, 100}, {3072, 100}, {4608, 63}, {6144, 25}, {7680, 13}, {9216, 0}, {20000, 0}} {
		if got := n.At(test.distance); got != test.percent {
			t.Errorf("at %d it is %d %%, not %d", test.distance, got, test.percent)
		}
	}
	if got := noiseFrom(&n, Pos{X: 4608, Y: 0, Z: 0}); got != (Pos{X: 1024 * 700 * 63 / 100}) {
		t.Errorf("from the side it is %v", got)
	}
	if got := noiseFrom(&n, Pos{}); got != (Pos{}) {
		t.Errorf("from right above it is %v", got)
	}
}

func TestAWormSwallowsWhatStandsOnSandAndIsGone(t *testing.T) {
	w := play(t, erg(), "release-20230225", "atreides", "ordos")
	w.creatureRules.Enabled = false
	worm := w.put(t, "sandworm", 1, Cell{X: 40, Y: 20})
	w.creatures.Here = 1
	victim := w.put(t, "harvester", enginetest.FirstPlayer, Cell{X: 42, Y: 20})
	victim.HP = victim.Type.MaxHP
	w.until(t, "it is below its victim", func() bool { return w.Holds(worm, info.CompileExpression("attacking")) })
	w.until(t, "it has swallowed it", func() bool { return worm.Swallowing })
	if w.Actors[victim.ID] != nil || worm.To != (Cell{X: 42, Y: 20}) && worm.To != victim.To {
		t.Errorf("the victim is there, the worm at %v", worm.To)
	}
	w.until(t, "it is gone", func() bool { return w.Actors[worm.ID] == nil })
	if w.creatures.Here != 0 {
		t.Errorf("%d worms are left", w.creatures.Here)
	}
}

func TestOnRockNobodyIsSwallowed(t *testing.T) {
	w := play(t, erg(), "release-20230225", "atreides", "ordos")
	w.creatureRules.Enabled = false
	worm := w.put(t, "sandworm", 1, Cell{X: 26, Y: 20})
	victim := w.put(t, "harvester", enginetest.FirstPlayer, Cell{X: 24, Y: 20})
	if w.reachesAsWorm(worm, victim) {
		t.Error("it reaches what stands on rock")
	}
	if w.reachesAsWorm(worm, w.put(t, "light_inf", enginetest.FirstPlayer, Cell{X: 27, Y: 20})) {
		t.Error("it swallows infantry")
	}
}

func TestTheCountOfATemporaryOwnerGoesDownInTheWorldOnly(t *testing.T) {
	w := play(t, erg(), "release-20230225", "atreides", "ordos")
	w.creatureRules.Enabled = false
	count := func(a *Actor) int32 { return w.hashOf(a, info.SyncLentOwner, 0) }
	tank := w.put(t, "combat_tank_a", enginetest.FirstPlayer, Cell{X: 10, Y: 20})
	if got := count(tank); got != -1 {
		t.Errorf("it begins at %d", got)
	}
	w.pass(5)
	if got := count(tank); got != -6 {
		t.Errorf("after five ticks it is %d", got)
	}
	w.Remove(tank)
	w.pass(7)
	if got := count(tank); got != -6 {
		t.Errorf("out of the world it went to %d", got)
	}
	w.Add(tank)
	w.pass(2)
	if got := count(tank); got != -8 {
		t.Errorf("back in the world it is %d", got)
	}
}

func TestUnitsOfBotsPassCreepsByOnAttackMoves(t *testing.T) {
	w := play(t, erg(), "release-20230225", "atreides", "ordos")
	w.creatureRules.Enabled = false
	man := w.put(t, "light_inf", enginetest.FirstPlayer, Cell{X: 10, Y: 20})
	creeps := info.CompileExpression("ignore-creeps")
	w.give(enginetest.FirstPlayer, man, Order{Name: "AttackMove", Target: state.TargetCell, Cell: Cell{X: 20, Y: 30}})
	w.pass(3)
	if w.Holds(man, creeps) {
		t.Error("people's units ignore creeps")
	}
	w.Players[enginetest.FirstPlayer].Bot, w.Players[enginetest.FirstPlayer].BotType = true, "omnius"
	if !w.Holds(man, creeps) {
		t.Error("bots' units do not")
	}
	worm := w.put(t, "sandworm", 1, Cell{X: 27, Y: 20})
	if _, any := w.PriorityOf(man, worm); any {
		t.Error("it would attack a worm all the same")
	}
	w.cancelAll(man)
	w.until(t, "he stands", man.Idle)
	if _, any := w.PriorityOf(man, worm); !any || w.Holds(man, creeps) {
		t.Error("where it stands it ignores creeps, too")
	}
}
