package pipeline_test

import (
	"syscall"
	"time"
)

// threadTime is the processor time that the thread has used which asks.
func threadTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_THREAD, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
