// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"slices"

	"convertd/core/bincode"
	"convertd/core/order"
)

// AppendEvent appends the bincode form of an event: u32 variant, u64 tick,
// fields.
func AppendEvent(dst []byte, e Event) []byte {
	dst = bincode.AppendUint32(dst, uint32(e.EventKind()))
	dst = bincode.AppendUint64(dst, uint64(e.EventTick()))
	return e.appendFields(dst)
}

// EventDecoder reads events, one reusable value per kind, so that a walk over
// a stream allocates nothing once its lists have grown.
type EventDecoder struct {
	unitCreated           UnitCreated
	constructionStarted   ConstructionStarted
	constructionCompleted ConstructionCompleted
	unitDestroyed         UnitDestroyed
	unitPositionSample    UnitPositionSample
	playerStatSnapshot    PlayerStatSnapshot
	resourceCollected     ResourceCollected
	upgradeCompleted      UpgradeCompleted
	cameraPositionSample  CameraPositionSample
	selectionChanged      SelectionChanged
	controlGroup          ControlGroup
	abilityUsed           AbilityUsed
	pause                 Pause
	matchEnded            MatchEnded
	vote                  Vote
	engagementStarted     EngagementStarted
	engagementEnded       EngagementEnded
	superweaponFired      SuperweaponFired
	baseDestroyed         BaseDestroyed
	armyWipe              ArmyWipe
	comebackMoment        ComebackMoment
}

// readableEvent is an event that can be read in place.
type readableEvent interface {
	Event
	readFields(r *bincode.Reader)
}

// Decode reads the next event. The result is valid until the next call;
// check r.Err.
func (d *EventDecoder) Decode(r *bincode.Reader) Event {
	kind := EventKind(r.Variant(uint32(eventKinds)))
	tick := order.Tick(r.Uint64())
	e, at := d.slot(kind)
	*at = tick
	e.readFields(r)
	return e
}

// slot returns the value of a kind and its tick field. The kind is valid.
func (d *EventDecoder) slot(kind EventKind) (readableEvent, *order.Tick) {
	switch kind {
	case EventUnitCreated:
		return &d.unitCreated, &d.unitCreated.Tick
	case EventConstructionStarted:
		return &d.constructionStarted, &d.constructionStarted.Tick
	case EventConstructionCompleted:
		return &d.constructionCompleted, &d.constructionCompleted.Tick
	case EventUnitDestroyed:
		return &d.unitDestroyed, &d.unitDestroyed.Tick
	case EventUnitPositionSample:
		return &d.unitPositionSample, &d.unitPositionSample.Tick
	case EventPlayerStatSnapshot:
		return &d.playerStatSnapshot, &d.playerStatSnapshot.Tick
	case EventResourceCollected:
		return &d.resourceCollected, &d.resourceCollected.Tick
	case EventUpgradeCompleted:
		return &d.upgradeCompleted, &d.upgradeCompleted.Tick
	case EventCameraPositionSample:
		return &d.cameraPositionSample, &d.cameraPositionSample.Tick
	case EventSelectionChanged:
		return &d.selectionChanged, &d.selectionChanged.Tick
	case EventControlGroup:
		return &d.controlGroup, &d.controlGroup.Tick
	case EventAbilityUsed:
		return &d.abilityUsed, &d.abilityUsed.Tick
	case EventPause:
		return &d.pause, &d.pause.Tick
	case EventMatchEnded:
		return &d.matchEnded, &d.matchEnded.Tick
	case EventVote:
		return &d.vote, &d.vote.Tick
	case EventEngagementStarted:
		return &d.engagementStarted, &d.engagementStarted.Tick
	case EventEngagementEnded:
		return &d.engagementEnded, &d.engagementEnded.Tick
	case EventSuperweaponFired:
		return &d.superweaponFired, &d.superweaponFired.Tick
	case EventBaseDestroyed:
		return &d.baseDestroyed, &d.baseDestroyed.Tick
	case EventArmyWipe:
		return &d.armyWipe, &d.armyWipe.Tick
	case EventComebackMoment, eventKinds:
	}
	return &d.comebackMoment, &d.comebackMoment.Tick
}

