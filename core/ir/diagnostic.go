// SPDX-License-Identifier: GPL-3.0-or-later

package ir

import (
	"errors"
	"fmt"
)

// Severity grades a Diagnostic.
type Severity uint8

// Severities. The numbers are part of the wire form.
const (
	SeverityInfo Severity = iota
	SeverityWarning
)

// Diagnostic is something a decoder wants known that does not stop it. It is
// not an error: what stops a decoder is a DecodeError.
type Diagnostic struct {
	Severity  Severity
	Code      string // stable, lower-case with dashes: "unknown-order", "two-writers"
	Summary   string // one sentence, no file content beyond names of the format
	Offset    uint64 // byte offset in the source, valid if HasOffset
	HasOffset bool
}

// Code is the class of a DecodeError. It decides the exit code and whether a
// job is retried (never: bad input stays bad).
type Code string

// Classes of decoding failure.
const (
	// CodeNotRecognised: the bytes are not of this format. Exit code 3.
	CodeNotRecognised Code = "not_recognised"
	// CodeUnsupportedVersion: the format is known, this version is not. Exit code 3.
	CodeUnsupportedVersion Code = "unsupported_version"
	// CodeTruncated: the source ends inside a record; everything before it was
	// sent. Exit code 4.
	CodeTruncated Code = "truncated"
	// CodeMalformed: a record contradicts the format; everything before it was
	// sent. Exit code 4.
	CodeMalformed Code = "malformed"
	// CodeLimitExceeded: a documented limit was passed. Exit code 6.
	CodeLimitExceeded Code = "limit_exceeded"
)

// DecodeError is why a decoder could not go on, and where.
type DecodeError struct {
	Code    Code
	Section string // part of the format: "container", "packet", "metadata", ...
	Offset  uint64 // byte offset in the source
	Message string // what is wrong, without file content
	Cause   error  // may be nil
}

func (e *DecodeError) Error() string {
	text := fmt.Sprintf("%s: %s at byte %d: %s", e.Code, e.Section, e.Offset, e.Message)
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *DecodeError) Unwrap() error { return e.Cause }

// AsDecodeError finds a DecodeError in err's chain.
func AsDecodeError(err error) (*DecodeError, bool) {
	var decode *DecodeError
	ok := errors.As(err, &decode)
	return decode, ok
}
