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
	// LostSubjects is how many distinct subjects in a row without any
	// accepted order make a player's game diverged, whatever the share.
	LostSubjects uint32 `json:"lost_subjects"`
	// SurvivorsPermille is the share of our entities by which the two games
	// differ, as far as survivors, numbers and final scores tell, above which
	// the game counts as drifting; 0 leaves them out.
	SurvivorsPermille uint32 `json:"survivors_permille"`
}

// DefaultThresholds are those of iron-curtain.md §5.5: more than 2 % in 30
// seconds drift, more than 20 % diverged. Of survivors ours may be one entity
// ahead, so that theirs is a little below 2 %.
func DefaultThresholds() Thresholds {
	return Thresholds{
		WindowMilliseconds: 30_000,
		DriftPermille:      20,
		DivergedPermille:   200,
		MinimumOrders:      10,
		LostSubjects:       20,
		SurvivorsPermille:  19,
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
	if t.MinimumOrders == 0 {
		faults = append(faults, errors.New("divergence: minimum_orders is 0; give at least 1"))
	}
	return errors.Join(faults...)
}
