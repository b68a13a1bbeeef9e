// SPDX-License-Identifier: GPL-3.0-or-later

package sdk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"convertd/core/ir"
	"convertd/sdk/decoderpb"
	"convertd/sdk/wire"
)

// Sizes of the batches this sdk writes. They are well below what the contract
// allows (wire.MaxPayload), so that the host reads one batch while the decoder
// fills the next; docs/plugins.md has the measurement.
const (
	// batchOrders is how many orders go into one batch.
	batchOrders = 2048
	// batchSamples is how many sync or camera samples go into one batch. A
	// sample takes 60 bytes at most, so a batch stays well below a MiB.
	batchSamples = 2048
	// batchBytes is when native lines are sent, and the first size of buffers.
	batchBytes = 256 << 10
	// checkEvery is how many orders may pass before a cancellation is noticed.
	checkEvery = 512
)

// MaxDiagnostics is how many diagnostics one replay may cause. One more says
// how many were left out.
const MaxDiagnostics = 10_000

// MaxDiagnosticText is how many bytes of a diagnostic's code and summary are
// sent each.
const MaxDiagnosticText = 2 << 10

// Errors of a sink that was used against its contract. They are mistakes of the
// decoder, not of the input: fix the decoder.
var (
	// ErrHeaderFirst: something was sent before the header.
	ErrHeaderFirst = errors.New("sink: the header must come first")
	// ErrHeaderTwice: a second header was sent.
	ErrHeaderTwice = errors.New("sink: there is one header")
	// ErrAfterTrailer: something was sent after the trailer.
	ErrAfterTrailer = errors.New("sink: the trailer is last")
	// ErrLineBreak: a native line holds a line feed.
	ErrLineBreak = errors.New("sink: a native line must not hold a line feed")
)

// eventOutput takes the events of one job to the host.
type eventOutput interface {
	// payload returns memory to append one payload to.
	payload() []byte
	// send takes what was appended to the memory that payload returned. The
	// event may wait for others until push.
	send(kind wire.EventKind, payload []byte) error
	// sendMessage sends a diagnostic or a failure.
	sendMessage(event *wire.OutEvent) error
	// push sends on what waits.
	push() error
	// close returns when everything was sent, or cannot be sent any more.
	close()
}

// eventSink batches what a decoder emits and hands it to an output.
type eventSink struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	output eventOutput

	header, trailer bool
	unchecked       int // orders since the context was last looked at
	diagnostics     int
	*collectedRows
}

// collectedRows is what waits to become a batch. Its memory goes from job to
// job.
type collectedRows struct {
	orders ir.OrderBatchWriter
	sync   ir.SyncBatchWriter
	camera ir.CameraBatchWriter
	native []byte
}

// idleRows lends collectedRows that hold nothing.
var idleRows = sync.Pool{New: func() any { return new(collectedRows) }}

// release gives the rows back, and forgets what a failed job left in them.
func (s *eventSink) release() {
	s.orders.Discard()
	s.sync.Discard()
	s.camera.Discard()
	s.native = s.native[:0]
	idleRows.Put(s.collectedRows)
	s.collectedRows = nil
}

var _ Sink = (*eventSink)(nil)

// newEventSink makes the sink of one job. cancel ends ctx.
func newEventSink(ctx context.Context, cancel context.CancelCauseFunc, output eventOutput) *eventSink {
	return &eventSink{ctx: ctx, cancel: cancel, output: output, collectedRows: idleRows.Get().(*collectedRows)}
}

// started checks that a call comes between header and trailer.
func (s *eventSink) started() error {
	switch {
	case !s.header:
		return ErrHeaderFirst
	case s.trailer:
		return ErrAfterTrailer
	}
	return nil
}

// Header implements Sink.
func (s *eventSink) Header(header *ir.Header) error {
	if s.header {
		return ErrHeaderTwice
	}
	encoded, err := ir.AppendHeader(s.output.payload(), header)
	if err != nil {
		return unrepresentable("header", 0, err)
	}
	s.header = true
	if err := s.output.send(wire.EventHeader, encoded); err != nil {
		return err
	}
	return s.output.push()
}

// Order implements Sink.
func (s *eventSink) Order(order *ir.Order) error {
	if err := s.started(); err != nil {
		return err
	}
	full, err := s.orders.Add(order)
	if err != nil {
		return unrepresentable("order", order.Offset, err)
	}
	if full || s.orders.Len() >= batchOrders {
		return s.push()
	}
	if s.unchecked++; s.unchecked >= checkEvery {
		s.unchecked = 0
		if s.ctx.Err() != nil {
			return context.Cause(s.ctx)
		}
	}
	return nil
}

// Sync implements Sink.
func (s *eventSink) Sync(sample ir.SyncSample) error {
	if err := s.started(); err != nil {
		return err
	}
	if s.sync.Add(&sample); s.sync.Len() >= batchSamples {
		return s.push()
	}
	return nil
}

// Camera implements Sink.
func (s *eventSink) Camera(sample ir.CameraSample) error {
	if err := s.started(); err != nil {
		return err
	}
	if s.camera.Add(&sample); s.camera.Len() >= batchSamples {
		return s.push()
	}
	return nil
}

