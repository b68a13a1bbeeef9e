// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/decoderpb"
	"convertd/sdk/wire"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// Request is one replay to decode.
type Request struct {
	// Decoder is the name of a decoder, or the id of a format it reads.
	Decoder string
	// Source is read once, from its start to Size, while the stream is open.
	Source io.ReaderAt
	Size   int64
	// Name is the bare file name, may be empty.
	Name    string
	Options sdk.DecodeOptions
}

// Stream is the output of one decoder for one replay. It is for one goroutine.
// Close it.
type Stream struct {
	pool    *pool
	process *process
	limits  Limits
	parent  context.Context
	call    call
	waited  time.Duration

	options  sdk.DecodeOptions
	in       wire.InEvent
	event    Event
	reading  *reading // the process's
	counts   counts
	header   bool
	players  int32 // of the header
	trailer  bool
	err      error // sticky result of Next
	released bool
	span     trace.Span
}

// call carries one job to a decoder and its events back.
type call interface {
	// receive waits for the next event, for patience at most, and returns
	// io.EOF after the last. Any other error is one for the caller of Next.
	receive(in *wire.InEvent, patience time.Duration) error
	// end lets go of the call. clean reports that the connection is as it was
	// before, so that it can carry the next job.
	end() (clean bool)
}

// reading is memory that goes from job to job with a process.
type reading struct {
	orders  ir.OrderBatchReader
	samples ir.SampleBatchReader
	sync    []ir.SyncSample
	camera  []ir.CameraSample
}

// counts is what a decoder has sent so far.
type counts struct{ bytes, native, messages, orders, diagnostics int64 }

// failureGrace is how long a decoder may take to end the call after it said why
// it failed.
const failureGrace = 2 * time.Second

// Decode starts decoding a replay. It waits for a free process, but for nothing
// the decoder does. ctx ends the decoding at any time.
func (h *Host) Decode(ctx context.Context, request *Request) (*Stream, error) {
	one, err := h.catalog.Load().named(request.Decoder)
	if err != nil {
		return nil, err
	}
	if request.Size < 0 || request.Size > h.config.Limits.SourceBytes {
		return nil, &ir.DecodeError{
			Code: ir.CodeLimitExceeded, Section: "source",
			Message: fmt.Sprintf("%d bytes, the limit is %d", request.Size, h.config.Limits.SourceBytes),
		}
	}
	ctx, span := otel.Tracer("convertd/host").Start(ctx, "decode", trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("convertd.decoder", one.name), attribute.Int64("convertd.source_bytes", request.Size)))
	process, err := h.pool.take(ctx, one)
	if err != nil {
		span.End()
		return nil, err
	}
	if request.Options.Native && !process.may(func(can *sdk.Capabilities) bool { return can.NativeLines }) {
		h.pool.giveBack(process, true)
		span.End()
		return nil, &PluginError{Class: ErrPluginUnavailable, Decoder: one.name, Detail: "it writes no lines of native records"}
	}
	stream := &Stream{
		span: span,
		pool: h.pool, process: process, limits: h.config.Limits.forSource(request.Size), parent: ctx,
		options: request.Options, reading: &process.reading,
	}
	if process.direct != nil && process.shares(request.Size) {
		stream.call = newDirectCall(stream, request)
		return stream, nil
	}
	if stream.call, err = newGRPCCall(stream, request); err != nil {
		stream.release(false)
		return nil, err
	}
	return stream, nil
}

// Next waits for the next event. It returns io.EOF after the trailer of a
// decoding that went well, an *ir.DecodeError if the input is at fault (what
// came before stands), else an error of one of this package's classes. After
// an error it returns the same error again.
func (s *Stream) Next() (*Event, error) {
	if s.err != nil {
		return nil, s.err
	}
	event, err := s.next()
	if err != nil {
		s.fail(err)
		return nil, s.err
	}
	return event, nil
}

