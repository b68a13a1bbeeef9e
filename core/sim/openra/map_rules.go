// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/maps"
	"convertd/core/rules"
)

// RulesWithMap loads the rules of a game in a release with those that its map brings. The
// error is a *rules.MapRulesError if the map's cannot be played, or that of [rules.Load].
func RulesWithMap(mod, version string, m *maps.Map) (*rules.Ruleset, error) {
	if m == nil {
		return rules.Load(mod, version)
	}
	return rules.LoadWithMap(mod, version, rules.MapRules{Rules: playedLines(m.Rules), Weapons: ruleLines(m.Weapons)})
}

// playedLines are the lines that are more than show: light, weather and music alone leave
// the rules as they are.
func playedLines(nodes []*maps.Node) []rules.Line {
	var played []*maps.Node
	for _, node := range nodes {
		if maps.ChangesPlay(node) && !strings.EqualFold(node.Key, "^Palettes") {
			played = append(played, node)
		}
	}
	return ruleLines(played)
}

func ruleLines(nodes []*maps.Node) []rules.Line {
	if len(nodes) == 0 {
		return nil
	}
	lines := make([]rules.Line, len(nodes))
	for i, node := range nodes {
		lines[i] = rules.Line{Key: node.Key, Value: node.Value, Lines: ruleLines(node.Nodes)}
	}
	return lines
}
