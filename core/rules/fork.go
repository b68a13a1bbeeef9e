// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "strings"

// forkChanges are what the figures of the headless fork of 2026 are where
// those of Head are others, by type.
//
// The recorded hashes of its games found the first three: the light tank's in
// ra-dev2026-rl-normal-vs-easy, net frame 2266, the heavy tank's in
// ra-dev2026-rl-7047e24cebde, net frame 3399, where 63 and 64 agree
// (docs/engine/openra-releases.md#prices-2026). All of them came with one
// change of the main branch in 2024 (OpenRA/OpenRA pull request 21544), and so
// they stand in the rule files of two repositories of 2026, one of which
// descends from the fork. What that change first meant to do to the ranger is
// not in them.
var forkChanges = map[string]map[string]any{
	"e2":   {"/Valued/Cost": float64(150)},
	"1tnk": {"/Health/HP": float64(23000)},
	"3tnk": {"/Mobile/Speed": float64(64)},
	"e7":   {"/Valued/Cost": float64(1800)},
	"thf":  {"/Health/HP": float64(8000), "/Mobile/Speed": float64(72)},
	"mgg":  {"/CreatesShroud/Range": float64(7168)},
	"lst":  {"/Valued/Cost": float64(500), "/Health/HP": float64(40000), "/Mobile/Speed": float64(115)},
	"tsla": {"/Power/Amount": float64(-80)},
	"ftur": {"/DetectCloaked/Range": float64(5120)},
	"spen": {"/Power/Amount": float64(-20)},
	"syrd": {"/Power/Amount": float64(-20)},
	"iron": {"/Valued/Cost": float64(2000)},
	// What a mine does is its layer's doing (pull request 21291, as giveRanks).
	"minv": {"/FireWarheadsOnDeath/DamageSource": "Parent"},
	"minp": {"/FireWarheadsOnDeath/DamageSource": "Parent"},
}

// Infantry of Head finds what is cloaked in one cell around, that of the fork
// in one and a half.
const (
	infantryDetects     = 1024
	forkInfantryDetects = 1536
)

// forkWeapons are the weapons of the same change. No rule file of 2026 is at
// hand, but that of the balance maps the change was taken from: it had these
// figures, and has none any more since its maps are made for the releases that
// have the change.
var forkWeapons = map[string]map[string]any{
	"scud":         {"/ReloadDelay": float64(215)},
	"v2explode":    {"/ReloadDelay": float64(215)}, // scud by another name
	"redeye":       {"/Projectile/RangeLimit": float64(9216)},
	"chaingun.yak": {"/MinRange": float64(2560)},
	"mininuke":     {"/Warheads/1Dam_impact/Versus/Wood": float64(40), "/Warheads/4Dam_areanuke1/Versus/Wood": float64(55)},
}

// applyFork2026 turns the tables of Head into those of the headless fork of
// 2026.
func (raw *rawTables) applyFork2026(mod string) error {
	if mod != "ra" {
		return nil
	}
	actors := object(raw.actors["actors"])
	for name, changes := range forkChanges {
		actor := object(actors[name])
		applyChanges(object(actor["traits"]), changes)
		repeatFacts(actor, changes)
	}
	for _, actor := range actors {
		detects := object(object(object(actor)["traits"])["DetectCloaked"])
		if types, _ := detects["DetectionTypes"].([]any); len(types) == 1 && types[0] == "Cloak" && detects["Range"] == float64(infantryDetects) {
			detects["Range"] = float64(forkInfantryDetects)
		}
	}
	giveRanks(object(actors["mnly"]), object(actors["arty"]))
	weapons := object(raw.weapons["weapons"])
	for name, changes := range forkWeapons {
		applyWeapon(object(weapons[name]), changes)
	}
	return nil
}

// giveRanks lets a type gain experience as another does. Minelayers do so since OpenRA pull
// request 21291, merged between October 2024 and January 2026.
func giveRanks(actor, like map[string]any) {
	traits := object(actor["traits"])
	for key, trait := range object(like["traits"]) {
		if key == "GainsExperience" || key == "ChangesHealth@ELITE" || strings.Contains(key, "@RANK-") {
			traits[key] = trait
		}
	}
}

// repeatFacts sets what the tables hold of an actor beside its traits.
func repeatFacts(actor, changes map[string]any) {
	for path, fact := range map[string]string{"/Valued/Cost": "cost", "/Health/HP": "hp"} {
		if value, changed := changes[path]; changed {
			actor[fact] = value
		}
	}
}
