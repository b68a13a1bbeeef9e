// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
)

// playerEnd is how the game ended for one player: what is certain, and what the
// recording suggests where nothing is.
type playerEnd struct {
	outcome, guess string
	resigned       bool
}

// ends says for each player id how the game ended: what the recording states, else what
// the simulation reached if all of it is proven. What the recording only suggests stays a
// guess.
func (c *conversion) ends(trailer *ir.Trailer) []playerEnd {
	ends := make([]playerEnd, c.sim.View().Players())
	for id := range ends {
		ends[id].outcome = icrep.OutcomeUnknown
	}
	for id, i := range c.listed {
		if i == nobodyListed {
			continue
		}
		outcome, hint := c.recordedOutcome(trailer, i)
		if end := &ends[id]; hint {
			end.guess = outcomeName(outcome)
		} else {
			end.outcome, end.resigned = outcomeName(outcome), outcome == ir.OutcomeResigned
		}
	}
	if !c.proof.whole() {
		return ends
	}
	for id := range ends {
		player, _ := c.sim.View().Player(order.PlayerID(id))
		if outcome := standingOutcome(player.Standing); ends[id].outcome == icrep.OutcomeUnknown && outcome != icrep.OutcomeUnknown {
			ends[id].outcome, ends[id].guess = outcome, ""
		}
	}
	return ends
}

// outcome is how the match as a whole ended, as far as that is certain.
func (c *conversion) outcome(trailer *ir.Trailer) icrep.MatchOutcome {
	if mismatch := c.sourceSync.FirstMismatch; mismatch != nil {
		return icrep.MatchOutcome{Kind: icrep.OutcomeDesyncTerminated, At: order.Tick(mismatch.Tick)}
	}
	ends := c.ends(trailer)
	winner := c.game.Players.ID(trailer.Winner)
	if winner == order.NoPlayer {
		winner = first(ends, func(e *playerEnd) bool { return e.outcome == icrep.OutcomeWon })
	}
	if winner == order.NoPlayer {
		return icrep.MatchOutcome{Kind: icrep.OutcomeAbandoned, Leaver: order.NoPlayer, At: c.sim.Tick()}
	}
	end := icrep.MatchEnd{Reason: icrep.EndElimination, Player: first(ends, func(e *playerEnd) bool { return e.outcome == icrep.OutcomeLost })}
	if resigned := first(ends, func(e *playerEnd) bool { return e.resigned }); resigned != order.NoPlayer {
		end.Reason, end.Player = icrep.EndSurrender, resigned
	}
	return icrep.MatchOutcome{Kind: icrep.OutcomeCompleted, Winner: uint32(winner), End: end}
}

// first is the first player whose end is so.
func first(ends []playerEnd, so func(*playerEnd) bool) order.PlayerID {
	for id := range ends {
		if so(&ends[id]) {
			return order.PlayerID(id)
		}
	}
	return order.NoPlayer
}

// nobodyListed marks player ids of whom the recording says nothing: the engine's own.
const nobodyListed int32 = -1

// listedPlayers finds for each player id its index in the header. Of two entries for
// one player, which a lobby can be made to have, the first counts: a slot occurs once.
func listedPlayers(players []order.PlayerID, ids int) []int32 {
	listed := make([]int32, ids)
	for id := range listed {
		listed[id] = nobodyListed
	}
	for i, id := range players {
		if int64(id) < int64(ids) && listed[id] == nobodyListed {
			listed[id] = int32(i)
		}
	}
	return listed
}
