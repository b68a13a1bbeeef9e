// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"convertd/core/order"
	"convertd/core/sim"
	simstate "convertd/core/snapshot"
	"convertd/plugins/rts/protocol"
)

// tally is what a player killed and lost since a branch began.
type tally struct{ unitsKilled, unitsLost, buildingsKilled, buildingsLost uint32 }

// count adds what happened in a tick to the tallies of a branch.
func (r *room) count(event *sim.Event) {
	if event.Kind != sim.EventRemoved || event.Cause != sim.CauseKilled {
		return
	}
	of := func(player order.PlayerID) *tally {
		t := r.branch.tallies[player]
		if t == nil {
			t = &tally{}
			r.branch.tallies[player] = t
		}
		return t
	}
	kind := r.scene.kinds.kind(r.view(), event.Entity)
	if r.scene.plays(event.Owner) {
		if kind.structure {
			of(event.Owner).buildingsLost++
		} else {
			of(event.Owner).unitsLost++
		}
	}
	if event.KillerOwner != event.Owner && r.scene.plays(event.KillerOwner) {
		if kind.structure {
			of(event.KillerOwner).buildingsKilled++
		} else {
			of(event.KillerOwner).unitsKilled++
		}
	}
}

// finish tells everybody when a branch has been decided: when somebody who had a seat
// to be taken plays no more, and those who still do are of one team. What happens
// afterwards can be watched; orders are refused.
func (r *room) finish() {
	if r.branch == nil || !r.branch.started || r.branch.over {
		return
	}
	playing, gone := map[uint32]order.PlayerID{}, false
	for i := range r.branch.seats {
		player, ok := r.view().Player(r.branch.seats[i].player)
		switch {
		case !ok:
		case player.Standing == simstate.StandingPlaying || player.Standing == simstate.StandingWon:
			if _, there := playing[r.teamOf(player.ID)]; !there {
				playing[r.teamOf(player.ID)] = player.ID
			}
			gone = gone || player.Standing == simstate.StandingWon
		default:
			gone = true
		}
	}
	if !gone || len(playing) > 1 {
		return
	}
	r.branch.over = true
	m := protocol.GameOver{You: protocol.VerdictDraw, Scores: r.scores()}
	for team, player := range playing {
		winner := playerNumber(player)
		m.WinnerID, m.WinnerTeamID = &winner, &team
	}
	for _, c := range r.clients {
		own := m
		if s := r.branch.seatOf(c); s != nil && m.WinnerTeamID != nil {
			own.You = protocol.VerdictLost
			if r.teamOf(s.player) == *m.WinnerTeamID {
				own.You = protocol.VerdictWon
			}
		}
		c.tell(&own)
	}
}

func (r *room) teamOf(player order.PlayerID) uint32 { return r.scene.teams[player] }

// scores are the last scores of a branch: what everybody has, in the game's own costs,
// and what was killed since the branch began.
func (r *room) scores() []protocol.PlayerScore {
	view, all := r.view(), r.holdings()
	scores := []protocol.PlayerScore{}
	for _, p := range r.scene.startPlayers(view) {
		score := protocol.PlayerScore{ID: p.ID, TeamID: p.TeamID, Name: p.Name, Color: p.Color}
		id := order.PlayerID(p.ID - 1)
		var units, structures int64
		for n, count := range all[id] {
			if k := r.scene.kinds.kind(view, n); k.structure {
				structures += int64(count) * k.Cost
			} else {
				units += int64(count) * k.Cost
			}
		}
		score.UnitScore, score.StructureScore = clampU32(units), clampU32(structures)
		if t := r.branch.tallies[id]; t != nil {
			score.UnitsKilled, score.UnitsLost, score.BuildingsKilled, score.BuildingsLost = t.unitsKilled, t.unitsLost, t.buildingsKilled, t.buildingsLost
		}
		scores = append(scores, score)
	}
	return scores
}
