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
	// DivergedPermille is the same for diverged.
	DivergedPermille uint32 `json:"diverged_permille"`
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
}

// DefaultThresholds are those of iron-curtain.md §5.5: more than 2 % in 30
// seconds drift, more than 20 % diverged. How the others were found is in
// docs/twin-experiments.md.
func DefaultThresholds() Thresholds {
	return Thresholds{
		WindowMilliseconds: 30_000,
		DriftPermille:      20,
		DivergedPermille:   200,
		MinimumOrders:      10,
		MinimumRejected:    2,
		LostSubjects:       20,
		SurvivorsPermille:  12,

		LastingPermille:     0,
		LastingMilliseconds: 20_000,
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
	if t.MinimumRejected == 0 {
		faults = append(faults, errors.New("divergence: minimum_rejected is 0; give at least 1"))
	}
	if t.MinimumOrders == 0 {
		faults = append(faults, errors.New("divergence: minimum_orders is 0; give at least 1"))
	}
	return errors.Join(faults...)
}
