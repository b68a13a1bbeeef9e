// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// storeTimeout bounds what is stored about a job after its conversion. It
// holds through a shutdown: what is finished is stored.
const storeTimeout = 2 * time.Minute

// delivery is one message of CONVERT_JOBS on its way through a worker.
type delivery struct {
	message  jetstream.Msg
	sequence uint64 // of the message on CONVERT_JOBS
	job      Job
	status   Status // as last written
	attempt  int

	begun       time.Time // when this worker got it
	sourceBytes int
}

// handle takes one message to its end: acknowledged, handed back or
// terminated. It never returns with the message in neither state, except when
// the broker is gone; then AckWait hands it back.
func (d *Daemon) handle(message jetstream.Msg) {
	ctx, cancel := context.WithTimeout(d.base, d.settings.Deadline+2*storeTimeout)
	defer cancel()
	ctx = eachInItsTime(ctx)
	job, err := ParseJob(message.Data())
	if err != nil {
		d.terminateUnreadable(ctx, message, err)
		return
	}
	job.takePlace(message.Subject())
	current := &delivery{message: message, job: job, begun: d.client.now()}
	if metadata, err := message.Metadata(); err == nil {
		current.sequence = metadata.Sequence.Stream
	}
	ctx, span := d.startJob(ctx, current)
	defer span.End()
	defer d.observer.Running(-1)
	jobCtx, cancelJob := context.WithCancelCause(ctx)
	defer cancelJob(nil)
	beat := d.startHeartbeat(jobCtx, cancelJob, current)
	defer beat.stop() // not before the end is stored: until then another worker must not get the job
	if proceed := d.begin(ctx, current); !proceed {
		return
	}
	d.addRunning(current.job.ID, cancelJob)
	defer d.removeRunning(current.job.ID)
	result, report, cached, err := d.convert(ctx, jobCtx, beat, current)
	if err == nil {
		err = d.complete(ctx, current, result, report, cached)
	}
	if err != nil {
		noteError(span, err)
		d.fail(ctx, current, err)
	}
}

// begin counts the attempt. proceed is false if the job needs no conversion:
// finished before, cancelled, or tried too often.
func (d *Daemon) begin(ctx context.Context, current *delivery) (proceed bool) {
	exhausted, elsewhere := false, false
	status, err := d.client.storage.updateStatus(ctx, current.job.ID, d.client.now(), func(status *Status, found bool) error {
		if !found { // published without convert.submit
			*status = newStatus(current.job)
		}
		if status.State.Final() {
			return errUnchanged
		}
		if exhausted = status.Attempts >= d.settings.MaxAttempts; exhausted {
			elsewhere = status.State == StateRunning && d.fresh(status.UpdatedAt)
			return errUnchanged
		}
		status.State = StateRunning
		status.Attempts++
		return nil
	})
	current.status, current.attempt = status, status.Attempts
	switch {
	case err != nil:
		d.handBack(current, err, d.backoff(1))
	case elsewhere:
		d.handBack(current, failure.ErrBusy, idlePoll)
	case exhausted:
		d.deadLetter(ctx, current, fmt.Errorf("%w: %d", failure.ErrExhausted, status.Attempts))
	case status.State == StateRunning:
		return true
	case status.State == StateCancelled:
		d.deadLetter(ctx, current, failure.ErrCancelled)
	default:
		d.repeatEnd(ctx, current)
	}
	return false
}

// fresh reports whether a state is younger than the silence after which a worker counts
// as gone: several deliveries of one job are at work, none of them has ended a worker.
func (d *Daemon) fresh(updated time.Time) bool {
	age := d.client.now().Sub(updated)
	return age > -d.ackWait && age < d.ackWait
}

