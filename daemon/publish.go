// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// publish stores one message and waits until the server has it.
func (s *storage) publish(ctx context.Context, subject string, message any, options ...jetstream.PublishOpt) error {
	_, err := s.publishFirst(ctx, subject, message, options...)
	return err
}

// publishFirst is publish, and reports whether nobody has stored a message of this id
// before.
func (s *storage) publishFirst(ctx context.Context, subject string, message any, options ...jetstream.PublishOpt) (first bool, err error) {
	data, err := json.Marshal(message)
	if err != nil {
		return false, fmt.Errorf("message for %s: %w", subject, err)
	}
	stored, err := s.js.PublishMsg(ctx, traced(ctx, &nats.Msg{Subject: subject, Data: data}), options...)
	if err != nil {
		return false, fmt.Errorf("%s: %w", subject, unavailable(err))
	}
	return !stored.Duplicate, nil
}

func (s *storage) publishEvent(ctx context.Context, event Event) error {
	return s.publish(ctx, eventSubject(event.Job, event.Kind), event)
}

// once keeps what is said of one message of the queue from being stored twice, however
// often the message is delivered.
func once(job, what string, sequence uint64) []jetstream.PublishOpt {
	if sequence == 0 {
		return nil
	}
	return []jetstream.PublishOpt{jetstream.WithMsgID(fmt.Sprintf("%s.%s.%d", job, what, sequence))}
}

// publishEnd stores the event with which a job ends; sequence is that of its message on
// the queue.
func (s *storage) publishEnd(ctx context.Context, sequence uint64, event Event) error {
	return s.publish(ctx, eventSubject(event.Job, event.Kind), event, once(event.Job, string(event.Kind), sequence)...)
}

// saidEnd reports whether the event of a job's present end is stored.
func (s *storage) saidEnd(ctx context.Context, status Status, kind EventKind) (bool, error) {
	message, err := s.events.GetLastMsgForSubject(ctx, eventSubject(status.ID, kind))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("events of job %s cannot be read: %w", status.ID, unavailable(err))
	}
	var event Event
	return json.Unmarshal(message.Data, &event) == nil && event.At.Equal(status.UpdatedAt), nil
}

// publishReport stores the report of a job. The divergence report travels
// inside if it is small enough.
func (s *storage) publishReport(ctx context.Context, sequence uint64, message ReportMessage, report json.RawMessage) error {
	if len(report) <= MaxReportBytes {
		message.Divergence = report
	}
	return s.publish(ctx, reportSubject(message.Result.Format, message.Result.Verdict, message.Job), message, once(message.Job, "report", sequence)...)
}

// publishDead stores a dead letter. first is whether no other delivery of the message, of
// the queue's number sequence, has stored one for that reason. id is what the letters of
// one message have in common.
func (s *storage) publishDead(ctx context.Context, id string, sequence uint64, letter DeadLetter) (first bool, err error) {
	return s.publishFirst(ctx, deadSubject(letter.Reason, letter.ID), letter, once(id, "dead."+letter.Reason, sequence)...)
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
