// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !linux

package sandbox

import (
	"fmt"
	"os/exec"
	"runtime"
	"runtime/debug"
)

func missing(name string) Guard {
	return Guard{Name: name, Detail: "not available on " + runtime.GOOS}
}

// cage would hold what a process starts.
type cage struct{}

// Start starts the program of the command, and reports that this system has no
// wall.
func Start(template *exec.Cmd, wall *Wall) (*Process, error) {
	path := wall.Path
	if path == "" {
		path = wall.Executable.Name()
	}
	command := &exec.Cmd{
		Path: path, Args: template.Args, Env: template.Env, Dir: template.Dir,
		Stdin: template.Stdin, Stdout: template.Stdout, Stderr: template.Stderr, ExtraFiles: template.ExtraFiles,
	}
	p := &Process{command: command, exited: make(chan struct{})}
	for _, name := range []string{
		GuardNamespaces, GuardRoot, GuardLandlock, GuardUser, GuardCapabilities, GuardLimits, GuardSeccomp, Isolation, GuardMetadata, GuardCgroup,
	} {
		p.Guards = append(p.Guards, missing(name))
	}
	err := command.Err
	if wall.Required {
		err = fmt.Errorf("%w: there are no walls on %s", ErrLacking, runtime.GOOS)
	}
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		p.status = err.Error()
		close(p.exited)
		return p, err
	}
	go func() {
		_ = command.Wait()
		p.status = command.ProcessState.String()
		close(p.exited)
	}()
	return p, nil
}

// Kill ends the process. It does not wait.
func (p *Process) Kill() {
	if p.command.Process != nil {
		_ = p.command.Process.Kill()
	}
}

// Lockdown holds the collector to the memory limit and reports what is missing.
func Lockdown(limits Limits) []Guard {
	memory := Guard{Name: "memory", Detail: "no limit was asked for"}
	if limits.Memory > 0 {
		debug.SetMemoryLimit(int64(limits.Memory / 100 * softMemoryPercent))
		memory = Guard{Name: "memory", Active: true, Detail: "the collector holds the limit; there is no hard one"}
	}
	return []Guard{memory, missing(GuardLimits), missing(GuardLandlock), missing(GuardSeccomp), missing(Isolation)}
}
