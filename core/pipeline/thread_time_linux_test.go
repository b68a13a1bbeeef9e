// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"syscall"
	"time"
)

// threadTime is the processor time that the thread has used which asks.
func threadTime() time.Duration { return usedTime(syscall.RUSAGE_THREAD) }
