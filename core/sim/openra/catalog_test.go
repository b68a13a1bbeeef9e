// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"reflect"
	"testing"

	"convertd/core/rules"
)

func TestTheCatalogSaysWhatTypesAreWithoutAWorld(t *testing.T) {
	for _, test := range []struct {
		game, release string
		want          CatalogEntry
	}{
		{"ra", "playtest-20201213", CatalogEntry{Name: "e1", Queue: "Infantry", Cost: 100, BuildTicks: 60, Prerequisites: []string{"barracks"}, Health: 5000, Speed: 56, Armed: true}},
		{"ra", "playtest-20201213", CatalogEntry{Name: "mcv", Queue: "Vehicle", Cost: 2000, BuildTicks: 1000, Prerequisites: []string{"fix"}, Health: 60000, Speed: 71, Deploys: "fact"}},
		{"ra", "playtest-20201213", CatalogEntry{
			Name: "proc", Queue: "Building", Cost: 1400, BuildTicks: 840, Prerequisites: []string{"anypower"}, Provides: []string{"proc"},
			Health: 90000, Power: -30, Width: 3, Height: 4, Brings: []string{"harv"},
		}},
		{"ra", "playtest-20201213", CatalogEntry{
			Name: "powr", Queue: "Building", Cost: 300, BuildTicks: 180, Provides: []string{"anypower"}, Health: 40000, Power: 100, Width: 2, Height: 3,
		}},
		{"cnc", "playtest-20201213", CatalogEntry{
			Name: "afld", Queue: "Building", Produces: []string{"Vehicle"}, Cost: 2000, BuildTicks: 1200, Prerequisites: []string{"proc"},
			Provides: []string{"vehicleproduction", "afld"}, Health: 110000, Power: -40, Width: 4, Height: 3, Rallies: true,
		}},
		{"cnc", "playtest-20201213", CatalogEntry{
			Name: "gtwr", Queue: "Defence", Cost: 600, BuildTicks: 576, Prerequisites: []string{"barracks"}, Health: 40000, Power: -10, Width: 1, Height: 1, Armed: true,
		}},
	} {
		set, err := rules.Load(test.game, test.release)
		if err != nil {
			t.Fatal(err)
		}
		catalog, err := Catalog(set)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for i := range catalog {
			if catalog[i].Name != test.want.Name {
				continue
			}
			if found = true; !reflect.DeepEqual(catalog[i], test.want) {
				t.Errorf("%s: %+v, want %+v", test.game, catalog[i], test.want)
			}
		}
		if !found {
			t.Errorf("%s has no %s", test.game, test.want.Name)
		}
	}
}

// TestABunkerComesWithItsCrew: whoever is created inside takes an id, too.
func TestABunkerComesWithItsCrew(t *testing.T) {
	set, err := rules.Load("ra", "release-20230225")
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := Catalog(set)
	if err != nil {
		t.Fatal(err)
	}
	for i := range catalog {
		if e := &catalog[i]; e.Name == "pbox" && !reflect.DeepEqual(e.Brings, []string{"e1"}) {
			t.Errorf("with a pillbox comes %v", e.Brings)
		}
	}
}
