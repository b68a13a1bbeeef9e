// SPDX-License-Identifier: GPL-3.0-or-later

package order

// GameOrderTag says what a GameOrder does. The numbers are frozen in
// docs/orders.md: append, never renumber. 0x00 to 0x10 follow Iron Curtain's
// wire table (docs/engine/iron-curtain.md#orders); the rest is what C&C games
// need.
type GameOrderTag uint16

// Game order tags.
const (
	TagIdle GameOrderTag = iota
	TagMove
	TagAttack
	TagBuild
	TagSetRallyPoint
	TagSell
	TagRepairBuilding
	TagStop
	TagGuard
	TagPatrol
	TagAttackMove
	TagDeploy
	TagSetStance
	TagProduce
	TagCancelProduction
	TagUseAbility
	TagWaypoint
	TagPlaceBuilding
	TagPauseProduction
	TagEnter
	TagUnload
	TagCapture
	TagInfiltrate
	TagDemolish
	TagHarvest
	TagDock
	TagScatter
	TagPowerToggle
	TagSetPrimary
	TagForceAttack
	TagForceMove
	TagReverseMove
	TagHoldPosition
	TagRepairUnit
	TagResearch
	TagCancelResearch
	TagPurchasePower
	TagCancelConstruction
	TagFormation
	TagSelect
	TagDeselect
	TagGroupAssign
	TagGroupSelect
	TagGroupAppend
	TagBeacon
	TagRemoveBeacon
	TagPause
	TagResign
	TagLeave
	TagCheat
	TagDiplomacy
	TagLayMines
	TagTeleport
	TagDisguise
	TagDetonate
	TagReturnToBase
	TagCrush
	TagSetAutocast
	TagSetField
	TagSpawn
	TagDespawn
	TagSetParameter
	TagCustom
	// TagForeign carries an order of the foreign game that has no tag of its
	// own: Name is its native name or number, Raw its native bytes.
	TagForeign
)

// Command is the payload of a GameOrder: one shape for all tags, rich enough
// to play the foreign game's order again without the foreign file.
type Command struct {
	Units   []UnitTag // who acts; a player's own entity for orders to the player
	Queued  bool      // appended to what the units do, not instead of it
	Target  Target
	Target2 Target // second place
	Others  []UnitTag
	Item    string // what is produced, placed, researched, used
	ItemID  uint32 // the same by number, where the game numbers them
	Count   int32
	Data    uint32 // stance, facing, forced: as the tag says
	Flags   CommandFlags
	Name    string // the foreign game's own name of the order
	Raw     []byte // native bytes where the fields do not say everything
	// Unbound are the foreign ids of subjects that name no entity of ours, and
	// UnboundTargets those of targets and others, as they occur: what could not
	// be identified is kept, not played.
	Unbound        []uint32
	UnboundTargets []uint32
}

// CommandFlags tell absent optional values of a Command from zero ones.
type CommandFlags uint32

// Command flags.
const (
	CommandHasCount CommandFlags = 1 << iota
	CommandHasData
	CommandHasItemID
	CommandHasItem
	// CommandGrouped marks Units that came as a group: the order is resolved
	// once for each, in this order.
	CommandGrouped

	commandFlagsKnown = CommandHasCount | CommandHasData | CommandHasItemID | CommandHasItem | CommandGrouped
)