func (s *Stream) next() (*Event, error) {
	if s.event.Kind == EventOrders && s.event.Orders.Err() != nil {
		return nil, s.lied("orders", s.event.Orders.Err())
	}
	if err := s.receive(s.limits.IdleWait); err != nil {
		if errors.Is(err, io.EOF) && !s.trailer {
			return nil, s.lied("it ended without a trailer", nil)
		}
		return nil, err
	}
	if s.trailer && s.in.Kind != wire.EventFailure {
		return nil, s.lied(fmt.Sprintf("%s after the trailer", s.in.Kind), nil)
	}
	if !s.header && s.in.Kind != wire.EventHeader && s.in.Kind != wire.EventFailure {
		return nil, s.lied(fmt.Sprintf("%s before the header", s.in.Kind), nil)
	}
	if err := s.count(); err != nil {
		return nil, err
	}
	if err := s.read(); err != nil {
		return nil, err
	}
	return &s.event, nil
}

// receive waits for one message, charging the decoder for the time.
func (s *Stream) receive(patience time.Duration) error {
	return s.call.receive(&s.in, min(patience, s.limits.Wait-s.waited))
}

// ended finds out why a decoder that was there is there no more. detail is what
// was noticed of it.
func (s *Stream) ended(detail string) error {
	if s.pool.isClosed() {
		return ErrClosed
	}
	if status, exited := s.process.waitExit(); exited {
		return s.failed(ErrPluginCrashed, "its process ended: "+status, nil)
	}
	return s.failed(ErrPluginCrashed, detail, nil)
}

// timedOut is the error of a decoder that kept the host waiting.
func (s *Stream) timedOut() error {
	return s.failed(ErrPluginTimeout, fmt.Sprintf("after %v", s.waited.Round(time.Millisecond)), nil)
}

// count charges the message to the limits.
func (s *Stream) count() error {
	c, size := &s.counts, int64(len(s.in.Payload))
	c.messages++
	switch s.in.Kind {
	case wire.EventNative:
		c.native += size
	case wire.EventDiagnostic:
		c.diagnostics++
		if s.in.Size > MaxDiagnosticBytes {
			return s.failed(ErrPluginFlood, fmt.Sprintf("a diagnostic of %d bytes", s.in.Size), nil)
		}
	case wire.EventHeader, wire.EventOrders, wire.EventSync, wire.EventCamera, wire.EventTrailer:
		c.bytes += size
	case wire.EventNone, wire.EventFailure:
	}
	return s.checkCounts()
}

func (s *Stream) checkCounts() error {
	for _, limit := range [...]struct {
		name      string
		have, max int64
	}{
		{"bytes", s.counts.bytes, s.limits.OutputBytes},
		{"bytes of native lines", s.counts.native, s.limits.NativeBytes},
		{"messages", s.counts.messages, s.limits.Messages},
		{"orders and samples", s.counts.orders, s.limits.Orders},
		{"diagnostics", s.counts.diagnostics, s.limits.Diagnostics},
	} {
		if limit.have > limit.max {
			return s.failed(ErrPluginFlood, fmt.Sprintf("more than %d %s", limit.max, limit.name), nil)
		}
	}
	return nil
}

