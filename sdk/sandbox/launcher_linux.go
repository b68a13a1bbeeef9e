// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A program that starts others inside a wall starts itself again as the
// launcher, which builds the wall around itself and becomes the other program.
// It does so before anything else of the program runs, so no main has to know
// of it.
func init() {
	if len(os.Args) > 2 && os.Args[0] == launcherName {
		runtime.LockOSThread()
		launch(os.Args[1], os.Args[2:])
	}
}

// exitNotLaunched is the launcher's exit code where there is no program.
const exitNotLaunched = 126

// launch never returns.
func launch(encoded string, arguments []string) {
	var told order
	if err := json.Unmarshal([]byte(encoded), &told); err != nil {
		fmt.Fprintln(os.Stderr, "convertd: this is called by convertd itself")
		os.Exit(exitNotLaunched)
	}
	answer := os.NewFile(uintptr(told.Report), "report")
	fail := func(what string, err error) {
		_ = json.NewEncoder(answer).Encode(report{Failed: fmt.Sprintf("%s: %v", what, err)})
		os.Exit(exitNotLaunched)
	}
	for _, own := range []int{told.Executable, told.Report} {
		unix.CloseOnExec(own)
	}
	execute, err := told.execution(arguments)
	if err != nil {
		fail("program", err)
	}
	said := report{Guards: told.enclose()}
	if told.Required {
		said.Lacking = Lacking(said.Guards)
	}
	if err := json.NewEncoder(answer).Encode(said); err != nil || said.Lacking != "" {
		os.Exit(exitNotLaunched)
	}
	fail("cannot execute it", execute())
}

// enclose builds the wall from the outside in, and tries each part where it
// stands: what is reported is what was seen.
func (o *order) enclose() []Guard {
	guards := []Guard{checkNamespaces(o)}
	shown, err := o.shownFiles() // as whoever may see them
	user := o.becomeNobody()
	root := Guard{Name: GuardRoot}
	if err != nil {
		root.Detail = err.Error()
	} else {
		root = shown.become()
	}
	guards = append(guards, user, root)
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return append(guards, Guard{Name: GuardSeccomp, Detail: fmt.Sprintf("no_new_privs: %v; Landlock and seccomp need it", err)})
	}
	guards = append(guards, o.landlock(), dropCapabilities(), o.limit())
	seccomp := outerSeccomp(o.Kind)
	return append(guards, seccomp, o.attempts(), metadata())
}

// errNoMounts is why a process keeps the host's file system.
var errNoMounts = errors.New("there is no mount namespace to put it in")

func (o *order) shownFiles() (*root, error) {
	if o.Outside == nil {
		return nil, errNoMounts
	}
	return o.ownRoot()
}

// landlock leaves the program its file, what it reads, and its socket folder.
func (o *order) landlock() Guard {
	executable := os.NewFile(uintptr(o.Executable), "executable")
	rules := []landlockRule{{file: executable, access: landlockExecute}}
	allow := func(path string, access uint64) {
		file, err := os.OpenFile(path, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			return
		}
		if info, err := file.Stat(); err == nil && !info.IsDir() {
			access &= landlockExecute // folder rights on a file are refused
		}
		rules = append(rules, landlockRule{file: file, access: access})
	}
	if o.SocketDir != "" {
		allow(o.SocketDir, landlockSocketDir)
	}
	for _, tree := range o.ReadTrees {
		allow(tree, landlockReadTree)
	}
	guard := landlockThread(rules)
	if !guard.Active {
		return guard
	}
	if fd, err := unix.Open("/", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err == nil {
		_ = unix.Close(fd)
		return Guard{Name: GuardLandlock, Detail: "it is there, and a folder outside can be opened"}
	}
	return guard
}

// execution prepares becoming the program, so that nothing is left to do but
// the call.
func (o *order) execution(arguments []string) (func() error, error) {
	path := o.Path
	flags := 0
	if path == "" {
		flags = unix.AT_EMPTY_PATH
	}
	name, err := syscall.BytePtrFromString(path)
	if err != nil {
		return nil, err
	}
	argv, err := syscall.SlicePtrFromStrings(arguments)
	if err != nil {
		return nil, err
	}
	environment, err := syscall.SlicePtrFromStrings(os.Environ())
	if err != nil {
		return nil, err
	}
	last := o.lastLimits()
	return func() error {
		for i := range last {
			_, _, errno := unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, uintptr(last[i].resource),
				uintptr(unsafe.Pointer(&last[i].value)), 0, 0, 0) //nolint:gosec // the kernel reads it in place
			if errno != 0 {
				return errno
			}
		}
		_, _, errno := unix.RawSyscall6(unix.SYS_EXECVEAT, uintptr(o.Executable), uintptr(unsafe.Pointer(name)), //nolint:gosec // the kernel reads them in place
			uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&environment[0])), uintptr(flags), 0) //nolint:gosec // the same
		runtime.KeepAlive(argv)
		runtime.KeepAlive(environment)
		return errno
	}, nil
}
