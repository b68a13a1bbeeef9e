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

// deadLetter ends a job that cannot be converted: the letter is stored first,
// then the state, then the event; last the job leaves the queue.
func (d *Daemon) deadLetter(ctx context.Context, current *delivery, cause error) {
	// A worker that was stopped has a context that is done; this must be
	// stored all the same.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	defer context.AfterFunc(d.base, cancel)()
	if err := d.storeDeadLetter(ctx, current, cause); err != nil {
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

func (d *Daemon) storeDeadLetter(ctx context.Context, current *delivery, cause error) error {
	class, described, now := failure.Classify(cause), NewFailure(cause), d.client.now().UTC()
	job := current.job
	err := d.client.storage.publishDead(ctx, DeadLetter{
		ID: job.ID, Reason: class.Code, Error: *described, Attempts: current.attempt, At: now, Job: &job,
	})
	if err != nil {
		return err
	}
	status, err := d.client.storage.updateStatus(ctx, job.ID, now, func(status *Status, found bool) error {
		if !found {
			*status = newStatus(job)
		}
		if status.State.Final() {
			return errUnchanged
		}
		status.State, status.Error = StateFailed, described
		return nil
	})
	if err != nil || status.State == StateCancelled {
		return err // whoever cancelled has said so
	}
	return d.client.storage.publishEvent(ctx, Event{Job: job.ID, Filename: job.Filename, Kind: EventFailed, At: now, Attempt: current.attempt, Error: described})
}

// storeUnreadable stores the dead letter of a message that is no job. Whoever gave it an
// id finds the job failed, and hears so.
func (d *Daemon) storeUnreadable(ctx context.Context, id string, said bool, priority Priority, cause error) error {
	described, now := NewFailure(cause), d.client.now().UTC()
	err := d.client.storage.publishDead(ctx, DeadLetter{ID: id, Reason: described.Code, Error: *described, At: now})
	if err != nil || !said {
		return err
	}
	status, err := d.client.storage.updateStatus(ctx, id, now, func(status *Status, found bool) error {
		if found {
			return errUnchanged // somebody was quicker with a job of this id
		}
		*status = newStatus(Job{ID: id, Priority: priority, RequestedAt: now})
		status.State, status.Error = StateFailed, described
		return nil
	})
	if err != nil || status.Error == nil || status.Error.Code != described.Code {
		return err
	}
	return d.client.storage.publishEvent(ctx, Event{Job: id, Kind: EventFailed, At: now, Error: described})
}

// idOfUnreadable is the id that whoever sent a message gave it, if it says one that no
// job has: they look for it. Else it is one that the message's place on the queue
// makes.
func (d *Daemon) idOfUnreadable(ctx context.Context, message jetstream.Msg) (id string, said bool) {
	var sent struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(message.Data(), &sent) == nil && jobID.MatchString(sent.ID) {
		if _, _, err := d.client.storage.readStatus(ctx, sent.ID); errors.Is(err, failure.ErrNotFound) {
			return sent.ID, true
		}
	}
	if metadata, err := message.Metadata(); err == nil {
		return fmt.Sprintf("unreadable-%d", metadata.Sequence.Stream), false
	}
	return "unreadable", false
}

// terminateUnreadable ends a message that is no job. Its content is not kept:
// nobody knows what is in it.
func (d *Daemon) terminateUnreadable(ctx context.Context, message jetstream.Msg, cause error) {
	class := failure.Classify(cause)
	id, said := d.idOfUnreadable(ctx, message)
	err := d.storeUnreadable(ctx, id, said, priorityOf(message.Subject()), cause)
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
