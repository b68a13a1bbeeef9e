// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !linux

package sandbox

import (
	"os"
	"runtime"
	"runtime/debug"
)

// Enclosure is what stays possible inside the outer wall.
type Enclosure struct {
	Executable *os.File
	SocketDir  string
	ReadTrees  []string
}

func missing(name string) Guard {
	return Guard{Name: name, Detail: "not available on " + runtime.GOOS}
}

// Enclose reports that this system has no outer wall.
func Enclose(Enclosure) []Guard { return []Guard{missing("landlock"), missing("seccomp")} }

// LimitProcess reports that this system has no limits for other processes.
func LimitProcess(int, Limits) Guard { return missing("rlimits") }

// Lockdown holds the collector to the memory limit and reports what is missing.
func Lockdown(limits Limits) []Guard {
	memory := Guard{Name: "memory", Detail: "no limit was asked for"}
	if limits.Memory > 0 {
		debug.SetMemoryLimit(int64(limits.Memory / 100 * softMemoryPercent))
		memory = Guard{Name: "memory", Active: true, Detail: "the collector holds the limit; there is no hard one"}
	}
	return []Guard{memory, missing("rlimits"), missing("landlock"), missing("seccomp"), missing(Isolation)}
}
