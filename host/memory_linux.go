// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"fmt"
	"os"
)

// residentMemory is what a process holds in memory, 0 if it is gone.
func residentMemory(pid int) uint64 {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	var size, resident uint64
	if _, err := fmt.Sscan(string(content), &size, &resident); err != nil {
		return 0
	}
	return resident * uint64(os.Getpagesize())
}
