package config

import (
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"time"
)

// Plugins says where decoders come from and how their processes are kept.
type Plugins struct {
	Folders       []string          `koanf:"folders"`        // searched for executables named convertd-decoder-NAME
	Pins          map[string]string `koanf:"pins"`           // SHA-256 (hex) that an external decoder NAME must have
	AllowUnpinned bool              `koanf:"allow_unpinned"` // run external decoders that have no pin
	Disable       []string          `koanf:"disable"`        // decoders that are not used, bundled ones included
	PoolSize      int               `koanf:"pool_size"`      // processes per decoder; 0: as many as jobs.workers
	RecycleAfter  int               `koanf:"recycle_after"`  // jobs after which a process is replaced
	StartTimeout  time.Duration     `koanf:"start_timeout"`
	Sandbox       string            `koanf:"sandbox"` // "required", "best-effort" or "off"
}

func defaultPlugins() Plugins {
	return Plugins{
		Folders:      []string{},
		Pins:         map[string]string{},
		Disable:      []string{},
		RecycleAfter: 500,
		StartTimeout: 5 * time.Second,
		Sandbox:      "best-effort",
	}
}

var pluginName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// Validate reports the faults of the section.
func (p *Plugins) Validate() error {
	faults := []error{positive("plugins.start_timeout", p.StartTimeout)}
	for i, folder := range p.Folders {
		if !filepath.IsAbs(folder) {
			faults = append(faults, fault(fmt.Sprintf("plugins.folders[%d]", i), "is not an absolute path", "start it with a slash"))
		}
	}
	for name, pin := range p.Pins {
		if digest, err := hex.DecodeString(pin); err != nil || len(digest) != 32 {
			faults = append(faults, fault("plugins.pins."+name, "is not a SHA-256 in hex", "run sha256sum on the executable"))
		}
		if !pluginName.MatchString(name) {
			faults = append(faults, fault("plugins.pins."+name, "is not a decoder name", "use lower-case letters, digits and dashes"))
		}
	}
	if p.PoolSize < 0 {
		faults = append(faults, fault("plugins.pool_size", "is negative", "use 0 for as many as jobs.workers"))
	}
	if p.RecycleAfter < 1 {
		faults = append(faults, fault("plugins.recycle_after", "is less than 1", "use 1 to start a process for every job"))
	}
	if !oneOf(p.Sandbox, "required", "best-effort", "off") {
		faults = append(faults, fault("plugins.sandbox", fmt.Sprintf("is %q", p.Sandbox), "use required, best-effort or off"))
	}
	return errors.Join(faults...)
}
