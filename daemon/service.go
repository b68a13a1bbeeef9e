// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/micro"
	"go.opentelemetry.io/otel/trace"

	"convertd/conversion"
	"convertd/core/fault"
)

// requestTimeout bounds one request of the micro service.
const requestTimeout = 30 * time.Second

// IDRequest is the request of convert.status and convert.cancel
// (docs/schemas/id-request.schema.json).
type IDRequest struct {
	ID string `json:"id"`
}

// FormatsResponse is the answer of convert.formats (docs/schemas/formats.schema.json).
type FormatsResponse struct {
	Formats []conversion.Format `json:"formats"`
}

// startService offers convert.submit, status, cancel, formats, health and so on. Requests
// go to one of all daemons that run, but for reload, which goes to all.
func (d *Daemon) startService() (micro.Service, error) {
	service, err := micro.AddService(d.client.conn, micro.Config{
		Name: ServiceName, Version: d.settings.Version,
		Description:  "converts replays of other games to .icrep",
		StatsHandler: func(*micro.Endpoint) any { return d.counts.stats(d.runningJobs()) },
	})
	if err != nil {
		return nil, fmt.Errorf("micro service cannot be offered: %w", err)
	}
	endpoints := []struct {
		name, subject string
		handle        func(context.Context, []byte) (any, error)
	}{
		{"submit", SubjectSubmit, d.serveSubmit},
		{"status", SubjectStatus, d.serveStatus},
		{"cancel", SubjectCancel, d.serveCancel},
		{"pause", SubjectPause, d.serveGroup((*Client).Pause)},
		{"resume", SubjectResume, d.serveGroup((*Client).Resume)},
		{"formats", SubjectFormats, d.serveFormats},
		{"health", SubjectHealth, d.serveHealth},
	}
	for _, endpoint := range endpoints {
		err := service.AddEndpoint(endpoint.name, d.respond(endpoint.handle), micro.WithEndpointSubject(endpoint.subject))
		if err != nil {
			return nil, fmt.Errorf("endpoint %s: %w", endpoint.name, err)
		}
	}
	err = service.AddEndpoint("reload", d.respond(d.serveReload), micro.WithEndpointSubject(SubjectReload), micro.WithEndpointQueueGroupDisabled())
	if err != nil {
		return nil, fmt.Errorf("endpoint reload: %w", err)
	}
	return service, nil
}

// respond turns a function into a handler. An error is answered as a Failure,
// with its code in the headers of the micro protocol.
func (d *Daemon) respond(handle func(context.Context, []byte) (any, error)) micro.Handler {
	return micro.HandlerFunc(func(request micro.Request) {
		ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
		defer cancel()
		ctx = traceHeaders.Extract(ctx, headerCarrier(request.Headers()))
		ctx, span := tracer().Start(ctx, request.Subject(), trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		response, err := d.answer(ctx, handle, request.Data())
		noteError(span, err)
		if err == nil {
			err = request.RespondJSON(response)
		} else {
			described := NewFailure(err)
			body, marshalErr := json.Marshal(described)
			if marshalErr != nil {
				body = nil
			}
			err = request.Error(described.Code, described.Message, body)
		}
		if err != nil {
			d.log.Warn("request could not be answered", "subject", request.Subject(), "error", err)
		}
	})
}

// answer calls a handler; its panic is the failure of that request.
func (d *Daemon) answer(ctx context.Context, handle func(context.Context, []byte) (any, error), data []byte) (response any, err error) {
	defer func() {
		if found := fault.Of(err); found != nil {
			d.log.Error("a request's handler panicked", "fault", found.Text, "stack", string(found.Stack))
		}
	}()
	defer fault.Contain(&err)
	return handle(ctx, data)
}

// serveSubmit takes a Job whose id, format, priority and time may be absent.
func (d *Daemon) serveSubmit(ctx context.Context, data []byte) (any, error) {
	job, err := parseSubmission(data)
	if err != nil {
		return nil, err
	}
	return d.client.Submit(ctx, job)
}

func (d *Daemon) serveStatus(ctx context.Context, data []byte) (any, error) {
	id, err := parseID(data)
	if err != nil {
		return nil, err
	}
	return d.client.Status(ctx, id)
}

func (d *Daemon) serveCancel(ctx context.Context, data []byte) (any, error) {
	id, err := parseID(data)
	if err != nil {
		return nil, err
	}
	return d.client.Cancel(ctx, id)
}

func (d *Daemon) serveGroup(change func(*Client, context.Context, string) (Group, error)) func(context.Context, []byte) (any, error) {
	return func(ctx context.Context, data []byte) (any, error) {
		var request GroupRequest
		if err := decodeStrict(data, &request); err != nil {
			return nil, err
		}
		return change(d.client, ctx, request.Group)
	}
}

func (d *Daemon) serveFormats(context.Context, []byte) (any, error) {
	return FormatsResponse{Formats: d.converter.Formats()}, nil
}

func (d *Daemon) serveHealth(context.Context, []byte) (any, error) { return d.Health(), nil }

func parseID(data []byte) (string, error) {
	var request IDRequest
	if err := decodeStrict(data, &request); err != nil {
		return "", err
	}
	if !jobID.MatchString(request.ID) {
		return "", jobFault("id", "use 1 to 64 letters, digits, dashes and underscores")
	}
	return request.ID, nil
}
