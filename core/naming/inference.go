// SPDX-License-Identifier: GPL-3.0-or-later

package naming

import (
	"slices"
	"strings"
)

// prefix is how the templates of a faction begin.
type prefix struct{ text, faction string }

// prefixes of templates by format: sub-factions have templates of their own.
var prefixes = map[string][]prefix{
	"kwreplay": {
		{"SteelTalons", "Steel Talons"},
		{"ZOCOM", "ZOCOM"},
		{"BlackHand", "Black Hand"},
		{"MarkedOfKane", "Marked of Kane"},
		{"Reaper17", "Reaper-17"},
		{"Traveler59", "Traveler-59"},
		{"GDI", "GDI"},
		{"NOD", "Nod"},
		{"Alien", "Scrin"},
	},
	"cnc3replay": {{"GDI", "GDI"}, {"NOD", "Nod"}, {"Alien", "Scrin"}},
	"ra3replay":  {{"Allied", "Allies"}, {"Soviet", "Soviets"}, {"Japan", "Empire"}},
	"genrep": {
		{"AirF_", "USA Air Force"},
		{"Lazr_", "USA Laser"},
		{"SupW_", "USA Super Weapon"},
		{"Tank_", "China Tank"},
		{"Infa_", "China Infantry"},
		{"Nuke_", "China Nuke"},
		{"Chem_", "GLA Toxin"},
		{"Demo_", "GLA Demolition"},
		{"Slth_", "GLA Stealth"},
		{"Boss_", "Boss"},
	},
}

// tellers are the items of OpenRA's games that one side alone can order at the
// start of a game: captured factories come later.
var tellers = map[string]map[string]string{
	"ra":  {"tent": "allies", "barr": "soviet", "hbox": "allies", "pbox": "allies", "ftur": "soviet", "kenn": "soviet", "tsla": "soviet", "gun": "allies", "dog": "soviet"},
	"cnc": {"pyle": "gdi", "gtwr": "gdi", "hand": "nod", "afld": "nod"},
	"ts":  {"gapile": "gdi", "gapowr": "gdi", "gaweap": "gdi", "nahand": "nod", "napowr": "nod", "naweap": "nod"},
}

// FactionOf is the faction that an item belongs to, as the format writes
// factions; "" for one that several can build.
func (s Subject) FactionOf(item string) string {
	if s.Format == "orarep" {
		return tellers[s.Game][strings.ToLower(item)]
	}
	for _, p := range prefixes[s.Format] {
		if strings.HasPrefix(item, p.text) {
			return p.faction
		}
	}
	return ""
}

// telling is how many of a player's first items that tell a faction decide.
// Those who capture a factory build from it later.
const telling = 5

// Inference finds the faction of a player whom the lobby gave a random one, from
// what he built.
type Inference struct{ votes []string }

// Built takes an item that the player ordered, in order of time.
func (i *Inference) Built(s Subject, item string) {
	if len(i.votes) >= telling {
		return
	}
	if faction := s.FactionOf(item); faction != "" {
		i.votes = append(i.votes, faction)
	}
}

// Faction is what was built most, "" if nothing tells or two are equal.
func (i *Inference) Faction() string {
	counts := map[string]int{}
	best := ""
	for _, vote := range i.votes {
		counts[vote]++
		if counts[vote] > counts[best] {
			best = vote
		}
	}
	for _, vote := range slices.Compact(slices.Sorted(slices.Values(i.votes))) {
		if vote != best && counts[vote] == counts[best] {
			return ""
		}
	}
	return best
}
