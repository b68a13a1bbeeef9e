// SPDX-License-Identifier: GPL-3.0-or-later

package ir

// Order is one record of a replay: a command of a player, or anything else the
// format records between the header and the end. Nothing is dropped: a record
// without a canonical kind is KindUnknown with its native number, name and raw
// bytes.
//
// The slices of an Order that a reader hands out are valid until its next
// call; a sink must not keep the slices of an Order it is given.
type Order struct {
	Frame  uint64 // the format's own counter (net frame, frame, timecode)
	Tick   uint64 // game ticks since the start, as Header.TickRate counts them
	Offset uint64 // byte offset of the record in the source

	Player int32 // index into Header.Players of who it acts for, or NoPlayer
	Client int32 // connection or native player number that sent it, -1 if none

	Kind       Kind
	NativeID   uint32 // the format's number of the record type, if it has numbers
	NativeName string // the format's name of the record type, if it has names

	Present Presence // which optional fields below carry a value
	Count   int32
	ItemID  uint32
	Data    uint32 // kind-specific number: stance, facing, forced, chat scope
	Item    string // what is produced, placed, researched or used, by name
	Text    string // chat, lobby text, vote text

	Subjects []uint32 // native ids of the entities that are to act
	Entities []uint32 // further entities the order names
	Target   Target
	Target2  Target // second place: chronoshift source, other end of a minefield

	Raw []byte // the record's own bytes where the fields do not say everything
}

// Presence is a set of flags: which optional fields of an Order carry a value.
type Presence uint8

// Presence flags. The bits are part of the wire form.
const (
	PresentQueued   Presence = 1 << iota // the order is appended, not immediate
	PresentCount                         // Order.Count
	PresentItemID                        // Order.ItemID
	PresentData                          // Order.Data
	PresentNativeID                      // Order.NativeID

	presenceEnd
)

// Has reports whether all flags of want are set.
func (p Presence) Has(want Presence) bool { return p&want == want }

// TargetKind says what a Target points at.
type TargetKind uint8

// Target kinds. The numbers are part of the wire form.
const (
	TargetNone     TargetKind = iota
	TargetPosition            // X, Y, Z in Header.PositionUnit
	TargetCell                // X, Y cell; Z layer; Sub sub-cell
	TargetEntity              // ID, Generation
	TargetFrozen              // ID of the remembered entity as Owner (a native player entity id) saw it
	TargetInvalid             // the format recorded a target that points nowhere

	targetKinds
)

// Target is what an order is aimed at.
type Target struct {
	Kind       TargetKind
	X, Y, Z    int32
	Sub        uint8
	ID         uint32
	Generation int32
	Owner      uint32
}

// Kind is the canonical meaning of an order.
type Kind uint8

// Canonical kinds. The numbers are part of the wire form: append, never
// renumber.
const (
	KindUnknown Kind = iota
	KindMove
	KindAttackMove
	KindAttack
	KindForceAttack
	KindForceMove
	KindReverseMove
	KindGuard
	KindStop
	KindHoldPosition
	KindScatter
	KindPatrol
	KindWaypoint
	KindDeploy
	KindHarvest
	KindDock
	KindEnter
	KindUnload
	KindCapture
	KindInfiltrate
	KindDemolish
	KindRepairUnit
	KindRepairBuilding
	KindSell
	KindPowerToggle
	KindProduce
	KindCancelProduction
	KindPauseProduction
	KindPlaceBuilding
	KindCancelConstruction
	KindSetRallyPoint
	KindSetPrimary
	KindSetStance
	KindResearch
	KindCancelResearch
	KindPurchasePower
	KindUseAbility
	KindFormation
	KindSelect
	KindDeselect
	KindGroupAssign
	KindGroupSelect
	KindGroupAppend
	KindBeacon
	KindRemoveBeacon
	KindChat
	KindPause
	KindResign
	KindLeave
	KindVote
	KindCheat
	KindDiplomacy
	KindLobby
	KindHandshake
	KindStartGame
	KindEndGame
	KindSaveGame
	KindCamera
	KindSync
	KindSystem
	KindSetField
	KindSpawn
	KindDespawn
	KindSetParameter
	KindLayMines
	KindTeleport
	KindDisguise
	KindDetonate
	KindReturnToBase
	KindCrush
	KindSetAutocast
	KindCustom

	kindCount
)
