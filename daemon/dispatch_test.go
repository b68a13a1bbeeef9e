// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/conversion"
	"convertd/failure"
)

func TestShutdownHandsBackWhatIsNotFinished(t *testing.T) {
	w := newWorld(t)
	started := make(chan struct{}, 1)
	settings := testSettings(t, "a")
	settings.ShutdownGrace = 0
	stop := w.start(&fakeConverter{convert: func(ctx context.Context, _ conversion.Request, _ int) (conversion.Outcome, error) {
		started <- struct{}{}
		<-ctx.Done()
		return conversion.Outcome{}, ctx.Err()
	}}, settings)
	w.submit(inline("slow", "replay"))
	<-started
	stop()
	status, err := w.client.Status(w.ctx, "slow")
	if err != nil || status.State != StateQueued || status.Attempts != 0 {
		t.Fatalf("after the shutdown the job is %+v (%v)", status, err)
	}
	w.start(&fakeConverter{}, testSettings(t, "b"))
	if status := w.wait("slow"); status.State != StateDone || status.Attempts != 1 {
		t.Errorf("status is %+v", status)
	}
}

func TestShutdownLetsRunningJobsFinish(t *testing.T) {
	w := newWorld(t)
	started, proceed := make(chan struct{}, 1), make(chan struct{})
	stop := w.start(&fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		started <- struct{}{}
		<-proceed
		return copySource(request)
	}}, testSettings(t, "a"))
	w.submit(inline("slow", "replay"))
	<-started
	time.AfterFunc(100*time.Millisecond, func() { close(proceed) })
	stop()
	if status, err := w.client.Status(w.ctx, "slow"); err != nil || status.State != StateDone {
		t.Errorf("status is %+v (%v)", status, err)
	}
	w.emptyQueue()
}

func TestTwoDaemonsShareTheWork(t *testing.T) {
	w := newWorld(t)
	const jobs = 40
	for i := range jobs {
		w.submit(inline(fmt.Sprintf("job-%d", i), fmt.Sprintf("replay %d", i)))
	}
	slow := func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		time.Sleep(10 * time.Millisecond)
		return copySource(request)
	}
	a, b := &fakeConverter{convert: slow}, &fakeConverter{convert: slow}
	w.start(a, testSettings(t, "a"))
	w.start(b, testSettings(t, "b"))
	w.emptyQueue()
	if a.total+b.total != jobs || a.total == 0 || b.total == 0 {
		t.Errorf("a converted %d, b %d, want %d together and some each", a.total, b.total, jobs)
	}
}

func TestHigherPriorityGoesFirst(t *testing.T) {
	w := newWorld(t)
	for _, priority := range []Priority{PriorityBulk, PriorityNormal, PriorityHigh} {
		for i := range 3 {
			job := inline(fmt.Sprintf("%s-%d", priority, i), fmt.Sprintf("%s %d", priority, i))
			job.Priority = priority
			w.submit(job)
		}
	}
	eventually(t, "the server knows what waits", func() bool {
		usage, err := w.client.Usage(w.ctx)
		return err == nil && usage.Queues[0].Waiting == 3 && usage.Queues[1].Waiting == 3 && usage.Queues[2].Waiting == 3
	})
	var mu sync.Mutex
	var order []string
	settings := testSettings(t, "a")
	settings.Workers = 1
	w.start(&fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		mu.Lock()
		order = append(order, string(request.Data))
		mu.Unlock()
		return copySource(request)
	}}, settings)
	w.emptyQueue()
	// The fourth begins with normal, the eighth with bulk.
	want := []string{"high 0", "high 1", "high 2", "normal 0", "normal 1", "normal 2", "bulk 0", "bulk 1", "bulk 2"}
	if !slices.Equal(order, want) {
		t.Errorf("order is %v, want %v", order, want)
	}
}

func TestLongConversionIsNotDeliveredTwice(t *testing.T) {
	w := newWorld(t)
	converter := &fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		time.Sleep(2500 * time.Millisecond) // two and a half times AckWait
		return copySource(request)
	}}
	w.start(converter, testSettings(t, "a"))
	w.start(converter, testSettings(t, "b"))
	w.submit(inline("long", "replay"))
	if status := w.wait("long"); status.State != StateDone || status.Attempts != 1 {
		t.Errorf("status is %+v", status)
	}
	if calls := converter.count(conversion.SourceSHA256([]byte("replay"))); calls != 1 {
		t.Errorf("converted %d times", calls)
	}
}

