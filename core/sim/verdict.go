// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import "convertd/core/order"

// Outcome is what became of an order at validation.
type Outcome uint8

// Outcomes.
const (
	// Accepted: handed to the module. It may still fail late, see LateFailure.
	OutcomeAccepted Outcome = iota
	// OutcomeRejected: invalid against the state before the tick; no effect.
	OutcomeRejected
	// OutcomeNotModelled: valid as far as can be told, recorded, without
	// effect because the module does not model it.
	OutcomeNotModelled
)

// Reason is why an order was rejected or failed late
// (docs/simulation.md#a-tick).
type Reason uint8

// Reasons. The numbers and names are part of reports: append, never renumber.
const (
	ReasonNone Reason = iota
	ReasonUnknownPlayer
	ReasonNotOwner
	ReasonInsufficientFunds
	ReasonMissingPrerequisite
	ReasonInvalidPlacement
	ReasonCooldownActive
	ReasonInvalidTarget
	ReasonRateLimited
	// ReasonNoSubjects: none of the units the order names is alive.
	ReasonNoSubjects
	// ReasonTransport: no room, or a passenger that does not fit.
	ReasonTransport
	// ReasonMalformed: the payload does not decode, or passes a limit.
	ReasonMalformed
	// ReasonDuplicate: the same order of the same player in the same tick.
	ReasonDuplicate
	// ReasonTooManyUnits: more than order.MaxSelection units.
	ReasonTooManyUnits
	// ReasonOutOfGame: the player has lost or left.
	ReasonOutOfGame
	// ReasonCustom: the module's own; Verdict.Detail says which.
	ReasonCustom

	reasons
)

var reasonNames = [reasons]string{
	"none", "unknown_player", "not_owner", "insufficient_funds", "missing_prerequisite", "invalid_placement",
	"cooldown_active", "invalid_target", "rate_limited", "no_subjects", "transport", "malformed", "duplicate",
	"too_many_units", "out_of_game", "custom",
}

// String gives the name used in reports.
func (r Reason) String() string {
	if r < reasons {
		return reasonNames[r]
	}
	return "unknown"
}

// Verdict is the judgement of one order.
type Verdict struct {
	Outcome Outcome
	Reason  Reason // ReasonNone unless rejected
	// Detail is a short constant text of the module: which prerequisite, what
	// is not modelled, what is believed.
	Detail string
	// Believed: accepted against the module's own state, which it brings in
	// line with what the order proves.
	Believed bool
	// Unconditional: accepted, as it would have been in any state. Nothing could
	// have refused it, so that it says nothing about the state.
	Unconditional bool
	// Offender is the first unit that gave the reason, or order.NoUnit.
	Offender order.UnitTag
	// Subjects counts the units the order names; Dead counts those among them
	// that do not exist (any more) and were dropped.
	Subjects, Dead uint16
}

// Reject makes the verdict a rejection.
func (v *Verdict) Reject(reason Reason, detail string) {
	v.Outcome, v.Reason, v.Detail, v.Believed, v.Unconditional = OutcomeRejected, reason, detail, false, false
}

// TakeAnyway says that the order is accepted whatever the state is.
func (v *Verdict) TakeAnyway() { v.Unconditional = true }

// Believe says that the order is accepted although it does not fit the state:
// that it was given proves otherwise.
func (v *Verdict) Believe(detail string) { v.Believed, v.Detail = true, detail }

// RejectUnit makes the verdict a rejection because of one unit.
func (v *Verdict) RejectUnit(reason Reason, unit order.UnitTag) {
	v.Outcome, v.Reason, v.Offender = OutcomeRejected, reason, unit
}

// NotModelled says that the order is taken without effect.
func (v *Verdict) NotModelled(detail string) {
	v.Outcome, v.Reason, v.Detail = OutcomeNotModelled, ReasonNone, detail
}

// LateFailure is an order that was valid and failed in execution: the target
// died meanwhile, the place was taken. It is ordinary play, not suspicious.
type LateFailure struct {
	Player order.PlayerID
	// Index is the order's place in the TickOrders of this tick, -1 if it was
	// given in an earlier tick.
	Index  int
	Unit   order.UnitTag // whom it concerns, or order.NoUnit
	Reason Reason
	Detail string
}
