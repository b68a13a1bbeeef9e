// SPDX-License-Identifier: GPL-3.0-or-later

package failure

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/core/rules/pack"
	"convertd/core/sim/murk"
	"convertd/host"
)

// Errors that belong to no other room. What a caller does about each: Classify.
var (
	// ErrUsage: the command line or a request asks for something that does not
	// exist or contradicts itself.
	ErrUsage = errors.New("usage")
	// ErrMalformedJob: a message on CONVERT_JOBS or a request is no job.
	ErrMalformedJob = errors.New("malformed job")
	// ErrSourceMissing: the source of a job is not there, or outside the roots.
	ErrSourceMissing = errors.New("source not found")
	// ErrLimit: a configured limit was exceeded.
	ErrLimit = errors.New("limit exceeded")
	// ErrQuota: a group has as many unfinished jobs as it may.
	ErrQuota = errors.New("quota exceeded")
	// ErrShutdown is the cause of a context that ends because the process does.
	ErrShutdown = errors.New("shutting down")
	// ErrCancelled is the cause of a context whose job was cancelled.
	ErrCancelled = errors.New("cancelled")
	// ErrDeadline is the cause of a context whose job took too long.
	ErrDeadline = errors.New("deadline exceeded")
	// ErrBusy: another worker converts the same content now.
	ErrBusy = errors.New("content is being converted by another worker")
	// ErrExhausted: a job took its workers down with it too often.
	ErrExhausted = errors.New("attempts exhausted")
	// ErrUnavailable: broker or decoder cannot be reached.
	ErrUnavailable = errors.New("unavailable")
	// ErrVerification: a file does not hold what it promises.
	ErrVerification = errors.New("verification failed")
	// ErrNotFound: no job, report or result of that name.
	ErrNotFound = errors.New("not found")
)

// Action is what happens to the message of a job.
type Action uint8

// Actions.
const (
	ActionAck      Action = iota // done; the job leaves the queue
	ActionRetry                  // handed back with a delay; a dead letter after too many attempts
	ActionHandBack               // handed back at once; the attempt does not count
	ActionTerm                   // never to be tried again; a dead letter
)

// Exit codes of the command line (docs/operations.md#exit-codes).
const (
	ExitDone          = 0
	ExitFailed        = 1
	ExitUsage         = 2
	ExitNotRecognised = 3
	ExitMalformed     = 4
	ExitVerification  = 5
	ExitLimit         = 6
	ExitUnavailable   = 7
)

// Class is a class of errors and what follows from it.
type Class struct {
	Code   string // stable: reason of dead letters, code of failures
	Action Action
	Exit   int
	// Sentence stands for the error where its own text could hold something
	// private.
	Sentence string
}

var classes = map[string]Class{
	"done":                {"done", ActionAck, ExitDone, "done"},
	"not_recognised":      {"not_recognised", ActionTerm, ExitNotRecognised, "no decoder recognises the file"},
	"unsupported_version": {"unsupported_version", ActionTerm, ExitNotRecognised, "the version of the format is not supported"},
	"truncated":           {"truncated", ActionTerm, ExitMalformed, "the file ends inside a record"},
	"malformed":           {"malformed", ActionTerm, ExitMalformed, "the file contradicts its format"},
	"limit_exceeded":      {"limit_exceeded", ActionTerm, ExitLimit, "a limit was exceeded"},
	"quota_exceeded":      {"quota_exceeded", ActionRetry, ExitLimit, "the group has as many unfinished jobs as it may"},
	"malformed_job":       {"malformed_job", ActionTerm, ExitUsage, "the job cannot be read"},
	"usage":               {"usage", ActionTerm, ExitUsage, "the request contradicts itself"},
	"source_missing":      {"source_missing", ActionTerm, ExitFailed, "the source of the job is not there"},
	"not_found":           {"not_found", ActionTerm, ExitFailed, "there is nothing of that name"},
	"cancelled":           {"cancelled", ActionTerm, ExitFailed, "the job was cancelled"},
	"attempts_exhausted":  {"attempts_exhausted", ActionTerm, ExitFailed, "the job ended its workers too often"},
	"verification_failed": {"verification_failed", ActionTerm, ExitVerification, "the file does not hold what it promises"},
	"deadline_exceeded":   {"deadline_exceeded", ActionRetry, ExitLimit, "the conversion took too long"},
	"plugin_crashed":      {"plugin_crashed", ActionRetry, ExitUnavailable, "the decoder crashed"},
	"plugin_timeout":      {"plugin_timeout", ActionRetry, ExitUnavailable, "the decoder kept the host waiting"},
	"plugin_flood":        {"plugin_flood", ActionTerm, ExitLimit, "the decoder sent more than the limits allow"},
	"plugin_lied":         {"plugin_lied", ActionTerm, ExitUnavailable, "the decoder broke its contract"},
	"plugin_unavailable":  {"plugin_unavailable", ActionRetry, ExitUnavailable, "the decoder cannot be started"},
	"unknown_decoder":     {"unknown_decoder", ActionTerm, ExitNotRecognised, "there is no decoder of that name or format"},
	"map_missing":         {"map_missing", ActionTerm, ExitFailed, "the map is in no map folder"},
	"exists":              {"exists", ActionTerm, ExitFailed, "the output is there already"},
	"unavailable":         {"unavailable", ActionRetry, ExitUnavailable, "broker or decoder cannot be reached"},
	"io":                  {"io", ActionRetry, ExitFailed, "reading or writing failed"},
	// A conversion is deterministic: an error that nobody foresaw comes again.
	"internal": {"internal", ActionTerm, ExitFailed, "the conversion failed; the log of the daemon has the cause"},
	"busy":     {"busy", ActionHandBack, ExitUnavailable, "the same content is being converted"},
	"shutdown": {"shutdown", ActionHandBack, ExitFailed, "the process is shutting down"},
}

