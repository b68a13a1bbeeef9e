// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"time"
)

// Plugins says where decoders come from and how their processes are kept.
type Plugins struct {
	Folders          []string                  `koanf:"folders"`           // searched for executables named convertd-decoder-NAME
	Pins             map[string]string         `koanf:"pins"`              // SHA-256 (hex) of the executable of the outside decoder NAME; without one it is listed, not started
	ReadTrees        map[string][]string       `koanf:"read_trees"`        // further files and folders that the outside decoder NAME may read
	Config           map[string]map[string]any `koanf:"config"`            // settings of the decoder NAME, checked against the schema that it declares
	Signatures       string                    `koanf:"signatures"`        // of outside decoders: off, optional (one that is there must be good) or required
	TrustedKeys      []string                  `koanf:"trusted_keys"`      // public keys of minisign whose signatures count
	RequireIsolation bool                      `koanf:"require_isolation"` // run no decoder that this machine cannot shut in; false accepts the risk
	MaxIdle          int                       `koanf:"max_idle"`          // processes that wait for the next job; 0: one per worker and decoder
	IdleTime         time.Duration             `koanf:"idle_time"`         // how long a process waits before it is stopped
	JobsPerProcess   int                       `koanf:"jobs_per_process"`  // jobs after which a process is replaced
	StartTimeout     time.Duration             `koanf:"start_timeout"`     // how long a process may take until it answers
	Processors       int                       `koanf:"processors"`        // processors one decoder may use at a time
}

func defaultPlugins() Plugins {
	return Plugins{
		Folders:        []string{},
		Pins:           map[string]string{},
		ReadTrees:      map[string][]string{},
		Config:         map[string]map[string]any{},
		Signatures:     "optional",
		TrustedKeys:    []string{},
		IdleTime:       5 * time.Minute,
		JobsPerProcess: 1000,
		StartTimeout:   10 * time.Second,
		Processors:     2,

		RequireIsolation: true,
	}
}

// A pin's name may have a version behind it. Dots cannot stand in it, as they take keys
// apart: such versions are pinned in the lock file of their folder.
var (
	pluginName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)
	pinName    = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}(@[0-9A-Za-z][0-9A-Za-z+_-]{0,63})?$`)
)

// Validate reports the faults of the section.
func (p *Plugins) Validate() error {
	faults := []error{positive("plugins.start_timeout", p.StartTimeout), positive("plugins.idle_time", p.IdleTime)}
	for i, folder := range p.Folders {
		if !filepath.IsAbs(folder) {
			faults = append(faults, fault(fmt.Sprintf("plugins.folders[%d]", i), "is not an absolute path", "start it with a slash"))
		}
	}
	for name, pin := range p.Pins {
		if !isSHA256(pin) {
			faults = append(faults, fault("plugins.pins."+name, "is not a SHA-256 in hex", "run sha256sum on the executable"))
		}
		if !pinName.MatchString(name) {
			faults = append(faults, fault("plugins.pins."+name, "is not a decoder name", "use lower-case letters, digits and dashes"))
		}
	}
	for name, trees := range p.ReadTrees {
		for i, tree := range trees {
			if !filepath.IsAbs(tree) {
				faults = append(faults, fault(fmt.Sprintf("plugins.read_trees.%s[%d]", name, i), "is not an absolute path", "start it with a slash"))
			}
		}
	}
	switch {
	case !oneOf(p.Signatures, "off", "optional", "required"):
		faults = append(faults, fault("plugins.signatures", "is not a way to treat signatures", "use off, optional or required"))
	case p.Signatures == "required" && len(p.TrustedKeys) == 0:
		faults = append(faults, fault("plugins.signatures", "is required, and plugins.trusted_keys is empty", "give the public keys of those who sign"))
	}
	for name := range p.Config {
		if !pluginName.MatchString(name) {
			faults = append(faults, fault("plugins.config."+name, "is not a decoder name", "use lower-case letters, digits and dashes"))
		}
	}
	if p.MaxIdle < 0 {
		faults = append(faults, fault("plugins.max_idle", "is negative", "use 0 for one per worker and decoder"))
	}
	if p.JobsPerProcess < 1 {
		faults = append(faults, fault("plugins.jobs_per_process", "is less than 1", "use 1 to start a process for every job"))
	}
	if p.Processors < 1 {
		faults = append(faults, fault("plugins.processors", "is less than 1", "use 1 or more"))
	}
	return errors.Join(faults...)
}