// read turns the message into the event.
func (s *Stream) read() error {
	if s.in.Kind != wire.EventFailure && s.in.Kind != wire.EventDiagnostic && len(s.in.Payload) > wire.MaxPayload {
		return s.failed(ErrPluginFlood, fmt.Sprintf("a %s of %d bytes", s.in.Kind, len(s.in.Payload)), nil)
	}
	s.event = Event{}
	switch s.in.Kind {
	case wire.EventHeader:
		return s.readHeader()
	case wire.EventOrders, wire.EventSync, wire.EventCamera:
		if s.options.Native || s.options.Depth == sdk.DepthHeader {
			return s.lied(fmt.Sprintf("%s were not asked for", s.in.Kind), nil)
		}
		if s.in.Kind == wire.EventSync && !s.process.may(func(can *sdk.Capabilities) bool { return can.Sync }) ||
			s.in.Kind == wire.EventCamera && !s.process.may(func(can *sdk.Capabilities) bool { return can.Camera }) {
			return s.lied(fmt.Sprintf("%s samples, which it does not declare", s.in.Kind), nil)
		}
		return s.readBatch()
	case wire.EventNative:
		if !s.options.Native {
			return s.lied("native lines were not asked for", nil)
		}
		if size := len(s.in.Payload); size == 0 || s.in.Payload[size-1] != '\n' {
			return s.lied("native lines do not end with a line feed", nil)
		}
		s.event.Kind, s.event.Native = EventNative, s.in.Payload
		return nil
	case wire.EventDiagnostic:
		s.event.Kind, s.event.Diagnostic = EventDiagnostic, diagnosticOf(s.in.Diagnostic)
		return nil
	case wire.EventTrailer:
		return s.readTrailer()
	case wire.EventFailure:
		return s.failure(s.in.Failure)
	default:
		return s.lied("an event this version does not know", nil)
	}
}

func (s *Stream) readHeader() error {
	if s.header {
		return s.lied("a second header", nil)
	}
	header, err := ir.DecodeHeader(s.in.Payload)
	if err == nil {
		err = header.Validate()
	}
	if err != nil {
		return s.lied("header", err)
	}
	if !slices.ContainsFunc(s.process.info.Formats, func(f sdk.Format) bool { return f.ID == header.Format }) {
		return s.lied(fmt.Sprintf("header of format %q, which it does not declare", boundText(header.Format)), nil)
	}
	if header.PositionUnit != ir.PositionNone && !s.process.may(func(can *sdk.Capabilities) bool { return can.Positions }) {
		return s.lied("positions, which it does not declare", nil)
	}
	s.header, s.players = true, int32(len(header.Players))
	s.event.Kind, s.event.Header = EventHeader, header
	return nil
}

func (s *Stream) readBatch() error {
	var err error
	var rows int
	strangers := false
	switch s.in.Kind { //nolint:exhaustive // the caller chose among these
	case wire.EventOrders:
		err = s.reading.orders.Reset(s.in.Payload)
		rows = s.reading.orders.Len()
		s.event.Kind, s.event.Orders = EventOrders, &s.reading.orders
	case wire.EventSync:
		s.reading.sync, err = s.reading.samples.ReadSync(s.reading.sync[:0], s.in.Payload)
		s.event.Sync = s.reading.sync
		for i := range s.event.Sync {
			strangers = strangers || !s.isPlayer(s.event.Sync[i].Player)
		}
		rows = len(s.event.Sync)
		s.event.Kind = EventSync
	case wire.EventCamera:
		s.reading.camera, err = s.reading.samples.ReadCamera(s.reading.camera[:0], s.in.Payload)
		s.event.Camera = s.reading.camera
		for i := range s.event.Camera {
			strangers = strangers || !s.isPlayer(s.event.Camera[i].Player)
		}
		rows = len(s.event.Camera)
		s.event.Kind = EventCamera
	}
	if err != nil {
		return s.lied(s.in.Kind.String(), err)
	}
	if strangers {
		return s.lied(fmt.Sprintf("a %s sample of a player that the header has not", s.in.Kind), nil)
	}
	if rows == 0 {
		return s.lied(fmt.Sprintf("an empty batch of %s", s.in.Kind), nil)
	}
	s.counts.orders += int64(rows)
	return s.checkCounts()
}

func (s *Stream) readTrailer() error {
	trailer, err := ir.DecodeTrailer(s.in.Payload)
	if err != nil {
		return s.lied("trailer", err)
	}
	fits := s.isPlayer(trailer.Winner)
	for _, outcome := range trailer.Outcomes {
		fits = fits && outcome.Player != ir.NoPlayer && s.isPlayer(outcome.Player)
	}
	for _, score := range trailer.Scores {
		fits = fits && s.isPlayer(score.Player)
	}
	if !fits {
		return s.lied("the trailer names a player that the header has not", nil)
	}
	s.trailer = true
	s.event.Kind, s.event.Trailer = EventTrailer, trailer
	return nil
}

