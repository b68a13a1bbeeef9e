// SPDX-License-Identifier: GPL-3.0-or-later

package ir

// Trailer closes a stream: what only the end of a replay can say.
type Trailer struct {
	// Complete is false for a cut, crashed or damaged recording.
	Complete      bool
	BytesConsumed uint64 // bytes of the source that were understood
	LastFrame     uint64 // highest frame of the format's own counter
	Ticks         uint64 // length of the game in ticks

	// Commands counts the format's own records; CommandsByType counts them
	// under their own numbers or names, the way the format's oracle in
	// corpus/ does, sorted by name.
	Commands       uint64
	CommandsByType []Count

	Outcomes []PlayerOutcome
	Winner   int32 // index into Header.Players, or NoPlayer
	Scores   []Score

	Details []KeyValue
}

// Count is how often something occurred.
type Count struct {
	Name string
	N    uint64
}

// PlayerOutcome says how and when the game ended for a player.
type PlayerOutcome struct {
	Player  int32 // index into Header.Players
	Outcome Outcome
	Frame   uint64 // 0 if unknown
	// Hint marks an outcome that the file suggests but does not prove.
	Hint bool
}

// Score is one figure of the final score screen: evidence about the end state.
type Score struct {
	Player int32
	Name   string
	Value  int64
}
