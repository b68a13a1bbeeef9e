// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"strings"

	"convertd/core/pipeline"
	"convertd/printable"
)

// personName is what people see of a player.
func personName(p *pipeline.InspectPlayer) string {
	return orElse(orElse(p.DisplayName, p.Name), fmt.Sprintf("player %d", p.Slot))
}

// playerNames are the names by index.
func playerNames(players []pipeline.InspectPlayer) map[int32]string {
	names := map[int32]string{}
	for i := range players {
		names[int32(i)] = personName(&players[i])
	}
	return names
}

// playerColumns are the head of the table of players.
const playerColumns = "#\tNAME\tWHO\tFACTION\tTEAM\tRESULT\tACTIONS\tA MINUTE"

// printPlayers writes who played, then who watched; empty slots are counted.
func printPlayers(text page, players []pipeline.InspectPlayer) {
	var watching []string
	empty := map[string]int{}
	var rows []string
	for i := range players {
		p := &players[i]
		switch p.Kind {
		case "observer", "commentator":
			watching = append(watching, printable.Text(personName(p))+" ("+p.Kind+")")
		case "open", "closed":
			empty[p.Kind]++
		default:
			rows = append(rows, printable.Sprintf("%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s", i, personName(p), whoText(p), factionText(p),
				teamText(p.Team), resultText(p), actionsText(p.Actions), apmText(p)))
		}
	}
	text.block("players", playerColumns, rows)
	text.list("watching", watching)
	var slots []string
	for _, kind := range []string{"open", "closed"} {
		if empty[kind] > 0 {
			slots = append(slots, fmt.Sprintf("%d %s", empty[kind], kind))
		}
	}
	text.list("empty slots", slots)
}

func whoText(p *pipeline.InspectPlayer) string {
	if p.Kind != "ai" {
		return p.Kind
	}
	return "bot" + suffix(printable.Text(p.AI), " (", ")")
}

// factionText is the faction and how it is known.
func factionText(p *pipeline.InspectPlayer) string {
	text := factionName(p.Faction, p.FactionName, p.FactionGuess, p.FactionInferred)
	if p.FactionResolved {
		text += " (random)"
	}
	return text
}

// factionName is what people call a faction, and how sure that is.
func factionName(key, name string, guess, inferred bool) string {
	text := printable.Text(orElse(name, key))
	switch {
	case text == "":
		return "-"
	case guess:
		text += " (if unmodded)"
	case name == "" && strings.Trim(key, "0123456789") == "":
		text = "number " + text
	}
	if inferred {
		text += " (random; by what was built)"
	}
	return text
}

func teamText(team int32) string {
	if team <= 0 {
		return "-"
	}
	return fmt.Sprint(team)
}

// resultText is how the game ended for a player: what is a guess says so.
func resultText(p *pipeline.InspectPlayer) string {
	if p.Outcome == "" || p.Outcome == "unknown" {
		return "not recorded"
	}
	text := p.Outcome
	if p.OutcomeHint {
		text = "probably " + text
	}
	if p.OutcomeTimeMS > 0 {
		text += " at " + clock(p.OutcomeTimeMS)
	}
	return text
}

func actionsText(actions uint64) string {
	if actions == 0 {
		return "-"
	}
	return fmt.Sprint(actions)
}

func apmText(p *pipeline.InspectPlayer) string {
	if p.Actions == 0 {
		return "-"
	}
	return fmt.Sprint(p.APM)
}
