// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"convertd/conversion"
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
	if string(content) != "converted replay" || result.FileSHA256 != conversion.SourceSHA256(content) || result.FileBytes != uint64(len(content)) {
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
	converter := &fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
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
	if calls := converter.count(conversion.SourceSHA256([]byte("the same replay"))); calls != 1 {
		t.Errorf("converted %d times, want once", calls)
	}
	if len(keys) != 1 {
		t.Errorf("%d results, want one", len(keys))
	}
	w.emptyQueue()
}

func TestOptionsVersionAndFormatMakeAnotherResult(t *testing.T) {
	base := func() (string, string, string, conversion.Options) {
		return "aa", "1", conversion.FormatAuto, conversion.Options{}
	}
	key := func(change func(sum, version, format *string, options *conversion.Options)) string {
		sum, version, format, options := base()
		change(&sum, &version, &format, &options)
		k, err := ResultKey(sum, version, format, options)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	seen := map[string]string{}
	for name, change := range map[string]func(sum, version, format *string, options *conversion.Options){
		"base":    func(_, _, _ *string, _ *conversion.Options) {},
		"source":  func(sum, _, _ *string, _ *conversion.Options) { *sum = "ab" },
		"version": func(_, version, _ *string, _ *conversion.Options) { *version = "2" },
		"format":  func(_, _, format *string, _ *conversion.Options) { *format = "orarep" },
		"map":     func(_, _, _ *string, options *conversion.Options) { options.EmbedMap = true },
		"date":    func(_, _, _ *string, options *conversion.Options) { options.ConvertedAt = 1 },
		"world":   func(_, _, _ *string, options *conversion.Options) { options.World = json.RawMessage(`{}`) },
		"shifted": func(sum, version, _ *string, _ *conversion.Options) { *sum, *version = "a", "a1" },
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
	job.Format, job.RequestedAt = conversion.FormatAuto, time.Now()
	data, err := json.Marshal(job)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // without a message id, as a client that knows nothing of it does
		if _, err := w.client.storage.js.Publish(w.ctx, PriorityNormal.subject(""), data); err != nil {
			t.Fatal(err)
		}
	}
	w.start(converter, testSettings(t, "a"))
	w.start(converter, testSettings(t, "b"))
	w.emptyQueue()
	if status := w.wait("twice"); status.State != StateDone {
		t.Fatalf("status is %+v", status)
	}
	if calls := converter.count(conversion.SourceSHA256([]byte("replay"))); calls != 1 {
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

func TestResultWithoutItsMapIsMadeAgainOnceTheMapIsThere(t *testing.T) {
	w := newWorld(t)
	converter := &fakeConverter{maps: map[string]bool{}}
	converter.convert = func(_ context.Context, request conversion.Request, call int) (conversion.Outcome, error) {
		outcome, err := copySource(request)
		if call == 1 {
			outcome.MissingMap = "m1"
		}
		return outcome, err
	}
	w.start(converter, testSettings(t, "a"))
	sum := conversion.SourceSHA256([]byte("replay"))
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
	w.start(&fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		time.Sleep(5 * time.Millisecond)
		request.Progress(conversion.Progress{Stage: "translate", Ticks: 42, Orders: 7})
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
