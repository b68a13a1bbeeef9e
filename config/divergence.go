package config

import (
	"errors"
	"time"
)

// Divergence holds the thresholds from which a conversion is called drifting
// or diverged. They are written into every report.
type Divergence struct {
	Window           time.Duration `koanf:"window"`            // game time over which rates are taken
	MinorRejected    float64       `koanf:"minor_rejected"`    // share of orders rejected in a window: minor drift
	DivergedRejected float64       `koanf:"diverged_rejected"` // share of orders rejected in a window: diverged
	MinorUnbound     float64       `koanf:"minor_unbound"`     // share of subjects without an entity of ours: minor drift
	DivergedUnbound  float64       `koanf:"diverged_unbound"`  // share of subjects without an entity of ours: diverged
}

func defaultDivergence() Divergence {
	return Divergence{
		Window:           30 * time.Second,
		MinorRejected:    0.02,
		DivergedRejected: 0.20,
		MinorUnbound:     0.02,
		DivergedUnbound:  0.20,
	}
}

// Validate reports the faults of the section.
func (d *Divergence) Validate() error {
	faults := []error{positive("divergence.window", d.Window)}
	pairs := []struct {
		name            string
		minor, diverged float64
	}{
		{"rejected", d.MinorRejected, d.DivergedRejected},
		{"unbound", d.MinorUnbound, d.DivergedUnbound},
	}
	for _, pair := range pairs {
		if !(pair.minor >= 0 && pair.minor <= 1) {
			faults = append(faults, fault("divergence.minor_"+pair.name, "is not a share", "use 0 to 1"))
		}
		if !(pair.diverged >= pair.minor && pair.diverged <= 1) {
			faults = append(faults, fault("divergence.diverged_"+pair.name, "is not between divergence.minor_"+pair.name+" and 1", "raise it"))
		}
	}
	return errors.Join(faults...)
}
