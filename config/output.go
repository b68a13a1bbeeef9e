// SPDX-License-Identifier: GPL-3.0-or-later

package config

import "errors"

// Output says where files are written before they are stored.
type Output struct {
	Scratch   string `koanf:"scratch"`   // folder for unfinished files; "": the system's temporary folder
	Overwrite bool   `koanf:"overwrite"` // replace existing files without being asked per command
}

func defaultOutput() Output { return Output{} }

// Validate reports the faults of the section.
func (o *Output) Validate() error {
	if o.Scratch != "" && !isFolder(o.Scratch) {
		return errors.Join(fault("output.scratch", "is not a folder", "create it or leave it empty"))
	}
	return nil
}
