// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"strings"
)

// Kind is what a program needs of the kernel to start and to run.
type Kind string

// Kinds of programs. The zero value is the tight one.
const (
	// KindStatic is a program without a loader, such as one built with Go: it
	// has everything in its own file.
	KindStatic Kind = ""
	// KindDynamic is a program with a loader, or a script with its runtime. It
	// looks for its libraries, and may read what it was given.
	KindDynamic Kind = "dynamic"
)

// Wall is what stays possible for one program.
type Wall struct {
	Kind Kind
	// Executable is what is executed: this open file, whatever lies under its
	// name by now. It may be read and executed.
	Executable *os.File
	// Path is where an interpreter finds its script, "" for anything else.
	Path string
	// SocketDir is where the program makes its listener, "" for none. The user
	// that the program becomes owns it from the start on.
	SocketDir string
	// ReadTrees are further files and folders to read and execute. Missing
	// ones are left out.
	ReadTrees []string
	// Limits bound the process from before its first instruction.
	Limits Limits
	// Required refuses to begin the program where the Minimum is not there:
	// Start returns an ErrLacking.
	Required bool
}

// ErrLacking is a machine that cannot shut a program in.
var ErrLacking = errors.New("this machine lacks what isolation takes")

// Process is a program inside a wall. It dies with the process that started it.
type Process struct {
	// Guards is what the wall is made of, as tried from the inside before the
	// program's first instruction.
	Guards []Guard

	command *exec.Cmd
	cage    *cage
	exited  chan struct{}
	status  string
}

// Exited is closed when the process is gone.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Status says how the process ended. It is valid after Exited.
func (p *Process) Status() string { return p.status }

// Succeeded reports whether the process ended by itself, with 0.
func (p *Process) Succeeded() bool {
	return p.command.ProcessState != nil && p.command.ProcessState.Success()
}

// Pid is the process's number for the one who started it.
func (p *Process) Pid() int { return p.command.Process.Pid }

// Names of the guards that the wall reports.
const (
	GuardLimits       = "rlimits"
	GuardNamespaces   = "namespaces"
	GuardRoot         = "root"
	GuardLandlock     = "landlock"
	GuardCapabilities = "capabilities"
	GuardUser         = "user"
	GuardSeccomp      = "seccomp"
	GuardCgroup       = "cgroup"
	GuardMetadata     = "metadata"
)

// Minimum names what isolation means where it is required.
const Minimum = "rlimits, seccomp, no capabilities, isolation as tried, and landlock or a root of its own"

// Lacking says what is missing of the minimum, "" if nothing is.
func Lacking(guards []Guard) string {
	active := map[string]bool{}
	reasons := map[string]string{}
	for _, guard := range guards {
		active[guard.Name] = guard.Active
		reasons[guard.Name] = guard.Detail
	}
	reason := func(name string) string {
		if reasons[name] == "" {
			return name + " is not there"
		}
		return name + ": " + reasons[name]
	}
	var lacking []string
	for _, name := range []string{GuardLimits, GuardSeccomp, GuardCapabilities, Isolation} {
		if !active[name] {
			lacking = append(lacking, reason(name))
		}
	}
	if !active[GuardLandlock] && !active[GuardRoot] {
		lacking = append(lacking, reason(GuardLandlock), reason(GuardRoot))
	}
	return strings.Join(lacking, "; ")
}
