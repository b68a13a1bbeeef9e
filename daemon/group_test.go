// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"convertd/conversion"
	"convertd/failure"
)

// oneLeft waits until what is done has left the queue, but for one job.
func (w *world) oneLeft() {
	w.t.Helper()
	eventually(w.t, "one job is left", func() bool {
		info, err := w.client.storage.jobs.Info(w.ctx)
		return err == nil && info.State.Msgs == 1
	})
}

func inGroup(group, id string) Job {
	job := inline(id, id)
	job.Labels = map[string]string{LabelGroup: group}
	return job
}

// orderOfWork converts and notes in which order.
type orderOfWork struct {
	mu   sync.Mutex
	done []string
}

func (o *orderOfWork) converter() *fakeConverter {
	return &fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.done = append(o.done, string(request.Data))
		return copySource(request)
	}}
}

func (o *orderOfWork) list() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]string(nil), o.done...)
}

// One submitter has thirty jobs waiting when two others come with five each, one of
// them without a group: all three get the same share.
func TestGroupsHaveEqualSharesHoweverMuchTheyHaveWaiting(t *testing.T) {
	w := newWorld(t)
	for i := range 30 {
		w.submit(inGroup("large", fmt.Sprintf("large-%d", i)))
	}
	for i := range 5 {
		w.submit(inGroup("small", fmt.Sprintf("small-%d", i)))
		w.submit(inline(fmt.Sprintf("none-%d", i), fmt.Sprintf("none-%d", i)))
	}
	var order orderOfWork
	settings := testSettings(t, "a")
	settings.Workers = 1
	w.start(order.converter(), settings)
	w.emptyQueue()
	shares := map[string]int{}
	for _, done := range order.list()[:15] {
		name, _, _ := strings.Cut(done, "-")
		shares[name]++
	}
	if shares["large"] != 5 || shares["small"] != 5 || shares["none"] != 5 {
		t.Errorf("of the first 15 jobs the groups have %v", shares)
	}
	if got := len(order.list()); got != 40 {
		t.Errorf("%d of 40 jobs were done", got)
	}
}

func TestAPausedGroupWaitsUntilItIsResumed(t *testing.T) {
	w := newWorld(t)
	if group, err := w.client.Pause(w.ctx, "archive"); err != nil || !group.Paused {
		t.Fatalf("%+v, %v", group, err)
	}
	w.submit(inGroup("archive", "old"))
	var order orderOfWork
	w.start(order.converter(), testSettings(t, "a"))
	w.submit(inGroup("ladder", "new"))
	w.wait("new")
	if status, err := w.client.Status(w.ctx, "old"); err != nil || status.State != StateQueued {
		t.Errorf("a job of a paused group is %+v, %v", status, err)
	}
	w.oneLeft()
	groups, err := w.client.Groups(w.ctx)
	if err != nil || len(groups) != 1 || groups[0].Name != "archive" || !groups[0].Paused || groups[0].Jobs[PriorityNormal] != 1 {
		t.Errorf("groups are %+v, %v", groups, err)
	}
	if jobs, err := w.client.Jobs(w.ctx); err != nil || len(jobs) != 2 {
		t.Errorf("a pause is among the jobs: %+v, %v", jobs, err)
	}
	if group, err := w.client.Resume(w.ctx, "archive"); err != nil || group.Paused {
		t.Errorf("%+v, %v", group, err)
	}
	if status := w.wait("old"); status.State != StateDone {
		t.Errorf("after that it is %+v", status)
	}
}

// Who starts later knows of a pause, and a pause while it works reaches it.
func TestAPauseReachesAWorkerThatRuns(t *testing.T) {
	w := newWorld(t)
	var order orderOfWork
	w.start(order.converter(), testSettings(t, "a"))
	w.submit(inGroup("archive", "first"))
	w.wait("first")
	if _, err := w.client.Pause(w.ctx, "archive"); err != nil {
		t.Fatal(err)
	}
	w.submit(inGroup("other", "between"))
	w.wait("between") // whoever did this has looked since
	w.submit(inGroup("archive", "second"))
	w.submit(inGroup("other", "after"))
	w.wait("after")
	if status, err := w.client.Status(w.ctx, "second"); err != nil || status.State != StateQueued {
		t.Errorf("a job of a paused group is %+v, %v", status, err)
	}
}

func TestAGroupGetsItsQuotaAndNoMore(t *testing.T) {
	w := newWorld(t)
	options := testStorage
	options.GroupQuota, options.Asked = 3, []string{KeyGroupQuota}
	plan, err := PlanSetup(w.ctx, w.client.conn, options)
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Change(w.ctx); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		w.submit(inGroup("greedy", fmt.Sprintf("job-%d", i)))
	}
	_, err = w.client.Submit(w.ctx, inGroup("greedy", "fourth"))
	if !errors.Is(err, failure.ErrQuota) || failure.Classify(err).Code != "quota_exceeded" || failure.Classify(err).Exit != failure.ExitLimit {
		t.Fatalf("the fourth job of three: %v", err)
	}
	if !strings.Contains(err.Error(), "jobs.group_quota") || !strings.Contains(err.Error(), "greedy") {
		t.Errorf("who reads this does not know what to do: %v", err)
	}
	if _, err := w.client.Status(w.ctx, "fourth"); !errors.Is(err, failure.ErrNotFound) {
		t.Errorf("a refused job has left a state: %v", err)
	}
	w.submit(inGroup("modest", "other")) // others have a quota of their own
	w.start(&fakeConverter{}, testSettings(t, "a"))
	w.emptyQueue()
	w.submit(inGroup("greedy", "fourth"))
	if status := w.wait("fourth"); status.State != StateDone {
		t.Errorf("once there is room it is %+v", status)
	}
}

