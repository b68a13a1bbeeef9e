// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// innerAllowedHere are calls that only this machine has: none.
var innerAllowedHere []uint32
