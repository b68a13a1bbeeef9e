// SPDX-License-Identifier: GPL-3.0-or-later

// Command convertd turns replays of other real-time-strategy games into Iron
// Curtain's `.icrep`: as a daemon over NATS, or here and now.
//
// This package is wiring: one file per verb parses its arguments, calls the
// rooms that do the work, and renders what they say. docs/operations.md lists
// verbs, configuration and exit codes.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"convertd/failure"
	"convertd/printable"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
}

// run is the whole program; it returns the exit code.
func run(arguments []string, stdin io.Reader, stdout, stderr io.Writer, environ []string) int {
	// The processes that strangers' bytes are read in are started again and
	// again: they skip everything else.
	if len(arguments) == 2 && arguments[0] == decoderVerb {
		return serveDecoder(arguments[1], stderr)
	}
	if len(arguments) == 2 && arguments[0] == unpackVerb {
		return serveUnpack(arguments[1], stdin, stdout, stderr)
	}
	ctx, stop := signalContext(stderr)
	defer stop()
	shown := printable.NewWriter(&standardOutput{stdout})
	program := &program{stdin: stdin, stdout: shown, piped: stdout, stderr: stderr, environ: environ}
	root := newRoot(program)
	root.SetArgs(arguments)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := program.contain(func() error { return root.ExecuteContext(ctx) })
	if flushErr := shown.Flush(); flushErr != nil && !errors.Is(err, errStandardOutput) {
		err = errors.Join(err, flushErr)
	}
	if err == nil {
		return failure.ExitDone
	}
	report(stderr, err)
	return exitCode(err)
}

// signalContext ends at the first interrupt or termination signal; the second
// one ends the process at once.
func signalContext(stderr io.Writer) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		select {
		case <-signals:
			cancel(failure.ErrShutdown)
		case <-done:
			return
		}
		select {
		case <-signals:
			printf(stderr, "convertd: second signal: exiting at once; unfinished jobs are delivered again\n")
			os.Exit(failure.ExitFailed)
		case <-done:
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	}
}
