// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"errors"
	"fmt"
)

// Classes of what a decoder can do to a job. Test with errors.Is; the error
// itself is a *PluginError.
var (
	// ErrPluginCrashed: the process died, or the decoder panicked or gave up
	// for a reason that is not the input. Hand the job back with a delay; a
	// job that does it again and again is a dead letter.
	ErrPluginCrashed = errors.New("decoder crashed")
	// ErrPluginTimeout: the decoder kept the host waiting for too long. Treat
	// it like a crash.
	ErrPluginTimeout = errors.New("decoder timed out")
	// ErrPluginFlood: the decoder sent more than the limits allow. Do not
	// retry: the same input floods again.
	ErrPluginFlood = errors.New("decoder flooded")
	// ErrPluginLied: the decoder broke the contract: events out of order,
	// batches that are not valid. Do not retry; the decoder needs mending.
	ErrPluginLied = errors.New("decoder broke the contract")
	// ErrPluginUnavailable: the decoder could not be started: missing, wrong
	// checksum, not isolated, no handshake. Hand the job back with a long
	// delay and tell the operator.
	ErrPluginUnavailable = errors.New("decoder unavailable")
	// ErrUnknownDecoder: no decoder has that name or format. Do not retry.
	ErrUnknownDecoder = errors.New("no such decoder")
	// ErrSourceUnreadable: the source could not be read to its end. Hand the
	// job back with a delay.
	ErrSourceUnreadable = errors.New("source cannot be read")
	// ErrClosed: the host was closed. Hand the job back at once.
	ErrClosed = errors.New("host is closed")
)

// PluginError is what a decoder did to a job.
type PluginError struct {
	Class   error  // one of the ErrPlugin classes
	Decoder string // its name
	Detail  string // what happened, without content of the file
	Cause   error  // may be nil
}

func (e *PluginError) Error() string {
	text := fmt.Sprintf("decoder %q: %v", e.Decoder, e.Class)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap returns the class and the cause.
func (e *PluginError) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Class}
	}
	return []error{e.Class, e.Cause}
}
