// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"convertd/conversion"
	"convertd/failure"
)

// Client submits jobs and reads what became of them. It is used by the command
// line, by the micro service and by the workers, from several goroutines.
type Client struct {
	conn    *nats.Conn
	storage *storage
	now     func() time.Time
}

// NewClient opens streams and buckets over conn and changes none of them;
// ErrNotSetUp if some are missing. The connection stays the caller's.
func NewClient(ctx context.Context, conn *nats.Conn) (*Client, error) {
	return NewClientOf(ctx, conn, Stores{})
}

// NewClientOf is NewClient with sources or results outside of NATS.
func NewClientOf(ctx context.Context, conn *nats.Conn, stores Stores) (*Client, error) {
	opened, err := openStorage(ctx, conn, stores)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn, storage: opened, now: time.Now}, nil
}

// pingTimeout is how long daemons have to answer Ping.
const pingTimeout = 5 * time.Second

// Ping asks whether any daemon takes jobs from this server; ErrUnavailable if
// none answers.
func (c *Client) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	if _, err := c.conn.RequestWithContext(ctx, SubjectFormats, nil); err != nil {
		return fmt.Errorf("%w: no `convertd serve` answers on this server: start one: %w", failure.ErrUnavailable, err)
	}
	return nil
}

// NewJobID makes an id for a job whose submitter has none.
func NewJobID() string { return nuid.Next() }

// UploadSource stores a replay in convert_sources under its SHA-256 and
// returns that name. What is there already is not sent again.
func (c *Client) UploadSource(ctx context.Context, data []byte) (string, error) {
	name := conversion.SourceSHA256(data)
	size, err := c.storage.sources.Stat(ctx, name)
	if err == nil && size == uint64(len(data)) {
		return name, nil
	}
	if err != nil && !errors.Is(err, failure.ErrNotFound) {
		return "", fmt.Errorf("source cannot be stored: %w", err)
	}
	if _, err := c.storage.sources.Put(ctx, name, bytes.NewReader(data)); err != nil {
		return "", fmt.Errorf("source cannot be stored: %w", err)
	}
	return name, nil
}

// Submit queues a job and returns its state. Submitting the same id again is
// safe at any time: it leaves one job. Missing id, format, priority and time
// are filled in.
func (c *Client) Submit(ctx context.Context, job Job) (Status, error) {
	if job.ID == "" {
		job.ID = NewJobID()
	}
	if job.Format == "" {
		job.Format = conversion.FormatAuto
	}
	if job.Priority == "" {
		job.Priority = PriorityNormal
	}
	if job.RequestedAt.IsZero() {
		job.RequestedAt = c.now().UTC()
	}
	if err := job.Validate(); err != nil {
		return Status{}, err
	}
	status, err := c.storage.updateStatus(ctx, job.ID, c.now(), func(status *Status, found bool) error {
		if found {
			return errUnchanged
		}
		*status = newStatus(job)
		return nil
	})
	if err != nil || status.State.Final() {
		return status, err
	}
	if err := c.enqueue(ctx, job, status); err != nil {
		if errors.Is(err, failure.ErrQuota) {
			err = errors.Join(err, c.storage.forgetRefused(ctx, status))
		}
		return status, err
	}
	return status, nil
}

// newStatus is the first state of a job.
func newStatus(job Job) Status {
	return Status{
		ID: job.ID, State: StateQueued, Priority: job.Priority, Filename: job.Filename,
		Labels: job.Labels, RequestedAt: job.RequestedAt.UTC(),
	}
}

// enqueue puts a job on the stream and says that it is there. The message id
// keeps a submission that is repeated from being queued twice; it has the time of
// the request, so that an id is free again once its job was removed.
func (c *Client) enqueue(ctx context.Context, job Job, status Status) error {
	messageID := fmt.Sprintf("%s.%d.%d", job.ID, status.Retries, status.RequestedAt.UnixNano())
	if err := c.storage.publish(ctx, job.Priority.subject(job.group()), job, jetstream.WithMsgID(messageID)); err != nil {
		return refusedAtQueue(err, job.group())
	}
	return c.storage.publishEvent(ctx, Event{Job: job.ID, Filename: job.Filename, Kind: EventAccepted, At: c.now().UTC()})
}

