// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"convertd/core/divergence"
)

// Job is one conversion that somebody asked for.
type Job struct {
	ID          string               `json:"id"`
	State       string               `json:"state"`
	Priority    string               `json:"priority"`
	Filename    string               `json:"filename"`
	Labels      map[string]string    `json:"labels"`
	Attempts    int                  `json:"attempts"`
	Retries     int                  `json:"retries"`
	RequestedAt time.Time            `json:"requested_at"`
	UpdatedAt   time.Time            `json:"updated_at"`
	Game        *string              `json:"game"` // id of the result
	Format      string               `json:"format"`
	Verdict     string               `json:"verdict"`
	Coverage    *divergence.Coverage `json:"coverage"`
	Partial     bool                 `json:"partial"`
	Cached      bool                 `json:"cached"`
	Error       *JobError            `json:"error"`
	Progress    *Progress            `json:"progress"` // of a running job
}

// JobError is why a job failed, or the damage of its source.
type JobError struct {
	Code    string  `json:"code"`
	Message string  `json:"message"`
	Offset  *uint64 `json:"offset,omitempty"`
}

// Progress is how far a running job is.
type Progress struct {
	Stage          string    `json:"stage"`
	Ticks          uint64    `json:"ticks"`
	Orders         uint64    `json:"orders"`
	TicksPerSecond uint64    `json:"ticks_per_second"`
	StartedAt      time.Time `json:"started_at"`
}

// States of jobs.
const (
	JobQueued    = "queued"
	JobRunning   = "running"
	JobDone      = "done"
	JobFailed    = "failed"
	JobCancelled = "cancelled"
)

// JobStates lists all of them.
func JobStates() []string { return []string{JobQueued, JobRunning, JobDone, JobFailed, JobCancelled} }

// PutJob writes the state of a job.
func (x *Index) PutJob(ctx context.Context, job *Job) error {
	stored := *job
	stored.Progress = nil
	document, err := json.Marshal(&stored)
	if err != nil {
		return err
	}
	code := ""
	if job.Error != nil {
		code = job.Error.Code
	}
	return x.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO jobs (id, state, requested, error, format, document) VALUES (?,?,?,?,?,?)
			ON CONFLICT (id) DO UPDATE SET state = excluded.state, requested = excluded.requested, error = excluded.error,
			format = excluded.format, document = excluded.document`,
			job.ID, job.State, job.RequestedAt.UnixMilli(), code, job.Format, document)
		return err
	})
}

// RemoveJob takes a job out of the index; one that is not there is no error.
func (x *Index) RemoveJob(ctx context.Context, id string) error {
	return x.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM jobs WHERE id = ?", id)
		return err
	})
}

// Job returns the state of a job; ErrNotFound if there is none.
func (x *Index) Job(ctx context.Context, id string) (*Job, error) {
	var document []byte
	err := x.read.QueryRowContext(ctx, "SELECT document FROM jobs WHERE id = ?", id).Scan(&document)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("job %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	job := &Job{}
	return job, json.Unmarshal(document, job)
}

// JobCounts is how many jobs are in each state.
type JobCounts struct {
	Queued    int64 `json:"queued"`
	Running   int64 `json:"running"`
	Done      int64 `json:"done"`
	Failed    int64 `json:"failed"`
	Cancelled int64 `json:"cancelled"`
}

// CountJobs counts the jobs by state.
func (x *Index) CountJobs(ctx context.Context) (JobCounts, error) {
	var counts JobCounts
	into := map[string]*int64{
		JobQueued: &counts.Queued, JobRunning: &counts.Running, JobDone: &counts.Done, JobFailed: &counts.Failed, JobCancelled: &counts.Cancelled,
	}
	rows, err := x.read.QueryContext(ctx, "SELECT state, count(*) FROM jobs GROUP BY state")
	if err != nil {
		return counts, fmt.Errorf("library: %w", err)
	}
	defer rows.Close() //nolint:errcheck // read only
	for rows.Next() {
		var state string
		var n int64
		if err := rows.Scan(&state, &n); err != nil {
			return counts, fmt.Errorf("library: %w", err)
		}
		if count := into[state]; count != nil {
			*count = n
		}
	}
	return counts, rows.Err()
}

// JobPage is one page of jobs, newest request first.
type JobPage struct {
	Jobs   []*Job    `json:"jobs"`
	Counts JobCounts `json:"counts"`
	Next   *string   `json:"next"`
}

// sortRequested names the order of jobs in cursors.
const sortRequested Sort = "requested"

// Jobs lists jobs in one of the states, or in any if there is none.
func (x *Index) Jobs(ctx context.Context, states []string, limit int, from string) (*JobPage, error) {
	page := &JobPage{Jobs: []*Job{}}
	where := &condition{}
	where.oneOf("state", states)
	if from != "" {
		at, err := parseCursor(from, sortRequested)
		if err != nil {
			return nil, err
		}
		where.add("(requested, number) < (?, ?)", at.Value, at.Number)
	}
	var err error
	if page.Counts, err = x.CountJobs(ctx); err != nil {
		return nil, err
	}
	rows, err := x.read.QueryContext(ctx, "SELECT number, requested, document FROM jobs"+where.where()+
		" ORDER BY requested DESC, number DESC LIMIT ?", append(where.arguments, limit+1)...)
	if err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	defer rows.Close() //nolint:errcheck // read only
	last := cursor{Sort: sortRequested}
	for rows.Next() {
		if len(page.Jobs) == limit {
			next := last.text()
			page.Next = &next
			break
		}
		var document []byte
		if err := rows.Scan(&last.Number, &last.Value, &document); err != nil {
			return nil, fmt.Errorf("library: %w", err)
		}
		job := &Job{}
		if err := json.Unmarshal(document, job); err != nil {
			return nil, fmt.Errorf("library: %w", err)
		}
		page.Jobs = append(page.Jobs, job)
	}
	return page, rows.Err()
}

// DeadLetter is a job that could not be converted.
type DeadLetter struct {
	ID        string    `json:"id"`
	Reason    string    `json:"reason"`
	Error     JobError  `json:"error"`
	Attempts  int       `json:"attempts"`
	At        time.Time `json:"at"`
	Filename  string    `json:"filename"`
	Retryable bool      `json:"retryable"`
}

// Worker is one process that takes jobs.
type Worker struct {
	ID       string    `json:"id"`
	Version  string    `json:"version"`
	Started  time.Time `json:"started_at"`
	Requests int       `json:"requests"` // of its micro service
	Errors   int       `json:"errors"`
}
