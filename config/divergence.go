// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"time"
)

// Divergence holds the thresholds from which a conversion is called drifting
// or diverged. They are written into every report.
type Divergence struct {
	Window           time.Duration `koanf:"window"`            // game time over which shares are taken
	DriftPermille    int           `koanf:"drift_permille"`    // share of a window's orders that do not fit: drifting above it
	DivergedPermille int           `koanf:"diverged_permille"` // the same: diverged above it
	DivergedRejected int           `koanf:"diverged_rejected"` // orders that must not fit then, each of another unit
	OverallPermille  int           `koanf:"overall_permille"`  // share of all orders so far that do not fit: diverged above it
	MinimumOrders    int           `koanf:"minimum_orders"`    // orders a window needs before its share says anything
	MinimumRejected  int           `koanf:"minimum_rejected"`  // orders in a window that must not fit before their share says anything
	LostSubjects     int           `koanf:"lost_subjects"`     // subjects in a row without an accepted order: diverged

	SurvivorsPermille int           `koanf:"survivors_permille"` // share of entities that only one of the two games has: drifting above it
	LastingPermille   int           `koanf:"lasting_permille"`   // the same for a difference that lasts
	Lasting           time.Duration `koanf:"lasting"`            // game time for which it must

	FloorJudgedOrders   int `koanf:"floor_judged_orders"`   // judged orders below which a game is unjudged
	FloorJudgedPermille int `koanf:"floor_judged_permille"` // the same: share of orders that are judged
	FloorBoundPermille  int `koanf:"floor_bound_permille"`  // the same: share of subjects that are known
}

func defaultDivergence() Divergence {
	return Divergence{
		Window:           30 * time.Second,
		DriftPermille:    20,
		DivergedPermille: 250,
		DivergedRejected: 5,
		OverallPermille:  100,
		MinimumOrders:    10,
		MinimumRejected:  2,
		LostSubjects:     20,

		SurvivorsPermille: 12,
		LastingPermille:   0,
		Lasting:           20 * time.Second,

		FloorJudgedOrders:   50,
		FloorJudgedPermille: 500,
		FloorBoundPermille:  700,
	}
}

// Validate reports the faults of the section.
func (d *Divergence) Validate() error {
	var faults []error
	if d.Window < time.Millisecond {
		faults = append(faults, fault("divergence.window", "is less than a millisecond", `give a span of game time such as "30s"`))
	}
	if d.DriftPermille < 0 {
		faults = append(faults, fault("divergence.drift_permille", "is negative", "use 0 to 999"))
	}
	if d.DivergedPermille <= d.DriftPermille || d.DivergedPermille > 1000 {
		faults = append(faults, fault("divergence.diverged_permille", "is not above divergence.drift_permille and at most 1000", "raise it"))
	}
	if d.DivergedRejected < 1 {
		faults = append(faults, fault("divergence.diverged_rejected", "is less than 1", "use 1 or more"))
	}
	if d.OverallPermille < 0 || d.OverallPermille > 1000 {
		faults = append(faults, fault("divergence.overall_permille", "is not within 0 to 1000", "use 0 to leave the whole out, 100 for 10 %"))
	}
	if d.MinimumOrders < 1 {
		faults = append(faults, fault("divergence.minimum_orders", "is less than 1", "use 1 or more"))
	}
	if d.MinimumRejected < 1 {
		faults = append(faults, fault("divergence.minimum_rejected", "is less than 1", "use 1 or more"))
	}
	if d.LostSubjects < 0 {
		faults = append(faults, fault("divergence.lost_subjects", "is negative", "use 0 or more"))
	}
	if d.SurvivorsPermille < 0 || d.SurvivorsPermille > 1000 {
		faults = append(faults, fault("divergence.survivors_permille", "is not within 0 to 1000", "use 0 to leave survivors out, 20 for 2 %"))
	}
	if d.LastingPermille < 0 || d.LastingPermille > 1000 {
		faults = append(faults, fault("divergence.lasting_permille", "is not within 0 to 1000", "use 0 to leave lasting differences out, 15 for 1.5 %"))
	}
	if d.Lasting < 0 {
		faults = append(faults, fault("divergence.lasting", "is negative", `give a span of game time such as "20s"`))
	}
	if d.FloorJudgedOrders < 1 {
		faults = append(faults, fault("divergence.floor_judged_orders", "is less than 1", "use 1 or more"))
	}
	if d.FloorJudgedPermille < 0 || d.FloorJudgedPermille > 1000 {
		faults = append(faults, fault("divergence.floor_judged_permille", "is not within 0 to 1000", "use 0 to demand no share, 250 for a quarter"))
	}
	if d.FloorBoundPermille < 0 || d.FloorBoundPermille > 1000 {
		faults = append(faults, fault("divergence.floor_bound_permille", "is not within 0 to 1000", "use 0 to demand no share, 500 for half"))
	}
	return errors.Join(faults...)
}
