// SPDX-License-Identifier: GPL-3.0-or-later

package power

import (
	"convertd/core/ir"
	"convertd/core/sim"
)

// swapPlayers exchanges the two players with the most orders: what one ordered
// the other did, from the first moment to the last.
func swapPlayers(g *game, _ *sim.Random) (changed int, why string) {
	a, b := busiest(g)
	if b < 0 {
		return 0, onePlayer
	}
	swapped := map[int32]int32{a: b, b: a}
	clients := clientsOf(g, a, b)
	for i := range g.orders {
		o := &g.orders[i]
		other, is := swapped[o.Player]
		if !is || !ofPlayers(o) {
			continue
		}
		if o.Client == clients[o.Player] {
			o.Client = clients[other]
		}
		o.Player = other
		changed++
	}
	return changed, ""
}

// onePlayer is why games of one player cannot be spoilt in some ways.
const onePlayer = "one player's orders only"

// busiest returns the two players with the most orders to act, -1 for none. Of
// equals the first of the lobby counts.
func busiest(g *game) (a, b int32) {
	counts := make([]int, len(g.header.Players))
	for i := range g.orders {
		if o := &g.orders[i]; acts(o) && int(o.Player) < len(counts) {
			counts[o.Player]++
		}
	}
	a, b = -1, -1
	for player, count := range counts {
		switch {
		case count == 0:
		case a < 0 || count > counts[a]:
			a, b = int32(player), a
		case b < 0 || count > counts[b]:
			b = int32(player)
		}
	}
	return a, b
}

// clientsOf is the connection that first sent an order for each of the players.
func clientsOf(g *game, players ...int32) map[int32]int32 {
	clients := make(map[int32]int32, len(players))
	for _, player := range players {
		clients[player] = -1
		for i := range g.orders {
			if o := &g.orders[i]; o.Player == player && ofPlayers(o) {
				clients[player] = o.Client
				break
			}
		}
	}
	return clients
}

// commandOthers gives a third of the orders to units that another player
// commanded last.
func commandOthers(g *game, random *sim.Random) (changed int, why string) {
	type group struct {
		player   int32
		subjects []uint32
	}
	var last []group // newest first, one for each player
	for i := range g.orders {
		o := &g.orders[i]
		if !acts(o) || len(o.Subjects) == 0 {
			continue
		}
		own := o.Subjects
		if random.Below(100) < othersPercent {
			for _, other := range last {
				if other.player != o.Player {
					o.Subjects = other.subjects
					changed++
					break
				}
			}
		}
		kept := []group{{o.Player, own}}
		for _, other := range last {
			if other.player != o.Player {
				kept = append(kept, other)
			}
		}
		last = kept
	}
	switch {
	case changed > 0:
		return changed, ""
	case len(last) == 0:
		return 0, "orders do not name units"
	case len(last) == 1:
		return 0, "one player's units only"
	}
	return 0, "too few orders to change any"
}

// junkIDs replaces every id by a random number of 32 bits, another one each
// time it is named.
func junkIDs(g *game, random *sim.Random) (changed int, why string) {
	for i := range g.orders {
		o := &g.orders[i]
		if !ofPlayers(o) {
			continue
		}
		named := len(o.Subjects) + len(o.Entities)
		o.Subjects, o.Entities = junk(len(o.Subjects), random), junk(len(o.Entities), random)
		for _, target := range []*ir.Target{&o.Target, &o.Target2} {
			if target.Kind == ir.TargetEntity || target.Kind == ir.TargetFrozen {
				target.ID = uint32(random.Uint64())
				named++
			}
		}
		if named > 0 {
			changed++
		}
	}
	return changed, noneIf(changed == 0, "orders do not name units")
}

func junk(n int, random *sim.Random) []uint32 {
	if n == 0 {
		return nil
	}
	ids := make([]uint32, n)
	for i := range ids {
		ids[i] = uint32(random.Uint64())
	}
	return ids
}