// repeatEnd is for a delivery of a job that has come to its end by another one: its
// worker died between storing and acknowledging, or was so slow that the server took
// it for dead. The end is said if the other one has not come to that in the time after
// which a worker counts as gone: who listens must not hear it from both.
func (d *Daemon) repeatEnd(ctx context.Context, current *delivery) {
	status := current.status
	kind := EventDone
	if status.State == StateFailed {
		kind = EventFailed
	}
	said, err := d.client.storage.saidEnd(ctx, status, kind)
	switch {
	case err == nil && !said && d.fresh(status.UpdatedAt):
		d.handBack(current, failure.ErrBusy, d.ackWait)
		return
	case err == nil && !said:
		err = d.client.storage.publishEnd(ctx, current.sequence, Event{
			Job: status.ID, Filename: status.Filename, Kind: kind, At: status.UpdatedAt, Attempt: status.Attempts, Result: status.Result,
			Format: status.Format, Verdict: status.Verdict, Coverage: status.Coverage, Partial: status.Partial, Cached: status.Cached, Error: status.Error,
		})
	}
	if err != nil {
		d.handBack(current, err, d.backoff(1))
		return
	}
	d.acknowledge(ctx, current)
}

// sayEnd says the end that this worker has written, which it began to do at began. A
// worker that was kept from saying it for long may have been taken for dead, and
// another one have said it.
func (d *Daemon) sayEnd(ctx context.Context, current *delivery, began time.Time, status Status, event Event) error {
	if time.Since(began) >= d.ackWait/2 {
		said, err := d.client.storage.saidEnd(ctx, status, event.Kind)
		if err != nil || said {
			return err
		}
	}
	return d.client.storage.publishEnd(ctx, current.sequence, event)
}

// complete stores the end of a successful conversion and acknowledges the job
// last. The result itself is stored already. Of several deliveries that come here
// the one that writes the state is the job's end; it alone says so and counts it.
func (d *Daemon) complete(ctx context.Context, current *delivery, result Result, report []byte, cached bool) error {
	id := current.job.ID
	now := d.client.now().UTC()
	err := d.client.storage.publishReport(ctx, current.sequence, ReportMessage{
		Job: id, Filename: current.job.Filename, Labels: current.job.Labels, Cached: cached, Result: result, At: now,
	}, report)
	if err != nil {
		return err
	}
	elsewhere, began := false, time.Now()
	status, err := d.client.storage.updateStatus(ctx, id, now, func(status *Status, found bool) error {
		if !found {
			*status = newStatus(current.job)
		}
		if elsewhere = status.State.Final(); elsewhere {
			return errUnchanged
		}
		status.State, status.Error = StateDone, result.Error
		status.Result, status.Format, status.Verdict = result.Key, result.Format, result.Verdict
		status.Coverage, status.Partial, status.Cached = result.Coverage, result.Partial, cached
		return nil
	})
	if err != nil {
		return err
	}
	if status.State == StateCancelled {
		return failure.ErrCancelled
	}
	if elsewhere {
		return errEnded
	}
	err = d.sayEnd(ctx, current, began, status, Event{
		Job: id, Filename: status.Filename, Kind: EventDone, At: now, Attempt: current.attempt, Result: result.Key, Format: result.Format,
		Verdict: result.Verdict, Coverage: result.Coverage, Partial: result.Partial, Cached: cached, Error: result.Error,
	})
	if err != nil {
		return err
	}
	d.acknowledge(ctx, current)
	d.told.forget(id)
	ending := Ending{
		State: StateDone, Format: result.Format, Verdict: result.Verdict, Cached: cached, Partial: result.Partial, SourceBytes: current.sourceBytes,
	}
	if !cached {
		ending.FileBytes = result.FileBytes
	}
	d.ended(ending)
	d.log.Info("converted", "job", id, "file", status.Filename, "worker", d.settings.Worker, "format", result.Format, "verdict", result.Verdict,
		"sha256", result.SHA256, "source_bytes", current.sourceBytes, "file_bytes", result.FileBytes, "took", d.client.now().Sub(current.begun),
		"waited", current.begun.Sub(current.job.RequestedAt), "attempt", current.attempt, "cached", cached, "partial", result.Partial)
	return nil
}

// acknowledge takes the job off the queue and waits until that is certain. If
// it fails the job is delivered again and found finished.
func (d *Daemon) acknowledge(ctx context.Context, current *delivery) {
	if err := current.message.DoubleAck(ctx); err != nil {
		d.log.Warn("acknowledgement is uncertain; the job may be delivered again", "job", current.job.ID, "error", err)
	}
}

