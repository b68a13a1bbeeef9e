// SPDX-License-Identifier: GPL-3.0-or-later

package order

// PlayerOrderKind is the bincode variant number of a PlayerOrder
// (docs/orders.md#order).
type PlayerOrderKind uint32

// Variants of PlayerOrder.
const (
	KindMove PlayerOrderKind = iota
	KindAttack
	KindStop
	KindIdle
	KindChatMessage
	KindChatCommand
	KindCheatCode
	KindSetCvar
	KindVote
	KindGameOrder

	playerOrderKinds
)

// PlayerOrder is one canonical order. Kind says which fields count:
//
//	Move         Units, Position
//	Attack       Units, Target
//	Stop         Units
//	ChatMessage  Channel, Whisper (for ChannelWhisper), Text
//	ChatCommand  Text (the command), Args
//	CheatCode    Cheat
//	SetCvar      Text (the name), Args[0] (the value)
//	Vote         Vote
//	GameOrder    Game
type PlayerOrder struct {
	Kind     PlayerOrderKind
	Units    []UnitTag
	Position WorldPos
	Target   Target
	Channel  ChatChannel
	Whisper  PlayerID
	Text     string
	Args     []string
	Cheat    uint32
	Vote     Vote
	Game     GameOrder
}

// TargetKind is the variant number of a Target.
type TargetKind uint32

// Variants of Target. None and Cell are ours: foreign formats have both.
const (
	TargetNone TargetKind = iota
	TargetPosition
	TargetUnit
	TargetCell
	// TargetFrozen is an entity as a player remembers it under the fog.
	TargetFrozen

	targetKinds
)

// Target is what an order is aimed at.
type Target struct {
	Kind     TargetKind
	Position WorldPos // TargetPosition
	Cell     CellPos  // TargetCell; Z is the layer
	SubCell  uint8    // TargetCell
	Unit     UnitTag  // TargetUnit, TargetFrozen
	Viewer   PlayerID // TargetFrozen: who remembers it
}

// ChatChannel is the variant number of a chat channel.
type ChatChannel uint32

// Chat channels.
const (
	ChannelAll ChatChannel = iota
	ChannelTeam
	ChannelWhisper
	ChannelObserver

	chatChannels
)

// VoteKind is the variant number of a Vote.
type VoteKind uint32

// Variants of Vote.
const (
	VotePropose VoteKind = iota
	VoteCast
	VoteCancel

	voteKinds
)

// VoteType is the variant number of what is voted on.
type VoteType uint32

// Variants of VoteType.
const (
	VoteSurrender VoteType = iota
	VoteKick
	VoteRemake
	VoteDraw
	VoteCustom

	voteTypes
)

// Vote is an order about a vote. Propose uses Type, Target and Reason (Kick)
// and TypeID (Custom); Cast uses ID and Choice; Cancel uses ID.
type Vote struct {
	Kind   VoteKind
	Type   VoteType
	Target PlayerID
	Reason string
	TypeID string
	ID     uint32
	Choice bool
}

// GameOrder is an order whose meaning the game module knows. Payload is the
// bincode form of a Command for every tag this package defines.
type GameOrder struct {
	Tag     GameOrderTag
	Payload []byte
}

// TimestampedOrder is an order with its issuer and its place inside the tick.
type TimestampedOrder struct {
	Player PlayerID
	Order  PlayerOrder
	// SubTick is microseconds since the start of the tick's window. Orders of
	// a tick are applied sorted by (SubTick, Player), stably.
	SubTick uint32
}

// TickOrders is everything ordered for one tick.
type TickOrders struct {
	Tick   Tick
	Orders []TimestampedOrder
}
