// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import "convertd/core/order"

// EventKind says what an Event reports.
type EventKind uint8

// Event kinds.
const (
	// EventCreated: Tag, Kind, Owner; Position is where it stands after the
	// tick.
	EventCreated EventKind = iota
	// EventRemoved: Tag, Kind, Owner, Position (the last known), Cause, Killer,
	// KillerOwner.
	EventRemoved
	// EventOwnerChanged: Tag, Kind, Owner (new), Other (old).
	EventOwnerChanged
	// EventKindChanged: Tag, Kind (new), Owner.
	EventKindChanged
	// EventConstructionStarted and EventConstructionCompleted: Tag, Kind, Owner.
	EventConstructionStarted
	EventConstructionCompleted
	// EventResourceCollected: Owner, Amount.
	EventResourceCollected
	// EventUpgradeCompleted: Owner, Kind.
	EventUpgradeCompleted
	// EventAbilityUsed: Owner, Kind or Name, Position.
	EventAbilityUsed
	// EventDamaged: Tag, Owner, Killer, KillerOwner, Amount.
	EventDamaged
	// EventStandingChanged: Owner, Amount (the new snapshot.Standing).
	EventStandingChanged
	// EventCorrected: the module brought the state in line with what an order
	// proves: Tag (or order.NoUnit), Owner, Entity, Amount (ticks by which ours
	// was behind).
	EventCorrected
	// EventSuperweaponFired: Owner, Name, Position, Amount (units hurt), Buildings (hurt):
	// once all effects of the weapon are over.
	EventSuperweaponFired
)

// Cause is why an entity went.
type Cause uint8

// Causes.
const (
	CauseKilled Cause = iota
	CauseSold
	// CauseTransformed: became another entity (Event of that entity follows).
	CauseTransformed
	// CauseConsumed: used up by its own act (engineer, placed item, crate).
	CauseConsumed
	// CauseExpired: taken away by the engine.
	CauseExpired
	// CauseEvidence: the plausible module inferred the loss.
	CauseEvidence
)

// Event is something that happened in the last tick.
type Event struct {
	Kind        EventKind
	Tag         order.UnitTag
	Entity      KindID
	Owner       order.PlayerID
	Other       order.PlayerID
	Position    order.WorldPos
	HasPosition bool
	Cause       Cause
	Killer      order.UnitTag // order.NoUnit if nobody
	KillerOwner order.PlayerID
	Amount      int64
	Buildings   int64
	Name        string // of what is no kind of entity, "" where Entity says it
}

// Removal says why and by whom an entity goes.
type Removal struct {
	Cause Cause
	// Killer and KillerOwner count for CauseKilled; order.NoUnit and
	// order.NoPlayer if nobody.
	Killer      order.UnitTag
	KillerOwner order.PlayerID
}
