// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import (
	"errors"
	"fmt"
)

// Thresholds decide when evidence becomes a verdict. They are written into
// every report, so that a report explains itself.
type Thresholds struct {
	// WindowMilliseconds is the span of game time over which shares are taken.
	WindowMilliseconds uint64 `json:"window_ms"`
	// DriftPermille is the share of judged orders in a window that do not fit
	// above which the game counts as drifting.
	DriftPermille uint32 `json:"drift_permille"`
	// DivergedPermille is the same for diverged, where of the orders to units that
	// were known to be missing only the first counts. DivergedRejected is how many
	// orders must not fit then.
	DivergedPermille uint32 `json:"diverged_permille"`
	DivergedRejected uint32 `json:"diverged_rejected"`
	// OverallPermille is the share of all judged orders since the start, or since the
	// last hash that is met, above which the game counts as diverged; 0 leaves the
	// whole out. It needs FloorJudgedOrders orders and DivergedRejected that do not fit.
	OverallPermille uint32 `json:"overall_permille"`
	// MinimumOrders is how many judged orders a window needs before its share
	// says anything.
	MinimumOrders uint32 `json:"minimum_orders"`
	// MinimumRejected is how many orders in a window must not fit before their
	// share says anything: one alone may come a moment too late.
	MinimumRejected uint32 `json:"minimum_rejected"`
	// LostSubjects is how many distinct subjects in a row without any
	// accepted order make a player's game diverged, whatever the share.
	LostSubjects uint32 `json:"lost_subjects"`
	// SurvivorsPermille is the share of the original's entities, as far as it can
	// be estimated, by which the two games differ, as far as survivors and
	// numbers tell, above which the game counts as drifting; 0 leaves them and
	// final scores out. Orders name about two thirds of what differs by then.
	SurvivorsPermille uint32 `json:"survivors_permille"`
	// LastingPermille is the same for a difference that survivors have shown for
	// LastingMilliseconds without a break; 0 leaves lasting differences out.
	LastingPermille     uint32 `json:"lasting_permille"`
	LastingMilliseconds uint64 `json:"lasting_ms"`
	// FloorJudgedOrders, FloorJudgedPermille and FloorBoundPermille are what must
	// have been judged before a game may be called plausible or drifting: so many
	// orders, this share of all orders, and this share of the subjects bound.
	// Below any of them it is unjudged.
	FloorJudgedOrders   uint32 `json:"floor_judged_orders"`
	FloorJudgedPermille uint32 `json:"floor_judged_permille"`
	FloorBoundPermille  uint32 `json:"floor_bound_permille"`
}

// DefaultThresholds are those in use: more than 2 % in 30 seconds is drift
// (docs/divergence.md#from-evidence-to-a-verdict). How the limits of divergence
// and the floors were found is in docs/divergence.md, the others in
// docs/twin-experiments.md.
func DefaultThresholds() Thresholds {
	return Thresholds{
		WindowMilliseconds: 30_000,
		DriftPermille:      20,
		DivergedPermille:   250,
		DivergedRejected:   5,
		OverallPermille:    100,
		MinimumOrders:      10,
		MinimumRejected:    2,
		LostSubjects:       20,
		SurvivorsPermille:  12,

		LastingPermille:     0,
		LastingMilliseconds: 20_000,

		FloorJudgedOrders:   50,
		FloorJudgedPermille: 500,
		FloorBoundPermille:  700,
	}
}

// Validate reports every threshold that makes no sense.
func (t Thresholds) Validate() error {
	var faults []error
	if t.WindowMilliseconds == 0 {
		faults = append(faults, errors.New("divergence: window_ms is 0; give a span of game time such as 30000"))
	}
	if t.DriftPermille >= t.DivergedPermille {
		faults = append(faults, fmt.Errorf("divergence: drift_permille %d is not below diverged_permille %d", t.DriftPermille, t.DivergedPermille))
	}
	if t.DivergedPermille > 1000 {
		faults = append(faults, fmt.Errorf("divergence: diverged_permille %d is more than 1000", t.DivergedPermille))
	}
	if t.SurvivorsPermille > 1000 {
		faults = append(faults, fmt.Errorf("divergence: survivors_permille %d is more than 1000", t.SurvivorsPermille))
	}
	if t.LastingPermille > 1000 {
		faults = append(faults, fmt.Errorf("divergence: lasting_permille %d is more than 1000", t.LastingPermille))
	}
	if t.DivergedRejected == 0 {
		faults = append(faults, errors.New("divergence: diverged_rejected is 0; give at least 1"))
	}
	if t.OverallPermille > 1000 {
		faults = append(faults, fmt.Errorf("divergence: overall_permille %d is more than 1000", t.OverallPermille))
	}
	if t.FloorJudgedOrders == 0 {
		faults = append(faults, errors.New("divergence: floor_judged_orders is 0; give at least 1"))
	}
	if t.FloorJudgedPermille > 1000 {
		faults = append(faults, fmt.Errorf("divergence: floor_judged_permille %d is more than 1000", t.FloorJudgedPermille))
	}
	if t.FloorBoundPermille > 1000 {
		faults = append(faults, fmt.Errorf("divergence: floor_bound_permille %d is more than 1000", t.FloorBoundPermille))
	}
	if t.MinimumRejected == 0 {
		faults = append(faults, errors.New("divergence: minimum_rejected is 0; give at least 1"))
	}
	if t.MinimumOrders == 0 {
		faults = append(faults, errors.New("divergence: minimum_orders is 0; give at least 1"))
	}
	return errors.Join(faults...)
}
