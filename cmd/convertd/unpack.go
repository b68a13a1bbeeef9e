// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"time"

	"convertd/config"
	"convertd/daemon/archive"
	"convertd/failure"
	"convertd/sdk/sandbox"
)

// unpackVerb starts this program as the process that opens one archive, its
// standard input. It is not for people: import calls it.
const unpackVerb = "unpack"

// newUnpacker opens archives in processes of this program, inside the wall that
// decoders have.
func newUnpacker(loaded *config.Loaded) archive.Unpacker {
	return archive.Unpacker{
		Start: func(argument string, memory uint64, files archive.Files) (archive.Process, error) {
			return startUnpack(argument, memory, files, loaded.Plugins.RequireIsolation)
		},
		Memory:           uint64(loaded.Limits.DecoderMemory),
		Silence:          loaded.Limits.DecoderSilence,
		RequireIsolation: loaded.Plugins.RequireIsolation,
	}
}

func startUnpack(argument string, memory uint64, files archive.Files, required bool) (archive.Process, error) {
	self, err := sandbox.OpenSelf()
	if err != nil {
		return nil, err
	}
	defer self.Close() //nolint:errcheck // read-only
	if sandbox.RaceDetector {
		memory = 0 // its shadow memory counts as data
	}
	command := &exec.Cmd{
		Args: []string{"convertd", unpackVerb, argument}, Env: []string{}, // ours may hold passwords
		Stdin: files.Archive, Stdout: files.Output, Stderr: files.Complaints,
	}
	process, err := sandbox.Start(command, &sandbox.Wall{
		Kind: sandbox.KindOf(self), Executable: self, ReadTrees: sandbox.StartTrees(self, ""),
		Limits: sandbox.Limits{Memory: memory}, Required: required,
	})
	if errors.Is(err, sandbox.ErrLacking) {
		return nil, fmt.Errorf("%w: plugins.require_isolation is set, and %w", archive.ErrRefused, err)
	}
	return process, err
}

// serveUnpack is what the process does.
func serveUnpack(argument string, stdin io.Reader, stdout, stderr io.Writer) int {
	request, err := archive.ParseRequest(argument)
	source, ok := stdin.(archive.Source)
	if err != nil || !ok {
		printf(stderr, "convertd: this verb is called by convertd itself\n")
		return failure.ExitUsage
	}
	// The terminal interrupts both; import ends this process when it is done
	// with what was found so far.
	signal.Ignore(os.Interrupt)
	go endWith(os.Getppid())
	guards := sandbox.Lockdown(sandbox.Limits{Memory: request.Memory})
	if reason, ok := isolated(guards); request.RequireIsolation && !ok {
		err = archive.Refuse("plugins.require_isolation is set, and isolation is not active: "+reason, stdout)
	} else {
		err = archive.Serve(request, source, stdout)
	}
	if err != nil {
		printf(stderr, "convertd: %v\n", err)
		return failure.ExitFailed
	}
	return failure.ExitDone
}

// isolated reports whether the process tried what must not work, and could not.
func isolated(guards []sandbox.Guard) (reason string, ok bool) {
	for _, guard := range guards {
		if guard.Name == sandbox.Isolation {
			return guard.Detail, guard.Active
		}
	}
	last := guards[len(guards)-1]
	return last.Name + ": " + last.Detail, false
}

// endWith ends the process soon after its parent: an archive that keeps its
// reader busy would keep it for ever.
func endWith(parent int) {
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	os.Exit(failure.ExitFailed)
}
