// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"time"

	"convertd/core/divergence"
	"convertd/core/order"
	"convertd/web/library/columns"
)

// Game is one conversion, or one recording that was opened by itself, as lists
// show it. Times of the game are milliseconds from its start.
type Game struct {
	ID           string `json:"id"` // address of the result: 64 hexadecimal digits
	SourceSHA256 string `json:"source_sha256"`
	Filename     string `json:"filename"` // as the newest job calls it, "" if none does
	Format       string `json:"format"`
	Game         string `json:"game"`
	GameName     string `json:"game_name"`
	Version      string `json:"version"` // of the game
	Module       string `json:"module"`  // simulation module that ran

	Map     Map      `json:"map"`
	Players []Player `json:"players"`

	PlayedAt    *time.Time `json:"played_at"`
	ConvertedAt *time.Time `json:"converted_at"`
	AddedAt     time.Time  `json:"added_at"`

	Ticks    uint64          `json:"ticks"`
	TickRate *order.TickRate `json:"tick_rate"`
	LengthMS uint64          `json:"length_ms"`

	Verdict        divergence.Verdict      `json:"verdict"` // "" if it is no conversion
	Confidence     string                  `json:"confidence"`
	Coverage       *divergence.Coverage    `json:"coverage"`
	JudgedPermille uint64                  `json:"judged_permille"`
	BoundPermille  uint64                  `json:"bound_permille"`
	Proof          *divergence.Proof       `json:"proof"`
	Orders         *divergence.OrderTotals `json:"orders"`

	Outcome Outcome `json:"outcome"`
	Matchup string  `json:"matchup"` // factions of the sides, "" if one is not known

	Partial    bool              `json:"partial"` // the source was damaged
	Complete   bool              `json:"complete"`
	MissingMap string            `json:"missing_map"`
	Labels     map[string]string `json:"labels"`
	Job        string            `json:"job"` // the newest one, "" without
	FileBytes  uint64            `json:"file_bytes"`
	Decoder    *Decoder          `json:"decoder"`
}

// Map is the map of a game.
type Map struct {
	Name  string `json:"name"`
	ID    string `json:"id"`
	Found bool   `json:"found"` // its file was at hand when the game was converted
}

// Player is one participant, by slot.
type Player struct {
	Slot         int    `json:"slot"`
	Name         string `json:"name"`
	DisplayName  string `json:"display_name"`
	Kind         string `json:"kind"`
	Faction      string `json:"faction"`
	FactionName  string `json:"faction_name"`
	FactionGuess bool   `json:"faction_guess"`
	Team         int    `json:"team"` // from 1; 0 is none
	Outcome      string `json:"outcome"`
	OutcomeGuess string `json:"outcome_guess"` // suggested by the source, not proven
	APM          int    `json:"apm"`
	EffectiveAPM int    `json:"effective_apm"`
}

// Outcome is how a game ended.
type Outcome struct {
	Kind   string  `json:"kind"`
	Winner *int    `json:"winner"` // slot
	Reason string  `json:"reason"`
	AtMS   *uint64 `json:"at_ms"`
}

// Kinds of outcomes.
const (
	OutcomeCompleted = columns.Completed
	OutcomeAbandoned = "abandoned"
	OutcomeDraw      = "draw"
	OutcomeRemade    = "remade"
	OutcomeDesync    = "desync_terminated"
	OutcomeUnknown   = "unknown"
)

// OutcomeKinds lists all of them.
func OutcomeKinds() []string {
	return []string{OutcomeCompleted, OutcomeAbandoned, OutcomeDraw, OutcomeRemade, OutcomeDesync, OutcomeUnknown}
}

// Decoder is what read the source.
type Decoder struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Entry is a game with what is searched and counted besides.
type Entry struct {
	Game       Game
	Chat       string                   // all lines, for searching
	Builds     map[int]string           // the first things that a player made, by slot
	Rejections []divergence.ReasonCount // orders that did not fit, by reason
}
