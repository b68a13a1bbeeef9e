// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"convertd/core/ir"
)

// section is one part of a script: [NAME] { key=value; [PART] { ... } }. Keys and
// names are compared without case.
type section struct {
	name   string
	values []ir.KeyValue
	parts  []*section
}

// Limits of scripts.
const (
	maxScriptDepth = 8
	maxScriptParts = 4096
	maxNumber      = 250 // of players, teams and alliances
)

var errBrackets = errors.New("brackets and braces do not match")

// parseScript reads the whole script.
func parseScript(text string) (*section, error) {
	root := &section{}
	open := []*section{root}
	parts := 0
	text = strings.TrimRight(text, "\x00 \t\r\n")
	for text != "" {
		inside := open[len(open)-1]
		switch text[0] {
		case ' ', '\t', '\r', '\n', ';':
			text = text[1:]
		case '}':
			if len(open) == 1 {
				return nil, errBrackets
			}
			open, text = open[:len(open)-1], text[1:]
		case '[':
			name, rest, ok := strings.Cut(text[1:], "]")
			rest = strings.TrimLeft(rest, " \t\r\n")
			if !ok || !strings.HasPrefix(rest, "{") {
				return nil, errBrackets
			}
			if parts++; len(open) > maxScriptDepth || parts > maxScriptParts {
				return nil, fmt.Errorf("more than %d parts, or more than %d deep", maxScriptParts, maxScriptDepth)
			}
			part := &section{name: strings.ToLower(name)}
			inside.parts, open, text = append(inside.parts, part), append(open, part), rest[1:]
		default:
			pair, rest, ok := strings.Cut(text, ";")
			key, value, is := strings.Cut(pair, "=")
			if !ok || !is {
				return nil, errors.New("something that is neither a part nor key=value;")
			}
			inside.values = append(inside.values, ir.KeyValue{Key: strings.ToLower(strings.TrimSpace(key)), Value: strings.ToValidUTF8(value, "\uFFFD")})
			text = rest
		}
	}
	if len(open) != 1 {
		return nil, errBrackets
	}
	return root, nil
}

func (s *section) part(name string) *section {
	for _, part := range s.parts {
		if part.name == name {
			return part
		}
	}
	return &section{}
}

func (s *section) text(key string) string {
	for i := range s.values {
		if s.values[i].Key == key {
			return s.values[i].Value
		}
	}
	return ""
}

func (s *section) number(key string) int {
	n, err := strconv.Atoi(s.text(key))
	if err != nil || n < 0 || n > maxNumber {
		return -1
	}
	return n
}

// numbered lists the parts called NAME0, NAME1, ... in the order of their
// numbers.
func (s *section) numbered(name string) (parts []*section, numbers []int) {
	found := map[int]*section{}
	for _, part := range s.parts {
		digits, ok := strings.CutPrefix(part.name, name)
		n, err := strconv.Atoi(digits)
		if ok && err == nil && n >= 0 && n <= maxNumber && found[n] == nil {
			found[n] = part
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		parts = append(parts, found[n])
	}
	return parts, numbers
}

// setup is what the script says of a game.
type setup struct {
	game, mapName string
	options       []ir.KeyValue
	players       []ir.Player     // people in the order of their numbers, then bots
	people        map[uint8]int32 // who has a number: an index into players
	acts          map[uint8]int32 // who that acts for: the first player of the team
	teams         map[uint8]int32 // who plays a team: an index into players
	ally          map[int32]int   // alliance by index into players
}

// setupOf picks out what a reader of the replay needs. Addresses, accounts,
// countries and skills stand in the script too, and stay there.
func setupOf(root *section) (*setup, error) {
	game := root.part("game")
	out := &setup{
		game: game.text("gametype"), mapName: game.text("mapname"),
		people: map[uint8]int32{}, acts: map[uint8]int32{}, teams: map[uint8]int32{}, ally: map[int32]int{},
	}
	if out.game == "" && out.mapName == "" {
		return nil, errors.New("it names neither game nor map")
	}
	for _, name := range []string{"modoptions", "mapoptions"} {
		for _, pair := range game.part(name).values {
			if !private(pair.Key) {
				out.options = append(out.options, pair)
			}
		}
	}
	teams, numbers := game.numbered("team")
	team := map[int]*section{}
	for i, n := range numbers {
		team[n] = teams[i]
	}
	people, numbers := game.numbered("player")
	for i, part := range people {
		player := ir.Player{Slot: int32(numbers[i]), Client: int32(numbers[i]), Name: part.text("name"), Kind: ir.PlayerHuman}
		if part.text("spectator") == "1" {
			player.Kind = ir.PlayerObserver
		}
		own := int32(len(out.players))
		out.add(player, part, team)
		out.people[uint8(numbers[i])], out.acts[uint8(numbers[i])] = own, own
		if first, known := out.teams[uint8(part.number("team"))]; known && player.Kind == ir.PlayerHuman {
			out.acts[uint8(numbers[i])] = first
		}
	}
	bots, numbers := game.numbered("ai")
	for i, part := range bots {
		host := part.number("host")
		out.add(ir.Player{Slot: int32(numbers[i]), Client: int32(host), Name: part.text("name"), Kind: ir.PlayerAI, AI: part.text("shortname")}, part, team)
	}
	return out, nil
}

// private reports whether an option names people or machines rather than rules.
func private(key string) bool {
	for _, word := range []string{"hostip", "host_", "account", "server", "passw", "tourney", "date_"} {
		if strings.Contains(key, word) {
			return true
		}
	}
	return false
}

// add takes a player and what its team says. Where several people share a team,
// the first one stands for it.
func (s *setup) add(player ir.Player, part *section, teams map[int]*section) {
	index := int32(len(s.players))
	number := part.number("team")
	if team := teams[number]; team != nil && player.Kind != ir.PlayerObserver {
		player.Faction = strings.ToLower(team.text("side"))
		ally := team.number("allyteam")
		player.Team, s.ally[index] = int32(ally+1), ally
		player.Color = team.text("rgbcolor")
		if _, taken := s.teams[uint8(number)]; !taken {
			s.teams[uint8(number)] = index
		} else {
			player.Details = append(player.Details, ir.KeyValue{Key: "shares team", Value: strconv.Itoa(number)})
		}
	}
	s.players = append(s.players, player)
}

// bot finds a bot by the player whose machine runs it and by its number.
func (s *setup) bot(client, number int32) int32 {
	found := ir.NoPlayer
	for i := range s.players {
		p := &s.players[i]
		if p.Kind == ir.PlayerAI && p.Client == client && (p.Slot == number || found == ir.NoPlayer) {
			found = int32(i)
		}
	}
	return found
}
