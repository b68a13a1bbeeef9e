// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"convertd/core/bincode"
	"convertd/core/order"
)

// The fields of every event, in the order of docs/icrep.md#analysis-events,
// after the u32 variant and the u64 tick.

// EventKind implements Event.
func (e *UnitCreated) EventKind() EventKind { return EventUnitCreated }

// EventTick implements Event.
func (e *UnitCreated) EventTick() order.Tick { return e.Tick }

func (e *UnitCreated) appendFields(dst []byte) []byte {
	dst = order.AppendUnitTag(dst, e.Tag)
	dst = bincode.AppendUint32(dst, uint32(e.Type))
	dst = bincode.AppendUint32(dst, uint32(e.Owner))
	dst = order.AppendWorldPos(dst, e.Pos)
	return dst
}

func (e *UnitCreated) readFields(r *bincode.Reader) {
	e.Tag = order.ReadUnitTag(r)
	e.Type = NameID(r.Uint32())
	e.Owner = order.PlayerID(r.Uint32())
	e.Pos = order.ReadWorldPos(r)
}

func (e *UnitCreated) names(visit func(NameID)) { visit(e.Type) }

// EventKind implements Event.
func (e *ConstructionStarted) EventKind() EventKind { return EventConstructionStarted }

// EventTick implements Event.
func (e *ConstructionStarted) EventTick() order.Tick { return e.Tick }

func (e *ConstructionStarted) appendFields(dst []byte) []byte {
	dst = order.AppendUnitTag(dst, e.Tag)
	dst = bincode.AppendUint32(dst, uint32(e.Type))
	dst = bincode.AppendUint32(dst, uint32(e.Owner))
	dst = order.AppendWorldPos(dst, e.Pos)
	return dst
}

func (e *ConstructionStarted) readFields(r *bincode.Reader) {
	e.Tag = order.ReadUnitTag(r)
	e.Type = NameID(r.Uint32())
	e.Owner = order.PlayerID(r.Uint32())
	e.Pos = order.ReadWorldPos(r)
}

func (e *ConstructionStarted) names(visit func(NameID)) { visit(e.Type) }

// EventKind implements Event.
func (e *ConstructionCompleted) EventKind() EventKind { return EventConstructionCompleted }

// EventTick implements Event.
func (e *ConstructionCompleted) EventTick() order.Tick { return e.Tick }

func (e *ConstructionCompleted) appendFields(dst []byte) []byte {
	dst = order.AppendUnitTag(dst, e.Tag)
	return dst
}

func (e *ConstructionCompleted) readFields(r *bincode.Reader) {
	e.Tag = order.ReadUnitTag(r)
}

func (e *ConstructionCompleted) names(func(NameID)) {}

// EventKind implements Event.
func (e *UnitDestroyed) EventKind() EventKind { return EventUnitDestroyed }

// EventTick implements Event.
func (e *UnitDestroyed) EventTick() order.Tick { return e.Tick }

func (e *UnitDestroyed) appendFields(dst []byte) []byte {
	dst = order.AppendUnitTag(dst, e.Tag)
	dst = appendOptionalTag(dst, e.Killer)
	dst = appendOptionalPlayer(dst, e.KillerOwner)
	return dst
}

func (e *UnitDestroyed) readFields(r *bincode.Reader) {
	e.Tag = order.ReadUnitTag(r)
	e.Killer = readOptionalTag(r)
	e.KillerOwner = readOptionalPlayer(r)
}

func (e *UnitDestroyed) names(func(NameID)) {}

// EventKind implements Event.
func (e *UnitPositionSample) EventKind() EventKind { return EventUnitPositionSample }

// EventTick implements Event.
func (e *UnitPositionSample) EventTick() order.Tick { return e.Tick }

func (e *UnitPositionSample) appendFields(dst []byte) []byte {
	dst = appendPositions(dst, e.Positions)
	return dst
}

func (e *UnitPositionSample) readFields(r *bincode.Reader) {
	e.Positions = readPositions(r, e.Positions[:0])
}

func (e *UnitPositionSample) names(func(NameID)) {}

// EventKind implements Event.
func (e *PlayerStatSnapshot) EventKind() EventKind { return EventPlayerStatSnapshot }

// EventTick implements Event.
func (e *PlayerStatSnapshot) EventTick() order.Tick { return e.Tick }

func (e *PlayerStatSnapshot) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = e.Stats.appendTo(dst)
	return dst
}

func (e *PlayerStatSnapshot) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Stats.readFrom(r)
}

func (e *PlayerStatSnapshot) names(func(NameID)) {}

// EventKind implements Event.
func (e *ResourceCollected) EventKind() EventKind { return EventResourceCollected }

// EventTick implements Event.
func (e *ResourceCollected) EventTick() order.Tick { return e.Tick }

func (e *ResourceCollected) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = bincode.AppendUint32(dst, uint32(e.Resource))
	dst = bincode.AppendInt32(dst, e.Amount)
	return dst
}

