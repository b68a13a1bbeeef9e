// SPDX-License-Identifier: GPL-3.0-or-later

package columns

import "errors"

// Number is a column of numbers.
type Number uint8

// Columns of numbers.
const (
	Date Number = iota
	Added
	Length
	Coverage
	VerdictRank
	Orders
	Players
	numbers // how many
)

// Field is what a value is of.
type Field uint8

// Fields. A game has one value of some and any number of others.
const (
	Game Field = iota
	Map
	MapID
	Format
	Matchup
	Verdict
	Outcome
	Player
	Faction
	Build
	LabelName
	Label // "name:value"
	fields
)

// sorted is how many fields, the first ones, games can be sorted by.
const sorted = 2

// Value is one value of a field.
type Value struct {
	Field Field
	Text  string
}

// Row is one game. Of a field that games are sorted by it has one value.
type Row struct {
	Number      int64 // 1 to MaxNumber
	Numbers     [numbers]int64
	Values      []Value
	Appearances []Appearance
}

// Result is how a game ended for a player.
type Result uint8

// Results, as the index file writes them.
const (
	Undecided Result = iota
	Won
	Lost
)

// Appearance is one player who played in a game. Name, Faction and Build are also
// among the row's values; "" is none.
type Appearance struct {
	Name, Faction, Build string
	// FirstSide says that the match-up is counted from this player's side.
	FirstSide bool
	Result    Result
	APM       int64 // actions a minute, 0 if not known
}

// MaxNumber is the highest number of a row: columns are as long as that.
const MaxNumber = 1<<24 - 1

// ErrNumber says that a row has a number that no column reaches.
var ErrNumber = errors.New("the index of games holds at most 16,777,215 rows")

// Check reports whether a row can be put.
func (r *Row) Check() error {
	if r.Number < 1 || r.Number > MaxNumber {
		return ErrNumber
	}
	return nil
}
