// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"convertd/failure"
)

// AskToSubmit queues a job through convert.submit, which needs no right to write the
// state of jobs. Where no daemon runs yet the job is queued directly.
func (c *Client) AskToSubmit(ctx context.Context, job Job) (Status, error) {
	var status Status
	err := c.ask(ctx, SubjectSubmit, job, &status)
	if errors.Is(err, nats.ErrNoResponders) {
		return c.Submit(ctx, job)
	}
	return status, err
}

// AskToCancel cancels a job through convert.cancel, in the same way.
func (c *Client) AskToCancel(ctx context.Context, id string) (Status, error) {
	var status Status
	err := c.ask(ctx, SubjectCancel, IDRequest{ID: id}, &status)
	if errors.Is(err, nats.ErrNoResponders) {
		return c.Cancel(ctx, id)
	}
	return status, err
}

// AskToPause pauses a group through convert.pause, AskToResume resumes it, in the same
// way.
func (c *Client) AskToPause(ctx context.Context, name string) (Group, error) {
	return c.askAboutGroup(ctx, SubjectPause, name, c.Pause)
}

// AskToResume is described at AskToPause.
func (c *Client) AskToResume(ctx context.Context, name string) (Group, error) {
	return c.askAboutGroup(ctx, SubjectResume, name, c.Resume)
}

func (c *Client) askAboutGroup(ctx context.Context, subject, name string, directly func(context.Context, string) (Group, error)) (Group, error) {
	var group Group
	err := c.ask(ctx, subject, GroupRequest{Group: name}, &group)
	if errors.Is(err, nats.ErrNoResponders) {
		return directly(ctx, name)
	}
	return group, err
}

// ask sends a request to the micro service. A Failure that comes back is an error of
// its class.
func (c *Client) ask(ctx context.Context, subject string, request, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	message, err := c.conn.RequestMsgWithContext(ctx, traced(ctx, &nats.Msg{Subject: subject, Data: body}))
	if err != nil {
		return fmt.Errorf("%s: %w", subject, unavailable(err))
	}
	if message.Header.Get(micro.ErrorCodeHeader) != "" {
		var failed Failure
		if err := json.Unmarshal(message.Data, &failed); err != nil {
			return fmt.Errorf("%w: %s: %s", failure.ErrUnavailable, subject, message.Header.Get(micro.ErrorHeader))
		}
		return refusal(&failed)
	}
	if err := json.Unmarshal(message.Data, answer); err != nil {
		return fmt.Errorf("%w: the answer of %s is not JSON: %w", failure.ErrUnavailable, subject, err)
	}
	return nil
}

// refusal is an error of the class that a failure has, with its words.
func refusal(failed *Failure) error {
	class := failure.ErrUnavailable
	for _, own := range []error{failure.ErrMalformedJob, failure.ErrUsage, failure.ErrNotFound, failure.ErrLimit, failure.ErrQuota, failure.ErrSourceMissing} {
		if failure.Classify(own).Code == failed.Code {
			class = own
		}
	}
	if text, found := strings.CutPrefix(failed.Message, class.Error()+": "); found {
		return fmt.Errorf("%w: %s", class, text)
	}
	return fmt.Errorf("%w: %s", class, failed.Message)
}
