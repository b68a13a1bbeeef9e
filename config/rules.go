// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"fmt"
	"path/filepath"
)

// Rules says where rule packs from outside come from.
type Rules struct {
	Folders []string `koanf:"folders"` // searched for rule packs, files that end in .json
	Pins    []string `koanf:"pins"`    // SHA-256 (hex) of the packs that may be used; another one is listed, not used
}

func defaultRules() Rules { return Rules{Folders: []string{}, Pins: []string{}} }

// Validate reports the faults of the section.
func (r *Rules) Validate() error {
	var faults []error
	for i, folder := range r.Folders {
		if !filepath.IsAbs(folder) {
			faults = append(faults, fault(fmt.Sprintf("rules.folders[%d]", i), "is not an absolute path", "start it with a slash"))
		}
	}
	for i, pin := range r.Pins {
		if !isSHA256(pin) {
			faults = append(faults, fault(fmt.Sprintf("rules.pins[%d]", i), "is not a SHA-256 in hex", "copy it from `convertd rules ls`"))
		}
	}
	return errors.Join(faults...)
}
