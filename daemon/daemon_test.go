package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/core/ir"
	"convertd/host"
)

func TestJobIsConvertedStoredAndAcknowledged(t *testing.T) {
	w := newWorld(t)
	w.start(&fakeConverter{}, testSettings(t, "a"))
	job := inline("one", "replay")
	job.Labels = map[string]string{"ladder": "7"}
	w.submit(job)
	status := w.wait("one")
	if status.State != StateDone || status.Attempts != 1 || status.Format != "fake" || status.Verdict != "plausible" || status.Error != nil {
		t.Fatalf("status is %+v", status)
	}
	result, err := w.client.Result(w.ctx, status.Result)
	if err != nil {
		t.Fatal(err)
	}
	file, err := w.client.OpenFile(w.ctx, result)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(file)
	if err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	if string(content) != "converted replay" || result.FileSHA256 != SourceSHA256(content) || result.FileBytes != uint64(len(content)) {
		t.Errorf("file holds %q, entry says %+v", content, result)
	}
	report, err := w.client.Report(w.ctx, "one")
	if err != nil {
		t.Fatal(err)
	}
	if string(report.Divergence) != `{"verdict":"plausible"}` || report.Labels["ladder"] != "7" {
		t.Errorf("report is %+v", report)
	}
	w.emptyQueue()
	if got, want := kinds(w.events("one")), []EventKind{EventAccepted, EventStarted, EventDone}; !slices.Equal(got, want) {
		t.Errorf("events are %v, want %v", got, want)
	}
}

func TestSameContentCostsOneConversion(t *testing.T) {
	w := newWorld(t)
	converter := &fakeConverter{convert: func(_ context.Context, request Request, _ int) (Outcome, error) {
		time.Sleep(50 * time.Millisecond) // long enough for the others to come upon the claim
		return copySource(request)
	}}
	w.start(converter, testSettings(t, "a"))
	w.start(converter, testSettings(t, "b"))
	var ids []string
	for i := range 8 {
		id := fmt.Sprintf("job-%d", i)
		ids = append(ids, id)
		w.submit(inline(id, "the same replay"))
	}
	keys := map[string]bool{}
	for _, id := range ids {
		status := w.wait(id)
		if status.State != StateDone {
			t.Errorf("%s is %+v", id, status)
		}
		keys[status.Result] = true
		if _, err := w.client.Report(w.ctx, id); err != nil {
			t.Errorf("%s has no report of its own: %v", id, err)
		}
	}
	if calls := converter.count(SourceSHA256([]byte("the same replay"))); calls != 1 {
		t.Errorf("converted %d times, want once", calls)
	}
	if len(keys) != 1 {
		t.Errorf("%d results, want one", len(keys))
	}
	w.emptyQueue()
}

func TestOptionsVersionAndFormatMakeAnotherResult(t *testing.T) {
	base := func() (string, string, string, Options) { return "aa", "1", FormatAuto, Options{} }
	key := func(change func(sum, version, format *string, options *Options)) string {
		sum, version, format, options := base()
		change(&sum, &version, &format, &options)
		k, err := ResultKey(sum, version, format, options)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	seen := map[string]string{}
	for name, change := range map[string]func(sum, version, format *string, options *Options){
		"base":    func(_, _, _ *string, _ *Options) {},
		"source":  func(sum, _, _ *string, _ *Options) { *sum = "ab" },
		"version": func(_, version, _ *string, _ *Options) { *version = "2" },
		"format":  func(_, _, format *string, _ *Options) { *format = "orarep" },
		"map":     func(_, _, _ *string, options *Options) { options.EmbedMap = true },
		"date":    func(_, _, _ *string, options *Options) { options.ConvertedAt = 1 },
		"world":   func(_, _, _ *string, options *Options) { options.World = json.RawMessage(`{}`) },
		"shifted": func(sum, version, _ *string, _ *Options) { *sum, *version = "a", "a1" },
	} {
		k := key(change)
		if other, ok := seen[k]; ok {
			t.Errorf("%s and %s have the same key", name, other)
		}
		seen[k] = name
	}
}

func TestJobDeliveredTwiceLeavesOneResult(t *testing.T) {
	w := newWorld(t)
	converter := &fakeConverter{}
	job := inline("twice", "replay")
	job.Format, job.RequestedAt = FormatAuto, time.Now()
	data, err := json.Marshal(job)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // without a message id, as a client that knows nothing of it does
		if _, err := w.client.storage.js.Publish(w.ctx, PriorityNormal.subject(), data); err != nil {
			t.Fatal(err)
		}
	}
	w.start(converter, testSettings(t, "a"))
	w.start(converter, testSettings(t, "b"))
	w.emptyQueue()
	if status := w.wait("twice"); status.State != StateDone {
		t.Fatalf("status is %+v", status)
	}
	if calls := converter.count(SourceSHA256([]byte("replay"))); calls != 1 {
		t.Errorf("converted %d times, want once", calls)
	}
	reports, err := w.client.Reports(w.ctx)
	if err != nil || len(reports) != 1 {
		t.Errorf("%d reports, want one (%v)", len(reports), err)
	}
	if got, want := kinds(w.events("twice")), []EventKind{EventStarted, EventDone}; !slices.Equal(got, want) {
		t.Errorf("events are %v, want %v", got, want)
	}
}

