// SPDX-License-Identifier: GPL-3.0-or-later

package naming

import "strings"

// botNames are bots of OpenRA whose keys do not spell their names.
var botNames = map[string]string{
	"cabal": "Cabal", "watson": "Watson", "hal9001": "HAL 9001",
	"omnius": "Omnius", "vidius": "Vidious", "gladius": "Gladius",
}

// upperWords are the parts of keys that are written in capitals.
var upperWords = map[string]string{"ai": "AI", "rl": "RL"}

// Player is the name that players see of a participant, or the name as it is.
// Newer builds of OpenRA record bots by the key of their name
// (bot-easy-ai.name), the games of EA computer players by C and the first
// letter of their level (CH).
func (s Subject) Player(name, ai string) string {
	if key, ok := strings.CutPrefix(name, "bot-"); ok {
		if key, ok = strings.CutSuffix(key, ".name"); ok && key != "" {
			if known, ok := botNames[key]; ok {
				return known
			}
			return spelled(key, "-")
		}
	}
	if len(name) == 2 && name[0] == 'C' && ai != "" && strings.EqualFold(name[1:], ai[:1]) {
		return "Computer (" + ai + ")"
	}
	return name
}

// computerLevels are the names that EA's lobbies give to computer players.
var computerLevels = map[string]string{"CE": "easy", "CM": "medium", "CH": "hard", "CB": "brutal"}

// Bot is Player for a participant that is known to be no human, but not with
// which skill it plays: a recording keeps no more than that.
func (s Subject) Bot(name string) string {
	if s.Format == "orarep" {
		return s.Player(name, "")
	}
	return s.Player(name, computerLevels[name])
}

// spelled writes a key with its words apart and each with a capital.
func spelled(key, separator string) string {
	words := strings.Split(key, separator)
	for i, word := range words {
		if upper, ok := upperWords[word]; ok {
			words[i] = upper
		} else if word != "" {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, " ")
}
