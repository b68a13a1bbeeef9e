// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAReleaseChangesWarheadsByTheirID(t *testing.T) {
	weapon := map[string]any{"Warheads": []any{
		map[string]any{"id": "1Dam", "type": "SpreadDamage", "Damage": float64(10), "Versus": map[string]any{"Wood": float64(50)}},
		map[string]any{"id": "2Dam", "type": "SpreadDamage", "Damage": float64(20)},
		map[string]any{"id": "12Res", "type": "DestroyResource"},
	}}
	applyWeapon(weapon, map[string]any{
		"/Range":                     float64(4096),
		"/Warheads/1Dam/Damage":      float64(11),
		"/Warheads/1Dam/Range":       "0, 1c1, 2c512, 7",
		"/Warheads/1Dam/Versus/Wood": nil,
		"/Warheads/2Dam/type":        nil,
		"/Warheads/2Dam/Damage":      nil,
		"/Warheads/3Dam_b/type":      "SpreadDamage",
		"/Warheads/3Dam_b/Damage":    float64(30),
		"/Warheads/4Dam/Damage":      nil,
	})
	want := map[string]any{"Range": float64(4096), "Warheads": []any{
		map[string]any{"id": "1Dam", "type": "SpreadDamage", "Damage": float64(11), "Range": []any{float64(0), float64(1025), float64(2560), float64(7)}, "Versus": map[string]any{}},
		map[string]any{"id": "3Dam_b", "type": "SpreadDamage", "Damage": float64(30)},
		map[string]any{"id": "12Res", "type": "DestroyResource"},
	}}
	if diff := cmp.Diff(want, weapon); diff != "" {
		t.Error(diff)
	}
}

func TestWarheadsOfReleasesDiffer(t *testing.T) {
	for _, test := range []struct {
		mod, release, weapon string
		damage               int
	}{
		{"ra", "release-20230225", "colt45", 5000},
		{"cnc", "release-20200202", "apcgun", 2000},
	} {
		set, err := Load(test.mod, test.release)
		if err != nil {
			t.Fatal(err)
		}
		if got := set.Weapon(test.weapon).Warheads[0].Int("Damage", 0); got != test.damage {
			t.Errorf("%s of %s does %d damage, not %d", test.weapon, test.release, got, test.damage)
		}
		for _, weapon := range set.Weapons {
			for i := range weapon.Warheads {
				if weapon.Warheads[i].Type == "" {
					t.Errorf("%s %s: a warhead of %s has no type", test.mod, test.release, weapon.Name)
				}
			}
		}
	}
}
