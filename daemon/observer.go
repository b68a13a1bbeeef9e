// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"convertd/failure"
)

// Stage is a part of a job's time.
type Stage string

// Stages. Waiting is from the request to the worker; looking up is the source
// and the index; the conversion itself reads, plays and writes at once.
const (
	StageWait    Stage = "wait"
	StageLookup  Stage = "lookup"
	StageConvert Stage = "convert"
	StageStore   Stage = "store"
)

// Stages lists all of them.
func Stages() []Stage { return []Stage{StageWait, StageLookup, StageConvert, StageStore} }

// Ending is how a job ended at a worker.
type Ending struct {
	State           State
	Format, Verdict string // of finished jobs
	Reason          string // code of failed ones
	Cached, Partial bool
	SourceBytes     int
	FileBytes       uint64 // of finished jobs that were not cached
}

// Observer hears what a daemon does, as it does it. Its methods return at once and are
// called from several goroutines.
type Observer interface {
	Ended(Ending)
	HandedBack(reason string)
	Took(Stage, time.Duration)
	Running(change int)
}

// unobserved is the Observer of a daemon that nobody watches.
type unobserved struct{}

func (unobserved) Ended(Ending)              {}
func (unobserved) HandedBack(string)         {}
func (unobserved) Took(Stage, time.Duration) {}
func (unobserved) Running(int)               {}

// Traces travel in the headers of messages, as W3C writes them: from whoever
// asked, through the queue, to the worker and on to the decoder.
var traceHeaders = propagation.TraceContext{}

// tracer is asked for each time: a program may set up its traces late.
func tracer() trace.Tracer { return otel.Tracer("convertd/daemon") }

// traced adds the trace of ctx to a message, if there is one.
func traced(ctx context.Context, message *nats.Msg) *nats.Msg {
	if trace.SpanContextFromContext(ctx).IsValid() {
		if message.Header == nil {
			message.Header = nats.Header{}
		}
		traceHeaders.Inject(ctx, headerCarrier(message.Header))
	}
	return message
}

// headerCarrier is a message's header as traces see it. NATS keeps the case of
// names, so they are written as they are.
type headerCarrier nats.Header

func (h headerCarrier) Get(key string) string { return nats.Header(h).Get(key) }
func (h headerCarrier) Set(key, value string) { nats.Header(h).Set(key, value) }
func (h headerCarrier) Keys() []string {
	keys := make([]string, 0, len(h))
	for key := range h {
		keys = append(keys, key)
	}
	return keys
}

// stage is a part of a job's time being taken, and a span.
type stage struct {
	daemon *Daemon
	name   Stage
	begun  time.Time
	span   trace.Span
	ended  bool
}

func (d *Daemon) startStage(ctx context.Context, name Stage) (context.Context, *stage) {
	ctx, span := tracer().Start(ctx, string(name))
	return ctx, &stage{daemon: d, name: name, begun: time.Now(), span: span}
}

// end takes the time, once. The error is noted, not handled.
func (s *stage) end(err error) {
	if s.ended {
		return
	}
	s.ended = true
	s.daemon.observer.Took(s.name, time.Since(s.begun))
	noteError(s.span, err)
	s.span.End()
}

// noteError marks a span with the class of an error; its text may hold paths.
func noteError(span trace.Span, err error) {
	if err != nil {
		code := failure.Classify(err).Code
		span.SetAttributes(attribute.String("convertd.reason", code))
		span.SetStatus(codes.Error, code)
	}
}

// startJob begins the span of one delivery, below whoever submitted the job.
func (d *Daemon) startJob(ctx context.Context, current *delivery) (context.Context, trace.Span) {
	ctx = traceHeaders.Extract(ctx, headerCarrier(current.message.Headers()))
	ctx, span := tracer().Start(ctx, "job", trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
		attribute.String("convertd.job", current.job.ID), attribute.String("convertd.priority", string(current.job.Priority)),
		attribute.String("convertd.worker", d.settings.Worker),
	))
	d.observer.Running(1)
	if wait := current.begun.Sub(current.job.RequestedAt); wait >= 0 {
		d.observer.Took(StageWait, wait)
	}
	return ctx, span
}