func (e *ResourceCollected) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Resource = NameID(r.Uint32())
	e.Amount = r.Int32()
}

func (e *ResourceCollected) names(visit func(NameID)) { visit(e.Resource) }

// EventKind implements Event.
func (e *UpgradeCompleted) EventKind() EventKind { return EventUpgradeCompleted }

// EventTick implements Event.
func (e *UpgradeCompleted) EventTick() order.Tick { return e.Tick }

func (e *UpgradeCompleted) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = bincode.AppendUint32(dst, uint32(e.Upgrade))
	return dst
}

func (e *UpgradeCompleted) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Upgrade = NameID(r.Uint32())
}

func (e *UpgradeCompleted) names(visit func(NameID)) { visit(e.Upgrade) }

// EventKind implements Event.
func (e *CameraPositionSample) EventKind() EventKind { return EventCameraPositionSample }

// EventTick implements Event.
func (e *CameraPositionSample) EventTick() order.Tick { return e.Tick }

func (e *CameraPositionSample) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = order.AppendWorldPos(dst, e.Center)
	dst = bincode.AppendUint16(dst, e.Zoom)
	return dst
}

func (e *CameraPositionSample) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Center = order.ReadWorldPos(r)
	e.Zoom = r.Uint16()
}

func (e *CameraPositionSample) names(func(NameID)) {}

// EventKind implements Event.
func (e *SelectionChanged) EventKind() EventKind { return EventSelectionChanged }

// EventTick implements Event.
func (e *SelectionChanged) EventTick() order.Tick { return e.Tick }

func (e *SelectionChanged) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = order.AppendUnits(dst, e.Added)
	dst = order.AppendUnits(dst, e.Removed)
	return dst
}

func (e *SelectionChanged) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Added = readTags(r, e.Added[:0])
	e.Removed = readTags(r, e.Removed[:0])
}

func (e *SelectionChanged) names(func(NameID)) {}

// EventKind implements Event.
func (e *ControlGroup) EventKind() EventKind { return EventControlGroup }

// EventTick implements Event.
func (e *ControlGroup) EventTick() order.Tick { return e.Tick }

func (e *ControlGroup) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = bincode.AppendUint8(dst, e.Group)
	dst = bincode.AppendUint32(dst, uint32(e.Action))
	return dst
}

func (e *ControlGroup) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Group = r.Uint8()
	e.Action = ControlGroupAction(r.Variant(uint32(controlGroupActions)))
}

func (e *ControlGroup) names(func(NameID)) {}

// EventKind implements Event.
func (e *AbilityUsed) EventKind() EventKind { return EventAbilityUsed }

// EventTick implements Event.
func (e *AbilityUsed) EventTick() order.Tick { return e.Tick }

func (e *AbilityUsed) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = bincode.AppendUint32(dst, uint32(e.Ability))
	dst = bincode.AppendOption(dst, e.HasTarget)
	if e.HasTarget {
		dst = order.AppendWorldPos(dst, e.Target)
	}
	return dst
}

func (e *AbilityUsed) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Ability = NameID(r.Uint32())
	e.Target = order.WorldPos{}
	if e.HasTarget = r.Option(); e.HasTarget {
		e.Target = order.ReadWorldPos(r)
	}
}

func (e *AbilityUsed) names(visit func(NameID)) { visit(e.Ability) }

// EventKind implements Event.
func (e *Pause) EventKind() EventKind { return EventPause }

// EventTick implements Event.
func (e *Pause) EventTick() order.Tick { return e.Tick }

func (e *Pause) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = bincode.AppendBool(dst, e.Paused)
	return dst
}

func (e *Pause) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Paused = r.Bool()
}

func (e *Pause) names(func(NameID)) {}

// EventKind implements Event.
func (e *MatchEnded) EventKind() EventKind { return EventMatchEnded }

// EventTick implements Event.
func (e *MatchEnded) EventTick() order.Tick { return e.Tick }

func (e *MatchEnded) appendFields(dst []byte) []byte {
	dst = e.Outcome.appendTo(dst)
	return dst
}

func (e *MatchEnded) readFields(r *bincode.Reader) {
	e.Outcome.readFrom(r)
}

func (e *MatchEnded) names(func(NameID)) {}

// EventKind implements Event.
func (e *Vote) EventKind() EventKind { return EventVote }

// EventTick implements Event.
func (e *Vote) EventTick() order.Tick { return e.Tick }

func (e *Vote) appendFields(dst []byte) []byte {
	dst = e.Vote.appendTo(dst)
	return dst
}

func (e *Vote) readFields(r *bincode.Reader) {
	e.Vote.readFrom(r)
}

func (e *Vote) names(func(NameID)) {}

// EventKind implements Event.
func (e *EngagementStarted) EventKind() EventKind { return EventEngagementStarted }

