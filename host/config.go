// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"convertd/sdk"
)

// Config is how a host runs. The zero value of a field means its default.
type Config struct {
	// Bundled are the decoders inside this very program. The host runs them
	// by starting the program again.
	Bundled []sdk.Decoder
	// BundledArguments are the arguments that make this program call
	// ServeBundled(name). Default: "decoder", name.
	BundledArguments func(name string) []string

	Outside

	// Version is that of this program, told to decoders.
	Version string

	// MaxJobs is how many jobs run at once, each in a process of its own.
	// Default: the number of processors.
	MaxJobs int
	// MaxIdle is how many processes wait for the next job. Default: MaxJobs
	// plus the number of decoders.
	MaxIdle int
	// IdleTime is how long a process waits before it is stopped.
	IdleTime time.Duration
	// JobsPerProcess is after how many jobs a process is replaced.
	JobsPerProcess int
	// StartTimeout is how long a process may take until it answers.
	StartTimeout time.Duration
	// Processors is how many processors one decoder may use at a time.
	Processors int
	// Memory is the most bytes of memory one decoder may hold.
	Memory uint64
	// AcceptMissingIsolation runs decoders also on machines that cannot shut
	// them in. Without it, one that lacks sandbox.Minimum runs none.
	AcceptMissingIsolation bool

	// Limits bound one job.
	Limits Limits
	// Logger takes what happens to processes, and what they print (at debug
	// level, for it may hold content of files). Default: none.
	Logger *slog.Logger
	// Observe hears what happens to processes. It is called from several goroutines
	// and returns at once. Default: nobody.
	Observe func(decoder string, change Change)
}

// Limits bound what one job may cost. The zero value of a field means its
// default.
type Limits struct {
	// SourceBytes is the largest source.
	SourceBytes int64
	// OutputBytes is all that a decoder may send for one job.
	OutputBytes int64
	// NativeBytes is all that it may send as native lines. They are text and
	// longer than orders.
	NativeBytes int64
	// Messages is how many events it may send.
	Messages int64
	// Orders is how many orders and samples it may send.
	Orders int64
	// Diagnostics is how many diagnostics it may send.
	Diagnostics int64
	// Wait is how long, in all, the host waits for one job's decoder. Time
	// the consumer takes between two calls of Next does not count.
	Wait time.Duration
	// IdleWait is how long it waits for the next event.
	IdleWait time.Duration
	// ProbeWait is how long it waits until a decoder says whether it knows an
	// input, its start included.
	ProbeWait time.Duration
}

// Defaults of Config. The largest real replay known has 4 MB and 44 000 orders
// and takes a few tens of milliseconds: the limits leave three orders of
// magnitude and still bound what a stranger's file can cost.
const (
	DefaultIdleTime       = 5 * time.Minute
	DefaultJobsPerProcess = 1000
	DefaultStartTimeout   = 10 * time.Second
	DefaultProcessors     = 2
	DefaultMemory         = 1 << 30

	DefaultOutputBytes = 2 << 30
	DefaultNativeBytes = 4 << 30
	DefaultMessages    = 1 << 20
	DefaultOrders      = 100_000_000
	DefaultDiagnostics = sdk.MaxDiagnostics + 1
	DefaultWait        = 2 * time.Minute
	DefaultIdleWait    = 30 * time.Second
	DefaultProbeWait   = 5 * time.Second
)

func (c Config) withDefaults() Config {
	fallback(&c.MaxJobs, runtime.GOMAXPROCS(0))
	fallback(&c.IdleTime, DefaultIdleTime)
	fallback(&c.JobsPerProcess, DefaultJobsPerProcess)
	fallback(&c.StartTimeout, DefaultStartTimeout)
	fallback(&c.Processors, DefaultProcessors)
	fallback(&c.Memory, DefaultMemory)
	c.Limits = c.Limits.withDefaults()
	if c.BundledArguments == nil {
		c.BundledArguments = func(name string) []string { return []string{"decoder", name} }
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

func (l Limits) withDefaults() Limits {
	fallback(&l.SourceBytes, sdk.DefaultMaxSource)
	fallback(&l.OutputBytes, DefaultOutputBytes)
	fallback(&l.NativeBytes, DefaultNativeBytes)
	fallback(&l.Messages, DefaultMessages)
	fallback(&l.Orders, DefaultOrders)
	fallback(&l.Diagnostics, DefaultDiagnostics)
	fallback(&l.Wait, DefaultWait)
	fallback(&l.IdleWait, DefaultIdleWait)
	fallback(&l.ProbeWait, DefaultProbeWait)
	return l
}

func fallback[T comparable](value *T, otherwise T) {
	var zero T
	if *value == zero {
		*value = otherwise
	}
}

// Validate joins everything that is wrong with the configuration.
func (c Config) Validate() error {
	var faults error
	for _, number := range []struct {
		name  string
		value int64
	}{
		{"max jobs", int64(c.MaxJobs)},
		{"max idle", int64(c.MaxIdle)},
		{"idle time", int64(c.IdleTime)},
		{"jobs per process", int64(c.JobsPerProcess)},
		{"start timeout", int64(c.StartTimeout)},
		{"processors", int64(c.Processors)},
		{"source bytes", c.Limits.SourceBytes},
		{"output bytes", c.Limits.OutputBytes},
		{"native bytes", c.Limits.NativeBytes},
		{"messages", c.Limits.Messages},
		{"orders", c.Limits.Orders},
		{"diagnostics", c.Limits.Diagnostics},
		{"wait", int64(c.Limits.Wait)},
		{"idle wait", int64(c.Limits.IdleWait)},
		{"probe wait", int64(c.Limits.ProbeWait)},
	} {
		if number.value < 0 {
			faults = errors.Join(faults, fmt.Errorf("host: %s is %d: must not be negative", number.name, number.value))
		}
	}
	switch c.Signatures {
	case "", SignaturesOff, SignaturesOptional, SignaturesRequired:
	default:
		faults = errors.Join(faults, fmt.Errorf("host: signatures are %q: off, optional or required", string(c.Signatures)))
	}
	for _, key := range c.TrustedKeys {
		if _, err := ParseKey(key); err != nil {
			faults = errors.Join(faults, fmt.Errorf("host: trusted keys: %w", err))
		}
	}
	for name, pin := range c.Pins {
		if _, err := parsePin(pin); err != nil {
			faults = errors.Join(faults, fmt.Errorf("host: pin of decoder %q: %w", name, err))
		}
	}
	return faults
}

// cpuSeconds is the processor time of a whole process: twice what a job may
// take on all its processors. A process that used up half is replaced, so the
// limit never meets a job that keeps to its own.
func (c Config) cpuSeconds() uint64 {
	return 2 * uint64(c.Limits.Wait/time.Second+1) * uint64(c.Processors)
}