func appendOptionalTag(dst []byte, t order.UnitTag) []byte {
	if dst = bincode.AppendOption(dst, t != order.NoUnit); t != order.NoUnit {
		dst = order.AppendUnitTag(dst, t)
	}
	return dst
}

func readOptionalTag(r *bincode.Reader) order.UnitTag {
	if !r.Option() {
		return order.NoUnit
	}
	tag := order.ReadUnitTag(r)
	if tag == order.NoUnit {
		r.Fail("a unit is said to be there and names nothing")
	}
	return tag
}

func appendOptionalPlayer(dst []byte, p order.PlayerID) []byte {
	if dst = bincode.AppendOption(dst, p != order.NoPlayer); p != order.NoPlayer {
		dst = bincode.AppendUint32(dst, uint32(p))
	}
	return dst
}

func readOptionalPlayer(r *bincode.Reader) order.PlayerID {
	if !r.Option() {
		return order.NoPlayer
	}
	player := order.PlayerID(r.Uint32())
	if player == order.NoPlayer {
		r.Fail("a player is said to be there and is nobody")
	}
	return player
}

func appendPositions(dst []byte, positions []UnitPosition) []byte {
	dst = bincode.AppendLength(dst, len(positions))
	for _, p := range positions {
		dst = order.AppendWorldPos(order.AppendUnitTag(dst, p.Tag), p.Pos)
	}
	return dst
}

func readPositions(r *bincode.Reader, dst []UnitPosition) []UnitPosition {
	n := r.Length(16, MaxPositionSamples)
	dst = slices.Grow(dst, n)
	for range n {
		dst = append(dst, UnitPosition{Tag: order.ReadUnitTag(r), Pos: order.ReadWorldPos(r)})
	}
	return dst
}

func readTags(r *bincode.Reader, dst []order.UnitTag) []order.UnitTag {
	n := r.Length(4, MaxEventTags)
	dst = slices.Grow(dst, n)
	for range n {
		dst = append(dst, order.ReadUnitTag(r))
	}
	return dst
}

func (s *PlayerStats) appendTo(dst []byte) []byte {
	dst = bincode.AppendInt64(dst, s.TotalCollected)
	dst = bincode.AppendInt64(dst, s.TotalSpent)
	dst = bincode.AppendInt32(dst, s.CollectionRate)
	dst = bincode.AppendUint64(dst, s.IdleHarvesterTicks)
	dst = bincode.AppendUint32(dst, s.UnitsProduced)
	dst = bincode.AppendUint32(dst, s.StructuresBuilt)
	dst = bincode.AppendUint64(dst, s.IdleProductionTicks)
	dst = bincode.AppendUint32(dst, s.UnitsKilled)
	dst = bincode.AppendUint32(dst, s.UnitsLost)
	dst = bincode.AppendUint32(dst, s.StructuresDestroyed)
	dst = bincode.AppendUint32(dst, s.StructuresLost)
	dst = bincode.AppendInt64(dst, s.KilledValue)
	dst = bincode.AppendInt64(dst, s.LostValue)
	dst = bincode.AppendInt64(dst, s.DamageDealt)
	dst = bincode.AppendInt64(dst, s.DamageReceived)
	dst = bincode.AppendUint32(dst, s.APM)
	return bincode.AppendUint32(dst, s.EffectiveAPM)
}

func (s *PlayerStats) readFrom(r *bincode.Reader) {
	s.TotalCollected, s.TotalSpent, s.CollectionRate = r.Int64(), r.Int64(), r.Int32()
	s.IdleHarvesterTicks, s.UnitsProduced, s.StructuresBuilt = r.Uint64(), r.Uint32(), r.Uint32()
	s.IdleProductionTicks, s.UnitsKilled, s.UnitsLost = r.Uint64(), r.Uint32(), r.Uint32()
	s.StructuresDestroyed, s.StructuresLost = r.Uint32(), r.Uint32()
	s.KilledValue, s.LostValue, s.DamageDealt, s.DamageReceived = r.Int64(), r.Int64(), r.Int64(), r.Int64()
	s.APM, s.EffectiveAPM = r.Uint32(), r.Uint32()
}
