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
	ending, first, err := d.storeDeadLetter(ctx, current, cause)
	switch {
	case errors.Is(err, errEnded):
		d.leaveEnded(ctx, current)
		return
	case err != nil:
		d.handBack(current, err, d.backoff(1))
		return
	}
	if err := current.message.TermWithReason(ending.Reason); err != nil {
		d.log.Warn("termination is uncertain; the job may be delivered again", "job", current.job.ID, "error", err)
	}
	d.told.forget(current.job.ID)
	if !first {
		return // another delivery has counted it
	}
	d.ended(ending)
	d.log.Warn("not converted", "job", current.job.ID, "file", current.job.Filename, "worker", d.settings.Worker,
		"reason", ending.Reason, "error", cause, "source_bytes", current.sourceBytes, "attempt", current.attempt)
}

// storeDeadLetter stores the end of a job that cannot be converted. first is whether no
// other delivery has brought the job to the same end. It fails with errEnded if
// another one has brought it to a different one: a job that is done is not dead as well.
func (d *Daemon) storeDeadLetter(ctx context.Context, current *delivery, cause error) (ending Ending, first bool, err error) {
	present, _, err := d.client.storage.readStatus(ctx, current.job.ID)
	switch {
	case err == nil && (present.State == StateDone || present.State == StateFailed):
		return Ending{}, false, errEnded
	case err == nil && present.State == StateCancelled:
		return d.storeCancelled(ctx, current)
	}
	class := failure.Classify(cause)
	ending = Ending{State: StateFailed, Reason: class.Code, SourceBytes: current.sourceBytes}
	now := d.client.now().UTC()
	if _, err := d.publishLetter(ctx, current, cause, now); err != nil {
		return ending, false, err
	}
	state, err := d.storeFailed(ctx, current, NewFailure(cause), now)
	switch {
	case err == nil && state == StateCancelled: // this moment
		if err := d.client.storage.takeBackLetter(ctx, class.Code, current.job.ID); err != nil {
			return ending, false, err
		}
		return d.storeCancelled(ctx, current)
	case errors.Is(err, errEnded) && state == StateDone: // this moment
		err = errors.Join(err, d.client.storage.takeBackLetter(ctx, class.Code, current.job.ID))
	}
	return ending, err == nil, err
}

// storeCancelled stores the letter of a job that was cancelled. Whoever cancelled it has
// written its state and said so: of several deliveries the one whose letter is stored
// counts it.
func (d *Daemon) storeCancelled(ctx context.Context, current *delivery) (ending Ending, first bool, err error) {
	class := failure.Classify(failure.ErrCancelled)
	first, err = d.publishLetter(ctx, current, failure.ErrCancelled, d.client.now().UTC())
	return Ending{State: StateCancelled, Reason: class.Code, SourceBytes: current.sourceBytes}, first, err
}

func (d *Daemon) publishLetter(ctx context.Context, current *delivery, cause error, now time.Time) (first bool, err error) {
	job := current.job
	return d.client.storage.publishDead(ctx, job.ID, current.sequence, DeadLetter{
		ID: job.ID, Reason: failure.Classify(cause).Code, Error: *NewFailure(cause), Attempts: current.attempt, At: now, Job: &job,
	})
}

// storeFailed writes that a job failed, and says so. It returns the state that the job has
// then, and errEnded if another delivery has written that.
func (d *Daemon) storeFailed(ctx context.Context, current *delivery, described *Failure, now time.Time) (State, error) {
	job, began := current.job, time.Now()
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
		return status.State, err // whoever cancelled has said so
	case elsewhere:
		return status.State, errEnded
	}
	return status.State, d.sayEnd(ctx, current, began, status, Event{
		Job: job.ID, Filename: job.Filename, Kind: EventFailed, At: now, Attempt: current.attempt, Error: described,
	})
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
// first is whether no other delivery of the message has stored a letter.
func (d *Daemon) storeUnreadable(ctx context.Context, message jetstream.Msg, cause error) (id string, first bool, err error) {
	described, now := NewFailure(cause), d.client.now().UTC()
	id, said, err := d.claimUnreadable(ctx, message, described, now)
	if err != nil {
		return id, false, err
	}
	var sequence uint64
	if metadata, err := message.Metadata(); err == nil {
		sequence = metadata.Sequence.Stream
	}
	first, err = d.client.storage.publishDead(ctx, "unreadable", sequence, DeadLetter{ID: id, Reason: described.Code, Error: *described, At: now})
	if err != nil || !said {
		return id, first, err
	}
	return id, first, d.client.storage.publishEvent(ctx, Event{Job: id, Kind: EventFailed, At: now, Error: described})
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
	id, first, err := d.storeUnreadable(ctx, message, cause)
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
	if !first {
		return // another delivery has counted it
	}
	d.ended(Ending{State: StateFailed, Reason: class.Code})
	d.log.Warn("message is no job", "id", id, "reason", class.Code)
}