func TestSubmittingAgainIsSafe(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		w.submit(inline("again", "replay"))
	}
	info, err := w.client.storage.jobs.Info(w.ctx)
	if err != nil || info.State.Msgs != 1 {
		t.Fatalf("%d jobs queued, want one (%v)", info.State.Msgs, err)
	}
	converter := &fakeConverter{}
	w.start(converter, testSettings(t, "a"))
	w.wait("again")
	if status := w.submit(inline("again", "replay")); status.State != StateDone {
		t.Errorf("a finished job is %s after submitting it again", status.State)
	}
}

func TestErrorClassDecidesWhatFollows(t *testing.T) {
	w := newWorld(t)
	failure := map[string]error{
		"unknown":   &ir.DecodeError{Code: ir.CodeNotRecognised, Section: "container", Message: "no format"},
		"broken":    &ir.DecodeError{Code: ir.CodeMalformed, Section: "packet", Offset: 77, Message: "negative length"},
		"huge":      fmt.Errorf("%w: too many orders", ErrLimit),
		"crash":     fmt.Errorf("%w: exit status 2", host.ErrPluginCrashed),
		"surprise":  errors.New("/home/somebody/secret.rep: surprise"),
		"recovers":  fmt.Errorf("%w: once", host.ErrPluginCrashed),
		"panicking": errors.New("not reached"),
	}
	converter := &fakeConverter{convert: func(_ context.Context, request Request, call int) (Outcome, error) {
		name := string(request.Data)
		if name == "recovers" && call > 1 {
			return copySource(request)
		}
		if name == "panicking" {
			panic("converter bug")
		}
		return Outcome{}, failure[name]
	}}
	w.start(converter, testSettings(t, "a"))
	for _, test := range []struct {
		job      string
		state    State
		attempts int
		reason   string
		offset   uint64
	}{
		{"unknown", StateFailed, 1, "not_recognised", 0},
		{"broken", StateFailed, 1, "malformed", 77},
		{"huge", StateFailed, 1, "limit_exceeded", 0},
		{"crash", StateFailed, 3, "plugin_crashed", 0},
		{"surprise", StateFailed, 1, "internal", 0},
		{"panicking", StateFailed, 1, "internal", 0},
		{"recovers", StateDone, 2, "", 0},
	} {
		t.Run(test.job, func(t *testing.T) {
			w.submit(inline(test.job, test.job))
			status := w.wait(test.job)
			w.emptyQueue() // the event comes after the state, the end of the message last
			if status.State != test.state || status.Attempts != test.attempts {
				t.Fatalf("status is %+v, want %s after %d attempts", status, test.state, test.attempts)
			}
			letters, err := w.client.deadLetters(w.ctx, test.job)
			if err != nil {
				t.Fatal(err)
			}
			if test.state == StateDone {
				if len(letters) != 0 {
					t.Errorf("a converted job has a dead letter: %+v", letters)
				}
				return
			}
			if len(letters) != 1 || letters[0].letter.Reason != test.reason || letters[0].letter.Job == nil {
				t.Fatalf("dead letters are %+v, want one with reason %s", letters, test.reason)
			}
			if test.offset != 0 && (status.Error.Offset == nil || *status.Error.Offset != test.offset) {
				t.Errorf("offset is %v, want %d", status.Error.Offset, test.offset)
			}
			if test.job == "surprise" && status.Error.Message != classes["internal"].Sentence {
				t.Errorf("an error's own text leaves the process: %q", status.Error.Message)
			}
			if events := kinds(w.events(test.job)); !slices.Contains(events, EventFailed) {
				t.Errorf("events are %v, want a failed one", events)
			}
		})
	}
	w.emptyQueue()
}

