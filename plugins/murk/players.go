// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"strconv"

	"convertd/core/ir"
)

// The format has no players: every command acts on the world, and the world is
// the one neutral player. A recording takes only so many orders of a player in
// a tick, so that a file with larger frames has several, each with the next
// commandsPerPlayer commands of a frame: in order of players and places the
// commands of a frame stand as they were submitted.
const (
	commandsPerPlayer = 256
	// maxPlayers bounds the players, as recordings bound the orders of a tick.
	// What a frame holds beyond them goes to the last one.
	maxPlayers = 16
)

// players returns as many worlds as a frame with the most commands needs.
func players(largest uint32) []ir.Player {
	n := min(max(1, (largest+commandsPerPlayer-1)/commandsPerPlayer), maxPlayers)
	worlds := make([]ir.Player, n)
	for i := range worlds {
		name := "world"
		if n > 1 {
			name += " " + strconv.Itoa(i+1)
		}
		worlds[i] = ir.Player{Slot: int32(i), Client: -1, Name: name, Kind: ir.PlayerNeutral}
	}
	return worlds
}
