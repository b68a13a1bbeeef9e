// SPDX-License-Identifier: GPL-3.0-or-later

package protocol

import "convertd/plugins/rts/strictjson"

// Messages from client to server (Wire protocol, 2.1).
type (
	// Join enters a room, or makes it.
	Join struct {
		Name      string  `json:"name"`
		Room      *string `json:"room,omitempty"` // "main" if absent
		Spectator bool    `json:"spectator,omitempty"`
		ReplayOK  bool    `json:"replayOk,omitempty"`
	}
	// Ready toggles readiness in the lobby.
	Ready struct {
		Ready bool `json:"ready"`
	}
	// StartMatch asks to start the match.
	StartMatch struct{}
	// SetTeamPreset is kept for old clients and ignored.
	SetTeamPreset struct {
		Preset string `json:"preset"`
	}
	// SetTeam assigns a seat to a team.
	SetTeam struct {
		ID     uint32 `json:"id"`
		TeamID uint32 `json:"teamId"`
	}
	// SetFaction selects the sender's faction.
	SetFaction struct {
		FactionID string `json:"factionId"`
	}
	// AddAI adds a computer opponent.
	AddAI struct {
		TeamID      *uint32 `json:"teamId,omitempty"`
		AIProfileID *string `json:"aiProfileId,omitempty"`
	}
	// SetAIProfile selects a computer opponent's profile.
	SetAIProfile struct {
		ID          uint32 `json:"id"`
		AIProfileID string `json:"aiProfileId"`
	}
	// RemoveAI removes a computer opponent.
	RemoveAI struct {
		ID uint32 `json:"id"`
	}
	// SetQuickstart toggles debug mode for the next match.
	SetQuickstart struct {
		Enabled bool `json:"enabled"`
	}
	// SetSpectator moves a person between player and spectator.
	SetSpectator struct {
		Spectator bool    `json:"spectator"`
		ID        *uint32 `json:"id,omitempty"`
	}
	// IssueCommand issues a gameplay command.
	IssueCommand struct {
		ClientSeq uint32     `json:"clientSeq"` // from 1 in each match
		Cmd       AnyCommand `json:"cmd"`
	}
	// GiveUp gives the match up.
	GiveUp struct{}
	// PauseGame pauses a live match.
	PauseGame struct{}
	// UnpauseGame resumes it.
	UnpauseGame struct{}
	// ReturnToLobby leaves replay playback.
	ReturnToLobby struct{}
	// Ping probes the latency.
	Ping struct {
		TS float64 `json:"ts"`
	}
	// NetReport reports the client's network health.
	NetReport struct {
		Report ClientNetReport `json:"report"`
	}
	// SetRoomTimeSpeed sets the speed of room time; 0 pauses.
	SetRoomTimeSpeed struct {
		Speed float32 `json:"speed"`
	}
	// StepRoomTime advances room time by a tick.
	StepRoomTime struct{}
	// SeekRoomTime goes back.
	SeekRoomTime struct {
		TicksBack uint32 `json:"ticksBack"`
	}
	// SeekRoomTimeTo goes to a tick.
	SeekRoomTimeTo struct {
		Tick uint32 `json:"tick"`
	}
	// SetReplayVision selects what a viewer sees.
	SetReplayVision struct {
		Vision ReplayVision `json:"vision"`
	}
	// Lab is a privileged request of a lab room.
	Lab struct {
		RequestID uint32   `json:"requestId"` // not 0
		Op        AnyLabOp `json:"op"`
	}
	// RequestReplayBranch asks for a practice room that goes on from here.
	RequestReplayBranch struct{}
	// ClaimBranchSeat claims a seat of a branch.
	ClaimBranchSeat struct {
		PlayerID uint32 `json:"playerId"`
	}
	// ReleaseBranchSeat gives it back.
	ReleaseBranchSeat ClaimBranchSeat
	// StartBranch launches the branch.
	StartBranch struct{}
	// SelectMap selects the lobby's map.
	SelectMap struct {
		Map string `json:"map"`
	}
)

