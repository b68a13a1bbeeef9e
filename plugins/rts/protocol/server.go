// SPDX-License-Identifier: GPL-3.0-or-later

package protocol

// tagSnapshot is the tag of snapshots, which this package does not hold.
const tagSnapshot = "snapshot"

// Messages from server to client (Wire protocol, 2.2).
type (
	// Welcome assigns the connection its id.
	Welcome struct {
		PlayerID uint32 `json:"playerId"`
	}
	// Lobby is the state of a lobby.
	Lobby struct {
		Room       string         `json:"room"`
		HostID     uint32         `json:"hostId"`
		Players    []LobbyPlayer  `json:"players"`
		CanStart   bool           `json:"canStart"`
		Quickstart bool           `json:"quickstart"`
		TeamPreset string         `json:"teamPreset"`
		Map        string         `json:"map"`
		Maps       []AvailableMap `json:"maps"`
	}
	// MatchCountdown precedes a match.
	MatchCountdown struct {
		DurationMs uint32   `json:"durationMs"`
		Words      []string `json:"words"`
	}
	// RoomTimeState is where room time stands.
	RoomTimeState struct {
		CurrentTick   uint32   `json:"currentTick"`
		DurationTicks uint32   `json:"durationTicks"`
		KeyframeTicks []uint32 `json:"keyframeTicks"`
		Speed         float32  `json:"speed"`
		Paused        bool     `json:"paused"`
		Ended         bool     `json:"ended"`
		ControllerID  *uint32  `json:"controllerId,omitempty"`
	}
	// LivePauseState says whether a live match is paused.
	LivePauseState struct {
		Paused          bool    `json:"paused"`
		PausedBy        *uint32 `json:"pausedBy,omitempty"`
		PausesRemaining *uint8  `json:"pausesRemaining,omitempty"`
		PauseLimit      uint8   `json:"pauseLimit"`
		CanPause        bool    `json:"canPause,omitempty"`
		CanUnpause      bool    `json:"canUnpause,omitempty"`
	}
	// ReplayAnalysis is what observers see of every player's economy.
	ReplayAnalysis struct {
		Tick    uint32           `json:"tick"`
		Players []AnalysisPlayer `json:"players"`
	}
	// JoinReplayPrompt asks to confirm joining a replay.
	JoinReplayPrompt struct {
		Room string `json:"room"`
	}
	// ReplayBranchCreated announces a practice room.
	ReplayBranchCreated struct {
		BranchRoom string       `json:"branchRoom"`
		SourceTick uint32       `json:"sourceTick"`
		Seats      []BranchSeat `json:"seats"`
	}
	// BranchStaging is the state of a branch before its start.
	BranchStaging struct {
		Room       string           `json:"room"`
		SourceTick uint32           `json:"sourceTick"`
		HostID     uint32           `json:"hostId"`
		Seats      []StagingSeat    `json:"seats"`
		Occupants  []BranchOccupant `json:"occupants"`
		CanStart   bool             `json:"canStart"`
	}
	// ShutdownWarning announces the server's end.
	ShutdownWarning struct {
		DeadlineUnixMs   uint64 `json:"deadlineUnixMs"`
		SecondsRemaining uint64 `json:"secondsRemaining"`
	}
	// GameOver ends a match.
	GameOver struct {
		WinnerID     *uint32       `json:"winnerId"`
		WinnerTeamID *uint32       `json:"winnerTeamId"`
		You          Verdict       `json:"you"`
		Scores       []PlayerScore `json:"scores"`
	}
	// Pong answers a Ping.
	Pong struct {
		TS float64 `json:"ts"`
	}
	// CommandReceipt says that a command arrived; not that it succeeded.
	CommandReceipt struct {
		ClientSeq  uint32  `json:"clientSeq"`
		ServerTick uint32  `json:"serverTick"`
		Accepted   bool    `json:"accepted"`
		Reason     *string `json:"reason,omitempty"`
	}
	// ErrorMessage says what was wrong.
	ErrorMessage struct {
		Msg string `json:"msg"`
	}
	// LabState is the state of a lab room.
	LabState struct {
		Room           string    `json:"room"`
		OperatorID     uint32    `json:"operatorId"`
		Role           LabRole   `json:"role"`
		Vision         LabVision `json:"vision"`
		Dirty          bool      `json:"dirty"`
		OperationCount uint32    `json:"operationCount"`
	}
	// LabResult answers a lab request. Outcome depends on the operation and is
	// kept as it was sent.
	LabResult struct {
		RequestID uint32   `json:"requestId"`
		OK        bool     `json:"ok"`
		Op        string   `json:"op"`
		Error     *string  `json:"error,omitempty"`
		Outcome   *RawJSON `json:"outcome,omitempty"`
	}
)

var serverTypes = union(map[string]ServerMessage{
	"welcome": &Welcome{}, "lobby": &Lobby{}, "matchCountdown": &MatchCountdown{}, "start": &Start{},
	"roomTimeState": &RoomTimeState{}, "livePauseState": &LivePauseState{}, "replayAnalysis": &ReplayAnalysis{},
	"joinReplayPrompt": &JoinReplayPrompt{}, "replayBranchCreated": &ReplayBranchCreated{},
	"branchStaging": &BranchStaging{}, "shutdownWarning": &ShutdownWarning{}, "gameOver": &GameOver{}, "pong": &Pong{},
	"commandReceipt": &CommandReceipt{}, "error": &ErrorMessage{}, "labState": &LabState{}, "labResult": &LabResult{},
})

func (*Welcome) serverMessage()             {}
func (*Lobby) serverMessage()               {}
func (*MatchCountdown) serverMessage()      {}
func (*Start) serverMessage()               {}
func (*RoomTimeState) serverMessage()       {}
func (*LivePauseState) serverMessage()      {}
func (*ReplayAnalysis) serverMessage()      {}
func (*JoinReplayPrompt) serverMessage()    {}
func (*ReplayBranchCreated) serverMessage() {}
func (*BranchStaging) serverMessage()       {}
func (*ShutdownWarning) serverMessage()     {}
func (*GameOver) serverMessage()            {}
func (*Pong) serverMessage()                {}
func (*CommandReceipt) serverMessage()      {}
func (*ErrorMessage) serverMessage()        {}
func (*LabState) serverMessage()            {}
func (*LabResult) serverMessage()           {}
