// SPDX-License-Identifier: GPL-3.0-or-later

//go:build unix

package pipeline_test

import (
	"syscall"
	"time"
)

// cpuTime is the processor time this process has used: on a machine that does
// other things as well it tells more than the clock.
func cpuTime() time.Duration { return usedTime(syscall.RUSAGE_SELF) }

func usedTime(who int) time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(who, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
