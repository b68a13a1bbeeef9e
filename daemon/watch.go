// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// Watch gives every event of a job, or of all jobs if job is "", first those
// that are stored and then as they happen, until use returns an error or ctx
// ends. ErrStopWatching from use ends it without error.
func (c *Client) Watch(ctx context.Context, job string, use func(Event) error) error {
	subject, policy := "convert.events.>", jetstream.DeliverNewPolicy
	if job != "" {
		if !jobID.MatchString(job) {
			return fmt.Errorf("%w: %q is not a job id", failure.ErrUsage, job)
		}
		subject, policy = "convert.events."+job+".*", jetstream.DeliverAllPolicy
	}
	return c.watch(ctx, []string{subject}, policy, func() {}, use)
}

func (c *Client) watch(ctx context.Context, subjects []string, policy jetstream.DeliverPolicy, ready func(), use func(Event) error) error {
	consumer, err := c.storage.events.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		FilterSubjects: subjects, DeliverPolicy: policy,
	})
	if err != nil {
		return fmt.Errorf("events cannot be read: %w", unavailable(err))
	}
	messages, err := consumer.Messages()
	if err != nil {
		return fmt.Errorf("events cannot be read: %w", unavailable(err))
	}
	defer messages.Stop()
	ready()
	for {
		message, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return fmt.Errorf("events cannot be read: %w", unavailable(err))
		}
		var event Event
		if err := json.Unmarshal(message.Data(), &event); err != nil {
			return fmt.Errorf("event on %s is not JSON: %w", message.Subject(), err)
		}
		if err := use(event); err != nil {
			if errors.Is(err, ErrStopWatching) {
				return nil
			}
			return err
		}
	}
}

// ErrStopWatching ends Watch.
var ErrStopWatching = errors.New("stop watching")

// Wait returns the state of a job when it is final.
func (c *Client) Wait(ctx context.Context, id string) (Status, error) {
	status, err := c.Status(ctx, id)
	if err != nil || status.State.Final() {
		return status, err
	}
	watcher, err := c.storage.status.Watch(ctx, id, jetstream.IgnoreDeletes())
	if err != nil {
		return status, fmt.Errorf("job %s cannot be watched: %w", id, unavailable(err))
	}
	defer watcher.Stop() //nolint:errcheck // nothing follows
	for {
		select {
		case <-ctx.Done():
			return status, context.Cause(ctx)
		case entry, open := <-watcher.Updates():
			if !open {
				return status, fmt.Errorf("job %s cannot be watched: %w", id, failure.ErrUnavailable)
			}
			if entry == nil {
				continue
			}
			if err := json.Unmarshal(entry.Value(), &status); err != nil {
				return status, fmt.Errorf("status of job %s is not JSON: %w", id, err)
			}
			if status.State.Final() {
				return status, nil
			}
		}
	}
}

// WatchFinal gives the end of every job that ends from now on. ready is called
// when it listens: what is submitted after that is not missed.
func (c *Client) WatchFinal(ctx context.Context, ready func(), use func(Event) error) error {
	subjects := []string{eventSubject("*", EventDone), eventSubject("*", EventFailed), eventSubject("*", EventCancelled)}
	return c.watch(ctx, subjects, jetstream.DeliverNewPolicy, ready, use)
}
