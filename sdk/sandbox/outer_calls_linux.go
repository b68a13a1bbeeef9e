// SPDX-License-Identifier: GPL-3.0-or-later

//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// outerSeccomp leaves the calling thread, and what it executes, the calls that
// programs of that kind start and run with. It is a list of what is allowed:
// what the kernel learns tomorrow is denied today.
func outerSeccomp(kind Kind) Guard {
	program := outerFilter(kind)
	if err := program.install(0); err != nil {
		return Guard{Name: GuardSeccomp, Detail: err.Error()}
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_SETSID, 0, 0, 0); errno != unix.EPERM && errno != unix.ENOSYS {
		return Guard{Name: GuardSeccomp, Detail: "it is installed and lets other calls pass"}
	}
	which := "a program without a loader"
	if kind == KindDynamic {
		which = "a program with a loader or a runtime"
	}
	return Guard{Name: GuardSeccomp, Active: true, Detail: "the calls of " + which + ": one process, its own files and sockets, no settings of anything"}
}

// newestKnown is the first call that the list does not know of: runtimes take
// "there is no such call" for an old kernel and use another.
const newestKnown = unix.SYS_CLONE3

func outerFilter(kind Kind) filter {
	var program filter
	program.begin()
	program.on(allow, innerAllowed...)
	program.on(allow, innerAllowedHere...)
	program.on(allow, startAllowed...)
	program.on(allow, startAllowedHere...)
	if kind == KindDynamic {
		program.on(allow, dynamicAllowed...)
		program.on(allow, dynamicAllowedHere...)
	} else {
		program.on(deny(unix.EACCES), lookingAround...)
		program.on(deny(unix.EACCES), lookingAroundHere...)
	}
	program.arguments()
	program.add(jumpGreater, newestKnown, 0, 1)
	program.add(giveBack, deny(unix.ENOSYS), 0, 0)
	program.add(giveBack, deny(unix.EPERM), 0, 0)
	return program
}

// arguments allows calls that do what a program needs with some arguments, and
// something else with others.
func (f *filter) arguments() {
	self := uint32(os.Getpid()) // stays what it is when the program is executed
	f.threadsOnly()
	f.privateMemory()
	f.on(deny(unix.EACCES), unix.SYS_CONNECT)
	f.streamSockets()
	// Opening a path without rights to what lies there is a way to look around.
	f.pass(unix.SYS_OPENAT, deny(unix.EACCES), condition{argument: 2, mask: unix.O_PATH, want: unix.O_PATH})
	f.on(allow, unix.SYS_OPENAT)
	f.argumentsHere()
	for _, call := range []uint32{unix.SYS_KILL, unix.SYS_TGKILL} {
		f.when(call, allow, deny(unix.EPERM), whole(0, self))
	}
	f.when(unix.SYS_PRLIMIT64, allow, deny(unix.EPERM), whole(0, 0))
	f.when(unix.SYS_GETPRIORITY, allow, deny(unix.EPERM), whole(1, 0))
	f.oneOf(unix.SYS_PRCTL, 0, deny(unix.EPERM), unix.PR_SET_VMA, unix.PR_SET_NAME, unix.PR_GET_NAME,
		unix.PR_SET_NO_NEW_PRIVS, unix.PR_GET_NO_NEW_PRIVS, unix.PR_GET_DUMPABLE, unix.PR_CAPBSET_READ, unix.PR_GET_SECCOMP)
	f.oneOf(unix.SYS_FCNTL, 1, deny(unix.EPERM), fileCommands...)
	f.oneOf(unix.SYS_IOCTL, 1, deny(unix.ENOTTY), unix.TCGETS, unix.TIOCGWINSZ, unix.TIOCINQ, nonBlocking, closeOnExec, keepOnExec)
}

// Commands of ioctl that the unix package does not name.
const (
	keepOnExec  = 0x5450 // FIONCLEX
	closeOnExec = 0x5451 // FIOCLEX
	nonBlocking = 0x5421 // FIONBIO
)

// fileCommands are what fcntl is for here: not for having signals sent to
// somebody.
var fileCommands = []uint32{
	unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL,
	unix.F_GET_SEALS, unix.F_GETPIPE_SZ,
}

