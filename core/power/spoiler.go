// SPDX-License-Identifier: GPL-3.0-or-later

package power

import (
	"crypto/sha256"
	"encoding/binary"

	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
)

// Spoiler is one way to spoil a game.
type Spoiler struct {
	// Name is stable: reports and tables show it.
	Name string
	// What says in a few words what is done.
	What string
	// spoil changes a copy of a game and says how many orders it changed. Where a
	// game has nothing that could be spoilt so, or it would stay legal whatever the
	// rules, why says so and nothing is changed.
	spoil func(g *game, random *sim.Random) (changed int, why string)
	// pace is how many times as fast the spoilt game goes, 0 where its moments
	// stay what they were.
	pace order.Tick
}

// Spoilers lists the ways in which games are spoilt, in the order of the tables.
func Spoilers() []Spoiler {
	return []Spoiler{
		{Name: "players_swapped", What: "two players' orders swapped", spoil: swapPlayers},
		{Name: "orders_cut", What: "30 % of the orders cut", spoil: cutOrders},
		{Name: "orders_shuffled", What: "orders shuffled in time", spoil: shuffleOrders},
		{Name: "junk_ids", What: "unit ids replaced by junk", spoil: junkIDs},
		{Name: "off_map", What: "positions far off the map", spoil: moveOffMap},
		{Name: "production_removed", What: "all production removed", spoil: removeProduction},
		{Name: "wrong_owner", What: "a third of the orders given to another player's units", spoil: commandOthers},
		{Name: "wrong_faction", What: "items of another faction made", spoil: makeForeignItems},
		{Name: "ten_times_faster", What: "everything ten times as fast", spoil: hurry, pace: haste},
	}
}

// seed is where a spoiler's randomness begins for a game: the same file is
// spoilt in the same way, always.
func seed(sourceSHA256, spoiler string) uint64 {
	sum := sha256.Sum256([]byte(sourceSHA256 + " " + spoiler))
	return binary.LittleEndian.Uint64(sum[:8])
}

// apply returns a spoilt copy.
func (s *Spoiler) apply(g *game, sourceSHA256 string) (spoilt *game, changed int, why string) {
	var random sim.Random
	random.Seed(seed(sourceSHA256, s.Name))
	spoilt = g.clone()
	changed, why = s.spoil(spoilt, &random)
	return spoilt, changed, why
}

// ofPlayers reports whether an order is something that a player ordered or
// clicked, in the world or on the screen. Everything else a recording holds
// (hashes, handshakes, the camera, talk) stays as it is.
func ofPlayers(o *ir.Order) bool {
	switch o.Kind {
	case ir.KindChat, ir.KindVote, ir.KindLobby, ir.KindHandshake, ir.KindStartGame, ir.KindEndGame, ir.KindSaveGame, ir.KindCamera,
		ir.KindSync, ir.KindSystem, ir.KindPause, ir.KindLeave, ir.KindSetParameter:
		return false
	default:
		return o.Player >= 0
	}
}

// ofTheScreen reports whether an order leaves the world as it is: selections,
// control groups, markers.
func ofTheScreen(kind ir.Kind) bool {
	switch kind {
	case ir.KindSelect, ir.KindDeselect, ir.KindGroupAssign, ir.KindGroupSelect, ir.KindGroupAppend, ir.KindBeacon, ir.KindRemoveBeacon:
		return true
	default:
		return false
	}
}

// acts reports whether an order is one to do something in the world.
func acts(o *ir.Order) bool { return ofPlayers(o) && !ofTheScreen(o.Kind) }

// produces reports whether an order is about production.
func produces(kind ir.Kind) bool {
	switch kind {
	case ir.KindProduce, ir.KindPlaceBuilding, ir.KindCancelProduction, ir.KindPauseProduction:
		return true
	default:
		return false
	}
}