// isPlayer reports whether an index is one of the header's players, or none.
func (s *Stream) isPlayer(index int32) bool { return index >= ir.NoPlayer && index < s.players }

func diagnosticOf(message *decoderpb.Diagnostic) ir.Diagnostic {
	diagnostic := ir.Diagnostic{
		Code: boundText(message.GetCode()), Summary: boundText(message.GetSummary()),
		Offset: message.GetOffset(), HasOffset: message.Offset != nil,
	}
	if message.GetSeverity() == decoderpb.Severity_SEVERITY_WARNING {
		diagnostic.Severity = ir.SeverityWarning
	}
	return diagnostic
}

// failure is the end that the decoder itself reports.
func (s *Stream) failure(message *decoderpb.Failure) error {
	switch message.GetKind() {
	case decoderpb.FailureKind_FAILURE_INPUT:
		failure, err := s.inputFailure(message)
		if err != nil {
			return err
		}
		if err := s.receive(failureGrace); !errors.Is(err, io.EOF) {
			s.pool.config.Logger.Debug("decoder did not end after its failure", "decoder", s.process.entry.name, "error", err)
			s.release(false)
		}
		return failure
	case decoderpb.FailureKind_FAILURE_PANIC:
		return s.failed(ErrPluginCrashed, "it panicked: "+boundText(message.GetMessage()), nil)
	default:
		return s.failed(ErrPluginCrashed, "it gave up: "+boundText(message.GetMessage()), nil)
	}
}

func (s *Stream) inputFailure(message *decoderpb.Failure) (*ir.DecodeError, error) {
	failure := &ir.DecodeError{
		Code: ir.Code(message.GetCode()), Section: boundText(message.GetSection()),
		Offset: message.GetOffset(), Message: boundText(message.GetMessage()),
	}
	switch failure.Code {
	case ir.CodeNotRecognised, ir.CodeUnsupportedVersion, ir.CodeTruncated, ir.CodeMalformed, ir.CodeLimitExceeded:
	default:
		return nil, s.lied(fmt.Sprintf("failure with unknown code %q", boundText(message.GetCode())), nil)
	}
	if cause := message.GetCause(); cause != "" {
		failure.Cause = errors.New(boundText(cause))
	}
	return failure, nil
}

func (s *Stream) lied(detail string, cause error) error {
	return s.failed(ErrPluginLied, detail, cause)
}

func (s *Stream) failed(class error, detail string, cause error) error {
	return &PluginError{Class: class, Decoder: s.process.entry.name, Detail: detail, Cause: cause}
}

// fail keeps the result and lets go of the process: for the next job if the
// decoder kept to the contract, else for good.
func (s *Stream) fail(err error) {
	s.err = err
	var failure *ir.DecodeError
	healthy := errors.Is(err, io.EOF) || errors.As(err, &failure)
	var blamed *PluginError
	if errors.As(err, &blamed) {
		s.pool.config.Logger.Warn("decoding failed", "decoder", s.process.entry.name, "error", err)
	}
	s.release(healthy)
}

// Close lets go of the decoder. A decoding that has not ended is abandoned and
// its process stopped. It may be called at any time and more than once.
func (s *Stream) Close() error {
	if s.err == nil {
		s.err = ErrStreamClosed
	}
	s.release(false)
	return nil
}

// ErrStreamClosed is returned by Next after Close: a mistake of the caller.
var ErrStreamClosed = errors.New("stream is closed")

func (s *Stream) release(healthy bool) {
	if s.released {
		return
	}
	s.released = true
	defer s.span.End()
	clean := s.call.end()
	s.pool.giveBack(s.process, healthy && clean)
}
