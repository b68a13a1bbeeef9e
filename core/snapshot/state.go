// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import "convertd/core/order"

// SimSnapshot is a whole state: enough to go on from, given the rules and the
// map. Campaign and script state are carried for native games; a conversion
// has neither.
type SimSnapshot struct {
	Core SimCoreSnapshot
	// Campaign is the campaign state in the campaign's own encoding; nil if
	// there is none (its type has no decodable definition,
	// docs/engine/iron-curtain.md#state).
	Campaign []byte
	Script   *ScriptState // nil if there is none
}

// SimCoreSnapshot is the state of the simulation itself. Its Merkle root is
// the StateHash.
type SimCoreSnapshot struct {
	Tick     order.Tick
	GameSeed uint64
	MapHash  order.StateHash
	Random   RandomState
	// Names is the intern table: kinds and factions refer to it by index. It
	// only ever grows.
	Names []string
	// Capacity is the number of slots of the entity pool.
	Capacity uint16
	// Generations of the slots 0 to len-1: of the living entity, or of the
	// next one if the slot is free, or RetiredGeneration. Slots beyond are
	// free at FirstGeneration.
	Generations []uint16
	Entities    []EntitySnapshot // ascending slot
	Players     []PlayerState    // Players[i].ID == i
	Map         MapState
	Global      Components // the module's state that belongs to nobody
	// CheatsUsed and CosmeticCheatsUsed are carried for native games.
	CheatsUsed, CosmeticCheatsUsed bool
}

// RandomState is the state of the random generator.
type RandomState struct {
	Algorithm string // "xoshiro256**", "mt19937", "" for none
	State     []byte
}

// EntitySnapshot is one living entity.
type EntitySnapshot struct {
	Tag        order.UnitTag
	Kind       uint32 // index into Names
	Owner      order.PlayerID
	Components Components
}

// PlayerKind says who plays.
type PlayerKind uint8

// Player kinds.
const (
	PlayerHuman PlayerKind = iota
	PlayerAI
	PlayerNeutral
	PlayerObserver

	playerKinds
)

// PlayerState is one player. Display names are no part of it: they must be
// removable without changing a hash.
type PlayerState struct {
	ID         order.PlayerID
	Kind       PlayerKind
	Faction    uint32 // index into Names
	Team       int32  // 0: none
	Start      int32  // start position from 1, 0: none
	Components Components
}

// MapState is what play changes about the map, in layers of cells.
type MapState struct {
	Layers []MapLayer
}

// MapLayer is Stride bytes for each cell, rows first: the cell (x, y) begins at
// (y*Width+x)*Stride.
type MapLayer struct {
	Name          uint32 // index into Names
	Width, Height uint32
	Stride        uint32
	Data          []byte // Width*Height*Stride bytes
}

// ScriptState is what mission scripts keep. Keys are sorted and unique.
type ScriptState struct {
	Lua         []ScriptBlob // MessagePack, by mod id
	Wasm        []ScriptBlob
	MissionVars []MissionVar
}

// ScriptBlob is the state of one mod's scripts.
type ScriptBlob struct {
	Mod  string
	Data []byte
}

// MissionVar is one named value of a mission.
type MissionVar struct {
	Name  string
	Value ScriptValue
}

// ScriptValueKind is the variant number of a ScriptValue.
type ScriptValueKind uint32

// Variants of ScriptValue.
const (
	ScriptBool ScriptValueKind = iota
	ScriptInt
	ScriptFixed
	ScriptString

	scriptValueKinds
)

// ScriptValue is one value: Number for Bool (0, 1), Int and Fixed, Text for
// String.
type ScriptValue struct {
	Kind   ScriptValueKind
	Number int64
	Text   string
}

// DeltaSnapshot is what changed since a full snapshot. Campaign and Script are
// whole replacements, present only if they changed.
type DeltaSnapshot struct {
	Core     SimCoreDelta
	Campaign []byte
	Script   *ScriptState
}

// SimCoreDelta is what changed since the baseline. Beside the fields of
// Iron Curtain's design (docs/engine/iron-curtain.md#state) it carries the
// random state, the slot generations and the module's global state: without
// them the result would not be the state.
type SimCoreDelta struct {
	BaselineTick order.Tick
	BaselineHash order.StateHash
	Tick         order.Tick
	NewNames     *NamesDelta // nil if none were added
	Entities     []EntityDelta
	Players      []PlayerStateDelta
	Map          *MapStateDelta // nil if no cell changed
	Random       *RandomState   // nil if unchanged
	Slots        []SlotDelta    // slots whose generation changed, ascending
	Global       *ComponentsDelta
	// CheatsUsed and CosmeticCheatsUsed are the values after the delta.
	CheatsUsed, CosmeticCheatsUsed bool
}

// NamesDelta is what the intern table gained.
type NamesDelta struct {
	Start   uint32 // length of the baseline's table
	Entries []string
}

// EntityDelta is one entity that changed, appeared or went. Bits 0 to 61 of
// ChangeMask are component numbers, 62 is the kind, 63 the owner.
type EntityDelta struct {
	Entity     order.UnitTag
	ChangeMask uint64
	// Changed holds, for each bit of the mask, lowest first: for a component a
	// u32 length and its bytes, or the length 0xFFFFFFFF if the component went;
	// for kind and owner a u32.
	Changed   []byte
	IsNew     bool
	IsRemoved bool // mask and bytes are empty
}

// PlayerStateDelta is one player that changed. Bits 0 to 30 of ChangeMask are
// component numbers; 31 stands for kind u8, faction u32, team i32, start i32.
type PlayerStateDelta struct {
	Player     order.PlayerID
	ChangeMask uint32
	Changed    []byte
}

// ComponentsDelta is a changed component block: as in EntityDelta.
type ComponentsDelta struct {
	ChangeMask uint64
	Changed    []byte
}

// MapStateDelta is the cells that changed.
type MapStateDelta struct {
	Cells []MapCells
}

// MapCells is a run of neighbouring cells: from Start (Z is the layer number)
// on, rows first, the cells' bytes.
type MapCells struct {
	Start order.CellPos
	Data  []byte
}

// SlotDelta is one slot's new generation.
type SlotDelta struct {
	Slot       uint16
	Generation uint16
}
