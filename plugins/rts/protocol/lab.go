// SPDX-License-Identifier: GPL-3.0-or-later

package protocol

import "convertd/plugins/rts/strictjson"

// LabOp is an operation of a lab room. Members are pointers to the Lab types.
type LabOp interface{ labOp() }

// AnyLabOp is an operation of any kind, as messages carry it.
type AnyLabOp struct{ LabOp }

// BindJSON reads an operation of any kind.
func (o *AnyLabOp) BindJSON(r *strictjson.Reader) {
	if read, ok := r.Tagged("op", "LabClientOp", labTypes.make).(LabOp); ok {
		o.LabOp = read
	}
}

// MarshalJSON writes the operation with its tag.
func (o AnyLabOp) MarshalJSON() ([]byte, error) { return labTypes.encode(nil, "op", o.LabOp) }

// Operations of a lab room (Wire protocol, 2.6 "LabClientOp").
type (
	// LabSpawnEntity puts an entity into the world.
	LabSpawnEntity struct {
		Owner     uint32  `json:"owner"`
		Kind      string  `json:"kind"`
		X         float32 `json:"x"`
		Y         float32 `json:"y"`
		Completed *bool   `json:"completed,omitempty"`
	}
	// LabDeleteEntity removes one.
	LabDeleteEntity struct {
		EntityID uint32 `json:"entityId"`
	}
	// LabMoveEntity moves one.
	LabMoveEntity struct {
		EntityID uint32  `json:"entityId"`
		X        float32 `json:"x"`
		Y        float32 `json:"y"`
	}
	// LabSetEntityOwner hands one over.
	LabSetEntityOwner struct {
		EntityID uint32 `json:"entityId"`
		Owner    uint32 `json:"owner"`
	}
	// LabSetPlayerResources sets what a player has.
	LabSetPlayerResources struct {
		PlayerID uint32 `json:"playerId"`
		Steel    uint32 `json:"steel"`
		Oil      uint32 `json:"oil"`
	}
	// LabSetCompletedResearch sets whether an upgrade is done.
	LabSetCompletedResearch struct {
		PlayerID  uint32 `json:"playerId"`
		Upgrade   string `json:"upgrade"`
		Completed bool   `json:"completed"`
	}
	// LabSetVision selects what the lab shows.
	LabSetVision struct {
		Vision LabVision `json:"vision"`
	}
	// LabIssueCommandAs issues a command as a player.
	LabIssueCommandAs struct {
		PlayerID uint32     `json:"playerId"`
		Cmd      AnyCommand `json:"cmd"`
	}
	// LabExportScenario asks for the present setup.
	LabExportScenario struct {
		Name *string `json:"name,omitempty"`
	}
	// LabImportScenario loads a setup.
	LabImportScenario struct {
		Scenario LabScenario `json:"scenario"`
	}
)

var labTypes = union(map[string]LabOp{
	"spawnEntity": &LabSpawnEntity{}, "deleteEntity": &LabDeleteEntity{}, "moveEntity": &LabMoveEntity{},
	"setEntityOwner": &LabSetEntityOwner{}, "setPlayerResources": &LabSetPlayerResources{},
	"setCompletedResearch": &LabSetCompletedResearch{}, "setVision": &LabSetVision{},
	"issueCommandAs": &LabIssueCommandAs{}, "exportScenario": &LabExportScenario{}, "importScenario": &LabImportScenario{},
})

func (*LabSpawnEntity) labOp()          {}
func (*LabDeleteEntity) labOp()         {}
func (*LabMoveEntity) labOp()           {}
func (*LabSetEntityOwner) labOp()       {}
func (*LabSetPlayerResources) labOp()   {}
func (*LabSetCompletedResearch) labOp() {}
func (*LabSetVision) labOp()            {}
func (*LabIssueCommandAs) labOp()       {}
func (*LabExportScenario) labOp()       {}
func (*LabImportScenario) labOp()       {}

// Modes of a LabVision.
const (
	LabVisionFullWorld = "fullWorld"
	LabVisionTeam      = "team"
	LabVisionTeams     = "teams"
)

// LabVision is what a lab shows.
type LabVision struct {
	Mode    string   `json:"mode"`
	TeamID  *uint32  `json:"teamId,omitempty"` // LabVisionTeam
	TeamIDs []uint32 `json:"teamIds,omitzero"` // LabVisionTeams
}

// BindJSON reads a vision; each mode must have its own field.
func (v *LabVision) BindJSON(r *strictjson.Reader) {
	switch read := r.Tagged("mode", "LabVisionMode", labVisionMode).(type) {
	case *visionOfTeam:
		*v = LabVision{Mode: LabVisionTeam, TeamID: &read.TeamID}
	case *visionOfTeams:
		*v = LabVision{Mode: LabVisionTeams, TeamIDs: read.TeamIDs}
	case *struct{}:
		*v = LabVision{Mode: LabVisionFullWorld}
	}
}

type visionOfTeam struct {
	TeamID uint32 `json:"teamId"`
}

type visionOfTeams struct {
	TeamIDs []uint32 `json:"teamIds"`
}

func labVisionMode(mode string) any {
	switch mode {
	case LabVisionFullWorld:
		return &struct{}{}
	case LabVisionTeam:
		return &visionOfTeam{}
	case LabVisionTeams:
		return &visionOfTeams{}
	default:
		return nil
	}
}

// LabScenario is a setup of a lab room (Wire protocol, 2.6 "LabScenarioV1").
type LabScenario struct {
	SchemaVersion uint32              `json:"schemaVersion"`
	Kind          string              `json:"kind"`
	Name          string              `json:"name"`
	Seed          uint32              `json:"seed"`
	Map           LabScenarioMap      `json:"map"`
	Players       []LabScenarioPlayer `json:"players"`
	Entities      []LabScenarioEntity `json:"entities"`
	Metadata      LabScenarioMetadata `json:"metadata"`
}

// LabScenarioMap identifies the map of a scenario.
type LabScenarioMap struct {
	Name          string `json:"name"`
	SchemaVersion uint32 `json:"schemaVersion"`
	ContentHash   string `json:"contentHash"`
}

// LabScenarioPlayer is one player of a scenario.
type LabScenarioPlayer struct {
	ID        uint32   `json:"id"`
	TeamID    uint32   `json:"teamId"`
	FactionID string   `json:"factionId"`
	Name      string   `json:"name"`
	Color     string   `json:"color"`
	IsAI      bool     `json:"isAi"`
	Steel     uint32   `json:"steel"`
	Oil       uint32   `json:"oil"`
	Upgrades  []string `json:"upgrades"`
}

// LabScenarioEntity is one entity of a scenario.
type LabScenarioEntity struct {
	ID                   uint32  `json:"id"`
	Owner                uint32  `json:"owner"`
	Kind                 string  `json:"kind"`
	X                    float32 `json:"x"`
	Y                    float32 `json:"y"`
	HP                   uint32  `json:"hp"`
	Completed            bool    `json:"completed"`
	ConstructionProgress *uint32 `json:"constructionProgress,omitempty"`
	ConstructionTotal    *uint32 `json:"constructionTotal,omitempty"`
	ResourceRemaining    *uint32 `json:"resourceRemaining,omitempty"`
}

// LabScenarioMetadata says where a scenario comes from.
type LabScenarioMetadata struct {
	ExportedTick uint32             `json:"exportedTick"`
	Lab          LabScenarioLabMeta `json:"lab"`
}

// LabScenarioLabMeta is the lab's own part of the metadata.
type LabScenarioLabMeta struct {
	Vision LabVision `json:"vision"`
}
