// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"strconv"

	"convertd/core/maps"
	"convertd/core/rules"
)

// Setup is everything a world starts from: the lobby as it stood when the
// game began (docs/engine/openra-world.md#lobby), the rules of the release and the map.
type Setup struct {
	Rules *rules.Ruleset
	// Map is the map of the game. Nil is open ground: nothing can be proven,
	// the world has no terrain and no map actors.
	Map  *maps.Map
	Seed int32
	// Options are the lobby options by id.
	Options []Option
	// Clients are all clients of the lobby, bots included.
	Clients []Client
	// Slots are the slots in the order of the lobby text.
	Slots          []Slot
	DisabledSpawns []int32
	// PausedUntil is the net frame at which a paused start ends, 0 if the game
	// starts running (docs/engine/openra-world.md#paused-start).
	PausedUntil int32
	// Art is how many pictures animations of the game have, where the game was made with
	// other art than the rules know; nil: it was not.
	Art map[string]rules.ArtLength
	// OwnTypes is for tests that change actor types: no other world gets them.
	OwnTypes bool
}

// Option is one lobby option.
type Option struct {
	ID    string
	Value string
}

// Client is one client of the lobby.
type Client struct {
	Index         int32
	Slot          string // "" for spectators
	Faction       string
	Spawn         int32 // 0: none chosen
	Team          int32
	Handicap      int32  // percent, 0 to 95
	Bot           string // "" for people
	BotController int32
	Admin         bool
}

// Slot is one slot of the lobby.
type Slot struct {
	Name        string
	Player      string // player of the map
	Closed      bool
	LockFaction bool
	LockSpawn   bool
}

// Option is an option of the lobby, or what it is when nobody set it.
func (s *Setup) Option(id, fallback string) string {
	for _, option := range s.Options {
		if option.ID == id {
			return option.Value
		}
	}
	return fallback
}

// OptionTrue is an option that is on or off.
func (s *Setup) OptionTrue(id string, fallback bool) bool {
	switch s.Option(id, "") {
	case "True", "true":
		return true
	case "False", "false":
		return false
	}
	return fallback
}

// OptionInt is an option that is a number.
func (s *Setup) OptionInt(id string, fallback int32) int32 {
	n, err := strconv.ParseInt(s.Option(id, ""), 10, 32)
	if err != nil {
		return fallback
	}
	return int32(n)
}

// MaxHandicap is the highest that the lobby lets a player choose.
const MaxHandicap = 95
