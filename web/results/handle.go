// SPDX-License-Identifier: GPL-3.0-or-later

package results

import (
	"context"
	"errors"
	"fmt"

	"convertd/daemon"
	"convertd/failure"
	"convertd/web/library"
)

// Jobs does with jobs what the pages ask for.
type Jobs struct {
	*Follower
	Uploads Uploads
}

// told turns the errors of a daemon's client into those of the library.
func told(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, failure.ErrNotFound):
		return fmt.Errorf("%w: %w", library.ErrNotFound, err)
	case errors.Is(err, failure.ErrUsage):
		return fmt.Errorf("%w: %w", library.ErrConflict, err)
	case errors.Is(err, failure.ErrUnavailable):
		return fmt.Errorf("%w: %w", library.ErrUnavailable, err)
	}
	return err
}

// Cancel ends a job that is not finished; library.ErrConflict if it is.
func (j *Jobs) Cancel(ctx context.Context, id string) (*library.Job, error) {
	before, err := j.Client.Status(ctx, id)
	if err != nil {
		return nil, told(err)
	}
	if before.State.Final() {
		return nil, fmt.Errorf("%w: the job is %s", library.ErrConflict, before.State)
	}
	status, err := j.Client.Cancel(ctx, id)
	if err != nil {
		return nil, told(err)
	}
	if status.State != daemon.StateCancelled {
		return nil, fmt.Errorf("%w: the job is %s", library.ErrConflict, status.State)
	}
	return JobOf(&status), nil
}

// Retry queues a failed or cancelled job again; library.ErrConflict if it is
// neither.
func (j *Jobs) Retry(ctx context.Context, id string) (*library.Job, error) {
	status, err := j.Client.Retry(ctx, id)
	if err != nil {
		return nil, told(err)
	}
	return JobOf(&status), nil
}

// maxLetters bounds a list of dead letters; the newest are kept.
const maxLetters = 1000

// DeadLetters lists what could not be converted, newest first.
func (j *Jobs) DeadLetters(ctx context.Context) ([]library.DeadLetter, error) {
	letters, err := j.Client.DeadLetters(ctx)
	if err != nil {
		return nil, told(err)
	}
	list := []library.DeadLetter{}
	for i := len(letters) - 1; i >= 0 && len(list) < maxLetters; i-- {
		letter := &letters[i]
		shown := library.DeadLetter{
			ID: letter.ID, Reason: letter.Reason, Attempts: letter.Attempts, At: letter.At, Retryable: letter.Job != nil,
			Error: library.JobError{Code: letter.Error.Code, Message: letter.Error.Message, Offset: letter.Error.Offset},
		}
		if letter.Job != nil {
			shown.Filename = letter.Job.Filename
		}
		list = append(list, shown)
	}
	return list, nil
}

// Workers lists the processes that take jobs.
func (j *Jobs) Workers(ctx context.Context) ([]library.Worker, error) {
	instances, err := j.Client.Instances(ctx)
	if err != nil {
		return nil, told(err)
	}
	list := []library.Worker{}
	for _, instance := range instances {
		list = append(list, library.Worker(instance))
	}
	return list, nil
}
