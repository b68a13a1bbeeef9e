// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is how long the process has computed so far. 0 if that cannot
// be said.
func processorTime(pid int) time.Duration {
	// The clock id of another process: its pid inverted, shifted over the kind
	// of clock (CPUCLOCK_SCHED).
	const schedulerClock = 2
	clock := int32(^pid)<<3 | schedulerClock
	var spent unix.Timespec
	if err := unix.ClockGettime(clock, &spent); err != nil {
		return 0
	}
	return time.Duration(spent.Nano())
}

// peakMemory is the most that a process ever held. 0 if that cannot be said.
func peakMemory(pid int) uint64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kibibytes, _ := strconv.ParseUint(fields[0], 10, 64)
	return kibibytes << 10
}

func inFolder(path, folder string) bool {
	return filepath.Dir(filepath.Clean(path)) == filepath.Clean(folder)
}
