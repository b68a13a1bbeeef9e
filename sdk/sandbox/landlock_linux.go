// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock interface versions that brought the rights used here.
const (
	landlockRefer     = 2
	landlockTruncate  = 3
	landlockTCP       = 4
	landlockDevices   = 5
	landlockScopes    = 6
	landlockAllThread = 8
)

const (
	landlockExecute   = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE
	landlockReadTree  = landlockExecute | unix.LANDLOCK_ACCESS_FS_READ_DIR
	landlockSocketDir = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_READ_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK
)

// errNoLandlock is why a kernel has no Landlock.
var errNoLandlock = errors.New("the kernel has no Landlock or it is switched off")

// landlockRule allows access beneath one open file or folder.
type landlockRule struct {
	file   *os.File
	access uint64
}

// landlockRuleset makes a ruleset that denies everything this kernel knows to
// deny, but for the rules. The caller closes the descriptor.
func landlockRuleset(rules []landlockRule) (fd, version int, err error) {
	version, err = landlockVersion()
	if err != nil {
		return -1, 0, err
	}
	handled := unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1}
	if version >= landlockRefer {
		handled.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= landlockTruncate {
		handled.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= landlockTCP {
		handled.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= landlockDevices {
		handled.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if version >= landlockScopes {
		handled.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	result, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET,
		uintptr(unsafe.Pointer(&handled)), unsafe.Sizeof(handled), 0) //nolint:gosec // the kernel reads the struct in place
	if errno != 0 {
		return -1, version, fmt.Errorf("landlock_create_ruleset: %w", errno)
	}
	fd = int(result)
	for _, rule := range rules {
		if err := landlockAllow(fd, rule, handled.Handled_access_fs); err != nil {
			_ = unix.Close(fd)
			return -1, version, err
		}
	}
	return fd, version, nil
}

// landlockVersion asks the kernel which version of Landlock it has. Tests put
// another answer here.
var landlockVersion = kernelLandlockVersion

func kernelLandlockVersion() (int, error) {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	switch {
	case errno == unix.ENOSYS || errno == unix.EOPNOTSUPP:
		return 0, errNoLandlock
	case errno != 0:
		return 0, fmt.Errorf("landlock version: %w", errno)
	}
	return int(version), nil
}

func landlockAllow(fd int, rule landlockRule, handled uint64) error {
	beneath := unix.LandlockPathBeneathAttr{
		Allowed_access: rule.access & handled,
		Parent_fd:      int32(rule.file.Fd()),
	}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(fd), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&beneath)), 0, 0, 0) //nolint:gosec // the kernel reads the struct in place
	runtime.KeepAlive(rule.file)
	if errno != 0 {
		return fmt.Errorf("landlock_add_rule: %w", errno)
	}
	return nil
}

// landlockThread restricts the calling thread; the caller has locked it.
func landlockThread(rules []landlockRule) Guard {
	const name = "landlock"
	fd, version, err := landlockRuleset(rules)
	if err != nil {
		return Guard{Name: name, Detail: err.Error()}
	}
	defer unix.Close(fd) //nolint:errcheck // nothing to lose
	if _, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(fd), 0, 0); errno != 0 {
		return Guard{Name: name, Detail: fmt.Sprintf("landlock_restrict_self: %v", errno)}
	}
	return Guard{Name: name, Active: true, Detail: landlockCover(version, "its own executable and socket folder only")}
}

// landlockProcess takes every file right from every thread.
func landlockProcess() Guard {
	const name = "landlock"
	fd, version, err := landlockRuleset(nil)
	if err != nil {
		return Guard{Name: name, Detail: err.Error()}
	}
	defer unix.Close(fd) //nolint:errcheck // nothing to lose
	if version >= landlockAllThread {
		if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(fd), unix.LANDLOCK_RESTRICT_SELF_TSYNC, 0); errno != 0 {
			return Guard{Name: name, Detail: fmt.Sprintf("landlock_restrict_self: %v", errno)}
		}
		return Guard{Name: name, Active: true, Detail: landlockCover(version, "no files")}
	}
	_, _, errno := syscall.AllThreadsSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(fd), 0, 0)
	switch {
	case errno == syscall.ENOTSUP:
		return Guard{Name: name, Detail: "a cgo build cannot restrict all its threads before Landlock version 8; " +
			"seccomp and the host's Landlock stand in"}
	case errno != 0:
		return Guard{Name: name, Detail: fmt.Sprintf("landlock_restrict_self: %v", errno)}
	}
	return Guard{Name: name, Active: true, Detail: landlockCover(version, "no files")}
}

func landlockCover(version int, files string) string {
	detail := fmt.Sprintf("version %d: %s", version, files)
	if version >= landlockTCP {
		detail += ", no TCP"
	}
	if version >= landlockScopes {
		detail += ", no abstract sockets, no signals outwards"
	} else {
		detail += "; it has no scope for signals and abstract sockets: seccomp stands in"
	}
	return detail
}
