// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// Calls that this machine names otherwise than amd64, in the lists they belong
// to.
var (
	innerAllowedHere   []uint32
	startAllowedHere   = []uint32{unix.SYS_GETRLIMIT}
	lookingAroundHere  = []uint32{unix.SYS_FSTATAT}
	dynamicAllowedHere = []uint32{unix.SYS_FSTATAT}
)

// argumentsHere is arguments for calls that only this machine has: none.
func (*filter) argumentsHere() {}