// Status returns the state of a job; ErrNotFound if there is none.
func (c *Client) Status(ctx context.Context, id string) (Status, error) {
	if !jobID.MatchString(id) {
		return Status{}, fmt.Errorf("%w: %q is not a job id", failure.ErrUsage, id)
	}
	status, _, err := c.storage.readStatus(ctx, id)
	return status, err
}

// Cancel ends a job that is not finished: a waiting one is never started, a
// running one is stopped. A finished job stays as it is; its state is returned.
func (c *Client) Cancel(ctx context.Context, id string) (Status, error) {
	if !jobID.MatchString(id) {
		return Status{}, fmt.Errorf("%w: %q is not a job id", failure.ErrUsage, id)
	}
	status, err := c.storage.updateStatus(ctx, id, c.now(), func(status *Status, found bool) error {
		if !found {
			return fmt.Errorf("job %s: %w", id, failure.ErrNotFound)
		}
		if status.State.Final() {
			return errUnchanged
		}
		status.State = StateCancelled
		status.Error = NewFailure(failure.ErrCancelled)
		return nil
	})
	if err != nil || status.State != StateCancelled {
		return status, err
	}
	// The event reaches the worker that has the job now.
	return status, c.storage.publishEvent(ctx, Event{Job: id, Filename: status.Filename, Kind: EventCancelled, At: c.now().UTC(), Error: status.Error})
}

// Retry queues a failed or cancelled job again, as its dead letter holds it.
func (c *Client) Retry(ctx context.Context, id string) (Status, error) {
	present, err := c.Status(ctx, id)
	if err != nil {
		return Status{}, err
	}
	if present.State != StateFailed && present.State != StateCancelled {
		return present, fmt.Errorf("%w: job %s is %s: only failed and cancelled jobs can be retried", failure.ErrUsage, id, present.State)
	}
	letters, err := c.deadLetters(ctx, id)
	if err != nil {
		return present, err
	}
	if len(letters) == 0 || letters[len(letters)-1].letter.Job == nil {
		return present, fmt.Errorf("%w: the dead letter of job %s is gone: submit it again", failure.ErrNotFound, id)
	}
	job := *letters[len(letters)-1].letter.Job
	status, err := c.storage.updateStatus(ctx, id, c.now(), func(status *Status, found bool) error {
		if !found || (status.State != StateFailed && status.State != StateCancelled) {
			return fmt.Errorf("%w: job %s changed meanwhile", failure.ErrUsage, id)
		}
		retries := status.Retries
		*status = newStatus(job)
		status.Retries = retries + 1
		return nil
	})
	if err != nil {
		return present, err
	}
	if err := c.enqueue(ctx, job, status); err != nil {
		if !errors.Is(err, failure.ErrQuota) {
			return status, err
		}
		// Its dead letter is still there: it can be retried later.
		_, restoreErr := c.storage.updateStatus(ctx, id, c.now(), func(status *Status, _ bool) error {
			*status = present
			return nil
		})
		return present, errors.Join(err, restoreErr)
	}
	for _, letter := range letters {
		if err := c.storage.dead.DeleteMsg(ctx, letter.sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			return status, fmt.Errorf("the old dead letter cannot be removed: %w", unavailable(err))
		}
	}
	return status, nil
}

// Result returns a finished conversion by its key; ErrNotFound if there is none.
func (c *Client) Result(ctx context.Context, key string) (Result, error) {
	return c.storage.readResult(ctx, key)
}

// OpenFile opens the converted file of a result. The caller closes it; the
// last Read fails if the content does not have the digest it was stored with.
func (c *Client) OpenFile(ctx context.Context, result Result) (io.ReadCloser, error) {
	object, _, err := c.storage.files.Open(ctx, result.File)
	if err != nil {
		return nil, fmt.Errorf("file of result %s cannot be read: %w", result.Key, err)
	}
	return object, nil
}
