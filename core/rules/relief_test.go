// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "testing"

func TestTilesOfTiberianSunHaveTerrainHeightAndRamp(t *testing.T) {
	set, err := Load("ts", "release-20230225")
	if err != nil {
		t.Fatal(err)
	}
	snow := set.Tileset("SNOW")
	if got := snow.Relief(40, 0); got != (Relief{Height: 0, Ramp: 1}) {
		t.Errorf("a ramp is %+v", got)
	}
	if terrain := snow.Terrain(40, 0); terrain == NoTerrain || snow.TerrainTypes[terrain] != "Clear" {
		t.Errorf("a ramp has the terrain %d", terrain)
	}
	if got := snow.Relief(0, 0); got != (Relief{}) {
		t.Errorf("flat ground is %+v", got)
	}
}

func TestADatedFigureHoldsInItsReleasesOnly(t *testing.T) {
	for version, want := range map[string]int{"release-20200503": 180, "release-20230225": 208} {
		set, err := Load("d2k", version)
		if err != nil {
			t.Fatal(err)
		}
		trait, _ := set.Actor("wind_trap").Trait("Buildable")
		if got := trait.Int("BuildDuration", 0); got != want {
			t.Errorf("%s: %d ticks, not %d", version, got, want)
		}
	}
	for version, want := range map[string]int{"release-20200503": 181, "release-20230225": 0} {
		set, err := Load("ts", version)
		if err != nil {
			t.Fatal(err)
		}
		if got := set.World.Grid.Places[4]; got != want {
			t.Errorf("%s: the first place lies %d to the south, not %d", version, got, want)
		}
	}
}
