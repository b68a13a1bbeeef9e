// SPDX-License-Identifier: GPL-3.0-or-later

//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in struct seccomp_data, which a filter reads: the number of the
// call, the architecture, the low half of an argument (little-endian machines
// only, which is what the build constraint leaves).
const (
	offsetNumber = 0
	offsetArch   = 4
	offsetArgs   = 16
	sizeArg      = 8
)

// x32Bit marks calls of the x32 interface, which share the architecture of
// amd64 and would slip past numbers.
const x32Bit = 0x40000000

const (
	loadWord    = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	jumpEqual   = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	jumpGreater = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	giveBack    = unix.BPF_RET | unix.BPF_K
)

const (
	allow   = unix.SECCOMP_RET_ALLOW
	killAll = unix.SECCOMP_RET_KILL_PROCESS
)

func deny(errno unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(errno) }

// filter is a classic BPF program being written.
type filter []unix.SockFilter

func (f *filter) add(code uint16, k uint32, jumpTrue, jumpFalse uint8) {
	*f = append(*f, unix.SockFilter{Code: code, Jt: jumpTrue, Jf: jumpFalse, K: k})
}

// begin checks the architecture and leaves the call's number loaded.
func (f *filter) begin() {
	f.add(loadWord, offsetArch, 0, 0)
	f.add(jumpEqual, auditArch, 1, 0)
	f.add(giveBack, killAll, 0, 0)
	f.add(loadWord, offsetNumber, 0, 0)
	f.add(jumpGreater, x32Bit, 0, 1)
	f.add(giveBack, deny(unix.ENOSYS), 0, 0)
}

// on answers action for the given calls, whatever their arguments.
func (f *filter) on(action uint32, calls ...uint32) {
	for _, call := range calls {
		f.add(jumpEqual, call, 0, 1)
		f.add(giveBack, action, 0, 0)
	}
}

// condition is about one half of one argument of a call. What the mask leaves
// of it is compared.
type condition struct {
	argument int
	high     bool
	mask     uint32
	want     uint32
}

// when answers match for a call whose arguments meet every condition, and miss
// if one does not.
func (f *filter) when(call uint32, match, miss uint32, conditions ...condition) {
	const perCondition = 3
	f.add(jumpEqual, call, 0, uint8(perCondition*len(conditions)+2))
	for i, c := range conditions {
		offset := uint32(offsetArgs + sizeArg*c.argument)
		if c.high {
			offset += sizeArg / 2
		}
		f.add(loadWord, offset, 0, 0)
		f.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, c.mask, 0, 0)
		f.add(jumpEqual, c.want, 0, uint8(perCondition*(len(conditions)-i-1)+1))
	}
	f.add(giveBack, match, 0, 0)
	f.add(giveBack, miss, 0, 0)
}

// whole compares the lower half of an argument, which is all of an int.
func whole(argument int, want uint32) condition {
	return condition{argument: argument, mask: ^uint32(0), want: want}
}

// oneOf allows a call with one of the values as an argument.
func (f *filter) oneOf(call uint32, argument int, miss uint32, values ...uint32) {
	f.add(jumpEqual, call, 0, uint8(2*len(values)+2))
	f.add(loadWord, uint32(offsetArgs+sizeArg*argument), 0, 0)
	for _, value := range values {
		f.add(jumpEqual, value, 0, 1)
		f.add(giveBack, allow, 0, 0)
	}
	f.add(giveBack, miss, 0, 0)
}

// install puts the filter on the calling thread or, with the TSYNC flag, on
// every thread of the process.
func (f filter) install(flags uintptr) error {
	program := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags,
		uintptr(unsafe.Pointer(&program))) //nolint:gosec // the kernel reads the struct in place
	runtime.KeepAlive(f)
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}

// seccompProcess leaves a running Go server what it needs to answer on the
// connections of its listener, and nothing else.
func seccompProcess() Guard {
	const name = "seccomp"
	var program filter
	program.begin()
	program.on(allow, innerAllowed...)
	program.on(allow, innerAllowedHere...)
	program.threadsOnly()
	program.on(deny(unix.ENOSYS), unix.SYS_CLONE3)
	program.when(unix.SYS_TGKILL, allow, deny(unix.EPERM), whole(0, uint32(os.Getpid())))
	program.oneOf(unix.SYS_PRCTL, 0, deny(unix.EPERM), unix.PR_SET_VMA)
	program.oneOf(unix.SYS_FCNTL, 1, deny(unix.EPERM), fileCommands...)
	program.privateMemory()
	program.add(giveBack, deny(unix.EPERM), 0, 0)
	if err := program.install(unix.SECCOMP_FILTER_FLAG_TSYNC); err != nil {
		return Guard{Name: name, Detail: err.Error()}
	}
	return Guard{Name: name, Active: true, Detail: "no opening of files, no sockets, no programs, no processes"}
}

// innerAllowed is what the Go runtime and a gRPC server use once they run:
// memory, threads, time, the poller, and what they already have open.
var innerAllowed = []uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_PREAD64, unix.SYS_PWRITE64,
	unix.SYS_CLOSE, unix.SYS_FSTAT, unix.SYS_LSEEK, unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_PIPE2,
	unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MADVISE, unix.SYS_MREMAP, unix.SYS_MINCORE, unix.SYS_BRK,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	unix.SYS_FUTEX, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_MEMBARRIER,
	unix.SYS_SET_TID_ADDRESS, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY,
	unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETTIMEOFDAY,
	unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_DELETE, unix.SYS_SETITIMER,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2,
	unix.SYS_PPOLL, unix.SYS_PSELECT6,
	unix.SYS_ACCEPT, unix.SYS_ACCEPT4, unix.SYS_SHUTDOWN, unix.SYS_RECVFROM, unix.SYS_SENDTO, unix.SYS_RECVMSG,
	unix.SYS_SENDMSG, unix.SYS_GETSOCKOPT, unix.SYS_SETSOCKOPT, unix.SYS_GETSOCKNAME, unix.SYS_GETPEERNAME,
	unix.SYS_GETRANDOM, unix.SYS_GETRUSAGE, unix.SYS_UNAME,
	unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID, unix.SYS_GETPPID,
}
