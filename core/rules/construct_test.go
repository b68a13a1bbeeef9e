// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"strings"
	"testing"
)

// The recipes are those of docs/engine/openra-world.md#hashed-traits, verified
// there by hashes.
func TestHashedTraitsOfTheForkComeInTheVerifiedOrder(t *testing.T) {
	set, err := Load("ra", "{DEV_VERSION}")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"mcv":     "BodyOrientation Mobile Chronoshiftable Health RevealsShroud",
		"t01":     "BodyOrientation Building Health",
		"mine":    "BodyOrientation Building",
		"mpspawn": "Immobile BodyOrientation",
		"fact":    "BodyOrientation Building Health RevealsShroud RevealsShroud FrozenUnderFog RepairableBuilding ConyardChronoReturn",
		"powr":    "BodyOrientation Building Health RevealsShroud FrozenUnderFog RepairableBuilding",
		"tent":    "BodyOrientation Building Health RevealsShroud RevealsShroud FrozenUnderFog RepairableBuilding",
		"proc":    "BodyOrientation Building Health RevealsShroud RevealsShroud DockHost FrozenUnderFog RepairableBuilding",
		"e1":      "GainsExperience BodyOrientation Health RevealsShroud Mobile ChangesHealth ChangesHealth TakeCover AttackFrontal AutoTarget",
		"harv":    "BodyOrientation Mobile Chronoshiftable StoresResources Health RevealsShroud Harvester ChangesHealth",
		"1tnk":    "BodyOrientation Mobile Chronoshiftable GainsExperience Health RevealsShroud RevealsShroud ChangesHealth Turreted AttackTurreted AutoTarget",
		"tsla":    "BodyOrientation Building ToggleConditionOnOrder Health RevealsShroud RevealsShroud AttackTesla FrozenUnderFog RepairableBuilding AutoTarget",
	} {
		var got []string
		for _, trait := range set.Constructed(set.Actor(name)) {
			class := set.Classes.Class(trait.Name)
			if class != nil && class.Sync && (class.Conditional == 0 || class.SyncAlone) {
				got = append(got, trait.Name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s:\n got %s\nwant %s", name, strings.Join(got, " "), want)
		}
	}
}
