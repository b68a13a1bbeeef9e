// SPDX-License-Identifier: GPL-3.0-or-later

package rts

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"convertd/core/ir"
	"convertd/sdk"
)

// stream sends one artifact to a sink.
type stream struct {
	ctx      context.Context
	sink     sdk.Sink
	artifact *artifact
	data     []byte
	consumed int
	order    ir.Order
	subject  [1]uint32
	line     []byte
	cuts     int // commands that were cut
}

// run sends header, the first n entries of the log, and the trailer.
func (s *stream) run(n int, complete bool, options sdk.DecodeOptions) error {
	header := s.header()
	if err := s.sink.Header(&header); err != nil {
		return err
	}
	if difference := DefaultMap.differs(s.artifact); difference != "" {
		if err := s.sink.Diagnostic(ir.Diagnostic{
			Severity: ir.SeverityWarning, Code: "map-differs", Summary: difference,
		}); err != nil {
			return err
		}
	}
	if options.Depth == sdk.DepthFull {
		send := s.sendOrder
		if options.Native {
			send = s.sendLine
		}
		for i := range n {
			if i%contextStride == 0 {
				if err := s.ctx.Err(); err != nil {
					return err
				}
			}
			if err := send(&s.artifact.log.entries[i]); err != nil {
				return err
			}
		}
	}
	trailer := s.trailer(n, complete)
	return s.sink.Trailer(&trailer)
}

func (s *stream) header() ir.Header {
	a := s.artifact
	header := ir.Header{
		Format:        FormatID,
		Game:          "rts",
		Version:       cutText(a.serverBuildSHA),
		Profile:       "schema " + strconv.Itoa(SchemaVersion),
		Map:           ir.Map{Name: cutText(a.mapName), ID: cutText(a.mapHash)},
		TickRate:      ir.Rational{Num: tickRateNum, Den: tickRateDen},
		TicksPerFrame: 1,
		Seed:          int64(a.seed),
		HasSeed:       true,
		LocalPlayer:   ir.NoPlayer,
		PositionUnit:  ir.PositionFloatBits,
		Details: []ir.KeyValue{
			{Key: "artifactSchemaVersion", Value: strconv.Itoa(SchemaVersion)},
			{Key: "mapSchemaVersion", Value: strconv.FormatUint(uint64(a.mapSchema), 10)},
			{Key: "durationTicks", Value: strconv.FormatUint(uint64(a.durationTicks), 10)},
		},
	}
	for i := range a.players {
		header.Players = append(header.Players, a.headerPlayer(&a.players[i]))
	}
	return header
}

func (a *artifact) headerPlayer(p *player) ir.Player {
	player := ir.Player{
		Slot: int32(p.id), Client: int32(p.id),
		Name: cutText(p.name), Kind: ir.PlayerHuman,
		Faction: cutText(p.faction), Team: int32(p.teamID()), Color: cutText(p.color),
	}
	if p.isAI {
		player.Kind = ir.PlayerAI
	}
	for i := range a.loadouts {
		if loadout := &a.loadouts[i]; loadout.player == p.id {
			player.Details = []ir.KeyValue{
				{Key: "loadoutId", Value: cutText(loadout.loadout)},
				{Key: "startingSteel", Value: strconv.FormatUint(uint64(loadout.steel), 10)},
				{Key: "startingOil", Value: strconv.FormatUint(uint64(loadout.oil), 10)},
			}
			break
		}
	}
	return player
}

// maxTextBytes bounds a text of the header; the program's own are far shorter.
const maxTextBytes = 4 << 10

func cutText(text string) string {
	if len(text) <= maxTextBytes {
		return text
	}
	end := maxTextBytes
	for end > 0 && text[end]&0xC0 == 0x80 {
		end--
	}
	return text[:end]
}

// trailer counts the n entries that were sent, and holds what the file says
// about the end of the game: figures of the score screen and the winner. They
// are evidence; nothing in the file proves them.
func (s *stream) trailer(n int, complete bool) ir.Trailer {
	a := s.artifact
	trailer := ir.Trailer{
		Complete:      complete,
		BytesConsumed: uint64(s.consumed),
		LastFrame:     uint64(a.durationTicks),
		Ticks:         uint64(a.durationTicks),
		Commands:      uint64(n),
		Winner:        ir.NoPlayer,
	}
	counts := map[string]uint64{}
	for i := range n {
		counts[a.log.entries[i].form.name]++
	}
	for name, count := range counts {
		trailer.CommandsByType = append(trailer.CommandsByType, ir.Count{Name: name, N: count})
	}
	slices.SortFunc(trailer.CommandsByType, func(x, y ir.Count) int { return strings.Compare(x.Name, y.Name) })
	for i := range a.scores {
		player := int32(a.playerIndex(a.scores[i].id)) // -1 is NoPlayer
		for figure, name := range scoreNames {
			trailer.Scores = append(trailer.Scores, ir.Score{
				Player: player, Name: name, Value: int64(a.scores[i].figures[figure]),
			})
		}
	}
	s.outcomes(&trailer)
	if n > 0 {
		trailer.Details = append(trailer.Details,
			ir.KeyValue{Key: "firstCommandTick", Value: fmt.Sprint(a.log.entries[0].tick)},
			ir.KeyValue{Key: "lastCommandTick", Value: fmt.Sprint(a.log.entries[n-1].tick)})
	}
	return trailer
}

// outcomes sets winner and outcomes. Without a winner the file does not say
// whether the game was drawn or broken off.
func (s *stream) outcomes(trailer *ir.Trailer) {
	a := s.artifact
	if a.winner.valid {
		trailer.Winner = int32(a.playerIndex(a.winner.id))
	}
	team := a.winnerTeam
	if !team.valid && trailer.Winner >= 0 {
		team = optionalID{id: a.players[trailer.Winner].teamID(), valid: true}
	}
	if !team.valid {
		return
	}
	for i := range a.players {
		outcome := ir.OutcomeLost
		if a.players[i].teamID() == team.id {
			outcome = ir.OutcomeWon
		}
		trailer.Outcomes = append(trailer.Outcomes, ir.PlayerOutcome{
			Player: int32(i), Outcome: outcome, Frame: uint64(a.durationTicks),
		})
	}
}
