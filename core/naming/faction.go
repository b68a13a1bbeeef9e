// SPDX-License-Identifier: GPL-3.0-or-later

package naming

import "strings"

// openraFactions are the sides of OpenRA's games, by mod
// (docs/engine/openra-world.md#factions).
var openraFactions = map[string]map[string]string{
	"ra": {
		"allies": "Allies", "england": "England", "france": "France", "germany": "Germany",
		"soviet": "Soviets", "russia": "Russia", "ukraine": "Ukraine",
		"random": "Random", "randomallies": "Random (Allies)", "randomsoviet": "Random (Soviets)",
	},
	"cnc": {"gdi": "GDI", "nod": "Nod", "random": "Random"},
	"ts":  {"gdi": "GDI", "nod": "Nod", "random": "Random"},
	"d2k": {
		"atreides": "Atreides", "harkonnen": "Harkonnen", "ordos": "Ordos", "corrino": "Corrino",
		"fremen": "Fremen", "mercenary": "Mercenaries", "smuggler": "Smugglers", "random": "Random",
	},
}

// bfme2Factions are the player templates of the unmodified game
// (docs/formats/ea.md#bfme-templates, by what the community wrote down). Mods
// put others in their places.
var bfme2Factions = map[string]string{
	"3": "Men", "5": "Elves", "6": "Dwarves", "7": "Isengard", "8": "Mordor", "9": "Goblins", "10": "Angmar",
}

// tiberianDawnHouses are the houses of Tiberian Dawn that players know by another
// name than the source has for them (docs/formats/remastered.md#names).
var tiberianDawnHouses = map[string]string{"GoodGuy": "GDI", "BadGuy": "Nod"}

// Faction is the name of a faction, "" for a key without one. guess is set where
// it holds for the unmodified game and the recording does not tell whether it
// was modified.
func (s Subject) Faction(key string) (name string, guess bool) {
	switch s.Format {
	case "orarep":
		return openraFactions[s.Game][strings.ToLower(key)], false
	case "bfme2replay":
		if name, ok := bfme2Factions[key]; ok {
			return name, true
		}
		if isNumber(key) {
			return "", false
		}
	case "td-record":
		if name, ok := tiberianDawnHouses[key]; ok {
			return name, false
		}
	case "rts-replay":
		if key != "" {
			return spelled(key, "_"), false
		}
	}
	if isNumber(key) {
		return "", false
	}
	return key, false // the decoder names it
}

// LeftToChance reports whether a lobby's choice names no faction.
func LeftToChance(key string) bool {
	switch strings.ToLower(key) {
	case "any", "random", "randomallies", "randomsoviet":
		return true
	}
	return false
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789-") == ""
}