func TestDamagedSourceKeepsItsGoodPrefix(t *testing.T) {
	w := newWorld(t)
	w.start(&fakeConverter{convert: func(_ context.Context, request Request, _ int) (Outcome, error) {
		outcome, err := copySource(request)
		outcome.Damage = &ir.DecodeError{Code: ir.CodeTruncated, Section: "packet", Offset: 5, Message: "ends early"}
		return outcome, err
	}}, testSettings(t, "a"))
	w.submit(inline("cut", "replay"))
	status := w.wait("cut")
	if status.State != StateDone || !status.Partial || status.Error == nil || status.Error.Code != "truncated" || *status.Error.Offset != 5 {
		t.Fatalf("status is %+v, error %+v", status, status.Error)
	}
	if _, err := w.client.Result(w.ctx, status.Result); err != nil {
		t.Errorf("the good prefix has no result: %v", err)
	}
}

func TestUnreadableMessageIsADeadLetter(t *testing.T) {
	w := newWorld(t)
	w.start(&fakeConverter{}, testSettings(t, "a"))
	valid := `{"id":"x","source":{"inline":"cmVw"},"format":"auto","options":{},"requested_at":"2026-01-01T00:00:00Z"}`
	for _, text := range []string{
		"", "{", "[]", `{"id":"a b"}`, valid + "x",
		`{"id":"x","source":{},"format":"auto","options":{},"requested_at":"2026-01-01T00:00:00Z"}`,
		`{"id":"x","source":{"inline":"cmVw","path":"a/b"},"format":"auto","options":{},"requested_at":"2026-01-01T00:00:00Z"}`,
		`{"id":"x","source":{"inline":"cmVw"},"format":"auto","optoins":{},"requested_at":"2026-01-01T00:00:00Z"}`,
		`{"id":"x","source":{"inline":"cmVw"},"filename":"../../etc/passwd","format":"auto","options":{},"requested_at":"2026-01-01T00:00:00Z"}`,
	} {
		if _, err := w.client.storage.js.Publish(w.ctx, PriorityNormal.subject(), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	w.emptyQueue()
	letters, err := w.client.DeadLetters(w.ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(letters) != 9 {
		t.Errorf("%d dead letters, want 9", len(letters))
	}
	for _, letter := range letters {
		if letter.Reason != "malformed_job" || letter.Job != nil {
			t.Errorf("dead letter is %+v", letter)
		}
	}
	if _, err := ParseJob([]byte(valid)); err != nil {
		t.Errorf("the valid one of the table is not: %v", err)
	}
}

func TestCancelledJobIsNotConverted(t *testing.T) {
	w := newWorld(t)
	w.submit(inline("early", "waiting"))
	if status, err := w.client.Cancel(w.ctx, "early"); err != nil || status.State != StateCancelled {
		t.Fatalf("status is %+v, %v", status, err)
	}
	started := make(chan struct{}, 1)
	converter := &fakeConverter{convert: func(ctx context.Context, _ Request, _ int) (Outcome, error) {
		started <- struct{}{}
		<-ctx.Done()
		return Outcome{}, ctx.Err()
	}}
	w.start(converter, testSettings(t, "a"))
	w.submit(inline("running", "running"))
	<-started
	if _, err := w.client.Cancel(w.ctx, "running"); err != nil {
		t.Fatal(err)
	}
	w.emptyQueue()
	for _, id := range []string{"early", "running"} {
		status := w.wait(id)
		if status.State != StateCancelled {
			t.Errorf("%s is %s", id, status.State)
		}
		if events := kinds(w.events(id)); !slices.Contains(events, EventCancelled) || slices.Contains(events, EventFailed) {
			t.Errorf("%s has events %v", id, events)
		}
	}
	if calls := converter.count(SourceSHA256([]byte("waiting"))); calls != 0 {
		t.Error("a job that was cancelled while waiting was started")
	}
	if _, err := w.client.Cancel(w.ctx, "absent"); !errors.Is(err, ErrNotFound) {
		t.Errorf("cancelling an absent job: %v", err)
	}
}

func TestFailedJobCanBeRetried(t *testing.T) {
	w := newWorld(t)
	var mended atomic.Bool
	w.start(&fakeConverter{convert: func(_ context.Context, request Request, _ int) (Outcome, error) {
		if !mended.Load() {
			return Outcome{}, &ir.DecodeError{Code: ir.CodeUnsupportedVersion, Section: "header", Message: "version 9"}
		}
		return copySource(request)
	}}, testSettings(t, "a"))
	w.submit(inline("later", "replay"))
	if status := w.wait("later"); status.State != StateFailed {
		t.Fatalf("status is %+v", status)
	}
	mended.Store(true)
	if status, err := w.client.Retry(w.ctx, "later"); err != nil || status.State != StateQueued || status.Retries != 1 {
		t.Fatalf("status is %+v, %v", status, err)
	}
	if status := w.wait("later"); status.State != StateDone || status.Attempts != 1 {
		t.Errorf("status is %+v", status)
	}
	if letters, err := w.client.DeadLetters(w.ctx); err != nil || len(letters) != 0 {
		t.Errorf("dead letters %+v are left (%v)", letters, err)
	}
	if _, err := w.client.Retry(w.ctx, "later"); !errors.Is(err, ErrUsage) {
		t.Errorf("retrying a finished job: %v", err)
	}
}

func TestShutdownHandsBackWhatIsNotFinished(t *testing.T) {
	w := newWorld(t)
	started := make(chan struct{}, 1)
	settings := testSettings(t, "a")
	settings.ShutdownGrace = 0
	stop := w.start(&fakeConverter{convert: func(ctx context.Context, _ Request, _ int) (Outcome, error) {
		started <- struct{}{}
		<-ctx.Done()
		return Outcome{}, ctx.Err()
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
	stop := w.start(&fakeConverter{convert: func(_ context.Context, request Request, _ int) (Outcome, error) {
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
	slow := func(_ context.Context, request Request, _ int) (Outcome, error) {
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
	var mu sync.Mutex
	var order []string
	settings := testSettings(t, "a")
	settings.Workers = 1
	w.start(&fakeConverter{convert: func(_ context.Context, request Request, _ int) (Outcome, error) {
		mu.Lock()
		order = append(order, string(request.Data))
		mu.Unlock()
		return copySource(request)
	}}, settings)
	w.emptyQueue()
	want := []string{"high 0", "high 1", "high 2", "normal 0", "normal 1", "normal 2", "bulk 0", "bulk 1", "bulk 2"}
	if !slices.Equal(order, want) {
		t.Errorf("order is %v, want %v", order, want)
	}
}

func TestLongConversionIsNotDeliveredTwice(t *testing.T) {
	w := newWorld(t)
	converter := &fakeConverter{convert: func(_ context.Context, request Request, _ int) (Outcome, error) {
		time.Sleep(2500 * time.Millisecond) // two and a half times AckWait
		return copySource(request)
	}}
	w.start(converter, testSettings(t, "a"))
	w.start(converter, testSettings(t, "b"))
	w.submit(inline("long", "replay"))
	if status := w.wait("long"); status.State != StateDone || status.Attempts != 1 {
		t.Errorf("status is %+v", status)
	}
	if calls := converter.count(SourceSHA256([]byte("replay"))); calls != 1 {
		t.Errorf("converted %d times", calls)
	}
}

func TestDeadlineEndsAConversion(t *testing.T) {
	w := newWorld(t)
	settings := testSettings(t, "a")
	settings.Deadline, settings.MaxAttempts = 50*time.Millisecond, 1
	w.start(&fakeConverter{convert: func(ctx context.Context, _ Request, _ int) (Outcome, error) {
		<-ctx.Done()
		return Outcome{}, ctx.Err()
	}}, settings)
	w.submit(inline("hangs", "replay"))
	if status := w.wait("hangs"); status.State != StateFailed || status.Error.Code != "deadline_exceeded" {
		t.Errorf("status is %+v, error %+v", status, status.Error)
	}
}

func TestResultWithoutItsMapIsMadeAgainOnceTheMapIsThere(t *testing.T) {
	w := newWorld(t)
	converter := &fakeConverter{maps: map[string]bool{}}
	converter.convert = func(_ context.Context, request Request, call int) (Outcome, error) {
		outcome, err := copySource(request)
		if call == 1 {
			outcome.MissingMap = "m1"
		}
		return outcome, err
	}
	w.start(converter, testSettings(t, "a"))
	sum := SourceSHA256([]byte("replay"))
	for i, test := range []struct {
		mapThere bool
		calls    int
	}{{false, 1}, {false, 1}, {true, 2}, {true, 2}} {
		converter.mu.Lock()
		converter.maps["m1"] = test.mapThere
		converter.mu.Unlock()
		id := fmt.Sprintf("round-%d", i)
		w.submit(inline(id, "replay"))
		w.wait(id)
		if calls := converter.count(sum); calls != test.calls {
			t.Errorf("round %d: %d conversions, want %d", i, calls, test.calls)
		}
	}
}

func TestProgressIsPublishedWhileItWorks(t *testing.T) {
	w := newWorld(t)
	w.start(&fakeConverter{convert: func(_ context.Context, request Request, _ int) (Outcome, error) {
		time.Sleep(5 * time.Millisecond)
		request.Progress(Progress{Stage: "translate", Ticks: 42, Orders: 7})
		return copySource(request)
	}}, testSettings(t, "a"))
	seen := make(chan Event, 8)
	ctx, cancel := context.WithTimeout(w.ctx, 20*time.Second)
	defer cancel()
	watched := make(chan error, 1)
	w.submit(inline("one", "replay"))
	go func() {
		watched <- w.client.Watch(ctx, "one", func(event Event) error {
			seen <- event
			if event.Kind.Final() {
				return ErrStopWatching
			}
			return nil
		})
	}()
	if err := <-watched; err != nil {
		t.Fatal(err)
	}
	close(seen)
	found := false
	for event := range seen {
		if event.Kind == EventProgress && event.Progress.Ticks == 42 && event.Progress.Orders == 7 {
			found = true
		}
	}
	if !found {
		t.Error("no progress event came")
	}
}

func TestJobThatKillsItsWorkersIsGivenUp(t *testing.T) {
	w := newWorld(t)
	job := inline("poison", "replay")
	w.submit(job)
	// Three workers started it and were never heard of again.
	_, err := w.client.storage.updateStatus(w.ctx, "poison", time.Now(), func(status *Status, _ bool) error {
		status.State, status.Attempts = StateRunning, 3
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	converter := &fakeConverter{}
	w.start(converter, testSettings(t, "a"))
	if status := w.wait("poison"); status.State != StateFailed || status.Error.Code != "attempts_exhausted" {
		t.Errorf("status is %+v", status)
	}
	if converter.total != 0 {
		t.Error("it was started a fourth time")
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
	if _, err := s.takeClaim(w.ctx, "k", claim("b"), now); !errors.Is(err, ErrBusy) {
		t.Errorf("a fresh claim was taken over: %v", err)
	}
	if _, err := s.takeClaim(w.ctx, "k", claim("b"), now.Add(2*time.Minute)); err != nil {
		t.Errorf("an expired claim was not taken over: %v", err)
	}
	if _, err := s.renewClaim(w.ctx, "k", claim("a"), revision); !errors.Is(err, ErrBusy) {
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
