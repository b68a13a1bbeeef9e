// SPDX-License-Identifier: GPL-3.0-or-later

package naming

import (
	"strings"
	"unicode"

	"convertd/core/rules"
)

// mods are the rule tables that name the items of a game: the old games use the
// same names for their units as OpenRA does.
var mods = map[[2]string]string{
	{"orarep", "ra"}: "ra", {"orarep", "cnc"}: "cnc", {"orarep", "d2k"}: "d2k", {"orarep", "ts"}: "ts",
	{"ra-record", "ra"}: "ra", {"td-record", "td"}: "cnc",
}

func (s Subject) actor(id string) *rules.Actor {
	mod, ok := mods[[2]string{s.Format, s.Game}]
	if !ok {
		return nil
	}
	set, err := rules.Load(mod, s.Version)
	if err != nil {
		return nil
	}
	return set.Actor(id)
}

// Item is the name of a unit, building or upgrade, "" where the id does not
// tell.
func (s Subject) Item(id string) string {
	if actor := s.actor(id); actor != nil {
		return actor.Facts.Title
	}
	switch s.Format {
	case "genrep", "cnc3replay", "kwreplay", "ra3replay", "cnc4replay":
		return s.template(id)
	case "rts-replay":
		return spelled(id, "_")
	}
	return ""
}

// Building reports whether an item is a building; known is false where nobody
// knows.
func (s Subject) Building(id string) (building, known bool) {
	actor := s.actor(id)
	if actor == nil {
		return false, false
	}
	switch actor.Facts.Category {
	case "building", "defence", "wall":
		return true, true
	}
	return false, true
}

// template spells the name of a template of EA's games, which is made of words,
// behind the name of its faction: NODPowerPlant.
func (s Subject) template(id string) string {
	if id == "" || isNumber(id) {
		return ""
	}
	if s.Format == "ra3replay" {
		// Some land in the water or on the ground: the same unit.
		if name, ok := redAlert3[strings.TrimSuffix(id, "_Ground")]; ok {
			return name
		}
	}
	rest := id
	for _, prefix := range prefixes[s.Format] {
		if after, ok := strings.CutPrefix(id, prefix.text); ok && after != "" {
			rest = after
			break
		}
	}
	// Red Alert 3 calls the core that a building of the Empire unfolds from an egg.
	if s.Format == "ra3replay" && strings.HasSuffix(rest, "Egg") {
		rest = strings.TrimSuffix(rest, "Egg") + "Core"
	}
	for _, general := range []string{"America", "China", "GLA"} {
		if s.Format == "genrep" {
			rest = strings.TrimPrefix(rest, general)
		}
	}
	for _, class := range []string{"Vehicle", "Infantry", "Upgrade_", "Upgrade"} {
		if after, ok := strings.CutPrefix(rest, class); ok && after != "" {
			rest = after
		}
	}
	return smallWords.Replace(words(strings.ReplaceAll(rest, "_", " ")))
}

// smallWords write what templates write in capitals as people do.
var smallWords = strings.NewReplacer(" Of ", " of ", "NOD", "Nod")

// words sets spaces before the capitals of a name, not within runs of them.
func words(text string) string {
	var out strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && runes[i-1] != ' ' &&
			(unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}
