// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"fmt"
	"runtime"
	"time"
)

// Jobs steers the workers of a daemon.
type Jobs struct {
	Workers          int             `koanf:"workers"`           // conversions at the same time
	AckWait          time.Duration   `koanf:"ack_wait"`          // silence after which JetStream gives a job to another worker
	MaxAttempts      int             `koanf:"max_attempts"`      // started conversions of one job before it is a dead letter
	Backoff          []time.Duration `koanf:"backoff"`           // delay before the second, third, ... attempt; the last repeats
	Deadline         time.Duration   `koanf:"deadline"`          // longest conversion
	DuplicateWindow  time.Duration   `koanf:"duplicate_window"`  // how long JetStream remembers job ids
	ProgressInterval time.Duration   `koanf:"progress_interval"` // least time between two progress events of a job
	ShutdownGrace    time.Duration   `koanf:"shutdown_grace"`    // how long running jobs may finish after the first signal
	EventAge         time.Duration   `koanf:"event_age"`         // how long events are kept
	SourceAge        time.Duration   `koanf:"source_age"`        // how long uploaded sources are kept
	GroupQuota       int             `koanf:"group_quota"`       // unfinished jobs of one group and priority; 0 is without limit
}

// Least and most workers. More than MaxWorkers decoders at once exhaust file
// descriptors before they gain anything.
const (
	MinWorkers = 1
	MaxWorkers = 1024
)

// MinAckWait is the shortest AckWait: heartbeats are sent at a third of it and
// must survive a busy machine.
const MinAckWait = time.Second

func defaultJobs() Jobs {
	return Jobs{
		Workers:          runtime.GOMAXPROCS(0), // what a container may have, not what the machine has
		AckWait:          30 * time.Second,
		MaxAttempts:      5,
		Backoff:          []time.Duration{time.Second, 10 * time.Second, time.Minute},
		Deadline:         15 * time.Minute,
		DuplicateWindow:  10 * time.Minute,
		ProgressInterval: time.Second,
		ShutdownGrace:    20 * time.Second,
		EventAge:         7 * 24 * time.Hour,
		SourceAge:        7 * 24 * time.Hour,
	}
}

// Validate reports the faults of the section.
func (j *Jobs) Validate() error {
	faults := []error{
		positive("jobs.deadline", j.Deadline),
		positive("jobs.duplicate_window", j.DuplicateWindow),
		positive("jobs.progress_interval", j.ProgressInterval),
		positive("jobs.event_age", j.EventAge),
		positive("jobs.source_age", j.SourceAge),
	}
	if j.Workers < MinWorkers || j.Workers > MaxWorkers {
		faults = append(faults, fault("jobs.workers", fmt.Sprintf("is %d", j.Workers), fmt.Sprintf("use %d to %d", MinWorkers, MaxWorkers)))
	}
	if j.AckWait < MinAckWait {
		faults = append(faults, fault("jobs.ack_wait", "is shorter than a second", "use 30s"))
	}
	if j.MaxAttempts < 1 {
		faults = append(faults, fault("jobs.max_attempts", "is less than 1", "use 1 or more"))
	}
	if j.GroupQuota < 0 {
		faults = append(faults, fault("jobs.group_quota", "is negative", "use 0 for no limit"))
	}
	if j.ShutdownGrace < 0 {
		faults = append(faults, fault("jobs.shutdown_grace", "is negative", "use 0s to hand everything back at once"))
	}
	if len(j.Backoff) == 0 {
		faults = append(faults, fault("jobs.backoff", "is empty", "give at least one delay"))
	}
	for i, delay := range j.Backoff {
		if delay < 0 {
			faults = append(faults, fault(fmt.Sprintf("jobs.backoff[%d]", i), "is negative", "use 0s or more"))
		}
	}
	if j.EventAge > 0 && j.DuplicateWindow > j.EventAge {
		faults = append(faults, fault("jobs.duplicate_window", "is longer than jobs.event_age", "make it shorter"))
	}
	return errors.Join(faults...)
}
