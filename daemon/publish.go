// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// publish stores one message and waits until the server has it.
func (s *storage) publish(ctx context.Context, subject string, message any, options ...jetstream.PublishOpt) error {
	data, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("message for %s: %w", subject, err)
	}
	if _, err := s.js.PublishMsg(ctx, traced(ctx, &nats.Msg{Subject: subject, Data: data}), options...); err != nil {
		return fmt.Errorf("%s: %w", subject, unavailable(err))
	}
	return nil
}

func (s *storage) publishEvent(ctx context.Context, event Event) error {
	return s.publish(ctx, eventSubject(event.Job, event.Kind), event)
}

// publishReport stores the report of a job. The divergence report travels
// inside if it is small enough.
func (s *storage) publishReport(ctx context.Context, message ReportMessage, report json.RawMessage) error {
	if len(report) <= MaxReportBytes {
		message.Divergence = report
	}
	return s.publish(ctx, reportSubject(message.Result.Format, message.Result.Verdict, message.Job), message)
}

func (s *storage) publishDead(ctx context.Context, letter DeadLetter) error {
	return s.publish(ctx, deadSubject(letter.Reason, letter.ID), letter)
}

// readReport returns the divergence report of a result.
func (s *storage) readReport(ctx context.Context, result Result) (json.RawMessage, error) {
	object, _, err := s.files.Open(ctx, result.Report)
	if err != nil {
		return nil, fmt.Errorf("report %s cannot be read: %w", result.Report, err)
	}
	defer object.Close() //nolint:errcheck // read only
	report, err := io.ReadAll(object)
	if err != nil {
		return nil, fmt.Errorf("report %s cannot be read: %w", result.Report, unavailable(err))
	}
	return bytes.TrimSpace(report), nil
}
