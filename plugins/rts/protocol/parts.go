// SPDX-License-Identifier: GPL-3.0-or-later

package protocol

import "convertd/plugins/rts/strictjson"

// LobbyPlayer is one seat of a lobby.
type LobbyPlayer struct {
	ID          uint32  `json:"id"`
	TeamID      uint32  `json:"teamId"` // 0 for spectators
	FactionID   string  `json:"factionId"`
	Name        string  `json:"name"`
	Ready       bool    `json:"ready"`
	Color       string  `json:"color"`
	IsAI        bool    `json:"isAi"`
	AIProfileID *string `json:"aiProfileId,omitempty"`
	IsSpectator bool    `json:"isSpectator"`
}

// AvailableMap is one map of the lobby's catalogue.
type AvailableMap struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// PlayerScore is one row of the final scores.
type PlayerScore struct {
	ID              uint32 `json:"id"`
	TeamID          uint32 `json:"teamId"`
	Name            string `json:"name"`
	Color           string `json:"color"`
	UnitScore       uint32 `json:"unitScore"`
	StructureScore  uint32 `json:"structureScore"`
	UnitsKilled     uint32 `json:"unitsKilled"`
	UnitsLost       uint32 `json:"unitsLost"`
	BuildingsKilled uint32 `json:"buildingsKilled"`
	BuildingsLost   uint32 `json:"buildingsLost"`
}

// AnalysisPlayer is one player of a ReplayAnalysis.
type AnalysisPlayer struct {
	ID            uint32           `json:"id"`
	Units         []UnitCount      `json:"units"`
	Production    []ProductionRow  `json:"production"`
	UnitsLost     []UnitCount      `json:"unitsLost"`
	ResourcesLost ResourcesPerKind `json:"resourcesLost"`
}

// UnitCount is how many of a kind there are, and what all of them cost.
type UnitCount struct {
	Kind       string `json:"kind"`
	Count      uint32 `json:"count"`
	SteelValue uint32 `json:"steelValue"`
	OilValue   uint32 `json:"oilValue"`
}

// ProductionRow is one building's queue.
type ProductionRow struct {
	BuildingID   uint32   `json:"buildingId"`
	BuildingKind string   `json:"buildingKind"`
	ItemKind     string   `json:"itemKind"`
	ItemType     ItemType `json:"itemType"`
	Progress     float32  `json:"progress"` // of the front item, 0 to 1
	QueueDepth   uint32   `json:"queueDepth"`
}

// ResourcesPerKind is an amount of each resource.
type ResourcesPerKind struct {
	Steel uint32 `json:"steel"`
	Oil   uint32 `json:"oil"`
}

// BranchSeat is one seat of a replay branch.
type BranchSeat struct {
	PlayerID  uint32 `json:"playerId"`
	TeamID    uint32 `json:"teamId"`
	FactionID string `json:"factionId"`
	Name      string `json:"name"`
	Color     string `json:"color"`
	Claimable bool   `json:"claimable"`
}

// StagingSeat is one seat of a branch that is being staged.
type StagingSeat struct {
	PlayerID     uint32  `json:"playerId"`
	TeamID       uint32  `json:"teamId"`
	FactionID    string  `json:"factionId"`
	Name         string  `json:"name"`
	Color        string  `json:"color"`
	ClaimantID   *uint32 `json:"claimantId,omitempty"`
	ClaimantName *string `json:"claimantName,omitempty"`
}

// BranchOccupant is a person in a staging room.
type BranchOccupant struct {
	ID   uint32 `json:"id"`
	Name string `json:"name"`
}

// Verdict is how a match ended for the recipient.
type Verdict string

// Verdicts.
const (
	VerdictWon  Verdict = "won"
	VerdictLost Verdict = "lost"
	VerdictDraw Verdict = "draw"
)

// BindJSON reads a known verdict.
func (v *Verdict) BindJSON(r *strictjson.Reader) {
	*v = Verdict(enumerated(r, "you", string(VerdictWon), string(VerdictLost), string(VerdictDraw)))
}

// ItemType is what a building produces.
type ItemType string

// Item types.
const (
	ItemUnit    ItemType = "unit"
	ItemUpgrade ItemType = "upgrade"
)

// BindJSON reads a known item type.
func (i *ItemType) BindJSON(r *strictjson.Reader) {
	*i = ItemType(enumerated(r, "itemType", string(ItemUnit), string(ItemUpgrade)))
}

// LabRole is what a connection may do in a lab room.
type LabRole string

// Lab roles.
const (
	LabOperator LabRole = "operator"
	LabReadOnly LabRole = "readOnly"
)

// BindJSON reads a known role.
func (l *LabRole) BindJSON(r *strictjson.Reader) {
	*l = LabRole(enumerated(r, "role", string(LabOperator), string(LabReadOnly)))
}

// ResourceKind is what a resource node holds.
type ResourceKind string

// Resource kinds.
const (
	ResourceSteel ResourceKind = "steel"
	ResourceOil   ResourceKind = "oil"
)

// BindJSON reads a known resource kind.
func (k *ResourceKind) BindJSON(r *strictjson.Reader) {
	*k = ResourceKind(enumerated(r, "resource kind", string(ResourceSteel), string(ResourceOil)))
}

// PathDiagnostics says whose movement paths snapshots hold.
type PathDiagnostics string

// Path diagnostics.
const (
	PathsOfOwner PathDiagnostics = "ownerOnly"
	PathsOfAll   PathDiagnostics = "all"
)

// BindJSON reads a known value.
func (p *PathDiagnostics) BindJSON(r *strictjson.Reader) {
	*p = PathDiagnostics(enumerated(r, "movementPaths", string(PathsOfOwner), string(PathsOfAll)))
}

// RawJSON is a value that is kept as it was sent.
type RawJSON []byte

// BindJSON takes the text of the next value.
func (j *RawJSON) BindJSON(r *strictjson.Reader) { *j = append((*j)[:0], r.Raw()...) }

// MarshalJSON writes the text.
func (j RawJSON) MarshalJSON() ([]byte, error) { return j, nil }
