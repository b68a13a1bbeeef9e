// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// namespaceKinds are the namespaces that a program gets for itself.
var namespaceKinds = []string{"user", "pid", "mnt", "ipc", "net", "uts"}

const namespaceFlags = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWIPC | unix.CLONE_NEWNET | unix.CLONE_NEWUTS

// insideUser is who the program is in its user namespace: the number that
// systems give to nobody.
const insideUser = 65534

// sharedReason is why programs get no namespaces, once that was found out.
var sharedReason atomic.Pointer[string]

func namespacesShared() string {
	if reason := sharedReason.Load(); reason != nil {
		return *reason
	}
	return ""
}

func shareNamespaces(reason string) { sharedReason.Store(&reason) }

// ownNamespaces names the namespaces of this process.
func ownNamespaces() map[string]string {
	own := map[string]string{}
	for _, kind := range namespaceKinds {
		own[kind], _ = os.Readlink("/proc/self/ns/" + kind)
	}
	return own
}

// attributes has the kernel put the launcher where it belongs: into namespaces
// with just the capabilities that building the wall takes, and into its cage.
func attributes(told *order, cage *cage) *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cage.hold(attributes)
	if told.Outside == nil {
		return attributes
	}
	user, group := os.Geteuid(), os.Getegid()
	if told.User != 0 {
		user, group = told.User, told.User
	}
	attributes.Cloneflags = namespaceFlags
	attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: insideUser, HostID: user, Size: 1}}
	attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: insideUser, HostID: group, Size: 1}}
	attributes.GidMappingsEnableSetgroups = os.Geteuid() == 0
	attributes.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP, unix.CAP_SETUID, unix.CAP_SETGID}
	return attributes
}

// checkNamespaces compares what the launcher is in with what the host is in.
func checkNamespaces(told *order) Guard {
	const name = GuardNamespaces
	if told.Outside == nil {
		return Guard{Name: name, Detail: told.Shared}
	}
	own := ownNamespaces()
	for _, kind := range namespaceKinds {
		if own[kind] == "" || own[kind] == told.Outside[kind] {
			return Guard{Name: name, Detail: fmt.Sprintf("the one of kind %s is the host's", kind)}
		}
	}
	if pid, parent := os.Getpid(), os.Getppid(); pid != 1 || parent != 0 {
		return Guard{Name: name, Detail: fmt.Sprintf("it sees itself as process %d of %d", pid, parent)}
	}
	return Guard{Name: name, Active: true, Detail: "its own: " + strings.Join(namespaceKinds, ", ")}
}
