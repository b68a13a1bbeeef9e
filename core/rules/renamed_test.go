// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "testing"

func TestOldNamesOfFieldsGiveWayToTodays(t *testing.T) {
	actors := map[string]any{
		"medi": map[string]any{"traits": map[string]any{
			"Armament":            map[string]any{"TargetStances": "Ally"},
			"ChangesHealth@ELITE": map[string]any{"HealIfBelow": float64(100)},
			"DetectCloaked":       map[string]any{"CloakTypes": []any{"Cloak"}},
		}},
		"e1":    map[string]any{"traits": map[string]any{"AttackFrontal": map[string]any{}}},
		"crate": map[string]any{"traits": map[string]any{"Crate": map[string]any{"Lifetime": float64(240)}}},
		"bloom": map[string]any{"traits": map[string]any{"SpiceBloom": map[string]any{"Lifetime": float64(7)}}},
	}
	renameFields(actors, "20210321")
	for _, test := range []struct{ actor, trait, field, gone string }{
		{"e1", "AttackFrontal", "FacingTolerance", ""},
		{"medi", "Armament", "TargetRelationships", "TargetStances"},
		{"medi", "ChangesHealth@ELITE", "StartIfBelow", "HealIfBelow"},
		{"medi", "DetectCloaked", "DetectionTypes", "CloakTypes"},
		{"crate", "Crate", "Duration", "Lifetime"},
		{"bloom", "SpiceBloom", "Lifetime", "Duration"},
	} {
		trait := object(object(object(actors[test.actor])["traits"])[test.trait])
		if _, now := trait[test.field]; !now {
			t.Errorf("%s %s has no %s", test.actor, test.trait, test.field)
		}
		if _, old := trait[test.gone]; old {
			t.Errorf("%s %s still has %s", test.actor, test.trait, test.gone)
		}
	}
	if ticks := object(object(object(actors["crate"])["traits"])["Crate"])["Duration"]; ticks != float64(6000) {
		t.Errorf("a crate lies for %v ticks", ticks)
	}
}

func TestNoReleaseKeepsAnOldNameOfAField(t *testing.T) {
	for _, mod := range []string{"ra", "cnc"} {
		for _, release := range releases {
			set, err := Load(mod, release.Name)
			if err != nil {
				t.Fatal(err)
			}
			for name, actor := range set.actors {
				for i := range actor.Traits {
					for _, field := range renamedFields {
						if actor.Traits[i].Text(field.old) != "" {
							t.Errorf("%s %s: %s %s has %s", mod, release.Name, name, actor.Traits[i].Key, field.old)
						}
					}
				}
			}
		}
	}
}