// The state of a job that is retried into a full group stays what it was.
func TestARetryThatTheQuotaRefusesLeavesTheJobAsItWas(t *testing.T) {
	w := newWorld(t)
	if _, err := w.client.Submit(w.ctx, inGroup("greedy", "broken")); err != nil {
		t.Fatal(err)
	}
	stop := w.start(&fakeConverter{convert: func(context.Context, conversion.Request, int) (conversion.Outcome, error) {
		return conversion.Outcome{}, failure.ErrVerification
	}}, testSettings(t, "a"))
	w.wait("broken")
	stop()
	options := testStorage
	options.GroupQuota, options.Asked = 1, []string{KeyGroupQuota}
	plan, err := PlanSetup(w.ctx, w.client.conn, options)
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Change(w.ctx); err != nil {
		t.Fatal(err)
	}
	w.submit(inGroup("greedy", "first"))
	if _, err := w.client.Retry(w.ctx, "broken"); !errors.Is(err, failure.ErrQuota) {
		t.Fatalf("the retry is answered with %v", err)
	}
	status, err := w.client.Status(w.ctx, "broken")
	if err != nil || status.State != StateFailed || status.Retries != 0 {
		t.Errorf("the job is %+v, %v", status, err)
	}
}

// Whoever publishes past convert.submit has the share of the subject, whatever the
// labels say.
func TestTheSubjectDecidesWhichGroupAJobIsOf(t *testing.T) {
	w := newWorld(t)
	job := `{"id":"raw","source":{"inline":"cmVw"},"format":"auto","options":{},"labels":{"group":"mine"},"requested_at":"2026-01-01T00:00:00Z"}`
	if _, err := w.client.storage.js.Publish(w.ctx, PriorityBulk.subject("theirs"), []byte(job)); err != nil {
		t.Fatal(err)
	}
	w.start(&fakeConverter{}, testSettings(t, "a"))
	w.emptyQueue()
	if status := w.wait("raw"); status.State != StateDone || status.Labels[LabelGroup] != "theirs" || status.Priority != PriorityBulk {
		t.Errorf("status is %+v", status)
	}
	if _, err := w.client.storage.js.Publish(w.ctx, "convert.jobs.bulk.a.b", []byte(job)); err == nil {
		t.Error("a group of two words is taken")
	}
}

func TestUsageCountsJobsOfGroupsWithTheOthers(t *testing.T) {
	w := newWorld(t)
	w.submit(inGroup("archive", "first"))
	w.submit(inGroup("ladder", "second"))
	w.submit(inline("third", "third"))
	if normal := w.usageOf(PriorityNormal); normal.Waiting != 3 || normal.Taken != 0 || normal.Oldest <= 0 {
		t.Errorf("before anybody works it is %+v", normal)
	}
	taken, release := make(chan struct{}, 3), make(chan struct{})
	settings := testSettings(t, "a")
	settings.Workers = 1
	w.start(&fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		taken <- struct{}{}
		<-release
		return copySource(request)
	}}, settings)
	<-taken
	if normal := w.usageOf(PriorityNormal); normal.Waiting != 2 || normal.Taken != 1 {
		t.Errorf("while one is worked on it is %+v", normal)
	}
	close(release)
	w.emptyQueue()
	if normal := w.usageOf(PriorityNormal); normal.Waiting != 0 || normal.Taken != 0 || normal.Oldest != 0 {
		t.Errorf("when all are done it is %+v", normal)
	}
}

// The oldest job counts, of whatever group.
func TestUsageKnowsTheOldestJobOfAGroup(t *testing.T) {
	w := newWorld(t)
	w.submit(inGroup("archive", "only"))
	if normal := w.usageOf(PriorityNormal); normal.Oldest <= 0 {
		t.Errorf("it is %+v", normal)
	}
}

func (w *world) usageOf(priority Priority) QueueUsage {
	w.t.Helper()
	usage, err := w.client.Usage(w.ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	return usage.Queues[slices.Index(Priorities(), priority)]
}

func TestWhoFollowsJobsHearsOfNoPause(t *testing.T) {
	w := newWorld(t)
	if _, err := w.client.Pause(w.ctx, "archive"); err != nil {
		t.Fatal(err)
	}
	w.submit(inline("mine", "replay"))
	var keys []string
	enough := errors.New("enough")
	err := w.client.FollowJobs(w.ctx, 0, func() {}, func(entry Followed[Status]) error {
		keys = append(keys, entry.Key)
		if entry.Key == "mine" {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || !slices.Equal(keys, []string{"mine"}) {
		t.Errorf("jobs are %v, %v", keys, err)
	}
}