// What ends work on a delivery because of another delivery of the same message.
var (
	// errSuperseded: the other one is at work. Handing back would take it away from there.
	errSuperseded = fmt.Errorf("%w, which was given this job later", failure.ErrBusy)
	// errEnded: the other one has brought the job to its end.
	errEnded = fmt.Errorf("%w, which has finished it", failure.ErrBusy)
)

// fail does what the class of the error asks for.
func (d *Daemon) fail(ctx context.Context, current *delivery, err error) {
	switch {
	case errors.Is(err, errSuperseded):
		d.log.Warn("another worker was given this job; left to it", "job", current.job.ID, "worker", d.settings.Worker)
		return
	case errors.Is(err, errEnded):
		d.leaveEnded(ctx, current)
		return
	}
	class := failure.Classify(err)
	switch class.Action {
	case failure.ActionHandBack:
		delay := time.Duration(0)
		if errors.Is(err, failure.ErrBusy) {
			delay = idlePoll // the other worker's result is used then
		}
		d.release(ctx, current, err, delay)
	case failure.ActionRetry:
		if current.attempt < d.settings.MaxAttempts {
			d.retry(ctx, current, err)
			return
		}
		d.deadLetter(ctx, current, err)
	case failure.ActionTerm, failure.ActionAck:
		d.deadLetter(ctx, current, err)
	}
}

// leaveEnded is for a delivery whose job another one has ended meanwhile.
func (d *Daemon) leaveEnded(ctx context.Context, current *delivery) {
	status, _, err := d.client.storage.readStatus(ctx, current.job.ID)
	if err == nil && status.State == StateCancelled {
		d.deadLetter(ctx, current, failure.ErrCancelled)
		return
	}
	if err == nil && status.State.Final() {
		current.status = status
		d.repeatEnd(ctx, current)
		return
	}
	d.handBack(current, errors.Join(errEnded, err), d.backoff(1)) // retried by somebody, or removed
}

// release hands a job back without counting the attempt.
func (d *Daemon) release(ctx context.Context, current *delivery, cause error, delay time.Duration) {
	_, err := d.client.storage.updateStatus(ctx, current.job.ID, d.client.now(), func(status *Status, found bool) error {
		if !found || status.State != StateRunning {
			return errUnchanged
		}
		status.State = StateQueued
		status.Attempts = max(0, status.Attempts-1)
		return nil
	})
	d.handBack(current, errors.Join(cause, err), delay)
}

// retry hands a job back with a delay and says so.
func (d *Daemon) retry(ctx context.Context, current *delivery, cause error) {
	described := NewFailure(cause)
	status, err := d.client.storage.updateStatus(ctx, current.job.ID, d.client.now(), func(status *Status, found bool) error {
		if !found || status.State != StateRunning {
			return errUnchanged
		}
		status.State, status.Error = StateQueued, described
		return nil
	})
	if err == nil && status.State == StateQueued {
		err = d.client.storage.publishEvent(ctx, Event{
			Job: current.job.ID, Filename: current.job.Filename, Kind: EventRetrying, At: d.client.now().UTC(), Attempt: current.attempt, Error: described,
		})
	}
	d.handBack(current, errors.Join(cause, err), d.backoff(current.attempt))
}

func (d *Daemon) handBack(current *delivery, cause error, delay time.Duration) {
	d.handedBack(failure.Classify(cause).Code)
	level := slog.LevelDebug
	if d.told.first(current.job.ID, cause) {
		level = slog.LevelWarn
	}
	d.log.Log(d.base, level, "handing back", "job", current.job.ID, "file", current.job.Filename, "worker", d.settings.Worker,
		"attempt", current.attempt, "reason", failure.Classify(cause).Code, "error", cause, "delay", delay)
	var err error
	if delay > 0 {
		err = current.message.NakWithDelay(delay)
	} else {
		err = current.message.Nak()
	}
	if err != nil {
		d.log.Warn("hand-back failed; the job is delivered again after ack wait", "job", current.job.ID, "error", err)
	}
}

func (d *Daemon) backoff(attempt int) time.Duration {
	return d.settings.Backoff[min(max(attempt-1, 0), len(d.settings.Backoff)-1)]
}
