// SPDX-License-Identifier: GPL-3.0-or-later

package rts

// What the program accepts (docs/formats/rts.md#checks).
const (
	// SchemaVersion is the one artifact schema that is read.
	SchemaVersion = 2
	// MaxPlayers bounds the players of an artifact.
	MaxPlayers = 4
	// MaxDurationTicks bounds the length of a game: an hour at 30 a second.
	MaxDurationTicks = 108_000
	// MaxLogEntries bounds the command log.
	MaxLogEntries = 200_000
)

// maxListed bounds the players, loadouts and score rows that are kept: enough
// to say that there are too many, whatever the text holds.
const maxListed = 1024

// A tick is 33 ms (docs/formats/rts.md#timing): 1000/33 a second.
const (
	tickRateNum = 1000
	tickRateDen = 33
)
