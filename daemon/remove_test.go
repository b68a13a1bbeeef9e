// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// messages is how many a stream holds on a subject.
func (w *world) messages(stream, subject string) uint64 {
	w.t.Helper()
	s, err := w.client.storage.js.Stream(w.ctx, stream)
	if err != nil {
		w.t.Fatal(err)
	}
	info, err := s.Info(w.ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		w.t.Fatal(err)
	}
	total := uint64(0)
	for _, count := range info.State.Subjects {
		total += count
	}
	return total
}

func TestRemovedJobLeavesNothingButItsResult(t *testing.T) {
	w := newWorld(t)
	converter := &fakeConverter{}
	w.start(converter, testSettings(t, "a"))
	w.submit(inline("one", "same"))
	done := w.wait("one")
	w.submit(inline("two", "same"))
	w.wait("two")
	w.emptyQueue()

	if _, err := w.client.Remove(w.ctx, "one"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.client.Status(w.ctx, "one"); !errors.Is(err, failure.ErrNotFound) {
		t.Errorf("its state is still there: %v", err)
	}
	for stream, subject := range map[string]string{StreamEvents: "convert.events.one.*", StreamReports: reportSubjects("one")} {
		if n := w.messages(stream, subject); n != 0 {
			t.Errorf("%s still has %d messages of it", stream, n)
		}
	}
	if _, err := w.client.Result(w.ctx, done.Result); err != nil {
		t.Errorf("the other job's result is gone: %v", err)
	}
	if keys, err := w.client.ResultsOf(w.ctx, []Status{done}); err != nil || len(keys) != 0 {
		t.Errorf("a result that another job has counts as its own: %v, %v", keys, err)
	}
	w.submit(inline("one", "same")) // its id is free
	if again := w.wait("one"); !again.Cached {
		t.Errorf("a job of the same id is %+v", again)
	}
}

func TestUnfinishedJobIsNotRemoved(t *testing.T) {
	w := newWorld(t)
	w.submit(inline("waiting", "x"))
	if _, err := w.client.Remove(w.ctx, "waiting"); !errors.Is(err, failure.ErrUsage) {
		t.Errorf("removing a waiting job gives %v", err)
	}
	if _, err := w.client.Remove(w.ctx, "nobody"); !errors.Is(err, failure.ErrNotFound) {
		t.Errorf("removing what is not there gives %v", err)
	}
}

func TestResultWhoseFileIsGoneIsMadeAgain(t *testing.T) {
	w := newWorld(t)
	converter := &fakeConverter{}
	w.start(converter, testSettings(t, "a"))
	w.submit(inline("one", "x"))
	done := w.wait("one")
	result, err := w.client.Result(w.ctx, done.Result)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.client.storage.files.Remove(w.ctx, result.File); err != nil {
		t.Fatal(err)
	}
	w.submit(inline("two", "x"))
	if again := w.wait("two"); again.State != StateDone || again.Cached {
		t.Errorf("the second job is %+v", again)
	}
	if n := converter.count(result.SHA256); n != 2 {
		t.Errorf("converted %d times, want twice", n)
	}
}

// garbageNames are what a collection found, by kind.
func garbageNames(found []Garbage) map[string][]string {
	names := map[string][]string{}
	for i := range found {
		names[found[i].Kind] = append(names[found[i].Kind], found[i].Name)
	}
	return names
}

func TestCollectTakesOnlyWhatNothingLeadsTo(t *testing.T) {
	w := newWorld(t)
	stop := w.start(&fakeConverter{}, testSettings(t, "a"))
	source, err := w.client.UploadSource(w.ctx, []byte("kept by its job"))
	if err != nil {
		t.Fatal(err)
	}
	w.submit(inline("done", "done"))
	done := w.wait("done")
	stop()
	w.submit(Job{ID: "waiting", Source: JobSource{Object: source}})
	theirs, err := w.client.UploadSource(w.ctx, []byte("kept by the job of a group"))
	if err != nil {
		t.Fatal(err)
	}
	w.submit(Job{ID: "grouped", Source: JobSource{Object: theirs}, Labels: map[string]string{LabelGroup: "archive"}})
	lost, err := w.client.UploadSource(w.ctx, []byte("nobody's"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.client.storage.files.Put(w.ctx, "half.icrep", strings.NewReader("of a worker that was killed")); err != nil {
		t.Fatal(err)
	}
	stale := Claim{Job: "gone", Worker: "gone", Expires: time.Now().Add(-time.Hour)}
	if _, err := w.client.storage.takeClaim(w.ctx, strings.Repeat("0", 64), stale, time.Now()); err != nil {
		t.Fatal(err)
	}

	if found, err := w.client.Collect(w.ctx, CollectOptions{Grace: time.Minute, DryRun: true}); err != nil || len(garbageNames(found)["object"]) != 0 {
		t.Errorf("what is young is garbage: %v, %v", garbageNames(found), err)
	}
	want := map[string][]string{
		"source": {lost}, "object": {"half.icrep"}, "claim": {claimKey(strings.Repeat("0", 64))}, "markers": {BucketStatus, BucketResults},
	}
	for _, dryRun := range []bool{true, false} {
		found, err := w.client.Collect(w.ctx, CollectOptions{DryRun: dryRun})
		if err != nil {
			t.Fatal(err)
		}
		names := garbageNames(found)
		slices.Sort(names["markers"])
		for kind := range want {
			if !slices.Equal(names[kind], want[kind]) {
				t.Errorf("dry run %t: %s: %v, want %v", dryRun, kind, names[kind], want[kind])
			}
		}
		if len(names) != len(want) {
			t.Errorf("dry run %t: %v, want %v", dryRun, names, want)
		}
	}
	if found, err := w.client.Collect(w.ctx, CollectOptions{}); err != nil || len(found) != 2 {
		t.Errorf("a second collection finds %v, %v", garbageNames(found), err)
	}
	if n := w.messages("OBJ_"+StoreFiles, ">"); n != 4 { // the chunk and the entry of a file and of a report
		t.Errorf("%d messages are left of objects, want 4", n)
	}
	if _, err := w.client.Remove(w.ctx, "done"); err != nil {
		t.Fatal(err)
	}
	found, err := w.client.Collect(w.ctx, CollectOptions{Unreferenced: true})
	if err != nil || !slices.Equal(garbageNames(found)["result"], []string{done.Result}) {
		t.Errorf("of a removed job's result: %v, %v", garbageNames(found), err)
	}
	if n := w.messages("OBJ_"+StoreFiles, ">"); n != 0 {
		t.Errorf("%d messages are left of objects", n)
	}
	w.start(&fakeConverter{}, testSettings(t, "b"))
	for _, id := range []string{"waiting", "grouped"} {
		if status := w.wait(id); status.State != StateDone {
			t.Errorf("%s lost its source: %+v", id, status.Error)
		}
	}
}