// EventTick implements Event.
func (e *EngagementStarted) EventTick() order.Tick { return e.Tick }

func (e *EngagementStarted) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = order.AppendWorldPos(dst, e.Center)
	dst = order.AppendUnits(dst, e.Friendly)
	dst = order.AppendUnits(dst, e.Enemy)
	dst = bincode.AppendInt64(dst, e.ValueFriendly)
	dst = bincode.AppendInt64(dst, e.ValueEnemy)
	return dst
}

func (e *EngagementStarted) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Center = order.ReadWorldPos(r)
	e.Friendly = readTags(r, e.Friendly[:0])
	e.Enemy = readTags(r, e.Enemy[:0])
	e.ValueFriendly = r.Int64()
	e.ValueEnemy = r.Int64()
}

func (e *EngagementStarted) names(func(NameID)) {}

// EventKind implements Event.
func (e *EngagementEnded) EventKind() EventKind { return EventEngagementEnded }

// EventTick implements Event.
func (e *EngagementEnded) EventTick() order.Tick { return e.Tick }

func (e *EngagementEnded) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = order.AppendWorldPos(dst, e.Center)
	dst = bincode.AppendUint32(dst, e.FriendlyLosses)
	dst = bincode.AppendUint32(dst, e.EnemyLosses)
	dst = bincode.AppendUint32(dst, e.FriendlySurvivors)
	dst = bincode.AppendUint32(dst, e.EnemySurvivors)
	dst = bincode.AppendUint64(dst, e.Duration)
	return dst
}

func (e *EngagementEnded) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Center = order.ReadWorldPos(r)
	e.FriendlyLosses = r.Uint32()
	e.EnemyLosses = r.Uint32()
	e.FriendlySurvivors = r.Uint32()
	e.EnemySurvivors = r.Uint32()
	e.Duration = r.Uint64()
}

func (e *EngagementEnded) names(func(NameID)) {}

// EventKind implements Event.
func (e *SuperweaponFired) EventKind() EventKind { return EventSuperweaponFired }

// EventTick implements Event.
func (e *SuperweaponFired) EventTick() order.Tick { return e.Tick }

func (e *SuperweaponFired) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Weapon))
	dst = order.AppendWorldPos(dst, e.Target)
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = bincode.AppendUint32(dst, e.UnitsAffected)
	dst = bincode.AppendUint32(dst, e.BuildingsAffected)
	return dst
}

func (e *SuperweaponFired) readFields(r *bincode.Reader) {
	e.Weapon = NameID(r.Uint32())
	e.Target = order.ReadWorldPos(r)
	e.Player = order.PlayerID(r.Uint32())
	e.UnitsAffected = r.Uint32()
	e.BuildingsAffected = r.Uint32()
}

func (e *SuperweaponFired) names(visit func(NameID)) { visit(e.Weapon) }

// EventKind implements Event.
func (e *BaseDestroyed) EventKind() EventKind { return EventBaseDestroyed }

// EventTick implements Event.
func (e *BaseDestroyed) EventTick() order.Tick { return e.Tick }

func (e *BaseDestroyed) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = order.AppendWorldPos(dst, e.Pos)
	dst = order.AppendUnits(dst, e.Buildings)
	return dst
}

func (e *BaseDestroyed) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.Pos = order.ReadWorldPos(r)
	e.Buildings = readTags(r, e.Buildings[:0])
}

func (e *BaseDestroyed) names(func(NameID)) {}

// EventKind implements Event.
func (e *ArmyWipe) EventKind() EventKind { return EventArmyWipe }

// EventTick implements Event.
func (e *ArmyWipe) EventTick() order.Tick { return e.Tick }

func (e *ArmyWipe) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = bincode.AppendUint32(dst, e.UnitsLost)
	dst = bincode.AppendInt64(dst, e.TotalValueLost)
	dst = bincode.AppendUint16(dst, e.Percentage)
	return dst
}

func (e *ArmyWipe) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.UnitsLost = r.Uint32()
	e.TotalValueLost = r.Int64()
	e.Percentage = r.Uint16()
}

func (e *ArmyWipe) names(func(NameID)) {}

// EventKind implements Event.
func (e *ComebackMoment) EventKind() EventKind { return EventComebackMoment }

// EventTick implements Event.
func (e *ComebackMoment) EventTick() order.Tick { return e.Tick }

func (e *ComebackMoment) appendFields(dst []byte) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.Player))
	dst = bincode.AppendInt64(dst, e.DeficitBefore)
	dst = bincode.AppendInt64(dst, e.AdvantageAfter)
	dst = bincode.AppendInt64(dst, e.Swing)
	return dst
}

func (e *ComebackMoment) readFields(r *bincode.Reader) {
	e.Player = order.PlayerID(r.Uint32())
	e.DeficitBefore = r.Int64()
	e.AdvantageAfter = r.Int64()
	e.Swing = r.Int64()
}

func (e *ComebackMoment) names(func(NameID)) {}
