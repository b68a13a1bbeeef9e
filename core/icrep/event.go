// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import "convertd/core/order"

// EventKind is the bincode variant number of an analysis event
// (frozen in docs/icrep.md#analysis-events).
type EventKind uint32

// Kinds of analysis events.
const (
	EventUnitCreated EventKind = iota
	EventConstructionStarted
	EventConstructionCompleted
	EventUnitDestroyed
	EventUnitPositionSample
	EventPlayerStatSnapshot
	EventResourceCollected
	EventUpgradeCompleted
	EventCameraPositionSample
	EventSelectionChanged
	EventControlGroup
	EventAbilityUsed
	EventPause
	EventMatchEnded
	EventVote
	EventEngagementStarted
	EventEngagementEnded
	EventSuperweaponFired
	EventBaseDestroyed
	EventArmyWipe
	EventComebackMoment

	eventKinds
)

var eventNames = [eventKinds]string{
	"UnitCreated", "ConstructionStarted", "ConstructionCompleted", "UnitDestroyed",
	"UnitPositionSample", "PlayerStatSnapshot", "ResourceCollected", "UpgradeCompleted",
	"CameraPositionSample", "SelectionChanged", "ControlGroupEvent", "AbilityUsed",
	"PauseEvent", "MatchEnded", "VoteEvent", "EngagementStarted", "EngagementEnded",
	"SuperweaponFired", "BaseDestroyed", "ArmyWipe", "ComebackMoment",
}

// String gives the event's name in the design.
func (k EventKind) String() string {
	if k < eventKinds {
		return eventNames[k]
	}
	return "unknown event"
}

// NameID is the number of a name in the events section's name table: unit,
// resource, upgrade and ability types. Writer.Name gives it out.
type NameID uint32

// Event is one observation of the analysis stream. The types below are all
// there are. Pass pointers: no copy is kept, and nothing is allocated.
type Event interface {
	// EventKind is the variant number.
	EventKind() EventKind
	// EventTick is when it was observed.
	EventTick() order.Tick

	appendFields(dst []byte) []byte
	names(visit func(NameID))
}

// UnitCreated reports a unit that appeared complete.
type UnitCreated struct {
	Tick  order.Tick     `json:"tick"`
	Tag   order.UnitTag  `json:"tag"`
	Type  NameID         `json:"unit_type"`
	Owner order.PlayerID `json:"owner"`
	Pos   order.WorldPos `json:"pos"`
}

// ConstructionStarted reports a structure that was placed.
type ConstructionStarted struct {
	Tick  order.Tick     `json:"tick"`
	Tag   order.UnitTag  `json:"tag"`
	Type  NameID         `json:"unit_type"`
	Owner order.PlayerID `json:"owner"`
	Pos   order.WorldPos `json:"pos"`
}

// ConstructionCompleted reports a structure that stands.
type ConstructionCompleted struct {
	Tick order.Tick    `json:"tick"`
	Tag  order.UnitTag `json:"tag"`
}

// UnitDestroyed reports a unit or structure that died. Killer is NoUnit and KillerOwner
// NoPlayer where nobody killed it.
type UnitDestroyed struct {
	Tick        order.Tick     `json:"tick"`
	Tag         order.UnitTag  `json:"tag"`
	Killer      order.UnitTag  `json:"killer_tag"`
	KillerOwner order.PlayerID `json:"killer_owner"`
}

// UnitPosition is one entry of a UnitPositionSample.
type UnitPosition struct {
	Tag order.UnitTag  `json:"tag"`
	Pos order.WorldPos `json:"pos"`
}

// UnitPositionSample says where units in combat are; at most
// MaxPositionSamples of them.
type UnitPositionSample struct {
	Tick      order.Tick     `json:"tick"`
	Positions []UnitPosition `json:"positions"`
}

// PlayerStats is the score of a player
// (docs/engine/iron-curtain.md#game-score).
type PlayerStats struct {
	TotalCollected      int64  `json:"total_collected"`
	TotalSpent          int64  `json:"total_spent"`
	CollectionRate      int32  `json:"collection_rate"` // per minute
	IdleHarvesterTicks  uint64 `json:"idle_harvester_ticks"`
	UnitsProduced       uint32 `json:"units_produced"`
	StructuresBuilt     uint32 `json:"structures_built"`
	IdleProductionTicks uint64 `json:"idle_production_ticks"`
	UnitsKilled         uint32 `json:"units_killed"`
	UnitsLost           uint32 `json:"units_lost"`
	StructuresDestroyed uint32 `json:"structures_destroyed"`
	StructuresLost      uint32 `json:"structures_lost"`
	KilledValue         int64  `json:"killed_value"`
	LostValue           int64  `json:"lost_value"`
	DamageDealt         int64  `json:"damage_dealt"`
	DamageReceived      int64  `json:"damage_received"`
	APM                 uint32 `json:"actions_per_minute"`
	EffectiveAPM        uint32 `json:"effective_actions_per_minute"`
}

// PlayerStatSnapshot is a player's score at this tick.
type PlayerStatSnapshot struct {
	Tick   order.Tick     `json:"tick"`
	Player order.PlayerID `json:"player"`
	Stats  PlayerStats    `json:"stats"`
}

