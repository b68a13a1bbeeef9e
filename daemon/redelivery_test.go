// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"convertd/conversion"
	"convertd/failure"
)

// slowPair are two workers that are both alive and both have the same message: the
// server took the first one for dead, as it said nothing for longer than ack_wait.
type slowPair struct {
	*world
	older, newer   *Daemon
	first, second  jetstream.Msg
	ends           *nats.Subscription // hears every end, whether or not it is stored
	log            *lockedBuffer
	olderC, newerC *fakeConverter
}

// lockedBuffer takes the log of both workers.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(data []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(data)
}

func (b *lockedBuffer) count(text string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Count(b.text.String(), text)
}

func newSlowPair(t *testing.T) *slowPair {
	t.Helper()
	return newSlowPairOn(t, func(w *world) { w.submit(inline("slow", "replay")) })
}

// newSlowPairOn is for a message that publish puts on the queue.
func newSlowPairOn(t *testing.T, publish func(*world)) *slowPair {
	t.Helper()
	p := &slowPair{world: newWorld(t), log: &lockedBuffer{}, olderC: &fakeConverter{}, newerC: &fakeConverter{}}
	var err error
	if p.ends, err = p.client.conn.SubscribeSync("convert.events.slow.done"); err != nil {
		t.Fatal(err)
	}
	worker := func(name string, converter Converter) *Daemon {
		daemon := New(p.newClient(), converter, testSettings(t, name), slog.New(slog.NewTextHandler(p.log, nil)))
		daemon.ackWait = testStorage.AckWait
		t.Cleanup(daemon.abandon)
		return daemon
	}
	p.older, p.newer = worker("older", p.olderC), worker("newer", p.newerC)
	publish(p.world)
	p.first = p.take(p.older)
	p.second = p.take(p.newer) // after ack_wait
	return p
}

// take waits until the queue gives a worker the job.
func (p *slowPair) take(worker *Daemon) (taken jetstream.Msg) {
	p.t.Helper()
	consumer, err := worker.client.storage.jobs.Consumer(p.ctx, PriorityNormal.consumer(""))
	if err != nil {
		p.t.Fatal(err)
	}
	eventually(p.t, "the job is delivered", func() bool {
		batch, err := consumer.FetchNoWait(1)
		if err != nil {
			p.t.Fatal(err)
		}
		for message := range batch.Messages() {
			taken = message
		}
		return taken != nil
	})
	return taken
}

// oneEnd fails unless the job was done once, for everybody who counts.
func (p *slowPair) oneEnd() {
	p.t.Helper()
	checkEveryJobOnce(p.t, p.world, 1)
	if done := p.older.counts.done.Load() + p.newer.counts.done.Load(); done != 1 {
		p.t.Errorf("%d jobs are counted as done", done)
	}
	if lines := p.log.count("msg=converted"); lines != 1 {
		p.t.Errorf("%d lines say that a job was converted", lines)
	}
	if err := p.client.conn.Flush(); err != nil {
		p.t.Fatal(err)
	}
	if heard, _, err := p.ends.Pending(); err != nil || heard != 1 {
		p.t.Errorf("who listens hears of %d ends (%v)", heard, err)
	}
	for _, stream := range []jetstream.Stream{p.client.storage.reports, p.client.storage.dead} {
		info, err := stream.Info(p.ctx)
		if err != nil {
			p.t.Fatal(err)
		}
		if want := info.State.Msgs; info.State.LastSeq != want {
			p.t.Errorf("%s was written %d times, and has %d", info.Config.Name, info.State.LastSeq, want)
		}
	}
	info, err := p.client.storage.jobs.Info(p.ctx)
	if err != nil || info.State.Msgs != 0 {
		p.t.Errorf("%d jobs are left on the queue (%v)", info.State.Msgs, err)
	}
}

