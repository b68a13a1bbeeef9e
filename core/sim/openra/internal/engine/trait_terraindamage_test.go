// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/info"
)

// poisoned is a soldier of cnc and the name of what poisons him.
func poisoned(t *testing.T, release string) (*World, *Actor, string) {
	t.Helper()
	w := playing(t, "cnc", release)
	soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	if len(soldier.Type.TerrainDamages) != 1 {
		t.Fatalf("%d traits", len(soldier.Type.TerrainDamages))
	}
	soldier.Stance = info.StanceHoldFire
	return w, soldier, w.terrainName(soldier.To)
}

func TestTheCountOfWhatTheGroundDoesIsHashedUntil20200503(t *testing.T) {
	for _, test := range []struct {
		release string
		hash    int32
	}{{"release-20200503", -3}, {"playtest-20201213", 0}} {
		w, soldier, _ := poisoned(t, test.release)
		w.pass(3)
		if h := w.terrainDamageHash(soldier, 0); h != test.hash {
			t.Errorf("%s: %d after three ticks", test.release, h)
		}
	}
}

func TestGroundHurtsAtOnceAndThenInItsInterval(t *testing.T) {
	w, soldier, ground := poisoned(t, "release-20200503")
	rule := info.TerrainDamageInfo{Damage: 200, Interval: 16, Terrain: []string{ground}}
	soldier.Type.TerrainDamages = []info.TerrainDamageInfo{rule}
	full := soldier.HP
	w.pass(1)
	if soldier.HP != full-200 || w.terrainDamageHash(soldier, 0) != 16 {
		t.Fatalf("%d health, count %d", full-soldier.HP, w.terrainDamageHash(soldier, 0))
	}
	w.pass(15)
	if soldier.HP != full-200 {
		t.Fatalf("%d health lost too early", full-soldier.HP)
	}
	if w.pass(1); soldier.HP != full-400 {
		t.Errorf("%d health lost", full-soldier.HP)
	}
}

func TestOtherGroundAndVehiclesDoNotHurt(t *testing.T) {
	w, soldier, ground := poisoned(t, "release-20200503")
	soldier.Type.TerrainDamages = []info.TerrainDamageInfo{{Damage: 200, Interval: 16, Terrain: []string{ground}}}
	soldier.InWorld = false // as a passenger
	w.Ticks++
	w.tickTerrainDamage(soldier)
	if soldier.HP != soldier.Type.MaxHP {
		t.Error("a passenger is hurt")
	}
	soldier.InWorld = true
	soldier.Type.TerrainDamages[0].Terrain = []string{"Tiberium"}
	w.tickTerrainDamage(soldier)
	if soldier.HP != soldier.Type.MaxHP {
		t.Error("other ground hurts")
	}
}

func TestInfantryOfDune2000IsHurtLessOnRoughGround(t *testing.T) {
	w := playing(t, "d2k", "release-20231010")
	soldier := w.put(t, "light_inf", 0, Cell{X: 20, Y: 20})
	armor := soldier.Type.Modifiers.Damage
	at := slices.IndexFunc(armor, func(m info.ModifierInfo) bool { return m.Terrain != "" })
	if at < 0 || armor[at].Terrain != "Rough" || armor[at].Percent != 80 {
		t.Fatalf("the rules give %+v", armor)
	}
	if len(w.put(t, "combat_tank_a", 0, Cell{X: 24, Y: 20}).Type.Modifiers.Damage) > len(armor)-1 {
		t.Error("the ground covers a tank")
	}
	hurt := func(ground string, amount int32) int32 {
		armor[at].Terrain = ground
		soldier.HP = soldier.Type.MaxHP / 2
		w.Damage(soldier, nil, amount, nil)
		return soldier.Type.MaxHP/2 - soldier.HP
	}
	here := w.terrainName(soldier.To)
	if rough, other, healed := hurt(here, 1000), hurt("Nowhere", 1000), hurt(here, -100); rough != 800 || other != 1000 || healed != -100 {
		t.Errorf("%d on such ground, %d elsewhere, %d when healed", rough, other, healed)
	}
}

// long-cnc-0503-hal9001-cabal of the engine's games, net frame 1979: what the ground kills
// is to the credit of the player who owns the world.
func TestWhoDiesOfTheGroundIsToTheCreditOfTheWorldsOwner(t *testing.T) {
	w, soldier, ground := poisoned(t, "release-20200503")
	soldier.Owner = 1
	soldier.Type.TerrainDamages = []info.TerrainDamageInfo{{Damage: 2 * soldier.HP, Interval: 16, Terrain: []string{ground}}}
	before := w.Players[0].Experience
	if w.pass(1); !soldier.Dead || w.Players[0].Experience == before {
		t.Errorf("he is dead: %t, experience %d after %d", soldier.Dead, w.Players[0].Experience, before)
	}
	if w.Players[1].Experience != 0 {
		t.Error("his own player has the credit")
	}
}
