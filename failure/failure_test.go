// SPDX-License-Identifier: GPL-3.0-or-later

package failure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"testing"

	"github.com/nats-io/nats.go"

	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/host"
)

func TestEveryErrorHasItsClass(t *testing.T) {
	decode := func(code ir.Code, cause error) error {
		return fmt.Errorf("file: %w", &ir.DecodeError{Code: code, Section: "s", Offset: 9, Message: "m", Cause: cause})
	}
	plugin := func(class error) error { return &host.PluginError{Class: class, Decoder: "d"} }
	for _, test := range []struct {
		err    error
		code   string
		action Action
		exit   int
	}{
		{nil, "done", ActionAck, ExitDone},
		{decode(ir.CodeNotRecognised, nil), "not_recognised", ActionTerm, ExitNotRecognised},
		{decode(ir.CodeUnsupportedVersion, nil), "unsupported_version", ActionTerm, ExitNotRecognised},
		{decode(ir.CodeTruncated, io.ErrUnexpectedEOF), "truncated", ActionTerm, ExitMalformed},
		{decode(ir.CodeMalformed, nil), "malformed", ActionTerm, ExitMalformed},
		{decode(ir.CodeLimitExceeded, nil), "limit_exceeded", ActionTerm, ExitLimit},
		// A decoder that died while it was asked is not the file's fault.
		{decode(ir.CodeNotRecognised, plugin(host.ErrPluginCrashed)), "plugin_crashed", ActionRetry, ExitUnavailable},
		{plugin(host.ErrPluginCrashed), "plugin_crashed", ActionRetry, ExitUnavailable},
		{plugin(host.ErrPluginTimeout), "plugin_timeout", ActionRetry, ExitUnavailable},
		{plugin(host.ErrPluginFlood), "plugin_flood", ActionTerm, ExitLimit},
		{plugin(host.ErrPluginLied), "plugin_lied", ActionTerm, ExitUnavailable},
		{plugin(host.ErrPluginUnavailable), "plugin_unavailable", ActionRetry, ExitUnavailable},
		{host.ErrUnknownDecoder, "unknown_decoder", ActionTerm, ExitNotRecognised},
		{host.ErrClosed, "shutdown", ActionHandBack, ExitFailed},
		{host.ErrSourceUnreadable, "io", ActionRetry, ExitFailed},
		{&pipeline.LimitError{What: "ticks", Limit: 1}, "limit_exceeded", ActionTerm, ExitLimit},
		{&pipeline.StreamError{Message: "m"}, "plugin_lied", ActionTerm, ExitUnavailable},
		{&ir.WireError{Part: "orders", Message: "m"}, "plugin_lied", ActionTerm, ExitUnavailable},
		{pipeline.ErrMapMissing, "map_missing", ActionTerm, ExitFailed},
		{&icrep.Error{Class: icrep.ErrNotReplay}, "not_recognised", ActionTerm, ExitNotRecognised},
		{&icrep.Error{Class: icrep.ErrUnsupported}, "unsupported_version", ActionTerm, ExitNotRecognised},
		{&icrep.Error{Class: icrep.ErrTruncated}, "truncated", ActionTerm, ExitMalformed},
		{&icrep.Error{Class: icrep.ErrCorrupt}, "malformed", ActionTerm, ExitMalformed},
		{&icrep.Error{Class: icrep.ErrLimit}, "limit_exceeded", ActionTerm, ExitLimit},
		{&icrep.Error{Class: icrep.ErrExists}, "exists", ActionTerm, ExitFailed},
		{&icsave.Error{Class: icsave.ErrCorrupt}, "malformed", ActionTerm, ExitMalformed},
		{fmt.Errorf("%w: x", ErrMalformedJob), "malformed_job", ActionTerm, ExitUsage},
		{ErrUsage, "usage", ActionTerm, ExitUsage},
		{ErrSourceMissing, "source_missing", ActionTerm, ExitFailed},
		{ErrLimit, "limit_exceeded", ActionTerm, ExitLimit},
		{ErrShutdown, "shutdown", ActionHandBack, ExitFailed},
		{ErrBusy, "busy", ActionHandBack, ExitUnavailable},
		{ErrCancelled, "cancelled", ActionTerm, ExitFailed},
		{ErrDeadline, "deadline_exceeded", ActionRetry, ExitLimit},
		{ErrExhausted, "attempts_exhausted", ActionTerm, ExitFailed},
		{ErrVerification, "verification_failed", ActionTerm, ExitVerification},
		{ErrUnavailable, "unavailable", ActionRetry, ExitUnavailable},
		{nats.ErrNoServers, "unavailable", ActionRetry, ExitUnavailable},
		{nats.ErrConnectionClosed, "unavailable", ActionRetry, ExitUnavailable},
		{context.DeadlineExceeded, "deadline_exceeded", ActionRetry, ExitLimit},
		{&fs.PathError{Op: "write", Path: "/secret", Err: errors.New("disk")}, "io", ActionRetry, ExitFailed},
		{errors.New("anything"), "internal", ActionTerm, ExitFailed},
	} {
		class := Classify(test.err)
		if class.Code != test.code || class.Action != test.action || class.Exit != test.exit {
			t.Errorf("%v is %+v, want %s, action %d, exit %d", test.err, class, test.code, test.action, test.exit)
		}
		if ExitOf(class.Code) != class.Exit {
			t.Errorf("%s: exit code by code is %d, by error %d", class.Code, ExitOf(class.Code), class.Exit)
		}
	}
	for code, class := range classes {
		if class.Code != code || class.Sentence == "" {
			t.Errorf("class %s is %+v", code, class)
		}
	}
}
