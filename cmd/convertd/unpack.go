// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"time"

	"convertd/config"
	"convertd/daemon/archive"
	"convertd/failure"
	"convertd/sdk/sandbox"
)

// unpackVerb starts this program as the process that opens one archive, its
// standard input. It is not for people: import calls it.
const unpackVerb = "unpack"

// newUnpacker opens archives in processes of this program.
func newUnpacker(loaded *config.Loaded) (archive.Unpacker, error) {
	self, err := thisProgram()
	if err != nil {
		return archive.Unpacker{}, err
	}
	return archive.Unpacker{
		Command: func(argument string) *exec.Cmd {
			command := exec.Command(self, unpackVerb, argument) //nolint:gosec // this program itself
			command.Dir = string(os.PathSeparator)
			command.Env = []string{} // ours may hold passwords
			return command
		},
		Memory:           uint64(loaded.Limits.DecoderMemory),
		Silence:          loaded.Limits.DecoderSilence,
		RequireIsolation: loaded.Plugins.RequireIsolation,
	}, nil
}

// thisProgram is what to execute for this very program, even if its file was
// replaced since it started.
func thisProgram() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
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
