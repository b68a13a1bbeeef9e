// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/core/fault"
	"convertd/failure"
)

// heartbeat keeps a job with its worker: it tells JetStream that work goes on,
// renews the claim on the content, and looks whether the job was cancelled or another
// delivery of it has come to its end.
type heartbeat struct {
	daemon  *Daemon
	current *delivery
	cancel  context.CancelCauseFunc
	done    chan struct{}
	ended   sync.WaitGroup

	mu       sync.Mutex
	key      string // content claimed, "" if none
	revision uint64
	renewed  time.Time // by this process's own clock
}

// startHeartbeat beats at a third of ackWait until stop. cancel ends the work
// when the job was cancelled or another worker took the content over.
func (d *Daemon) startHeartbeat(ctx context.Context, cancel context.CancelCauseFunc, current *delivery) *heartbeat {
	beat := &heartbeat{daemon: d, current: current, cancel: cancel, done: make(chan struct{})}
	beat.ended.Go(func() {
		ticker := time.NewTicker(d.ackWait / 3)
		defer ticker.Stop()
		for {
			select {
			case <-beat.done:
				return
			case <-ctx.Done():
				return
			case <-ticker.C:
				// A beat reads what others wrote. Without beats the broker gives the
				// job to somebody else; the process goes on.
				if found := fault.Call(func() { beat.once(ctx) }); found != nil {
					d.log.Error("a heartbeat panicked", "job", current.job.ID, "fault", found.Text, "stack", string(found.Stack))
				}
			}
		}
	})
	return beat
}

// stop returns when no beat can happen any more.
func (b *heartbeat) stop() {
	close(b.done)
	b.ended.Wait()
}

func (b *heartbeat) once(ctx context.Context) {
	if err := b.current.message.InProgress(); err != nil && !errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
		b.daemon.log.Warn("heartbeat failed", "job", b.current.job.ID, "error", err)
	}
	status, _, err := b.daemon.client.storage.readStatus(ctx, b.current.job.ID)
	if err == nil && status.State == StateCancelled {
		b.cancel(failure.ErrCancelled)
		return
	}
	if err == nil && status.State.Final() {
		b.cancel(errEnded)
		return
	}
	if err := b.renew(ctx); errors.Is(err, failure.ErrBusy) {
		b.cancel(err)
	} else if err != nil && ctx.Err() == nil {
		b.daemon.log.Warn("claim could not be renewed", "job", b.current.job.ID, "error", err)
	}
}

func (b *heartbeat) newClaim() (Claim, time.Time) {
	now := b.daemon.client.now().UTC()
	return Claim{
		Job: b.current.job.ID, Sequence: b.current.sequence, Worker: b.daemon.settings.Worker,
		Expires: now.Add(b.daemon.ackWait),
	}, now
}

// claim makes this worker the only one that converts the content.
func (b *heartbeat) claim(ctx context.Context, key string) error {
	claim, now := b.newClaim()
	revision, err := b.daemon.client.storage.takeClaim(ctx, key, claim, now)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.key, b.revision, b.renewed = key, revision, time.Now()
	return nil
}

// hold makes sure that the content is still this worker's before its result is stored.
// A process that was kept from beating may have lost it without knowing.
func (b *heartbeat) hold(ctx context.Context) error {
	b.mu.Lock()
	fresh := time.Since(b.renewed) < b.daemon.ackWait/2
	b.mu.Unlock()
	if fresh {
		return nil
	}
	return b.renew(ctx)
}

func (b *heartbeat) renew(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.key == "" {
		return nil
	}
	claim, _ := b.newClaim()
	revision, err := b.daemon.client.storage.renewClaim(ctx, b.key, claim, b.revision)
	switch {
	case err == nil:
		b.revision, b.renewed = revision, time.Now()
	case errors.Is(err, failure.ErrBusy) && b.daemon.client.storage.claimedFor(ctx, b.key, claim):
		return errSuperseded
	}
	return err
}

// dropClaim frees the content for others.
func (b *heartbeat) dropClaim(ctx context.Context) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.daemon.client.storage.dropClaim(ctx, b.key, b.revision); err != nil {
		b.daemon.log.Warn("claim stays until it expires", "job", b.current.job.ID, "error", err)
	}
	b.key = ""
}
