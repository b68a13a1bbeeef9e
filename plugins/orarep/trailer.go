// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"math/bits"
	"sort"
	"strconv"

	"convertd/core/ir"
)

// trailer sums up what was read.
func (s *stream) trailer(complete bool, consumed uint64) *ir.Trailer {
	last := s.reached
	if last == 0 {
		last = s.highest
	}
	t := &ir.Trailer{
		Complete:      complete,
		BytesConsumed: consumed,
		LastFrame:     s.highest,
		Ticks:         last * uint64(s.interval),
		Commands:      s.orders,
		Winner:        ir.NoPlayer,
	}
	t.CommandsByType = s.names.counts()
	t.Outcomes = s.outcomes()
	t.Winner = winner(t.Outcomes)
	for _, detail := range []struct {
		key string
		n   uint64
	}{
		{"Packets", s.number},
		{"OrderPackets", s.counts.orders},
		{"EmptyPackets", s.counts.empty},
		{"SyncPackets", s.counts.sync},
		{"DisconnectPackets", s.counts.disconnect},
		{"OtherPackets", s.counts.other},
		{"LastSyncFrame", s.reached},
		{"FirstPlayerActor", uint64(s.actors.first)},
	} {
		if detail.n > 0 {
			t.Details = append(t.Details, ir.KeyValue{Key: detail.key, Value: strconv.FormatUint(detail.n, 10)})
		}
	}
	return t
}

// counts are the orders by name, as the oracle counts them: immediate ones
// under "immediate:NAME".
func (t *nameTable) counts() []ir.Count {
	byName := make(map[string]uint64, len(t.all))
	for _, entry := range t.all {
		if entry.game > 0 {
			byName[entry.text] += entry.game
		}
		if entry.immediate > 0 {
			byName["immediate:"+entry.text] += entry.immediate
		}
	}
	counts := make([]ir.Count, 0, len(byName))
	for name, n := range byName {
		counts = append(counts, ir.Count{Name: name, N: n})
	}
	sort.Slice(counts, func(i, j int) bool { return counts[i].Name < counts[j].Name })
	return counts
}

// defeats remembers in which frame each defeat bit was first set. Bit i is
// World.Players[i], whose actor id is i+1
// (docs/formats/orarep.md#player-actors).
type defeats struct {
	bits  uint64
	first [64]uint64
}

func (d *defeats) note(now, frame uint64) {
	for fresh := now &^ d.bits; fresh != 0; fresh &= fresh - 1 {
		d.first[bits.TrailingZeros64(fresh)] = frame
	}
	d.bits |= now
}

// bit is the number of the defeat bit of seat 0: known from the player actors,
// else the one shift at which the bits agree with the recorded outcomes; -1 if
// neither tells.
func (s *stream) defeatBit() int {
	if s.actors.first > 0 {
		return int(s.actors.first) - 1
	}
	found := -1
	for shift := range 64 {
		if !s.shiftFits(shift) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = shift
	}
	return found
}

// shiftFits says that with seat 0 at bit shift the defeated seats are exactly
// those the metadata calls lost, and that there is at least one.
func (s *stream) shiftFits(shift int) bool {
	lost := 0
	for i := range s.actors.seats {
		recorded := s.seats[i].recorded
		if recorded == nil || shift+i >= 64 {
			return false
		}
		isLost := recorded.value("Outcome") == "Lost"
		if isLost != (s.defeats.bits>>(shift+i)&1 == 1) {
			return false
		}
		if isLost {
			lost++
		}
	}
	return lost > 0
}

// outcomes brings metadata, defeat bits and disconnects together, in that order
// of trust. A player who alone is left undefeated is hinted to have won.
func (s *stream) outcomes() []ir.PlayerOutcome {
	shift := s.defeatBit()
	var all []ir.PlayerOutcome
	var undecided []int32
	lost := 0
	for i := range s.actors.seats {
		outcome := ir.PlayerOutcome{Player: int32(i), Outcome: s.recordedOutcome(i)}
		if bit := shift + i; shift >= 0 && bit < 64 && s.defeats.bits>>bit&1 == 1 {
			if outcome.Outcome == ir.OutcomeUnknown {
				outcome.Outcome = ir.OutcomeLost
			}
			if outcome.Outcome == ir.OutcomeLost {
				outcome.Frame = s.defeats.first[bit]
			}
		}
		if outcome.Outcome == ir.OutcomeUnknown {
			outcome = s.leaveOutcome(outcome)
		}
		switch outcome.Outcome {
		case ir.OutcomeUnknown:
			undecided = append(undecided, int32(i))
			continue
		case ir.OutcomeLost:
			lost++
		default:
		}
		all = append(all, outcome)
	}
	if len(undecided) == 1 && lost > 0 && lost == s.actors.seats-1 {
		all = append(all, ir.PlayerOutcome{Player: undecided[0], Outcome: ir.OutcomeWon, Hint: true})
	}
	return all
}

func (s *stream) recordedOutcome(seat int) ir.Outcome {
	if recorded := s.seats[seat].recorded; recorded != nil {
		switch recorded.value("Outcome") {
		case "Won":
			return ir.OutcomeWon
		case "Lost":
			return ir.OutcomeLost
		}
	}
	return ir.OutcomeUnknown
}

// leaveOutcome marks a player as disconnected if nothing else is known and the
// connection left while the game went on.
func (s *stream) leaveOutcome(outcome ir.PlayerOutcome) ir.PlayerOutcome {
	for _, left := range s.leaves {
		if left.seat == outcome.Player && left.frame < s.reached {
			outcome.Outcome, outcome.Frame = ir.OutcomeDisconnected, left.frame
			break
		}
	}
	return outcome
}

// winner is the one player who won; several winners are a team, told by the
// outcomes.
func winner(outcomes []ir.PlayerOutcome) int32 {
	found := ir.NoPlayer
	for _, outcome := range outcomes {
		if outcome.Outcome != ir.OutcomeWon {
			continue
		}
		if found != ir.NoPlayer {
			return ir.NoPlayer
		}
		found = outcome.Player
	}
	return found
}
