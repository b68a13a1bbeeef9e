// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"fmt"
	"log/slog"
)

// Log steers what is written to standard error.
type Log struct {
	Level  string `koanf:"level"`  // debug, info, warn, error
	Format string `koanf:"format"` // auto (text on a terminal, else json), text, json
}

func defaultLog() Log { return Log{Level: "info", Format: "auto"} }

// SlogLevel returns the level; the section must be valid.
func (l *Log) SlogLevel() slog.Level {
	var level slog.Level
	if err := level.UnmarshalText([]byte(l.Level)); err != nil {
		return slog.LevelInfo
	}
	return level
}

// Validate reports the faults of the section.
func (l *Log) Validate() error {
	var faults []error
	if !oneOf(l.Level, "debug", "info", "warn", "error") {
		faults = append(faults, fault("log.level", fmt.Sprintf("is %q", l.Level), "use debug, info, warn or error"))
	}
	if !oneOf(l.Format, "auto", "text", "json") {
		faults = append(faults, fault("log.format", fmt.Sprintf("is %q", l.Format), "use auto, text or json"))
	}
	return errors.Join(faults...)
}
