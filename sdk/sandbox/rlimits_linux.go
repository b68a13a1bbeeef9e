// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
)

// LimitProcess sets the resource limits of a process: pid 0 is the caller's.
// Writing files and core dumps are off in any case.
func LimitProcess(pid int, limits Limits) Guard {
	const name = "rlimits"
	wanted := []struct {
		name     string
		resource int
		value    uint64
		off      bool
	}{
		{name: "core", resource: unix.RLIMIT_CORE},
		{name: "fsize", resource: unix.RLIMIT_FSIZE},
		{name: "nofile", resource: unix.RLIMIT_NOFILE, value: maxOpenFiles},
		{name: "data", resource: unix.RLIMIT_DATA, value: limits.Memory, off: limits.Memory == 0},
		{name: "cpu", resource: unix.RLIMIT_CPU, value: limits.CPUSeconds, off: limits.CPUSeconds == 0},
	}
	var set []string
	var failed error
	for _, limit := range wanted {
		if limit.off {
			continue
		}
		if err := lowerLimit(pid, limit.resource, limit.value); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", limit.name, err))
			continue
		}
		set = append(set, fmt.Sprintf("%s %d", limit.name, limit.value))
	}
	if failed != nil {
		return Guard{Name: name, Detail: "cannot set " + strings.ReplaceAll(failed.Error(), "\n", "; ")}
	}
	return Guard{Name: name, Active: true, Detail: strings.Join(set, ", ")}
}

// lowerLimit never raises: a limit that is already tighter stays.
func lowerLimit(pid, resource int, value uint64) error {
	var old unix.Rlimit
	if err := unix.Prlimit(pid, resource, nil, &old); err != nil {
		return err
	}
	wanted := unix.Rlimit{Cur: min(value, old.Cur), Max: min(value, old.Max)}
	return unix.Prlimit(pid, resource, &wanted, nil)
}
