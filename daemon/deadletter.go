// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// deadLetter ends a job that cannot be converted: the letter is stored first,
// then the state, then the event; last the job leaves the queue.
func (d *Daemon) deadLetter(ctx context.Context, current *delivery, cause error) {
	// A worker that was stopped has a context that is done; this must be
	// stored all the same.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	defer context.AfterFunc(d.base, cancel)()
	ctx = eachInItsTime(ctx)
	switch err := d.storeDeadLetter(ctx, current, cause); {
	case errors.Is(err, errEnded):
		d.leaveEnded(ctx, current)
		return
	case err != nil:
		d.handBack(current, err, d.backoff(1))
		return
	}
	class := failure.Classify(cause)
	if err := current.message.TermWithReason(class.Code); err != nil {
		d.log.Warn("termination is uncertain; the job may be delivered again", "job", current.job.ID, "error", err)
	}
	d.told.forget(current.job.ID)
	state := StateFailed
	if class.Code == failure.Classify(failure.ErrCancelled).Code {
		state = StateCancelled
	}
	d.ended(Ending{State: state, Reason: class.Code, SourceBytes: current.sourceBytes})
	d.log.Warn("not converted", "job", current.job.ID, "file", current.job.Filename, "worker", d.settings.Worker,
		"reason", class.Code, "error", cause, "source_bytes", current.sourceBytes, "attempt", current.attempt)
}

// storeDeadLetter fails with errEnded if another delivery of the job has brought it to
// its end: a job that is done is not dead as well.
func (d *Daemon) storeDeadLetter(ctx context.Context, current *delivery, cause error) error {
	class, described, now := failure.Classify(cause), NewFailure(cause), d.client.now().UTC()
	job := current.job
	present, _, err := d.client.storage.readStatus(ctx, job.ID)
	if err == nil && (present.State == StateDone || present.State == StateFailed) {
		return errEnded
	}
	err = d.client.storage.publishDead(ctx, DeadLetter{
		ID: job.ID, Reason: class.Code, Error: *described, Attempts: current.attempt, At: now, Job: &job,
	})
	if err != nil {
		return err
	}
	elsewhere := false
	status, err := d.client.storage.updateStatus(ctx, job.ID, now, func(status *Status, found bool) error {
		if !found {
			*status = newStatus(job)
		}
		if elsewhere = status.State.Final(); elsewhere {
			return errUnchanged
		}
		status.State, status.Error = StateFailed, described
		return nil
	})
	switch {
	case err != nil || status.State == StateCancelled:
		return err // whoever cancelled has said so
	case elsewhere && status.State == StateDone: // this moment
		return errors.Join(errEnded, d.client.storage.takeBackLetter(ctx, class.Code, job.ID))
	case elsewhere:
		return errEnded
	}
	return d.client.storage.publishEnd(ctx, current.sequence, Event{Job: job.ID, Filename: job.Filename, Kind: EventFailed, At: now, Attempt: current.attempt, Error: described})
}

// takeBackLetter removes the dead letter of a job that is not dead.
func (s *storage) takeBackLetter(ctx context.Context, reason, job string) error {
	if err := s.dead.Purge(ctx, jetstream.WithPurgeSubject(deadSubject(reason, job))); err != nil {
		return fmt.Errorf("the dead letter of job %s cannot be taken back: %w", job, unavailable(err))
	}
	return nil
}

// storeUnreadable stores the dead letter of a message that is no job, under an id of
// its own. Whoever gave it one that no job has finds the job failed, and hears so.
func (d *Daemon) storeUnreadable(ctx context.Context, message jetstream.Msg, cause error) (id string, err error) {
	described, now := NewFailure(cause), d.client.now().UTC()
	id, said, err := d.claimUnreadable(ctx, message, described, now)
	if err != nil {
		return id, err
	}
	err = d.client.storage.publishDead(ctx, DeadLetter{ID: id, Reason: described.Code, Error: *described, At: now})
	if err != nil || !said {
		return id, err
	}
	return id, d.client.storage.publishEvent(ctx, Event{Job: id, Kind: EventFailed, At: now, Error: described})
}

// claimUnreadable returns the id that whoever sent a message gave it, if it says one
// that no job has: they look for it, and its state is stored at once, so that of
// several such messages one gets it. Else it is one that the message's place on the
// queue makes.
func (d *Daemon) claimUnreadable(ctx context.Context, message jetstream.Msg, described *Failure, now time.Time) (id string, said bool, err error) {
	var sent struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(message.Data(), &sent) == nil && jobID.MatchString(sent.ID) {
		_, err := d.client.storage.updateStatus(ctx, sent.ID, now, func(status *Status, found bool) error {
			if said = !found; found {
				return errUnchanged
			}
			priority, _ := placeOf(message.Subject())
			*status = newStatus(Job{ID: sent.ID, Priority: priority, RequestedAt: now})
			status.State, status.Error = StateFailed, described
			return nil
		})
		if err != nil || said {
			return sent.ID, said, err
		}
	}
	if metadata, err := message.Metadata(); err == nil {
		return fmt.Sprintf("unreadable-%d", metadata.Sequence.Stream), false, nil
	}
	return "unreadable", false, nil
}

// terminateUnreadable ends a message that is no job. Its content is not kept:
// nobody knows what is in it.
func (d *Daemon) terminateUnreadable(ctx context.Context, message jetstream.Msg, cause error) {
	class := failure.Classify(cause)
	id, err := d.storeUnreadable(ctx, message, cause)
	if err != nil {
		d.log.Warn("dead letter cannot be stored; trying again", "error", err)
		if err := message.NakWithDelay(d.backoff(1)); err != nil {
			d.log.Warn("hand-back failed", "error", err)
		}
		return
	}
	if err := message.TermWithReason(class.Code); err != nil {
		d.log.Warn("termination is uncertain", "error", err)
	}
	d.ended(Ending{State: StateFailed, Reason: class.Code})
	d.log.Warn("message is no job", "id", id, "reason", class.Code)
}
