// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"fmt"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attempt is something that must not work inside the wall. Where it does, it
// changes nothing.
type attempt struct {
	name string
	try  func() unix.Errno
}

// attempts tries what must not work, with the wall standing and the program
// not yet begun. So the report is what is, not what was intended.
func (o *order) attempts() Guard {
	const name = Isolation
	tried := o.attemptList()
	var open, closed []string
	for _, attempt := range tried {
		if attempt.try() == 0 {
			open = append(open, attempt.name)
		} else {
			closed = append(closed, attempt.name)
		}
	}
	if len(open) > 0 {
		return Guard{Name: name, Detail: "tried and not denied: " + strings.Join(open, ", ")}
	}
	return Guard{Name: name, Active: true, Detail: "tried and denied: " + strings.Join(closed, ", ")}
}

func (o *order) attemptList() []attempt {
	host, top := uintptr(o.Host), []byte("/\x00")
	somewhere, inReach := &top[0], &top[0]
	if o.SocketDir != "" {
		folder := []byte(o.SocketDir + "\x00")
		inReach = &folder[0]
	}
	var limit unix.Rlimit
	const (
		processPriority = 0
		unchanged       = ^uintptr(0)
		atCwd           = ^uintptr(99) // AT_FDCWD
	)
	return []attempt{
		{"signals to others", call(unix.SYS_KILL, host, 0)},
		{"limits of others", call(unix.SYS_PRLIMIT64, host, unix.RLIMIT_CPU, 0, uintptr(unsafe.Pointer(&limit)))}, //nolint:gosec // the kernel writes it in place
		{"priorities", call(unix.SYS_SETPRIORITY, processPriority, 0, 0)},
		{"tracing", call(unix.SYS_PTRACE, unix.PTRACE_TRACEME)},
		{"modes of files", call(unix.SYS_FCHMODAT, atCwd, pointer(inReach), 0o700)},
		{"owners of files", call(unix.SYS_FCHOWNAT, atCwd, pointer(inReach), unchanged, unchanged, 0)},
		{"times of files", call(unix.SYS_UTIMENSAT, atCwd, pointer(inReach), 0, 0)},
		{"new processes", newProcess},
		{"new namespaces", call(unix.SYS_UNSHARE, unix.CLONE_NEWUSER)},
		{"mounts", call(unix.SYS_MOUNT, pointer(somewhere), pointer(somewhere), 0, unix.MS_BIND, 0)},
		{"network sockets", socket(unix.AF_INET, unix.SOCK_STREAM)},
		{"datagrams", socket(unix.AF_UNIX, unix.SOCK_DGRAM)},
		{"System V memory", systemVMemory},
		{"shared memory without a file", sharedMemory},
		{"files of the system", openFile("/etc/passwd")},
		{"files of the host's process", openFile(fmt.Sprintf("/proc/%d/environ", o.Host))},
		{"keys", call(unix.SYS_KEYCTL, 0, ^uintptr(0), 0)},
		{"io_uring", call(unix.SYS_IO_URING_SETUP, 0, 0)},
		{"bpf", call(unix.SYS_BPF, ^uintptr(0), 0, 0)},
	}
}

func pointer(text *byte) uintptr { return uintptr(unsafe.Pointer(text)) } //nolint:gosec // the kernel reads it in place

// call makes one call; those with arguments that never can be right fail
// otherwise without a wall, and still say nothing.
func call(number uintptr, arguments ...uintptr) func() unix.Errno {
	return func() unix.Errno {
		var six [6]uintptr
		copy(six[:], arguments)
		_, _, errno := unix.RawSyscall6(number, six[0], six[1], six[2], six[3], six[4], six[5])
		return errno
	}
}

func socket(family, kind int) func() unix.Errno {
	return func() unix.Errno {
		fd, _, errno := unix.RawSyscall(unix.SYS_SOCKET, uintptr(family), uintptr(kind)|unix.SOCK_CLOEXEC, 0)
		if errno == 0 {
			_ = unix.Close(int(fd))
		}
		return errno
	}
}

func openFile(path string) func() unix.Errno {
	return func() unix.Errno {
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			return unix.EACCES
		}
		_ = unix.Close(fd)
		return 0
	}
}

// newProcess makes one that ends at once, if it can.
func newProcess() unix.Errno {
	child, _, errno := unix.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	if errno == 0 && child == 0 {
		_, _, _ = unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	return errno
}

func systemVMemory() unix.Errno {
	const private, page = 0, 4096
	id, _, errno := unix.RawSyscall(unix.SYS_SHMGET, private, page, 0o600)
	if errno == 0 {
		_, _, _ = unix.RawSyscall(unix.SYS_SHMCTL, id, unix.IPC_RMID, 0)
	}
	return errno
}

func sharedMemory() unix.Errno {
	const page = 4096
	address, _, errno := unix.RawSyscall6(unix.SYS_MMAP, 0, page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANONYMOUS, ^uintptr(0), 0)
	if errno == 0 {
		_, _, _ = unix.RawSyscall(unix.SYS_MUNMAP, address, page, 0)
	}
	return errno
}

// metadata tries whether sizes and times of files outside can be seen.
func metadata() Guard {
	const name = GuardMetadata
	if _, err := os.Lstat("/proc/self"); err == nil {
		return Guard{Name: name, Detail: "names, sizes and times of files outside can be seen: neither a root of its own nor seccomp is in the way"}
	}
	return Guard{Name: name, Active: true, Detail: "tried and denied: names, sizes and times of files outside"}
}