// Both workers have converted before either has stored anything; either may be first.
func TestAJobThatTwoLivingWorkersConvertEndsOnce(t *testing.T) {
	for _, first := range []string{"older", "newer"} {
		t.Run(first+" is first", func(t *testing.T) {
			p := newSlowPair(t)
			p.older.ackWait = time.Minute // it is kept from beating
			atWork, proceed := make(chan string, 2), map[string]chan struct{}{"older": make(chan struct{}), "newer": make(chan struct{})}
			wait := func(name string) func(context.Context, conversion.Request, int) (conversion.Outcome, error) {
				return func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
					atWork <- name
					<-proceed[name]
					return copySource(request)
				}
			}
			p.olderC.convert, p.newerC.convert = wait("older"), wait("newer")
			ended := map[string]chan struct{}{"older": make(chan struct{}), "newer": make(chan struct{})}
			go func() { defer close(ended["older"]); p.older.handle(p.first) }()
			<-atWork
			go func() { defer close(ended["newer"]); p.newer.handle(p.second) }()
			<-atWork // it has taken the claim over
			order := []string{"older", "newer"}
			if first == "newer" {
				order = []string{"newer", "older"}
			}
			for _, name := range order {
				close(proceed[name])
				<-ended[name]
			}
			p.oneEnd()
		})
	}
}

// A worker that lost its message to another one lets go of it. Were it to hand the
// message back, the queue would give it to a third one while the second is at work, and
// a long conversion would never come to its end.
func TestAWorkerThatLostItsMessageLeavesItToTheOther(t *testing.T) {
	p := newSlowPair(t)
	lost := make(chan error, 1)
	started := make(chan struct{})
	p.olderC.convert = func(ctx context.Context, _ conversion.Request, _ int) (conversion.Outcome, error) {
		close(started)
		<-ctx.Done()
		lost <- context.Cause(ctx)
		return conversion.Outcome{}, context.Cause(ctx)
	}
	p.newerC.convert = func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		time.Sleep(3 * testStorage.AckWait)
		return copySource(request)
	}
	var both sync.WaitGroup
	both.Go(func() { p.older.handle(p.first) })
	<-started
	both.Go(func() { p.newer.handle(p.second) })
	third := &fakeConverter{}
	p.start(third, testSettings(t, "third")) // would take what is handed back
	both.Wait()
	if err := <-lost; !errors.Is(err, errSuperseded) {
		t.Errorf("the older one ends with %v", err)
	}
	if third.total != 0 {
		t.Error("a third worker was given the job")
	}
	if handed := p.older.counts.handedBack.Load(); handed != 0 {
		t.Errorf("the older one has handed the job back %d times", handed)
	}
	p.oneEnd()
}

// A process that was stopped for longer than ack_wait stores nothing it has lost.
func TestAWorkerThatWasKeptFromBeatingStoresNothingItHasLost(t *testing.T) {
	p := newSlowPair(t)
	waiting, proceed := make(chan struct{}), make(chan struct{})
	p.olderC.convert = func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		close(waiting)
		<-proceed
		return copySource(request)
	}
	p.newerC.convert = func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		p.older.ackWait = time.Nanosecond // what it last heard is old
		close(proceed)
		time.Sleep(testStorage.AckWait / 2)
		return copySource(request)
	}
	p.older.ackWait = time.Minute
	ended := make(chan struct{})
	go func() { defer close(ended); p.older.handle(p.first) }()
	<-waiting
	p.newer.handle(p.second)
	<-ended
	if lines := p.log.count("left to it"); lines != 1 {
		t.Errorf("%d workers leave the job to another one", lines)
	}
	p.oneEnd()
}

// The slow one fails for good after the other one is done: the job is done, and not dead
// as well.
func TestAJobThatIsDoneIsNotDeadAsWell(t *testing.T) {
	p := newSlowPair(t)
	p.older.ackWait = time.Minute
	waiting, proceed := make(chan struct{}), make(chan struct{})
	p.olderC.convert = func(context.Context, conversion.Request, int) (conversion.Outcome, error) {
		close(waiting)
		<-proceed
		return conversion.Outcome{}, failure.ErrVerification
	}
	ended := make(chan struct{})
	go func() { defer close(ended); p.older.handle(p.first) }()
	<-waiting
	p.newer.handle(p.second)
	close(proceed)
	<-ended
	p.oneEnd()
	if failed := p.older.counts.failed.Load(); failed != 0 {
		t.Errorf("%d jobs are counted as failed", failed)
	}
}

