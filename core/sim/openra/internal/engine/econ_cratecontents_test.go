// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"
	"testing"

	"convertd/core/rules"
)

// One draw over the shares of all decides, so the order is part of the rules.
func TestWhatACrateMayHoldStandsInTheOrderOfTheRuleFiles(t *testing.T) {
	const (
		start = "GiveCash LevelUp Explode@fire Explode@boom HideMap "
		then  = " RevealMap DuplicateUnit "
		units = " GiveUnit@jeep GiveUnit@1tnk GiveUnit@apc GiveUnit@ftrk GiveUnit@arty GiveUnit@v2rl GiveUnit@2tnk GiveUnit@3tnk" +
			" GiveUnit@squadlight GiveUnit@squadheavyallies GiveUnit@squadheavysoviet GrantExternalCondition@invuln"
		ships = " GiveUnit@lst GiveUnit@pt GiveUnit@ss GiveUnit@dd GiveUnit@ss2 GiveUnit@ca GiveUnit@msub"
	)
	for _, test := range []struct{ mod, release, want string }{
		{"ra", "release-20200202", start + "HealUnits" + then + "GiveMcv" + units},
		{"ra", "playtest-20201213", start + "HealActors" + then + "GiveMcv" + units},
		{"ra", "release-20230225", start + "HealActors" + then + "GiveMcv" + units + ships},
		{"ra", "release-20231010", start + "HealActors" + then + "GiveBaseBuilder" + units + ships},
		{"ra", rules.Head, start + "HealActors" + then + "GiveBaseBuilder" + units + ships},
		{"cnc", "release-20210321", "GiveCash RevealMap Explode@fire GrantExternalCondition@cloak GiveMcv Explode GiveUnit LevelUp"},
		{"cnc", "release-20231010", "GiveCash RevealMap Explode@fire GrantExternalCondition@cloak GiveBaseBuilder Explode GiveUnit LevelUp"},
	} {
		w := playing(t, test.mod, test.release)
		var got []string
		for _, action := range w.TypeOf("crate").Crate.Actions {
			got = append(got, strings.Replace(action.Key, "CrateAction", "", 1))
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s of %s:\n%s\nwant\n%s", test.mod, test.release, got, test.want)
		}
	}
}

func TestACrateGivesTheMeansToBuildABaseByItsOldNameToo(t *testing.T) {
	w := playing(t, "ra", "release-20210321")
	finder := w.put(t, "jeep", 0, Cell{X: 20, Y: 20})
	for _, a := range w.Actors {
		if a != nil && a.Owner == 0 && a.Type.BaseBuilding {
			w.DisposeNow(a)
		}
	}
	before := w.countNamed("mcv")
	w.open(t, finder, "GiveMcvCrateAction")
	w.DrainTasks()
	if got := w.countNamed("mcv") - before; got != 1 || len(w.unmodelled.Names) != 0 {
		t.Errorf("%d vehicles came; not modelled: %v", got, w.unmodelled.Names)
	}
}

func TestACrateHealsByItsOldNameToo(t *testing.T) {
	w := playing(t, "ra", "release-20200503")
	finder, tank := w.put(t, "e1", 0, Cell{X: 20, Y: 20}), w.put(t, "1tnk", 0, Cell{X: 40, Y: 20})
	tank.HP = 100
	w.open(t, finder, "HealUnitsCrateAction")
	if tank.HP != tank.Type.MaxHP || len(w.unmodelled.Names) != 0 {
		t.Errorf("the tank has %d; not modelled: %v", tank.HP, w.unmodelled.Names)
	}
}
