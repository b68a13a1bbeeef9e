// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"errors"
	"fmt"
	"runtime/debug"
	"syscall"

	"golang.org/x/sys/unix"
)

// Lockdown builds the inner wall around the calling process, for good: it
// cannot open files, make sockets or start programs afterwards. What is open
// stays usable.
//
// Call it once, when the listener exists and before any input is read. It never
// fails: what could not be done is in the answer.
func Lockdown(limits Limits) []Guard {
	memory := limitMemory(limits)
	if RaceDetector {
		// The detector's shadow memory counts as data.
		limits.Memory = 0
	}
	guards := []Guard{memory, LimitProcess(limits)}
	if guard, ok := gainNothing(); !ok {
		return append(guards, guard)
	}
	return append(guards, landlockProcess(), seccompProcess(), observe())
}

func limitMemory(limits Limits) Guard {
	const name = "memory"
	if limits.Memory == 0 {
		return Guard{Name: name, Detail: "no limit was asked for"}
	}
	soft := limits.Memory / 100 * softMemoryPercent
	debug.SetMemoryLimit(int64(soft))
	if RaceDetector {
		return Guard{Name: name, Active: true, Detail: fmt.Sprintf("collector holds %d bytes; no hard limit under the race detector", soft)}
	}
	return Guard{Name: name, Active: true, Detail: fmt.Sprintf("collector holds %d bytes, hard limit %d", soft, limits.Memory)}
}

// gainNothing gives up gaining rights by executing programs, which Landlock and
// seccomp ask for first. It holds for all threads where the runtime can reach
// them; seccomp carries it to the others.
func gainNothing() (Guard, bool) {
	_, _, errno := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0)
	if errno == syscall.ENOTSUP {
		errno = 0
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil && !errors.As(err, &errno) {
			errno = syscall.EINVAL
		}
	}
	if errno != 0 {
		return Guard{Name: "no-new-privileges", Detail: fmt.Sprintf("prctl: %v; Landlock and seccomp need it", errno)}, false
	}
	return Guard{}, true
}

// observe tries what must not work, so that the report is what is, not what was
// intended.
func observe() Guard {
	const name = Isolation
	open := []string{}
	if fd, err := unix.Open("/", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err == nil {
		_ = unix.Close(fd)
		open = append(open, "folders can be opened")
	}
	if fd, err := unix.Open("/proc/self/exe", unix.O_RDONLY|unix.O_CLOEXEC, 0); err == nil {
		_ = unix.Close(fd)
		open = append(open, "files can be opened")
	}
	if fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0); err == nil {
		_ = unix.Close(fd)
		open = append(open, "sockets can be made")
	}
	if len(open) > 0 {
		return Guard{Name: name, Detail: fmt.Sprintf("tried and not denied: %v", open)}
	}
	return Guard{Name: name, Active: true, Detail: "tried and denied: opening files and folders, making sockets"}
}
