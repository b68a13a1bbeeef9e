// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"convertd/core/bincode"
	"convertd/core/order"
)

// OutcomeKind is the variant number of a MatchOutcome
// (docs/icrep.md#analysis-events).
type OutcomeKind uint32

// Variants of MatchOutcome.
const (
	OutcomeCompleted OutcomeKind = iota
	OutcomeAbandoned
	OutcomeDrawn
	OutcomeRemade
	OutcomeDesyncTerminated

	outcomeKinds
)

// EndReason is the variant number of a MatchEndReason.
type EndReason uint32

// Variants of MatchEndReason.
const (
	EndElimination EndReason = iota
	EndSurrender
	EndTeamSurrender
	EndObjectiveCompleted
	EndDraw

	endReasons
)

// Ballot is one player's vote in a result.
type Ballot struct {
	Voter  order.PlayerID `json:"voter"`
	Choice bool           `json:"choice"`
}

// MatchEnd says why a match ended. Player counts for EndSurrender, Team for
// EndTeamSurrender, Ballots for EndTeamSurrender and EndDraw.
type MatchEnd struct {
	Reason  EndReason      `json:"reason"`
	Player  order.PlayerID `json:"player"`
	Team    uint32         `json:"team"`
	Ballots []Ballot       `json:"vote_results"`
}

// MatchOutcome says how a match ended. Completed uses Winner (a team's number
// if WinnerIsTeam) and End; Abandoned uses Leaver and At; Drawn uses End;
// DesyncTerminated uses At.
type MatchOutcome struct {
	Kind         OutcomeKind    `json:"kind"`
	WinnerIsTeam bool           `json:"winner_is_team"`
	Winner       uint32         `json:"winner"`
	End          MatchEnd       `json:"end"`
	Leaver       order.PlayerID `json:"leaver"`
	At           order.Tick     `json:"at"`
}

// VoteEventKind is the variant number of a VoteEvent.
type VoteEventKind uint32

// Variants of VoteEvent.
const (
	VoteProposed VoteEventKind = iota
	VoteBallotCast
	VoteResolved

	voteEventKinds
)

// VoteResolution is the variant number of how a vote ended.
type VoteResolution uint32

// Variants of VoteResolution.
const (
	VotePassed VoteResolution = iota
	VoteFailed
	VoteCancelled
	VoteExpired

	voteResolutions
)

// VoteEvent is one step of a vote. Proposed uses Type and Player (proposer);
// BallotCast uses Player (voter) and Choice; Resolved uses Resolution.
type VoteEvent struct {
	Kind       VoteEventKind  `json:"kind"`
	ID         uint32         `json:"vote_id"`
	Type       order.VoteType `json:"vote_type"`
	Player     order.PlayerID `json:"player"`
	Choice     bool           `json:"choice"`
	Resolution VoteResolution `json:"resolution"`
}

func (o *MatchOutcome) appendTo(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(o.Kind))
	switch o.Kind {
	case OutcomeCompleted:
		variant := uint32(0)
		if o.WinnerIsTeam {
			variant = 1
		}
		dst = bincode.AppendUint32(bincode.AppendUint32(dst, variant), o.Winner)
		dst = o.End.appendTo(dst)
	case OutcomeAbandoned:
		dst = bincode.AppendUint32(dst, uint32(o.Leaver))
		dst = bincode.AppendUint64(dst, uint64(o.At))
	case OutcomeDrawn:
		dst = o.End.appendTo(dst)
	case OutcomeDesyncTerminated:
		dst = bincode.AppendUint64(dst, uint64(o.At))
	case OutcomeRemade, outcomeKinds:
	}
	return dst
}

func (o *MatchOutcome) readFrom(r *bincode.Reader) {
	*o = MatchOutcome{Kind: OutcomeKind(r.Variant(uint32(outcomeKinds)))}
	switch o.Kind {
	case OutcomeCompleted:
		o.WinnerIsTeam = r.Variant(2) == 1
		o.Winner = r.Uint32()
		o.End.readFrom(r)
	case OutcomeAbandoned:
		o.Leaver = order.PlayerID(r.Uint32())
		o.At = order.Tick(r.Uint64())
	case OutcomeDrawn:
		o.End.readFrom(r)
	case OutcomeDesyncTerminated:
		o.At = order.Tick(r.Uint64())
	case OutcomeRemade, outcomeKinds:
	}
}

func (e *MatchEnd) appendTo(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Reason))
	switch e.Reason {
	case EndSurrender:
		dst = bincode.AppendUint32(dst, uint32(e.Player))
	case EndTeamSurrender:
		dst = appendBallots(bincode.AppendUint32(dst, e.Team), e.Ballots)
	case EndDraw:
		dst = appendBallots(dst, e.Ballots)
	case EndElimination, EndObjectiveCompleted, endReasons:
	}
	return dst
}

func (e *MatchEnd) readFrom(r *bincode.Reader) {
	*e = MatchEnd{Reason: EndReason(r.Variant(uint32(endReasons)))}
	switch e.Reason {
	case EndSurrender:
		e.Player = order.PlayerID(r.Uint32())
	case EndTeamSurrender:
		e.Team = r.Uint32()
		e.Ballots = readBallots(r)
	case EndDraw:
		e.Ballots = readBallots(r)
	case EndElimination, EndObjectiveCompleted, endReasons:
	}
}

func appendBallots(dst []byte, ballots []Ballot) []byte {
	dst = bincode.AppendLength(dst, len(ballots))
	for _, b := range ballots {
		dst = bincode.AppendBool(bincode.AppendUint32(dst, uint32(b.Voter)), b.Choice)
	}
	return dst
}

func readBallots(r *bincode.Reader) []Ballot {
	var ballots []Ballot
	for range r.Length(5, 256) {
		ballots = append(ballots, Ballot{Voter: order.PlayerID(r.Uint32()), Choice: r.Bool()})
	}
	return ballots
}

func (v *VoteEvent) appendTo(dst []byte) []byte {
	dst = bincode.AppendUint32(bincode.AppendUint32(dst, uint32(v.Kind)), v.ID)
	switch v.Kind {
	case VoteProposed:
		dst = bincode.AppendUint32(bincode.AppendUint32(dst, uint32(v.Type)), uint32(v.Player))
	case VoteBallotCast:
		dst = bincode.AppendBool(bincode.AppendUint32(dst, uint32(v.Player)), v.Choice)
	case VoteResolved:
		dst = bincode.AppendUint32(dst, uint32(v.Resolution))
	case voteEventKinds:
	}
	return dst
}

func (v *VoteEvent) readFrom(r *bincode.Reader) {
	*v = VoteEvent{Kind: VoteEventKind(r.Variant(uint32(voteEventKinds)))}
	v.ID = r.Uint32()
	switch v.Kind {
	case VoteProposed:
		v.Type = order.VoteType(r.Variant(uint32(order.VoteCustom) + 1))
		v.Player = order.PlayerID(r.Uint32())
	case VoteBallotCast:
		v.Player = order.PlayerID(r.Uint32())
		v.Choice = r.Bool()
	case VoteResolved:
		v.Resolution = VoteResolution(r.Variant(uint32(voteResolutions)))
	case voteEventKinds:
	}
}