// A cancelled job's state is written by whoever cancels: the workers that hear of it count
// it once.
func TestACancelledJobThatIsRedeliveredIsCountedOnce(t *testing.T) {
	p := newSlowPair(t)
	p.older.ackWait = time.Minute
	waiting, proceed := make(chan struct{}), make(chan struct{})
	p.olderC.convert = func(context.Context, conversion.Request, int) (conversion.Outcome, error) {
		close(waiting)
		<-proceed
		return conversion.Outcome{}, failure.ErrVerification // it fails, but was cancelled before
	}
	ended := make(chan struct{})
	go func() { defer close(ended); p.older.handle(p.first) }()
	<-waiting
	if _, err := p.client.Cancel(p.ctx, "slow"); err != nil {
		t.Fatal(err)
	}
	p.newer.handle(p.second)
	close(proceed)
	<-ended
	if cancelled := p.older.counts.cancelled.Load() + p.newer.counts.cancelled.Load(); cancelled != 1 {
		t.Errorf("%d jobs are counted as cancelled", cancelled)
	}
	if failed := p.older.counts.failed.Load() + p.newer.counts.failed.Load(); failed != 0 {
		t.Errorf("%d jobs are counted as failed", failed)
	}
	p.oneLetter("cancelled")
}

func TestAMessageThatIsNoJobAndRedeliveredIsCountedOnce(t *testing.T) {
	for _, text := range []string{`{"id":"slow","source":7}`, `nothing`} {
		t.Run(text, func(t *testing.T) {
			p := newSlowPairOn(t, func(w *world) {
				if _, err := w.client.storage.js.Publish(w.ctx, PriorityNormal.subject(""), []byte(text)); err != nil {
					t.Fatal(err)
				}
			})
			p.older.handle(p.first)
			p.newer.handle(p.second)
			if failed := p.older.counts.failed.Load() + p.newer.counts.failed.Load(); failed != 1 {
				t.Errorf("%d messages are counted as failed", failed)
			}
			p.oneLetter("malformed_job")
		})
	}
}

// oneLetter fails unless one dead letter was ever stored, for that reason.
func (p *slowPair) oneLetter(reason string) {
	p.t.Helper()
	letters, err := p.client.DeadLetters(p.ctx)
	if err != nil || len(letters) != 1 || letters[0].Reason != reason {
		p.t.Errorf("dead letters are %+v (%v), want one: %s", letters, err, reason)
	}
	info, err := p.client.storage.dead.Info(p.ctx)
	if err != nil || info.State.LastSeq != 1 {
		p.t.Errorf("letters were stored %d times (%v)", info.State.LastSeq, err)
	}
}

// The older worker has written the end and is kept from saying it. Who listens without
// JetStream hears it once, from the one whose time it is.
func TestAnEndIsHeardOnceWhoeverSaysIt(t *testing.T) {
	for _, one := range []struct {
		name         string
		ago          time.Duration // when the end was written
		afterSecond  int           // ends heard after the second worker
		handedBackBy uint64
	}{
		{"the older one is in time", 0, 0, 1},
		{"the older one counts as gone, and is not", 2 * testStorage.AckWait, 1, 0},
	} {
		t.Run(one.name, func(t *testing.T) {
			p := newSlowPair(t)
			written := time.Now().Add(-one.ago).UTC()
			status, err := p.client.storage.updateStatus(p.ctx, "slow", written, func(status *Status, _ bool) error {
				status.State, status.Attempts, status.Result = StateDone, 1, "key"
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			heard := func() int {
				if err := p.client.conn.Flush(); err != nil {
					t.Fatal(err)
				}
				heard, _, err := p.ends.Pending()
				if err != nil {
					t.Fatal(err)
				}
				return heard
			}
			p.newer.handle(p.second)
			if got := heard(); got != one.afterSecond {
				t.Errorf("%d ends are heard from the newer one, want %d", got, one.afterSecond)
			}
			if handed := p.newer.counts.handedBack.Load(); handed != one.handedBackBy {
				t.Errorf("the newer one has handed the job back %d times", handed)
			}
			job, err := ParseJob(p.first.Data())
			if err != nil {
				t.Fatal(err)
			}
			metadata, err := p.first.Metadata()
			if err != nil {
				t.Fatal(err)
			}
			current := &delivery{message: p.first, job: job, sequence: metadata.Sequence.Stream}
			event := Event{Job: "slow", Kind: EventDone, At: written, Attempt: 1, Result: "key"}
			if err := p.older.sayEnd(p.ctx, current, written, status, event); err != nil {
				t.Fatal(err)
			}
			if one.handedBackBy > 0 {
				third := p.take(p.newer) // when the time of the older one is over
				p.newer.handle(third)
			}
			if got := heard(); got != 1 {
				t.Errorf("%d ends are heard", got)
			}
			p.emptyQueue()
		})
	}
}