// Native implements Sink.
func (s *eventSink) Native(line []byte) error {
	if err := s.started(); err != nil {
		return err
	}
	if bytes.IndexByte(line, '\n') >= 0 {
		return ErrLineBreak
	}
	if len(line)+1 > wire.MaxPayload {
		return &ir.DecodeError{Code: ir.CodeLimitExceeded, Section: "native line", Message: fmt.Sprintf("%d bytes do not fit a batch", len(line))}
	}
	if len(s.native) > 0 && len(s.native)+len(line)+1 > batchBytes {
		if err := s.push(); err != nil {
			return err
		}
	}
	s.native = append(append(s.native, line...), '\n')
	return nil
}

// Diagnostic implements Sink.
func (s *eventSink) Diagnostic(diagnostic ir.Diagnostic) error {
	if err := s.started(); err != nil {
		return err
	}
	if s.diagnostics++; s.diagnostics > MaxDiagnostics {
		return nil
	}
	if err := s.sendDiagnostic(diagnostic); err != nil {
		return err
	}
	return s.output.push()
}

func (s *eventSink) sendDiagnostic(diagnostic ir.Diagnostic) error {
	message := &decoderpb.Diagnostic{Code: shortText(diagnostic.Code), Summary: shortText(diagnostic.Summary)}
	if diagnostic.Severity == ir.SeverityWarning {
		message.Severity = decoderpb.Severity_SEVERITY_WARNING
	}
	if diagnostic.HasOffset {
		message.Offset = &diagnostic.Offset
	}
	return s.output.sendMessage(&wire.OutEvent{Kind: wire.EventDiagnostic, Diagnostic: message})
}

// Trailer implements Sink.
func (s *eventSink) Trailer(trailer *ir.Trailer) error {
	if err := s.started(); err != nil {
		return err
	}
	if err := s.flush(); err != nil {
		return err
	}
	if left := s.diagnostics - MaxDiagnostics; left > 0 {
		if err := s.sendDiagnostic(ir.Diagnostic{
			Severity: ir.SeverityWarning, Code: "diagnostics-left-out",
			Summary: fmt.Sprintf("%d further diagnostics were left out", left),
		}); err != nil {
			return err
		}
	}
	encoded, err := ir.AppendTrailer(s.output.payload(), trailer)
	if err != nil {
		return unrepresentable("trailer", trailer.BytesConsumed, err)
	}
	s.trailer = true
	return s.output.send(wire.EventTrailer, encoded)
}

// flush hands everything that waits to the output, samples before orders: whoever
// reads an order batch already holds every sample that precedes its last order.
func (s *eventSink) flush() error {
	if s.sync.Len() > 0 {
		if err := s.output.send(wire.EventSync, s.sync.Flush(s.output.payload())); err != nil {
			return err
		}
	}
	if s.camera.Len() > 0 {
		if err := s.output.send(wire.EventCamera, s.camera.Flush(s.output.payload())); err != nil {
			return err
		}
	}
	if len(s.native) > 0 {
		lines := append(s.output.payload(), s.native...)
		s.native = s.native[:0]
		if err := s.output.send(wire.EventNative, lines); err != nil {
			return err
		}
	}
	if s.orders.Len() == 0 {
		return nil
	}
	return s.output.send(wire.EventOrders, s.orders.Flush(s.output.payload()))
}

// push sends everything that waits.
func (s *eventSink) push() error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.output.push()
}

// finish sends what is left and the failure, if there is one, and returns why
// not all of it could be sent.
func (s *eventSink) finish(decoding error) error {
	defer s.cancel(nil)
	var sending error
	if s.header && !s.trailer {
		sending = s.flush()
	}
	if decoding != nil && sending == nil && s.ctx.Err() == nil {
		// An error of this send is one of the context, looked at below.
		_ = s.output.sendMessage(&wire.OutEvent{Kind: wire.EventFailure, Failure: failureOf(decoding)})
	}
	s.release()
	s.output.close()
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return nil
}

func failureOf(err error) *decoderpb.Failure {
	var panicked *panicError
	if errors.As(err, &panicked) {
		return &decoderpb.Failure{Kind: decoderpb.FailureKind_FAILURE_PANIC, Message: validText(panicked.text)}
	}
	decode, ok := ir.AsDecodeError(err)
	if !ok {
		return &decoderpb.Failure{Kind: decoderpb.FailureKind_FAILURE_INTERNAL, Message: validText(err.Error())}
	}
	failure := &decoderpb.Failure{
		Kind: decoderpb.FailureKind_FAILURE_INPUT, Code: string(decode.Code), Section: validText(decode.Section),
		Offset: decode.Offset, Message: validText(decode.Message),
	}
	if decode.Cause != nil {
		failure.Cause = validText(decode.Cause.Error())
	}
	return failure
}

// unrepresentable is a part that the input made larger than the wire allows.
func unrepresentable(section string, offset uint64, cause error) error {
	return &ir.DecodeError{
		Code: ir.CodeLimitExceeded, Section: section, Offset: offset,
		Message: "does not fit the intermediate representation", Cause: cause,
	}
}

// shortText is validText of a diagnostic, which may quote a stranger's file.
func shortText(text string) string { return validText(text[:min(len(text), MaxDiagnosticText)]) }

// validText makes text fit a protobuf string, which must be UTF-8.
func validText(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