// sentinels are looked for in this order: a more specific cause comes first.
var sentinels = []struct {
	err  error
	code string
}{
	{ErrShutdown, "shutdown"},
	{ErrCancelled, "cancelled"},
	{ErrDeadline, "deadline_exceeded"},
	{ErrBusy, "busy"},
	{ErrExhausted, "attempts_exhausted"},
	{ErrQuota, "quota_exceeded"},
	{ErrMalformedJob, "malformed_job"},
	{ErrUsage, "usage"},
	{ErrSourceMissing, "source_missing"},
	{ErrNotFound, "not_found"},
	{ErrLimit, "limit_exceeded"},
	{ErrVerification, "verification_failed"},
	{host.ErrClosed, "shutdown"},
	{host.ErrPluginCrashed, "plugin_crashed"},
	{host.ErrPluginTimeout, "plugin_timeout"},
	{host.ErrPluginFlood, "plugin_flood"},
	{host.ErrPluginLied, "plugin_lied"},
	{host.ErrPluginUnavailable, "plugin_unavailable"},
	{host.ErrUnknownDecoder, "unknown_decoder"},
	{host.ErrSourceUnreadable, "io"},
	{pipeline.ErrMapMissing, "map_missing"},
	{pipeline.ErrOtherVersion, "unsupported_version"},
	{murk.ErrWorld, "usage"}, // the description that came with the job is not that of the replay
	{icrep.ErrNotReplay, "not_recognised"},
	{icrep.ErrUnsupported, "unsupported_version"},
	{icrep.ErrTruncated, "truncated"},
	{icrep.ErrCorrupt, "malformed"},
	{icrep.ErrLimit, "limit_exceeded"},
	{icrep.ErrExists, "exists"},
	{icsave.ErrNotSave, "not_recognised"},
	{icsave.ErrUnsupported, "unsupported_version"},
	{icsave.ErrTruncated, "truncated"},
	{icsave.ErrCorrupt, "malformed"},
	{icsave.ErrLimit, "limit_exceeded"},
	{icsave.ErrExists, "exists"},
	{ErrUnavailable, "unavailable"},
	{nats.ErrNoServers, "unavailable"},
	{nats.ErrConnectionClosed, "unavailable"},
	{nats.ErrNoResponders, "unavailable"},
	{nats.ErrTimeout, "unavailable"},
	{jetstream.ErrJetStreamNotEnabled, "unavailable"},
	{context.Canceled, "shutdown"},
	{context.DeadlineExceeded, "deadline_exceeded"},
	{syscall.ENOSPC, "io"},
	{os.ErrNotExist, "source_missing"},
	{os.ErrPermission, "io"},
}

// Classify is the one place that says what follows from an error: what
// happens to the job, why it is a dead letter, and the exit code of the
// command line. A nil error is "done".
func Classify(err error) Class {
	if err == nil {
		return classes["done"]
	}
	if decode, ok := ir.AsDecodeError(err); ok {
		if decode.Code == ir.CodeNotRecognised && decode.Cause != nil {
			// A decoder could not be asked; it might have known the file.
			return Classify(decode.Cause)
		}
		if class, known := classes[string(decode.Code)]; known {
			return class
		}
	}
	for _, sentinel := range sentinels {
		if errors.Is(err, sentinel.err) {
			return classes[sentinel.code]
		}
	}
	return classifyByType(err)
}

// classifyByType knows the errors that are no sentinels.
func classifyByType(err error) Class {
	var (
		limit  *pipeline.LimitError
		stream *pipeline.StreamError
		wire   *ir.WireError
		path   *fs.PathError
		states *pipeline.SeekMismatchError
		rules  *pack.Error
	)
	switch {
	case errors.As(err, &states):
		return classes["verification_failed"]
	case errors.As(err, &limit):
		return classes["limit_exceeded"]
	case errors.As(err, &rules):
		return classes["malformed"]
	case errors.As(err, &stream), errors.As(err, &wire):
		return classes["plugin_lied"]
	case errors.As(err, &path):
		return classes["io"]
	}
	return classes["internal"]
}

// ExitOf is the exit code of a class by its code, for failures that come in a
// message.
func ExitOf(code string) int {
	if class, known := classes[code]; known {
		return class.Exit
	}
	return ExitFailed
}