func TestDeadlineEndsAConversion(t *testing.T) {
	w := newWorld(t)
	settings := testSettings(t, "a")
	settings.Deadline, settings.MaxAttempts = 50*time.Millisecond, 1
	w.start(&fakeConverter{convert: func(ctx context.Context, _ conversion.Request, _ int) (conversion.Outcome, error) {
		<-ctx.Done()
		return conversion.Outcome{}, ctx.Err()
	}}, settings)
	w.submit(inline("hangs", "replay"))
	if status := w.wait("hangs"); status.State != StateFailed || status.Error.Code != "deadline_exceeded" {
		t.Errorf("status is %+v, error %+v", status, status.Error)
	}
}

func TestWorkerThatDiedBeforeAcknowledgingLeavesAFinishedJob(t *testing.T) {
	w := newWorld(t)
	w.submit(inline("stored", "replay"))
	_, err := w.client.storage.updateStatus(w.ctx, "stored", time.Now(), func(status *Status, _ bool) error {
		status.State, status.Attempts, status.Result = StateDone, 1, "key"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	converter := &fakeConverter{}
	w.start(converter, testSettings(t, "a"))
	w.emptyQueue()
	if converter.total != 0 {
		t.Error("a finished job was converted again")
	}
	if events := kinds(w.events("stored")); !slices.Contains(events, EventDone) {
		t.Errorf("events are %v, want a done one", events)
	}
}

func TestClaimOfADeadWorkerIsTakenOver(t *testing.T) {
	w := newWorld(t)
	s, now := w.client.storage, time.Now()
	claim := func(job string) Claim { return Claim{Job: job, Worker: "w", Expires: now.Add(time.Minute)} }
	revision, err := s.takeClaim(w.ctx, "k", claim("a"), now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.takeClaim(w.ctx, "k", claim("b"), now); !errors.Is(err, failure.ErrBusy) {
		t.Errorf("a fresh claim was taken over: %v", err)
	}
	if _, err := s.takeClaim(w.ctx, "k", claim("b"), now.Add(2*time.Minute)); err != nil {
		t.Errorf("an expired claim was not taken over: %v", err)
	}
	if _, err := s.renewClaim(w.ctx, "k", claim("a"), revision); !errors.Is(err, failure.ErrBusy) {
		t.Errorf("the old holder could renew: %v", err)
	}
	if err := s.dropClaim(w.ctx, "k", revision); err != nil {
		t.Errorf("dropping a lost claim: %v", err)
	}
	if _, err := s.results.Get(w.ctx, claimKey("k")); err != nil {
		t.Errorf("the old holder dropped the new claim: %v", err)
	}
	if _, err := s.results.Get(w.ctx, "k"); !errors.Is(err, jetstream.ErrKeyNotFound) {
		t.Errorf("a claim looks like a result: %v", err)
	}
}

func TestUrgentJobsDoNotKeepOthersWaitingForEver(t *testing.T) {
	first := map[Priority]int{}
	for n := range uint64(800) {
		order := turn(n)
		if len(order) != 3 {
			t.Fatalf("the %d-th looks at %v", n, order)
		}
		first[order[0]]++
	}
	if first[PriorityHigh] != 600 || first[PriorityNormal] != 100 || first[PriorityBulk] != 100 {
		t.Errorf("of 800 jobs begin with each: %v", first)
	}
}

// A bulk job that stands behind many urgent ones is done before the last of them.
func TestBulkJobIsDoneAmongUrgentOnes(t *testing.T) {
	w := newWorld(t)
	for i := range 20 {
		job := inline(fmt.Sprintf("high-%d", i), fmt.Sprintf("high %d", i))
		job.Priority = PriorityHigh
		w.submit(job)
	}
	bulk := inline("bulk", "bulk")
	bulk.Priority = PriorityBulk
	w.submit(bulk)
	var mu sync.Mutex
	var order []string
	settings := testSettings(t, "a")
	settings.Workers = 1
	w.start(&fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		mu.Lock()
		order = append(order, string(request.Data))
		mu.Unlock()
		return copySource(request)
	}}, settings)
	w.emptyQueue()
	if at := slices.Index(order, "bulk"); at > 8 {
		t.Errorf("the bulk job was number %d of %d", at+1, len(order))
	}
}

func TestUnknownPriorityIsRefusedAtTheSubject(t *testing.T) {
	w := newWorld(t)
	if _, err := w.client.storage.js.Publish(w.ctx, "convert.jobs.urgent", []byte("{}")); err == nil {
		t.Error("a job of a priority that nobody serves is taken")
	}
}
