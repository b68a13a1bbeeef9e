// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
)

// Maps says where maps are found by their UID.
type Maps struct {
	Folders []string `koanf:"folders"`
	Embed   bool     `koanf:"embed"` // put the map into every file that is written
}

// Validate reports the faults of the section.
func (m *Maps) Validate() error {
	var faults []error
	for i, folder := range m.Folders {
		if folder == "" {
			faults = append(faults, fault(fmt.Sprintf("maps.folders[%d]", i), "is empty", "name a folder or remove it"))
		}
	}
	return errors.Join(faults...)
}

var rootName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,31}$`)

// ValidateRoots checks the named folders that the `path` of a job may refer to
// ("NAME/inner/path"). Nothing outside them is ever opened for a job.
func ValidateRoots(roots map[string]string) error {
	var faults []error
	for name, folder := range roots {
		if !rootName.MatchString(name) {
			faults = append(faults, fault("roots."+name, "is not a valid name", "use lower-case letters, digits, dashes and underscores, at most 32"))
		}
		if !filepath.IsAbs(folder) {
			faults = append(faults, fault("roots."+name, "is not an absolute path", "start it with a slash"))
		}
	}
	return errors.Join(faults...)
}
