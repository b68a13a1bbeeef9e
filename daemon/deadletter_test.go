// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"convertd/conversion"
	"convertd/core/ir"
	"convertd/failure"
	"convertd/host"
)

func TestErrorClassDecidesWhatFollows(t *testing.T) {
	w := newWorld(t)
	failures := map[string]error{
		"unknown":   &ir.DecodeError{Code: ir.CodeNotRecognised, Section: "container", Message: "no format"},
		"broken":    &ir.DecodeError{Code: ir.CodeMalformed, Section: "packet", Offset: 77, Message: "negative length"},
		"huge":      fmt.Errorf("%w: too many orders", failure.ErrLimit),
		"crash":     fmt.Errorf("%w: exit status 2", host.ErrPluginCrashed),
		"surprise":  errors.New("/home/somebody/secret.rep: surprise"),
		"recovers":  fmt.Errorf("%w: once", host.ErrPluginCrashed),
		"panicking": errors.New("not reached"),
	}
	converter := &fakeConverter{convert: func(_ context.Context, request conversion.Request, call int) (conversion.Outcome, error) {
		name := string(request.Data)
		if name == "recovers" && call > 1 {
			return copySource(request)
		}
		if name == "panicking" {
			panic("converter bug")
		}
		return conversion.Outcome{}, failures[name]
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
			if test.job == "surprise" && status.Error.Message != failure.Classify(errors.New("surprise")).Sentence {
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
	w.start(&fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
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
		if _, err := w.client.storage.js.Publish(w.ctx, PriorityNormal.subject(""), []byte(text)); err != nil {
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
	converter := &fakeConverter{convert: func(ctx context.Context, _ conversion.Request, _ int) (conversion.Outcome, error) {
		started <- struct{}{}
		<-ctx.Done()
		return conversion.Outcome{}, ctx.Err()
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
	if calls := converter.count(conversion.SourceSHA256([]byte("waiting"))); calls != 0 {
		t.Error("a job that was cancelled while waiting was started")
	}
	if _, err := w.client.Cancel(w.ctx, "absent"); !errors.Is(err, failure.ErrNotFound) {
		t.Errorf("cancelling an absent job: %v", err)
	}
}

func TestFailedJobCanBeRetried(t *testing.T) {
	w := newWorld(t)
	var mended atomic.Bool
	w.start(&fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		if !mended.Load() {
			return conversion.Outcome{}, &ir.DecodeError{Code: ir.CodeUnsupportedVersion, Section: "header", Message: "version 9"}
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
	if _, err := w.client.Retry(w.ctx, "later"); !errors.Is(err, failure.ErrUsage) {
		t.Errorf("retrying a finished job: %v", err)
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

// Somebody who publishes a job with a mistake in it finds it under the id they gave it,
// and hears that it failed.
func TestMistakenJobKeepsItsID(t *testing.T) {
	w := newWorld(t)
	w.start(&fakeConverter{}, testSettings(t, "a"))
	for subject, body := range map[string]string{
		PriorityNormal.subject(""): `{"id":"mine","source":{"object":"x"},"formt":"auto"}`,
		PriorityBulk.subject(""):   `{"id":"not an id","source":{}}`,
	} {
		if _, err := w.client.storage.js.Publish(w.ctx, subject, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	w.emptyQueue()
	status := w.wait("mine")
	if status.State != StateFailed || status.Error == nil || status.Error.Code != "malformed_job" || status.Priority != PriorityNormal {
		t.Errorf("the job is %+v", status)
	}
	if events := w.events("mine"); len(events) != 1 || events[0].Kind != EventFailed {
		t.Errorf("its events are %+v", events)
	}
	letters, err := w.client.DeadLetters(w.ctx)
	if err != nil || len(letters) != 2 {
		t.Fatalf("%d letters, %v", len(letters), err)
	}
	for _, letter := range letters {
		if letter.ID != "mine" && !strings.HasPrefix(letter.ID, "unreadable-") {
			t.Errorf("a letter of %q", letter.ID)
		}
	}
	w.submit(inline("mine", "x"))
	if status := w.wait("mine"); status.State != StateFailed {
		t.Errorf("the id was used again: %+v", status)
	}
}

// A message cannot pass itself off as the failure of a job that is there.
func TestMistakenJobDoesNotTouchAnother(t *testing.T) {
	w := newWorld(t)
	w.start(&fakeConverter{}, testSettings(t, "a"))
	w.submit(inline("mine", "x"))
	done := w.wait("mine")
	if _, err := w.client.storage.js.Publish(w.ctx, PriorityNormal.subject(""), []byte(`{"id":"mine"}`)); err != nil {
		t.Fatal(err)
	}
	w.emptyQueue()
	if status := w.wait("mine"); status.State != StateDone || status.Result != done.Result {
		t.Errorf("the finished job is %+v", status)
	}
}
