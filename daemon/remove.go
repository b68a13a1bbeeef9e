// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// Selection says which finished jobs are meant.
type Selection struct {
	State  State             // "" is every final state
	Before time.Time         // last changed before; zero is any time
	Labels map[string]string // all of them
}

func (s *Selection) has(job *Status) bool {
	if !job.State.Final() || s.State != "" && job.State != s.State || !s.Before.IsZero() && !job.UpdatedAt.Before(s.Before) {
		return false
	}
	for name, value := range s.Labels {
		if present, ok := job.Labels[name]; !ok || present != value {
			return false
		}
	}
	return true
}

// Select lists the finished jobs that are meant, oldest request first.
func (c *Client) Select(ctx context.Context, selection Selection) ([]Status, error) {
	jobs, err := c.Jobs(ctx)
	if err != nil {
		return nil, err
	}
	var selected []Status
	for i := range jobs {
		if selection.has(&jobs[i]) {
			selected = append(selected, jobs[i])
		}
	}
	return selected, nil
}

// Remove forgets a finished job: its events, its report message, its dead
// letter, and last its state, so that a removal that was interrupted can be
// repeated. The result stays, as other jobs may have it: RemoveResult.
func (c *Client) Remove(ctx context.Context, id string) (Status, error) {
	status, err := c.Status(ctx, id)
	if err != nil {
		return status, err
	}
	if !status.State.Final() {
		return status, fmt.Errorf("%w: job %s is %s: cancel it first", failure.ErrUsage, id, status.State)
	}
	for _, kept := range []struct {
		stream  jetstream.Stream
		subject string
	}{
		{c.storage.events, eventSubject(id, "*")},
		{c.storage.reports, reportSubjects(id)},
		{c.storage.dead, deadSubjects(id)},
	} {
		if err := kept.stream.Purge(ctx, jetstream.WithPurgeSubject(kept.subject)); err != nil {
			return status, fmt.Errorf("job %s cannot be removed: %w", id, unavailable(err))
		}
	}
	if err := c.storage.status.Purge(ctx, id); err != nil {
		return status, fmt.Errorf("job %s cannot be removed: %w", id, unavailable(err))
	}
	return status, nil
}

// RemoveResult removes a finished conversion: its entry first, so that nobody
// finds an entry without its file, then file and report.
func (c *Client) RemoveResult(ctx context.Context, key string) (Result, error) {
	result, err := c.storage.readResult(ctx, key)
	if err != nil {
		return result, err
	}
	if err := c.storage.results.Purge(ctx, key); err != nil {
		return result, fmt.Errorf("result %s cannot be removed: %w", key, unavailable(err))
	}
	for _, name := range []string{result.File, result.Report} {
		if err := c.storage.files.Remove(ctx, name); err != nil {
			return result, fmt.Errorf("object %s cannot be removed: %w", name, err)
		}
	}
	return result, nil
}

// ResultsOf returns the results that only the given jobs have.
func (c *Client) ResultsOf(ctx context.Context, removed []Status) ([]string, error) {
	all, err := c.Jobs(ctx)
	if err != nil {
		return nil, err
	}
	gone, needed := map[string]bool{}, map[string]bool{}
	for i := range removed {
		gone[removed[i].ID] = true
	}
	for i := range all {
		if !gone[all[i].ID] && all[i].Result != "" {
			needed[all[i].Result] = true
		}
	}
	var keys []string
	for i := range removed {
		if key := removed[i].Result; key != "" && !needed[key] {
			needed[key] = true // once
			keys = append(keys, key)
		}
	}
	return keys, nil
}
