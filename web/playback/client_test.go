// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestAClientThatReadsNothingIsClosedAndLosesOnlySnapshots(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	c := newClient(1, nil, cancel)
	for range reliableMessages {
		c.queue([]byte("x"))
	}
	if ctx.Err() != nil {
		t.Fatalf("it is closed with %d messages waiting", reliableMessages)
	}
	for n := range byte(5) {
		c.show(frames{snapshot: []byte{n}})
	}
	if count, now := c.behind(); count != 4 || !now {
		t.Errorf("%d snapshots were replaced, one waits: %t", count, now)
	}
	if f := c.take(); f.snapshot[0] != 4 {
		t.Errorf("the snapshot that waits is number %d", f.snapshot[0])
	}
	c.queue([]byte("x"))
	if !errors.Is(context.Cause(ctx), errSlow) {
		t.Errorf("one more: %v", context.Cause(ctx))
	}
}

func TestABudgetLetsBurstsThroughAndSlowsFloods(t *testing.T) {
	var b budget
	now := time.Unix(1, 0)
	for range messageBurst {
		if wait := b.wait(now); wait != 0 {
			t.Fatalf("within the burst: %v", wait)
		}
	}
	if wait := b.wait(now); wait <= 0 || wait > time.Second {
		t.Errorf("beyond it: %v", wait)
	}
	if wait := b.wait(now.Add(time.Minute)); wait != 0 {
		t.Errorf("a minute later: %v", wait)
	}
}