var clientTypes = union(map[string]ClientMessage{
	"join": &Join{}, "ready": &Ready{}, "start": &StartMatch{}, "setTeamPreset": &SetTeamPreset{}, "setTeam": &SetTeam{},
	"setFaction": &SetFaction{}, "addAi": &AddAI{}, "setAiProfile": &SetAIProfile{}, "removeAi": &RemoveAI{},
	"setQuickstart": &SetQuickstart{}, "setSpectator": &SetSpectator{}, "command": &IssueCommand{}, "giveUp": &GiveUp{},
	"pauseGame": &PauseGame{}, "unpauseGame": &UnpauseGame{}, "returnToLobby": &ReturnToLobby{}, "ping": &Ping{},
	"netReport": &NetReport{}, "setRoomTimeSpeed": &SetRoomTimeSpeed{}, "stepRoomTime": &StepRoomTime{},
	"seekRoomTime": &SeekRoomTime{}, "seekRoomTimeTo": &SeekRoomTimeTo{}, "setReplayVision": &SetReplayVision{},
	"lab": &Lab{}, "requestReplayBranch": &RequestReplayBranch{}, "claimBranchSeat": &ClaimBranchSeat{},
	"releaseBranchSeat": &ReleaseBranchSeat{}, "startBranch": &StartBranch{}, "selectMap": &SelectMap{},
})

func (*Join) clientMessage()                {}
func (*Ready) clientMessage()               {}
func (*StartMatch) clientMessage()          {}
func (*SetTeamPreset) clientMessage()       {}
func (*SetTeam) clientMessage()             {}
func (*SetFaction) clientMessage()          {}
func (*AddAI) clientMessage()               {}
func (*SetAIProfile) clientMessage()        {}
func (*RemoveAI) clientMessage()            {}
func (*SetQuickstart) clientMessage()       {}
func (*SetSpectator) clientMessage()        {}
func (*IssueCommand) clientMessage()        {}
func (*GiveUp) clientMessage()              {}
func (*PauseGame) clientMessage()           {}
func (*UnpauseGame) clientMessage()         {}
func (*ReturnToLobby) clientMessage()       {}
func (*Ping) clientMessage()                {}
func (*NetReport) clientMessage()           {}
func (*SetRoomTimeSpeed) clientMessage()    {}
func (*StepRoomTime) clientMessage()        {}
func (*SeekRoomTime) clientMessage()        {}
func (*SeekRoomTimeTo) clientMessage()      {}
func (*SetReplayVision) clientMessage()     {}
func (*Lab) clientMessage()                 {}
func (*RequestReplayBranch) clientMessage() {}
func (*ClaimBranchSeat) clientMessage()     {}
func (*ReleaseBranchSeat) clientMessage()   {}
func (*StartBranch) clientMessage()         {}
func (*SelectMap) clientMessage()           {}

// Modes of a ReplayVision.
const (
	VisionAll     = "all"
	VisionPlayer  = "player"
	VisionPlayers = "players"
)

// ReplayVision is whose sight a viewer sees with.
type ReplayVision struct {
	Mode      string   `json:"mode"`
	PlayerID  *uint32  `json:"playerId,omitempty"` // VisionPlayer
	PlayerIDs []uint32 `json:"playerIds,omitzero"` // VisionPlayers
}

// BindJSON reads a vision; each mode must have its own field.
func (v *ReplayVision) BindJSON(r *strictjson.Reader) {
	switch read := r.Tagged("mode", "ReplayVisionRequest", visionMode).(type) {
	case *visionOfPlayer:
		*v = ReplayVision{Mode: VisionPlayer, PlayerID: &read.PlayerID}
	case *visionOfPlayers:
		*v = ReplayVision{Mode: VisionPlayers, PlayerIDs: read.PlayerIDs}
	case *struct{}:
		*v = ReplayVision{Mode: VisionAll}
	}
}

type visionOfPlayer struct {
	PlayerID uint32 `json:"playerId"`
}

type visionOfPlayers struct {
	PlayerIDs []uint32 `json:"playerIds"`
}

func visionMode(mode string) any {
	switch mode {
	case VisionAll:
		return &struct{}{}
	case VisionPlayer:
		return &visionOfPlayer{}
	case VisionPlayers:
		return &visionOfPlayers{}
	default:
		return nil
	}
}
