// SPDX-License-Identifier: GPL-3.0-or-later

package protocol

// Start begins a match or a replay (Wire protocol, 2.3).
type Start struct {
	PlayerID          uint32        `json:"playerId"`
	Spectator         bool          `json:"spectator"`
	PredictionBuildID *string       `json:"predictionBuildId,omitempty"`
	PredictionVersion *uint32       `json:"predictionVersion,omitempty"`
	MatchRunID        *string       `json:"matchRunId,omitempty"`
	Capabilities      *Capabilities `json:"capabilities,omitempty"`
	Diagnostics       *Diagnostics  `json:"diagnostics,omitempty"`
	Replay            *ReplayInfo   `json:"replay,omitempty"`
	Lab               *LabInfo      `json:"lab,omitempty"`
	Tick              uint32        `json:"tick"`
	Map               StartMap      `json:"map"`
	Players           []StartPlayer `json:"players"`
}

// Capabilities are what the recipient may do in the room.
type Capabilities struct {
	RoomTime      *RoomTimeCapabilities   `json:"roomTime,omitempty"`
	MatchControls *MatchCapabilities      `json:"matchControls,omitempty"`
	Visibility    *VisibilityCapabilities `json:"visibility,omitempty"`
	Commands      *CommandCapabilities    `json:"commands,omitempty"`
}

// RoomTimeCapabilities are the controls of room time.
type RoomTimeCapabilities struct {
	Available    bool `json:"available,omitempty"`
	SetSpeed     bool `json:"setSpeed,omitempty"`
	Pause        bool `json:"pause,omitempty"`
	Step         bool `json:"step,omitempty"`
	SeekRelative bool `json:"seekRelative,omitempty"`
	SeekAbsolute bool `json:"seekAbsolute,omitempty"`
	Timeline     bool `json:"timeline,omitempty"`
}

// MatchCapabilities are the controls of a live match.
type MatchCapabilities struct {
	Pause bool `json:"pause,omitempty"`
}

// VisibilityCapabilities are the controls of sight.
type VisibilityCapabilities struct {
	ReplayVision bool `json:"replayVision,omitempty"`
}

// CommandCapabilities say whether commands are taken.
type CommandCapabilities struct {
	Gameplay bool `json:"gameplay,omitempty"`
}

// Diagnostics are extra things the recipient is sent.
type Diagnostics struct {
	MovementPaths    *PathDiagnostics `json:"movementPaths,omitempty"`
	ObserverAnalysis bool             `json:"observerAnalysis,omitempty"`
}

// ReplayInfo identifies the replay that is played.
type ReplayInfo struct {
	ArtifactSchemaVersion uint32 `json:"artifactSchemaVersion"`
	ServerBuildSHA        string `json:"serverBuildSha"`
	MapName               string `json:"mapName"`
	MapSchemaVersion      uint32 `json:"mapSchemaVersion"`
	MapContentHash        string `json:"mapContentHash"`
	Seed                  uint32 `json:"seed"`
	DurationTicks         uint32 `json:"durationTicks"`
}

// LabInfo describes a lab room.
type LabInfo struct {
	Room           string    `json:"room"`
	OperatorID     uint32    `json:"operatorId"`
	Role           LabRole   `json:"role"`
	Vision         LabVision `json:"vision"`
	Dirty          bool      `json:"dirty"`
	OperationCount uint32    `json:"operationCount"`
}

// StartMap is the map of a game.
type StartMap struct {
	Width     uint32         `json:"width"` // tiles
	Height    uint32         `json:"height"`
	TileSize  uint32         `json:"tileSize"` // world pixels
	Terrain   Codes          `json:"terrain"`  // rows first; 0 grass, 1 rock, 2 water
	Resources []ResourceNode `json:"resources"`
}

// ResourceNode is a resource of a map.
type ResourceNode struct {
	ID   uint32       `json:"id"`
	Kind ResourceKind `json:"kind"`
	X    float32      `json:"x"`
	Y    float32      `json:"y"`
}

// StartPlayer is one player of a game.
type StartPlayer struct {
	ID         uint32 `json:"id"`
	TeamID     uint32 `json:"teamId"`
	FactionID  string `json:"factionId"`
	Name       string `json:"name"`
	Color      string `json:"color"`
	StartTileX uint32 `json:"startTileX"`
	StartTileY uint32 `json:"startTileY"`
}