// threadsOnly lets a process make threads and no processes.
func (f *filter) threadsOnly() {
	const apart = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET
	f.when(unix.SYS_CLONE, allow, deny(unix.EPERM), condition{argument: 0, mask: unix.CLONE_THREAD | apart, want: unix.CLONE_THREAD})
}

// privateMemory denies memory that the limit on memory does not count: shared
// without a file, stacks that grow, and huge pages from their own pool.
func (f *filter) privateMemory() {
	const flags, anonymousShared = 3, unix.MAP_SHARED | unix.MAP_ANONYMOUS
	uncounted := func(mask, want uint32) {
		f.pass(unix.SYS_MMAP, deny(unix.EPERM), condition{argument: flags, mask: mask, want: want})
	}
	uncounted(anonymousShared, anonymousShared)
	uncounted(unix.MAP_GROWSDOWN, unix.MAP_GROWSDOWN)
	uncounted(unix.MAP_HUGETLB, unix.MAP_HUGETLB)
	f.on(allow, unix.SYS_MMAP)
}

// streamSockets leaves unix sockets that carry streams: those of datagrams can
// be sent to any path without a connection.
func (f *filter) streamSockets() {
	const kindMask = 0xf // the rest of the argument are flags
	for _, call := range []uint32{unix.SYS_SOCKET, unix.SYS_SOCKETPAIR} {
		f.when(call, allow, deny(unix.EACCES), whole(0, unix.AF_UNIX), condition{argument: 1, mask: kindMask, want: unix.SOCK_STREAM})
	}
	f.when(unix.SYS_SENDTO, allow, deny(unix.EACCES), whole(4, 0), condition{argument: 4, high: true, mask: ^uint32(0), want: 0})
}

// pass answers match for a call whose argument meets the condition, and goes
// on to what follows if it does not.
func (f *filter) pass(call, match uint32, c condition) {
	f.add(jumpEqual, call, 0, 5)
	f.add(loadWord, uint32(offsetArgs+sizeArg*c.argument), 0, 0)
	f.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, c.mask, 0, 0)
	f.add(jumpEqual, c.want, 0, 1)
	f.add(giveBack, match, 0, 0)
	f.add(loadWord, offsetNumber, 0, 0)
}

// startAllowed is what a program without a loader uses until it listens, and
// what builds the inner wall.
var startAllowed = []uint32{
	unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_UNLINKAT, unix.SYS_BIND, unix.SYS_LISTEN,
	unix.SYS_SECCOMP, unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_LANDLOCK_ADD_RULE, unix.SYS_LANDLOCK_RESTRICT_SELF,
	unix.SYS_GETCWD, unix.SYS_GETDENTS64, unix.SYS_SYSINFO,
	unix.SYS_GETRESUID, unix.SYS_GETRESGID, unix.SYS_GETGROUPS,
}

// lookingAround tells what lies where. A program without a loader has nowhere
// to look.
var lookingAround = []uint32{
	unix.SYS_STATX, unix.SYS_READLINKAT, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_STATFS,
}

// dynamicAllowed is what loaders and the runtimes of Python and Node add.
var dynamicAllowed = []uint32{
	unix.SYS_STATX, unix.SYS_READLINKAT, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_STATFS, unix.SYS_FSTATFS,
	unix.SYS_CHDIR, unix.SYS_FCHDIR, unix.SYS_UMASK, unix.SYS_CLOSE_RANGE,
	unix.SYS_PREADV, unix.SYS_PREADV2, unix.SYS_FADVISE64, unix.SYS_SENDFILE, unix.SYS_MSYNC,
	unix.SYS_CAPGET, unix.SYS_SCHED_GETPARAM, unix.SYS_SCHED_GETSCHEDULER,
	unix.SYS_SCHED_GET_PRIORITY_MAX, unix.SYS_SCHED_GET_PRIORITY_MIN, unix.SYS_GETCPU, unix.SYS_TIMES,
	unix.SYS_RT_SIGTIMEDWAIT, unix.SYS_RT_SIGPENDING, unix.SYS_RT_SIGSUSPEND, unix.SYS_SIGNALFD4,
	unix.SYS_TIMERFD_CREATE, unix.SYS_TIMERFD_SETTIME, unix.SYS_TIMERFD_GETTIME, unix.SYS_GETITIMER,
	unix.SYS_TIMER_GETTIME, unix.SYS_TIMER_GETOVERRUN, unix.SYS_RECVMMSG,
}
