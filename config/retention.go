// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"time"
)

// Retention says how long things are kept in NATS, and how many bytes of them.
// 0 is without limit. Events and sources have their age in Jobs.
type Retention struct {
	QueueBytes  Bytes         `koanf:"queue_bytes"`  // of CONVERT_JOBS: a job beyond them is refused
	EventBytes  Bytes         `koanf:"event_bytes"`  // of CONVERT_EVENTS: the oldest go
	ReportAge   time.Duration `koanf:"report_age"`   // of CONVERT_REPORTS
	ReportBytes Bytes         `koanf:"report_bytes"` // the oldest go
	DeadAge     time.Duration `koanf:"dead_age"`     // of CONVERT_DEAD
	DeadBytes   Bytes         `koanf:"dead_bytes"`   // the oldest go
	StateAge    time.Duration `koanf:"state_age"`    // of convert_jobs, since the last change
	StateBytes  Bytes         `koanf:"state_bytes"`  // beyond them jobs are refused
	ResultAge   time.Duration `koanf:"result_age"`   // of convert_files and convert_results
	ResultBytes Bytes         `koanf:"result_bytes"` // of convert_files: results beyond them are refused
	SourceBytes Bytes         `koanf:"source_bytes"` // of convert_sources: sources beyond them are refused
}

// Validate reports the faults of the section.
func (r *Retention) Validate() error {
	var faults []error
	for _, age := range []struct {
		key string
		age time.Duration
	}{
		{"retention.report_age", r.ReportAge},
		{"retention.dead_age", r.DeadAge},
		{"retention.state_age", r.StateAge},
		{"retention.result_age", r.ResultAge},
	} {
		if age.age < 0 {
			faults = append(faults, fault(age.key, "is negative", "use 0s to keep everything"))
		}
	}
	return errors.Join(faults...)
}
