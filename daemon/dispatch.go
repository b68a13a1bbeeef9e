// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/core/fault"
	"convertd/failure"
)

// idlePoll is how often an idle daemon looks for jobs that nobody told it of:
// ones that were handed back, or published without convert.submit.
const idlePoll = time.Second

// dispatch takes jobs until ctx is done. A job is asked for only when there is
// a worker for it, one at a time: a job that waits in this process would be
// kept from another one that has time.
func (d *Daemon) dispatch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case d.slots <- struct{}{}:
		}
		message, err := d.next(ctx)
		if err != nil {
			return // ctx is done
		}
		d.work.Add(1)
		go func() {
			defer d.work.Done()
			defer func() { <-d.slots }()
			// What is neither acknowledged nor handed back is delivered again
			// after ackWait, and dead after so many attempts.
			if found := fault.Call(func() { d.handle(message) }); found != nil {
				d.log.Error("a job's worker panicked", "fault", found.Text, "stack", string(found.Stack))
			}
		}()
	}
}

// next waits for the next job, of the highest priority that has one. The only
// error is that of ctx.
func (d *Daemon) next(ctx context.Context) (jetstream.Msg, error) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		// What is known of the lanes may be old: only what was asked now says that
		// there is nothing.
		if fresh := d.client.now().Sub(d.shares.asked) < lanesAge; fresh {
			if message := d.look(ctx); message != nil {
				return message, nil
			}
		}
		if d.hasRoom() {
			err := d.shares.refresh(ctx, d.client.now())
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			d.health.fetched(err, d.log)
			if err == nil {
				if message := d.look(ctx); message != nil {
					return message, nil
				}
			}
		}
		timer.Reset(idlePoll)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-d.wake:
		case <-timer.C:
		}
	}
}

// look goes through the lanes and returns the first job there is, nil if there is none.
func (d *Daemon) look(ctx context.Context) jetstream.Msg {
	for _, priority := range turn(d.taken) {
		for _, lane := range d.shares.lanes(priority) {
			if !d.hasRoom() || ctx.Err() != nil {
				return nil
			}
			message, err := d.poll(ctx, lane)
			if err != nil && ctx.Err() != nil {
				return nil
			}
			d.health.fetched(err, d.log)
			if err != nil {
				return nil
			}
			if message != nil {
				d.taken++
				d.shares.took(lane)
				return message
			}
		}
	}
	return nil
}

// turn is the order in which the n-th job of a worker is looked for: of eight, six begin
// with the highest priority, one with normal and one with bulk. So a queue that
// always has urgent jobs does not keep the others waiting for ever.
func turn(n uint64) []Priority {
	switch n % 8 {
	case 3:
		return []Priority{PriorityNormal, PriorityHigh, PriorityBulk}
	case 7:
		return []Priority{PriorityBulk, PriorityHigh, PriorityNormal}
	default:
		return Priorities()
	}
}

// hasRoom reports whether what a job leaves can be stored.
func (d *Daemon) hasRoom() bool {
	return d.settings.StoreHealth == nil || d.settings.StoreHealth() == nil
}

// fetchSilence is for how long the client library waits for the answer to FetchNoWait. It
// ends then as if there were no job.
const fetchSilence = time.Second

// errSilent is no answer: there may be jobs, so that it is no one else's turn.
var errSilent = fmt.Errorf("%w: the server does not say within %v whether there is a job", failure.ErrUnavailable, fetchSilence)

// poll asks a lane for one job and returns nil if there is none.
func (d *Daemon) poll(ctx context.Context, from lane) (message jetstream.Msg, err error) {
	consumer, err := d.shares.consumer(ctx, from)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			d.shares.lost(from)
		}
	}()
	asked := time.Now()
	batch, err := consumer.FetchNoWait(1)
	if err != nil {
		return nil, err
	}
	for message := range batch.Messages() {
		return message, nil
	}
	if err := batch.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
		return nil, err
	}
	if time.Since(asked) >= fetchSilence {
		return nil, errSilent
	}
	return nil, nil //nolint:nilnil // nothing is a proper answer
}
