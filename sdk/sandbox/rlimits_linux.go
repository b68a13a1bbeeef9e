// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
)

// addressSlack is how much address space a program may reserve beyond its
// memory: runtimes reserve generously, and each page that is only read costs
// eight bytes of the kernel's.
const addressSlack = 64 << 30

const (
	maxStack   = 8 << 20
	maxSignals = 256
)

type processLimit struct {
	name     string
	resource int
	value    uint64
	off      bool
}

func processLimits(limits Limits, ownTasks bool) []processLimit {
	noMemory := limits.Memory == 0
	return []processLimit{
		{name: "core", resource: unix.RLIMIT_CORE},
		{name: "fsize", resource: unix.RLIMIT_FSIZE},
		{name: "nofile", resource: unix.RLIMIT_NOFILE, value: maxOpenFiles},
		{name: "memlock", resource: unix.RLIMIT_MEMLOCK},
		{name: "msgqueue", resource: unix.RLIMIT_MSGQUEUE},
		{name: "sigpending", resource: unix.RLIMIT_SIGPENDING, value: maxSignals},
		{name: "nice", resource: unix.RLIMIT_NICE},
		{name: "rtprio", resource: unix.RLIMIT_RTPRIO},
		// The kernel counts tasks by user: only in a user namespace are they
		// the program's own.
		{name: "nproc", resource: unix.RLIMIT_NPROC, value: maxTasks, off: !ownTasks},
		{name: "stack", resource: unix.RLIMIT_STACK, value: maxStack},
		{name: "cpu", resource: unix.RLIMIT_CPU, value: limits.CPUSeconds, off: limits.CPUSeconds == 0},
		{name: "as", resource: unix.RLIMIT_AS, value: limits.Memory + addressSlack, off: noMemory},
		{name: "data", resource: unix.RLIMIT_DATA, value: limits.Memory, off: noMemory},
	}
}

// limit sets the limits of the launcher, which the program inherits.
func (o *order) limit() Guard {
	limits := o.Limits
	if RaceDetector {
		limits.Memory = 0 // lastLimits sets it
	}
	return setLimits(processLimits(limits, o.Outside != nil))
}

// lastLimit is a limit that a launcher under the race detector cannot live
// with: it is set in the moment before the launcher is the program.
type lastLimit struct {
	resource int
	value    unix.Rlimit
}

func (o *order) lastLimits() []lastLimit {
	if !RaceDetector || o.Limits.Memory == 0 {
		return nil
	}
	address, memory := o.Limits.Memory+addressSlack, o.Limits.Memory
	return []lastLimit{
		{unix.RLIMIT_AS, unix.Rlimit{Cur: address, Max: address}},
		{unix.RLIMIT_DATA, unix.Rlimit{Cur: memory, Max: memory}},
	}
}

// LimitProcess sets the resource limits of the caller's process. Writing files
// and core dumps are off in any case.
func LimitProcess(limits Limits) Guard { return setLimits(processLimits(limits, false)) }

// setLimits sets limits, and reads each back.
func setLimits(wanted []processLimit) Guard {
	var set []string
	var failed error
	for _, limit := range wanted {
		if limit.off {
			continue
		}
		if err := lowerLimit(limit.resource, limit.value); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", limit.name, err))
			continue
		}
		set = append(set, fmt.Sprintf("%s %d", limit.name, limit.value))
	}
	if failed != nil {
		return Guard{Name: GuardLimits, Detail: "cannot set " + strings.ReplaceAll(failed.Error(), "\n", "; ")}
	}
	return Guard{Name: GuardLimits, Active: true, Detail: strings.Join(set, ", ")}
}

// errLimitStays is a limit that was set and is not in force.
var errLimitStays = errors.New("it is not in force")

// lowerLimit never raises: a limit that is already tighter stays.
func lowerLimit(resource int, value uint64) error {
	var old, now unix.Rlimit
	if err := unix.Prlimit(0, resource, nil, &old); err != nil {
		return err
	}
	wanted := unix.Rlimit{Cur: min(value, old.Cur), Max: min(value, old.Max)}
	if err := unix.Prlimit(0, resource, &wanted, nil); err != nil {
		return err
	}
	if err := unix.Prlimit(0, resource, nil, &now); err != nil || now.Max > value {
		return errors.Join(errLimitStays, err)
	}
	return nil
}
