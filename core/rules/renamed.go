// SPDX-License-Identifier: GPL-3.0-or-later

package rules

// Releases until 2021 know some fields of traits by other names. The tables of
// those releases have them as they were; everybody who reads traits asks for
// today's names, so they get them here.

// renamedFields are the names that hold for every trait that has them.
var renamedFields = []struct{ old, now string }{
	{"TargetStances", "TargetRelationships"},
	{"ForceTargetStances", "ForceTargetRelationships"},
	{"ValidStances", "ValidRelationships"},
	{"DeflectionStances", "DeflectionRelationships"},
	{"HealIfBelow", "StartIfBelow"},
	{"CloakTypes", "DetectionTypes"},
}

// ticksPerSecond turns the lifetime of a crate, in seconds until 20210321, into
// its duration in ticks.
const ticksPerSecond = 25

// frontalTolerance is how far off its target a frontal attack may point until
// 20210321 where the rules do not say: not at all. Today's default is all round.
const frontalTolerance = float64(0)

// renameFields gives the traits of all actors today's names of their fields, and
// the defaults of their time where those were others.
func renameFields(actors map[string]any, date string) {
	for _, name := range sortedKeys(actors) {
		traits := object(object(actors[name])["traits"])
		for _, key := range sortedKeys(traits) {
			trait := object(traits[key])
			for _, field := range renamedFields {
				if value, old := trait[field.old]; old {
					delete(trait, field.old)
					trait[field.now] = value
				}
			}
			if _, said := trait["FacingTolerance"]; !said && traitName(key) == "AttackFrontal" && date <= "20210321" {
				trait["FacingTolerance"] = frontalTolerance
			}
			if seconds, old := trait["Lifetime"].(float64); old && traitName(key) == "Crate" {
				delete(trait, "Lifetime")
				trait["Duration"] = seconds * ticksPerSecond
			}
		}
	}
}
