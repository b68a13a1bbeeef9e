// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// innerAllowedHere are calls that newer machines do not have.
var innerAllowedHere = []uint32{
	unix.SYS_ARCH_PRCTL, unix.SYS_EPOLL_WAIT, unix.SYS_POLL, unix.SYS_SELECT, unix.SYS_TIME, unix.SYS_DUP2,
}
