// SPDX-License-Identifier: GPL-3.0-or-later

package results

import (
	"context"
	"sync"
	"time"

	"convertd/conversion"
	"convertd/daemon"
	"convertd/web/library"
)

// JobOf is the state of a job as the pages show it.
func JobOf(status *daemon.Status) *library.Job {
	job := &library.Job{
		ID: status.ID, State: string(status.State), Priority: string(status.Priority), Filename: status.Filename, Labels: status.Labels,
		Attempts: status.Attempts, Retries: status.Retries, RequestedAt: status.RequestedAt, UpdatedAt: status.UpdatedAt,
		Format: status.Format, Verdict: status.Verdict, Coverage: status.Coverage, Partial: status.Partial, Cached: status.Cached,
	}
	if job.Labels == nil {
		job.Labels = map[string]string{}
	}
	if status.Result != "" {
		job.Game = &status.Result
	}
	if status.Error != nil {
		job.Error = &library.JobError{Code: status.Error.Code, Message: status.Error.Message, Offset: status.Error.Offset}
	}
	return job
}

func (f *Follower) followJobs(ctx context.Context) error {
	position, err := f.Index.Position(ctx, positionJobs)
	if err != nil {
		return err
	}
	return f.Client.FollowJobs(ctx, position, func() {}, func(entry daemon.Followed[daemon.Status]) error {
		if err := f.job(ctx, &entry); err != nil {
			return err
		}
		return f.Index.SetPosition(ctx, positionJobs, entry.Position)
	})
}

func (f *Follower) job(ctx context.Context, entry *daemon.Followed[daemon.Status]) error {
	if entry.Removed {
		f.progress.end(entry.Key)
		return f.Index.RemoveJob(ctx, entry.Key)
	}
	job := JobOf(&entry.Value)
	if err := f.Index.PutJob(ctx, job); err != nil {
		return err
	}
	if job.State != library.JobRunning {
		f.progress.end(job.ID)
	}
	job.Progress = f.Progress(job.ID)
	f.Publish("job", job)
	return nil
}

// progresses is how far the running jobs are. It is told, not stored.
type progresses struct {
	mu      sync.Mutex
	running map[string]*library.Progress
}

// maxProgresses bounds what is kept: a job whose end nobody tells stays.
const maxProgresses = 10_000

func (p *progresses) end(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.running, id)
}

// Progress is how far a job is, nil if it does not run or said nothing yet.
func (f *Follower) Progress(id string) *library.Progress {
	f.progress.mu.Lock()
	defer f.progress.mu.Unlock()
	if known := f.progress.running[id]; known != nil {
		copied := *known
		return &copied
	}
	return nil
}

// progressEvent is the event "progress" of the pages.
type progressEvent struct {
	ID       string           `json:"id"`
	Progress library.Progress `json:"progress"`
}

func (f *Follower) followEvents(ctx context.Context) error {
	return f.Client.Watch(ctx, "", func(event daemon.Event) error {
		switch event.Kind {
		case daemon.EventStarted:
			f.progressed(event.Job, event.At, conversion.Progress{Stage: "start"})
		case daemon.EventProgress:
			if event.Progress != nil {
				f.progressed(event.Job, event.At, *event.Progress)
			}
		case daemon.EventDone, daemon.EventFailed, daemon.EventCancelled, daemon.EventRetrying:
			f.progress.end(event.Job)
		case daemon.EventAccepted:
		}
		return nil
	})
}

// progressed notes how far a job is, with its rate since it started.
func (f *Follower) progressed(id string, at time.Time, told conversion.Progress) {
	f.progress.mu.Lock()
	known := f.progress.running[id]
	if known == nil || told.Stage == "start" {
		if len(f.progress.running) >= maxProgresses {
			clear(f.progress.running)
		}
		known = &library.Progress{StartedAt: at}
		f.progress.running[id] = known
	}
	known.Stage, known.Ticks, known.Orders = told.Stage, told.Ticks, told.Orders
	if passed := at.Sub(known.StartedAt).Milliseconds(); passed > 0 {
		known.TicksPerSecond = told.Ticks * 1000 / uint64(passed)
	}
	event := progressEvent{ID: id, Progress: *known}
	f.progress.mu.Unlock()
	f.Publish("progress", event)
}
