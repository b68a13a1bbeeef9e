// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"strconv"

	"convertd/core/ir"
)

// faction is what a faction number of the lobby means.
type faction struct {
	name string
	kind ir.PlayerKind // what it makes of a human slot; PlayerUnknown: a player
}

const randomFaction = "Random"

// generalsFactions lists player templates in the order of PlayerTemplate.ini
// (docs/formats/ea.md#templates).
var generalsFactions = map[int32]faction{
	templateRandom:   {name: randomFaction},
	templateObserver: {name: "Observer", kind: ir.PlayerObserver},
	0:                {name: "Civilian"},
	1:                {name: "Observer", kind: ir.PlayerObserver},
	2:                {name: "USA"},
	3:                {name: "China"},
	4:                {name: "GLA"},
}

var zeroHourFactions = map[int32]faction{
	templateRandom:   {name: randomFaction},
	templateObserver: {name: "Observer", kind: ir.PlayerObserver},
	0:                {name: "Civilian"},
	1:                {name: "Observer", kind: ir.PlayerObserver},
	2:                {name: "USA"},
	3:                {name: "China"},
	4:                {name: "GLA"},
	5:                {name: "USA Super Weapon"},
	6:                {name: "USA Laser"},
	7:                {name: "USA Air Force"},
	8:                {name: "China Tank"},
	9:                {name: "China Infantry"},
	10:               {name: "China Nuke"},
	11:               {name: "GLA Toxin"},
	12:               {name: "GLA Demolition"},
	13:               {name: "GLA Stealth"},
	14:               {name: "Boss"},
}

// bfmeFactions names nothing but random: the templates differ between the
// stock game and its mods, so the index is printed
// (docs/formats/ea.md#bfme-templates).
var bfmeFactions = map[int32]faction{
	templateRandom:   {name: randomFaction},
	templateObserver: {name: "Observer", kind: ir.PlayerObserver},
}

// The later games count factions from 1 (docs/formats/ea.md#later-factions).
var tiberiumWarsFactions = map[int32]faction{
	1: {name: randomFaction},
	2: {name: "Observer", kind: ir.PlayerObserver},
	3: {name: "Commentator", kind: ir.PlayerCommentator},
	6: {name: "GDI"},
	7: {name: "Nod"},
	8: {name: "Scrin"},
}

var kanesWrathFactions = map[int32]faction{
	1:  {name: randomFaction},
	2:  {name: "Observer", kind: ir.PlayerObserver},
	3:  {name: "Commentator", kind: ir.PlayerCommentator},
	6:  {name: "GDI"},
	7:  {name: "Steel Talons"},
	8:  {name: "ZOCOM"},
	9:  {name: "Nod"},
	10: {name: "Black Hand"},
	11: {name: "Marked of Kane"},
	12: {name: "Scrin"},
	13: {name: "Reaper-17"},
	14: {name: "Traveler-59"},
}

var redAlert3Factions = map[int32]faction{
	1: {name: "Observer", kind: ir.PlayerObserver},
	2: {name: "Empire"},
	3: {name: "Commentator", kind: ir.PlayerCommentator},
	4: {name: "Allies"},
	7: {name: randomFaction},
	8: {name: "Soviets"},
}

// factionOf names a faction number; a number without a name is its own name.
func factionOf(table map[int32]faction, number int32) faction {
	if f, ok := table[number]; ok {
		return f
	}
	return faction{name: strconv.Itoa(int(number))}
}

// fingerprints names the data sets whose fingerprint is known: the patch, or
// the base a mod did not touch (docs/engine/rules.md#fingerprints).
var fingerprints = map[uint32]string{
	0x772766FB: "Generals 1.08",
	0xFEAAE3F3: "Zero Hour 1.04",
	0x2A53C634: "Kane's Wrath 1.02",
	0xA471E23C: "Tiberium Wars 1.9",
	0xF904323F: "Red Alert 3 1.12",
}

// dataName names a data fingerprint.
func dataName(fingerprint uint32) string {
	if name, ok := fingerprints[fingerprint]; ok {
		return name
	}
	return "unknown or modified"
}
