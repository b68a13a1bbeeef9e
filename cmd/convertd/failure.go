// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"io"

	"convertd/core/ir"
	"convertd/failure"
	"convertd/printable"
)

// exitError carries an exit code that is not that of a single error: several
// files failed, or a table has told everything already.
type exitError struct {
	code   int
	silent bool // nothing more is printed
	err    error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exitCode maps an error to an exit code (docs/operations.md#exit-codes).
func exitCode(err error) int {
	var exit *exitError
	if errors.As(err, &exit) {
		return exit.code
	}
	return failure.Classify(err).Exit
}

// report writes an error as lines of "convertd: what: where: what to do".
func report(stderr io.Writer, err error) {
	var exit *exitError
	if errors.As(err, &exit) && exit.silent {
		return
	}
	for _, line := range describe(err) {
		printf(stderr, "convertd: %s\n", line)
	}
}

// describe adds what to do to errors that only say what is wrong and where. Each
// of several errors has a line of its own.
func describe(err error) []string {
	lines := printable.Lines(err)
	decode, ok := ir.AsDecodeError(err)
	if !ok {
		return lines
	}
	if remedy := remedyOf(decode.Code); remedy != "" {
		lines[len(lines)-1] += ": " + remedy
	}
	return lines
}

// remedyOf says what somebody can do about a file that cannot be read.
func remedyOf(code ir.Code) string {
	switch code {
	case ir.CodeNotRecognised:
		return "name the format with --format, or see `convertd plugins ls` for what can be read"
	case ir.CodeUnsupportedVersion:
		return "a newer decoder may read it"
	case ir.CodeTruncated, ir.CodeMalformed:
		return "what came before was kept; get another copy of the file for the rest"
	case ir.CodeLimitExceeded:
		return "raise the limits in the configuration if the file is genuine"
	}
	return ""
}

// usage marks an error of the command line.
func usage(format string, arguments ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{failure.ErrUsage}, arguments...)...)
}

// fileError says which file an error is about.
func fileError(name string, err error) error {
	return fmt.Errorf("%s: %w", name, err)
}

// batch collects the errors of several files. One file's error is returned as
// it is; several with one exit code keep it, else the code is "failed".
type batch struct {
	errs  []error
	files int
}

func (b *batch) add(err error) {
	b.files++
	if err != nil {
		b.errs = append(b.errs, err)
	}
}

func (b *batch) err() error {
	if len(b.errs) == 0 {
		return nil
	}
	code := exitCode(b.errs[0])
	for _, err := range b.errs {
		if exitCode(err) != code {
			code = failure.ExitFailed
		}
	}
	return &exitError{code: code, err: errors.Join(b.errs...)}
}
