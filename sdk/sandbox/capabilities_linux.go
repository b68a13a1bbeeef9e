// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// becomeNobody gives up the user. In a user namespace the number is the one
// that is mapped to the user.
func (o *order) becomeNobody() Guard {
	const name = GuardUser
	number := o.User
	if o.Outside != nil {
		number = insideUser
	}
	if o.User != 0 {
		// Raw calls, for only this thread lives on.
		if _, _, errno := unix.RawSyscall(unix.SYS_SETGROUPS, 0, 0, 0); errno != 0 {
			return Guard{Name: name, Detail: fmt.Sprintf("setgroups: %v", errno)}
		}
		user := uintptr(number)
		if _, _, errno := unix.RawSyscall(unix.SYS_SETRESGID, user, user, user); errno != 0 {
			return Guard{Name: name, Detail: fmt.Sprintf("setresgid: %v", errno)}
		}
		if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, user, user, user); errno != 0 {
			return Guard{Name: name, Detail: fmt.Sprintf("setresuid: %v", errno)}
		}
		// The kernel forgot what happens when the host dies.
		if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
			return Guard{Name: name, Detail: fmt.Sprintf("prctl: %v", err)}
		}
	}
	if o.User == 0 {
		return Guard{Name: name, Detail: o.UserDetail}
	}
	user, _, _ := unix.RawSyscall(unix.SYS_GETUID, 0, 0, 0)
	if int(user) != number {
		return Guard{Name: name, Detail: fmt.Sprintf("it is the user %d", user)}
	}
	return Guard{Name: name, Active: true, Detail: fmt.Sprintf("a number that nobody else has, %d", o.User)}
}

// dropCapabilities gives up every capability, also those that executing a
// program could bring back.
func dropCapabilities() Guard {
	const name = GuardCapabilities
	// Whoever was never allowed to change the bounding set cannot gain from
	// it: no_new_privs is set.
	for capability := uintptr(0); capability <= unix.CAP_LAST_CAP; capability++ {
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0)
	}
	const (
		noRoot, noSetuidFixup       = 1 << 0, 1 << 2
		noRootLocked, noFixupLocked = 1 << 1, 1 << 3
		noAmbient, noAmbientLocked  = 1 << 6, 1 << 7
	)
	_ = unix.Prctl(unix.PR_SET_SECUREBITS, noRoot|noRootLocked|noSetuidFixup|noFixupLocked|noAmbient|noAmbientLocked, 0, 0, 0)
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none, left [2]unix.CapUserData
	if err := unix.Capset(&header, &none[0]); err != nil {
		return Guard{Name: name, Detail: fmt.Sprintf("capset: %v", err)}
	}
	if err := unix.Capget(&header, &left[0]); err != nil || left != none {
		return Guard{Name: name, Detail: fmt.Sprintf("some are left: %v, %v", left, err)}
	}
	if securebits, err := unix.PrctlRetInt(unix.PR_GET_SECUREBITS, 0, 0, 0, 0); unix.Geteuid() == 0 && (err != nil || securebits&noRoot == 0) {
		return Guard{Name: name, Detail: "root would gain them again with the program"}
	}
	return Guard{Name: name, Active: true, Detail: "none, and none to be had"}
}
