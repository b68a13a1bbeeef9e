// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// Jobs lists the state of all jobs, oldest request first.
func (c *Client) Jobs(ctx context.Context) ([]Status, error) {
	watcher, err := c.storage.status.Watch(ctx, "*", jetstream.IgnoreDeletes())
	if err != nil {
		return nil, fmt.Errorf("jobs cannot be listed: %w", unavailable(err))
	}
	defer watcher.Stop() //nolint:errcheck // nothing follows
	var jobs []Status
	for {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case entry := <-watcher.Updates():
			if entry == nil { // everything that was there has come
				slices.SortFunc(jobs, func(a, b Status) int {
					return cmp.Or(a.RequestedAt.Compare(b.RequestedAt), cmp.Compare(a.ID, b.ID))
				})
				return jobs, nil
			}
			var status Status
			if err := json.Unmarshal(entry.Value(), &status); err != nil {
				return nil, fmt.Errorf("status of job %s is not JSON: %w", entry.Key(), err)
			}
			jobs = append(jobs, status)
		}
	}
}

// Reports lists the reports of all jobs, oldest first, without the divergence
// reports themselves.
func (c *Client) Reports(ctx context.Context) ([]ReportMessage, error) {
	var reports []ReportMessage
	err := readAll(ctx, c.storage.reports, "convert.reports.>", func(_ uint64, data []byte) error {
		var report ReportMessage
		if err := json.Unmarshal(data, &report); err != nil {
			return err
		}
		report.Divergence = nil
		reports = append(reports, report)
		return nil
	})
	return reports, err
}

// Report returns the newest report of a job, whole; ErrNotFound if it has none.
func (c *Client) Report(ctx context.Context, job string) (ReportMessage, error) {
	if !jobID.MatchString(job) {
		return ReportMessage{}, fmt.Errorf("%w: %q is not a job id", failure.ErrUsage, job)
	}
	var report ReportMessage
	found := false
	err := readAll(ctx, c.storage.reports, reportSubjects(job), func(_ uint64, data []byte) error {
		report, found = ReportMessage{}, true
		return json.Unmarshal(data, &report)
	})
	if err != nil {
		return ReportMessage{}, err
	}
	if !found {
		return ReportMessage{}, fmt.Errorf("report of job %s: %w", job, failure.ErrNotFound)
	}
	if report.Divergence == nil {
		report.Divergence, err = c.storage.readReport(ctx, report.Result)
	}
	return report, err
}

type storedLetter struct {
	sequence uint64
	letter   DeadLetter
}

// deadLetters returns the dead letters of a job, oldest first.
func (c *Client) deadLetters(ctx context.Context, job string) ([]storedLetter, error) {
	var letters []storedLetter
	err := readAll(ctx, c.storage.dead, deadSubjects(job), func(sequence uint64, data []byte) error {
		stored := storedLetter{sequence: sequence}
		if err := json.Unmarshal(data, &stored.letter); err != nil {
			return err
		}
		letters = append(letters, stored)
		return nil
	})
	return letters, err
}

// DeadLetters lists what could not be converted, oldest first.
func (c *Client) DeadLetters(ctx context.Context) ([]DeadLetter, error) {
	stored, err := c.deadLetters(ctx, "*")
	letters := make([]DeadLetter, len(stored))
	for i := range stored {
		letters[i] = stored[i].letter
	}
	return letters, err
}

// listWait bounds how long a listing waits for its next message: they are
// there already, so a silence means that the broker is gone.
const listWait = 10 * time.Second

// readAll gives every message that a stream holds now on matching subjects.
func readAll(ctx context.Context, stream jetstream.Stream, subject string, use func(sequence uint64, data []byte) error) error {
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return fmt.Errorf("stream cannot be read: %w", unavailable(err))
	}
	remaining := uint64(0)
	for _, count := range info.State.Subjects {
		remaining += count
	}
	if remaining == 0 {
		return nil
	}
	consumer, err := stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}})
	if err != nil {
		return fmt.Errorf("stream %s cannot be read: %w", info.Config.Name, unavailable(err))
	}
	messages, err := consumer.Messages()
	if err != nil {
		return fmt.Errorf("stream %s cannot be read: %w", info.Config.Name, unavailable(err))
	}
	defer messages.Stop()
	for {
		waiting, cancel := context.WithTimeout(ctx, listWait)
		message, err := messages.Next(jetstream.NextContext(waiting))
		cancel()
		if err != nil {
			return fmt.Errorf("stream %s cannot be read: %w", info.Config.Name, unavailable(errors.Join(ctx.Err(), err)))
		}
		metadata, err := message.Metadata()
		if err != nil {
			return fmt.Errorf("stream %s: %w", info.Config.Name, err)
		}
		if err := use(metadata.Sequence.Stream, message.Data()); err != nil {
			return fmt.Errorf("stream %s, message %d: %w", info.Config.Name, metadata.Sequence.Stream, err)
		}
		if metadata.NumPending == 0 {
			return nil
		}
	}
}
