// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// endState holds what the recording says of the end against the state reached.
func (c *conversion) endState(trailer *ir.Trailer) divergence.EndState {
	state := divergence.EndState{Outcomes: []divergence.OutcomeCheck{}, Scores: []divergence.ScoreCheck{}}
	for i := range c.feed.header.Players {
		recorded, hint := c.recordedOutcome(trailer, int32(i))
		id := c.game.Players.ID(int32(i))
		player, ok := c.sim.View().Player(id)
		if recorded == ir.OutcomeUnknown || !ok {
			continue
		}
		ours := standingName(player.Standing)
		state.Outcomes = append(state.Outcomes, divergence.OutcomeCheck{
			Player: id, Recorded: recorded.String(), Hint: hint, Ours: ours,
			Contradicts: recorded == ir.OutcomeWon && player.Standing == snapshot.StandingLost ||
				recorded == ir.OutcomeLost && player.Standing == snapshot.StandingWon,
		})
	}
	for _, score := range trailer.Scores {
		id := c.game.Players.ID(score.Player)
		if id == order.NoPlayer {
			continue
		}
		state.Scores = append(state.Scores, divergence.ScoreCheck{
			Player: id, Name: score.Name, Recorded: score.Value, Ours: c.ourScore(id, score.Name),
		})
	}
	return state
}

// recordedOutcome is what trailer or header say of a player's end.
func (c *conversion) recordedOutcome(trailer *ir.Trailer, player int32) (outcome ir.Outcome, hint bool) {
	for _, one := range trailer.Outcomes {
		if one.Player == player {
			return one.Outcome, one.Hint
		}
	}
	return c.feed.header.Players[player].Outcome, false
}

func standingName(standing snapshot.Standing) string {
	switch standing {
	case snapshot.StandingWon:
		return "won"
	case snapshot.StandingLost:
		return "lost"
	case snapshot.StandingLeft:
		return "left"
	case snapshot.StandingPlaying:
	}
	return "playing"
}

// ourScore is the same figure as we counted it, nil where the module does not
// know the game's entities or keeps no such figure.
func (c *conversion) ourScore(id order.PlayerID, name string) *int64 {
	stats := c.recorder.statsOf(id)
	if stats == nil || c.game.Model == ModelNone {
		return nil
	}
	figure, ok := scoreFigures[name]
	if !ok {
		return nil
	}
	value := int64(figure(stats))
	return &value
}

// scoreFigures maps the names formats use to the figures we keep.
var scoreFigures = map[string]func(*icrep.PlayerStats) uint32{
	"unitsKilled":     func(s *icrep.PlayerStats) uint32 { return s.UnitsKilled },
	"unitsLost":       func(s *icrep.PlayerStats) uint32 { return s.UnitsLost },
	"buildingsKilled": func(s *icrep.PlayerStats) uint32 { return s.StructuresDestroyed },
	"buildingsLost":   func(s *icrep.PlayerStats) uint32 { return s.StructuresLost },
}
