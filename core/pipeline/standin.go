// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"fmt"
	"strings"

	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/rules/pack"
)

// standInsOfRules says what stands in for the rules that a game was recorded with,
// as far as its header tells.
func standInsOfRules(header *ir.Header, packs *pack.Set) divergence.StandIns {
	switch {
	case header.Format == "murk":
		return nil
	case header.Format == "orarep" && rules.Known(header.Game):
		return standInsOfRelease(header)
	}
	if chosen, err := choosePack(packedGame(header), packs); chosen.Pack != nil && err == nil {
		return standInsOfPack(&chosen, header)
	}
	return divergence.StandIns{{Code: divergence.StandInRules, Recorded: "the rules of " + gameName(header), Played: nothingKnown}}
}

// nothingKnown is what a game without any rules is played with.
const nothingKnown = "no rules at all: no order is judged"

// standInsOfRelease compares an OpenRA game with the tables at hand.
func standInsOfRelease(header *ir.Header) divergence.StandIns {
	var found divergence.StandIns
	release := rules.FindRelease(header.Version)
	if !release.Exact {
		found = append(found, divergence.StandIn{
			Code: divergence.StandInRelease, OtherRules: true,
			Recorded: "release " + quoted(header.Version) + " of " + header.Game, Played: "the tables of " + release.Describe(),
		})
	}
	if rules.Borrows(header.Game, release) {
		found = append(found, divergence.StandIn{
			Code: divergence.StandInFigures, OtherRules: true,
			Recorded: "the figures of " + header.Game + " " + quoted(header.Version), Played: "those of " + rules.Release{Name: rules.Head}.Describe(),
		})
	}
	return found
}

// standInsOfPack compares a game with the rule pack at hand.
func standInsOfPack(chosen *chosenPack, header *ir.Header) divergence.StandIns {
	var found divergence.StandIns
	if chosen.fit == pack.FitsOther {
		recorded := gameName(header)
		if data, known := gameData(header); known {
			recorded = fmt.Sprintf("data of %s (%s)", gameName(header), data)
		}
		found = append(found, divergence.StandIn{Code: divergence.StandInData, OtherRules: true, Recorded: recorded, Played: chosen.describe()})
	}
	if !chosen.Complete {
		found = append(found, divergence.StandIn{
			Code: divergence.StandInPartOfRules, Recorded: "the rules of " + gameName(header),
			Played: "a table that does not know everything (" + chosen.Name + "): no order is judged",
		})
	}
	return found
}

// gameData is what the decoder says of the data a game was played with.
func gameData(header *ir.Header) (data string, known bool) {
	for _, fact := range header.Details {
		if fact.Key == "data" {
			return fact.Value, true
		}
	}
	return "", false
}

// standInOfMap says what of a map's own rules is not played; ok is false if all of them
// are. A script never is; what animations a map changes has no figures; rules may be
// unfit, in files that the map does not have, or of a kind that is not read.
func standInOfMap(terrain *maps.Map, ruleset *rules.Ruleset, unfit *rules.MapRulesError) (standIn divergence.StandIn, ok bool) {
	var missing []string
	for _, override := range terrain.Overrides {
		played := override == maps.OverrideRules || override == maps.OverrideWeapons
		if !played || unfit != nil {
			missing = append(missing, override)
		}
	}
	for _, name := range terrain.Lost {
		missing = append(missing, "the file "+quoted(name))
	}
	for _, what := range ruleset.Unread {
		missing = append(missing, quoted(what))
	}
	if len(missing) == 0 {
		return divergence.StandIn{}, false
	}
	played := "the others of its rules"
	if unfit != nil || len(terrain.Rules)+len(terrain.Weapons) == 0 {
		played = "those of " + ruleset.Mod + " " + ruleset.Release.Describe()
	}
	if unfit != nil {
		played += " (" + unfit.Message + ")"
	}
	return divergence.StandIn{
		Code: divergence.StandInMapRules, OtherRules: true,
		Recorded: fmt.Sprintf("%s of the map %s", strings.Join(missing, ", "), quoted(terrain.Title)), Played: played,
	}, true
}

// gameName names a game with its version, for people.
func gameName(header *ir.Header) string {
	if header.Game == "" {
		return "a game that the file does not name" // it was cut before it could
	}
	if header.Version == "" {
		return header.Game
	}
	return header.Game + " " + quoted(header.Version)
}

// mapName names the map of a game, for people.
func mapName(header *ir.Header) string {
	switch {
	case header.Map.Name != "" && header.Map.ID != "" && header.Map.Name != header.Map.ID:
		return fmt.Sprintf("the map %s (%s)", quoted(header.Map.Name), header.Map.ID)
	case header.Map.Name != "":
		return "the map " + quoted(header.Map.Name)
	case header.Map.ID != "":
		return "the map " + header.Map.ID
	}
	return "a map that is not named"
}

// quoted marks a text of the file as such, without control characters.
func quoted(text string) string { return fmt.Sprintf("%q", text) }

// warnOfStandIns makes a warning of each.
func (c *conversion) warnOfStandIns() {
	for i := range c.game.StandIns {
		standIn := &c.game.StandIns[i]
		text := standIn.Text()
		if standIn.OtherRules && c.proof.whole() {
			text += "; every recorded hash is met all the same"
		}
		c.warnings.add(divergence.Warning{Code: standIn.Code, Text: text})
	}
}