// ResourceCollected reports resources that turned into credits.
type ResourceCollected struct {
	Tick     order.Tick     `json:"tick"`
	Player   order.PlayerID `json:"player"`
	Resource NameID         `json:"resource_type"`
	Amount   int32          `json:"amount"`
}

// UpgradeCompleted reports an upgrade that a player finished.
type UpgradeCompleted struct {
	Tick    order.Tick     `json:"tick"`
	Player  order.PlayerID `json:"player"`
	Upgrade NameID         `json:"upgrade_id"`
}

// CameraPositionSample says where a player looks. Zoom is in 1/1024.
type CameraPositionSample struct {
	Tick   order.Tick     `json:"tick"`
	Player order.PlayerID `json:"player"`
	Center order.WorldPos `json:"viewport_center"`
	Zoom   uint16         `json:"zoom_level"`
}

// SelectionChanged says what a player added to and took from the selection.
type SelectionChanged struct {
	Tick    order.Tick      `json:"tick"`
	Player  order.PlayerID  `json:"player"`
	Added   []order.UnitTag `json:"added"`
	Removed []order.UnitTag `json:"removed"`
}

// ControlGroupAction is the variant number of what was done with a group.
type ControlGroupAction uint32

// Control group actions.
const (
	GroupAssign ControlGroupAction = iota
	GroupAppend
	GroupRecall

	controlGroupActions
)

// ControlGroup reports a player's use of a control group.
type ControlGroup struct {
	Tick   order.Tick         `json:"tick"`
	Player order.PlayerID     `json:"player"`
	Group  uint8              `json:"group"`
	Action ControlGroupAction `json:"action"`
}

// AbilityUsed reports a player's use of an ability or support power. Target counts if
// HasTarget is set.
type AbilityUsed struct {
	Tick      order.Tick     `json:"tick"`
	Player    order.PlayerID `json:"player"`
	Ability   NameID         `json:"ability_id"`
	HasTarget bool           `json:"has_target"`
	Target    order.WorldPos `json:"target"`
}

// Pause reports that a player paused or resumed the game.
type Pause struct {
	Tick   order.Tick     `json:"tick"`
	Player order.PlayerID `json:"player"`
	Paused bool           `json:"paused"`
}

// MatchEnded reports the end of the game.
type MatchEnded struct {
	Tick    order.Tick   `json:"tick"`
	Outcome MatchOutcome `json:"outcome"`
}

// Vote reports a step of a vote.
type Vote struct {
	Tick order.Tick `json:"tick"`
	Vote VoteEvent  `json:"vote"`
}

// EngagementStarted reports two sides that began to fight. Player is whose side is called
// friendly; the design leaves that open (docs/engine/iron-curtain.md#events).
type EngagementStarted struct {
	Tick          order.Tick      `json:"tick"`
	Player        order.PlayerID  `json:"player"`
	Center        order.WorldPos  `json:"center_pos"`
	Friendly      []order.UnitTag `json:"friendly_units"`
	Enemy         []order.UnitTag `json:"enemy_units"`
	ValueFriendly int64           `json:"value_friendly"`
	ValueEnemy    int64           `json:"value_enemy"`
}

// EngagementEnded reports the end of a fight, seen from Player's side.
type EngagementEnded struct {
	Tick              order.Tick     `json:"tick"`
	Player            order.PlayerID `json:"player"`
	Center            order.WorldPos `json:"center_pos"`
	FriendlyLosses    uint32         `json:"friendly_losses"`
	EnemyLosses       uint32         `json:"enemy_losses"`
	FriendlySurvivors uint32         `json:"friendly_survivors"`
	EnemySurvivors    uint32         `json:"enemy_survivors"`
	Duration          uint64         `json:"duration_ticks"`
}

// SuperweaponFired reports a superweapon that a player fired.
type SuperweaponFired struct {
	Tick              order.Tick     `json:"tick"`
	Weapon            NameID         `json:"weapon_type"`
	Target            order.WorldPos `json:"target_pos"`
	Player            order.PlayerID `json:"player"`
	UnitsAffected     uint32         `json:"units_affected"`
	BuildingsAffected uint32         `json:"buildings_affected"`
}

// BaseDestroyed reports a base of Player that fell.
type BaseDestroyed struct {
	Tick      order.Tick      `json:"tick"`
	Player    order.PlayerID  `json:"player"`
	Pos       order.WorldPos  `json:"pos"`
	Buildings []order.UnitTag `json:"buildings_lost"`
}

// ArmyWipe reports that Player lost more than 70 percent of the army in one
// engagement.
type ArmyWipe struct {
	Tick           order.Tick     `json:"tick"`
	Player         order.PlayerID `json:"player"`
	UnitsLost      uint32         `json:"units_lost"`
	TotalValueLost int64          `json:"total_value_lost"`
	Percentage     uint16         `json:"percentage_of_army"`
}

// ComebackMoment reports that Player turned a deficit into an advantage.
type ComebackMoment struct {
	Tick           order.Tick     `json:"tick"`
	Player         order.PlayerID `json:"player"`
	DeficitBefore  int64          `json:"deficit_before"`
	AdvantageAfter int64          `json:"advantage_after"`
	Swing          int64          `json:"swing_value"`
}

// EventKindNames lists the names of all events in the order of their numbers.
func EventKindNames() []string { return eventNames[:] }
