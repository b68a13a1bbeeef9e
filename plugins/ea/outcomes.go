// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import "convertd/core/ir"

// outcomes gathers what a recording says about the end for each player. No
// game of this family stores a result: a player who gives up or leaves sends a
// command, a client reports who was destroyed, a machine that is gone stops
// reporting checksums. All of it is marked as hint
// (docs/formats/ea.md#outcomes).
type outcomes struct {
	players    []playerEnd // as Header.Players
	lastReport uint32      // latest checksum of anybody
}

// playerEnd is what is known of one player. Frames are those of the command.
type playerEnd struct {
	left       bool // gave up or left
	handedOver bool // with the wish to hand the army to allies: a resignation
	leftAt     uint32
	lost       bool // reported as destroyed
	lostAt     uint32
	reports    uint32
	lastReport uint32
}

func (o *outcomes) of(player int32) *playerEnd {
	if player < 0 || int(player) >= len(o.players) {
		return &playerEnd{}
	}
	return &o.players[player]
}

// gaveUp notes a SELF_DESTRUCT. Only the first one of a player counts: some
// send another one when they close the game.
func (o *outcomes) gaveUp(player int32, frame uint32, handedOver bool) {
	if end := o.of(player); !end.left {
		end.left, end.handedOver, end.leftAt = true, handedOver, frame
	}
}

// destroyed notes that a player was reported out of the game.
func (o *outcomes) destroyed(player int32, frame uint32) {
	if end := o.of(player); !end.lost {
		end.lost, end.lostAt = true, frame
	}
}

// reported notes a checksum.
func (o *outcomes) reported(player int32, frame uint32) {
	end := o.of(player)
	end.reports++
	end.lastReport = frame
	o.lastReport = max(o.lastReport, frame)
}

// silentReports is how many intervals a machine must have missed at the end to
// count as gone: latency alone makes the last reports differ by one.
const silentReports = 3

// list returns the outcome of each player about whom there is something to
// say. interval is how many frames lie between reports, 0 if not known.
func (o *outcomes) list(r *replay, interval uint32, complete bool) []ir.PlayerOutcome {
	var list []ir.PlayerOutcome
	won := map[int32]bool{}
	if complete {
		won = o.winners(r)
	}
	for i := range r.header.Players {
		player, end := &r.header.Players[i], &o.players[i]
		out := ir.PlayerOutcome{Player: int32(i), Hint: true}
		disconnected := r.disconnected&(1<<i) != 0
		switch {
		case player.Kind != ir.PlayerHuman && player.Kind != ir.PlayerAI:
			continue
		case won[int32(i)]:
			out.Outcome, out.Frame = ir.OutcomeWon, 0
		case end.lost:
			out.Outcome, out.Frame = ir.OutcomeLost, uint64(end.lostAt)
		case end.left && (end.handedOver || !disconnected):
			out.Outcome, out.Frame = ir.OutcomeResigned, uint64(end.leftAt)
		case disconnected:
			out.Outcome, out.Frame, out.Hint = ir.OutcomeDisconnected, uint64(max(end.leftAt, end.lastReport)), false
		case end.reports > 0 && interval > 0 && o.lastReport-end.lastReport >= silentReports*interval:
			out.Outcome, out.Frame = ir.OutcomeDisconnected, uint64(end.lastReport)
		default:
			continue
		}
		list = append(list, out)
	}
	return list
}

// winners returns the players of the one side that was still there when every
// other side had left or was destroyed; with all gone, of the side that went
// last. Empty with an AI in the game, which sends nothing when it is beaten,
// and where the order does not tell.
func (o *outcomes) winners(r *replay) map[int32]bool {
	type side struct {
		members []int32
		out     bool
		at      uint32
	}
	var sides []*side
	byTeam := map[int32]*side{}
	for i := range r.header.Players {
		player, end := &r.header.Players[i], &o.players[i]
		switch player.Kind {
		case ir.PlayerAI:
			return nil
		case ir.PlayerHuman:
		default:
			continue
		}
		s := byTeam[player.Team]
		if s == nil || player.Team == 0 {
			s = &side{out: true}
			sides = append(sides, s)
			byTeam[player.Team] = s
		}
		s.members = append(s.members, int32(i))
		s.out = s.out && (end.left || end.lost)
		s.at = max(s.at, end.leftAt, end.lostAt)
	}
	var best *side
	tie := false
	for _, s := range sides {
		switch {
		case best == nil, best.out && !s.out, best.out && s.out && s.at > best.at:
			best, tie = s, false
		case !best.out && !s.out, best.out && s.out && s.at == best.at:
			tie = true
		}
	}
	if len(sides) < 2 || tie {
		return nil
	}
	won := map[int32]bool{}
	for _, i := range best.members {
		won[i] = true
	}
	return won
}
