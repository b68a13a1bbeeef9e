// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// Calls that newer machines do not have, in the lists they belong to.
var (
	innerAllowedHere = []uint32{
		unix.SYS_ARCH_PRCTL, unix.SYS_EPOLL_WAIT, unix.SYS_POLL, unix.SYS_SELECT, unix.SYS_TIME, unix.SYS_DUP2,
	}
	startAllowedHere = []uint32{
		unix.SYS_UNLINK, unix.SYS_GETDENTS, unix.SYS_GETRLIMIT, unix.SYS_PIPE, unix.SYS_EPOLL_CREATE,
		unix.SYS_EVENTFD, unix.SYS_GETPGRP, unix.SYS_PAUSE, unix.SYS_ALARM,
	}
	lookingAroundHere  = []uint32{unix.SYS_NEWFSTATAT, unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_ACCESS, unix.SYS_READLINK}
	dynamicAllowedHere = []uint32{unix.SYS_NEWFSTATAT, unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_ACCESS, unix.SYS_READLINK, unix.SYS_SIGNALFD}
)

// argumentsHere is arguments for calls that newer machines do not have.
func (f *filter) argumentsHere() {
	f.pass(unix.SYS_OPEN, deny(unix.EACCES), condition{argument: 1, mask: unix.O_PATH, want: unix.O_PATH})
	f.on(allow, unix.SYS_OPEN)
}
