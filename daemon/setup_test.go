// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"convertd/conversion"
	"convertd/failure"
)

// emptyServer is a server on which nobody has set anything up.
func emptyServer(t *testing.T) (*nats.Conn, jetstream.JetStream) {
	t.Helper()
	server, err := StartEmbedded(EmbeddedOptions{StoreDir: t.TempDir(), MaxStore: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	conn, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return conn, js
}

func streamNames(t *testing.T, js jetstream.JetStream) []string {
	t.Helper()
	var names []string
	lister := js.StreamNames(t.Context())
	for name := range lister.Name() {
		names = append(names, name)
	}
	if lister.Err() != nil {
		t.Fatal(lister.Err())
	}
	return names
}

func plan(t *testing.T, conn *nats.Conn, options StorageOptions) *Setup {
	t.Helper()
	setup, err := PlanSetup(t.Context(), conn, options)
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

func TestOpeningMakesNothingAndNamesWhatIsMissing(t *testing.T) {
	conn, js := emptyServer(t)
	_, err := NewClient(t.Context(), conn)
	if !errors.Is(err, ErrNotSetUp) || failure.Classify(err).Exit != failure.ExitUnavailable {
		t.Fatalf("an empty server gives %v", err)
	}
	for _, name := range []string{StreamJobs, StreamEvents, StreamReports, StreamDead, BucketStatus, BucketResults, StoreSources, StoreFiles, "convertd setup"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("the error does not name %s: %v", name, err)
		}
	}
	if names := streamNames(t, js); len(names) > 0 {
		t.Errorf("opening made %v", names)
	}
	if setup := plan(t, conn, testStorage); len(setup.Changes) != 11 {
		t.Errorf("of 8 streams and 3 consumers %d are said to be missing", len(setup.Changes))
	}
	if names := streamNames(t, js); len(names) > 0 {
		t.Errorf("planning made %v", names)
	}
	if _, err := setUp(t.Context(), conn, testStorage); err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), StreamDead); err != nil {
		t.Fatal(err)
	}
	if _, err := NewClient(t.Context(), conn); !errors.Is(err, ErrNotSetUp) || !strings.Contains(err.Error(), "does not have CONVERT_DEAD:") {
		t.Errorf("without %s: %v", StreamDead, err)
	}
}

func TestWorkersSayThatConsumersAreMissing(t *testing.T) {
	w := newWorld(t)
	if err := w.client.storage.jobs.DeleteConsumer(w.ctx, PriorityBulk.consumer("")); err != nil {
		t.Fatal(err)
	}
	err := New(w.client, &fakeConverter{}, testSettings(t, "one"), slog.New(slog.DiscardHandler)).Run(w.ctx)
	if !errors.Is(err, ErrNotSetUp) || !strings.Contains(err.Error(), PriorityBulk.consumer("")) {
		t.Errorf("without a consumer: %v", err)
	}
}

func TestWhatIsSetUpTwiceAtOnceIsThereOnce(t *testing.T) {
	conn, js := emptyServer(t)
	other := testStorage
	other.EventAge, other.AckWait = 2*testStorage.EventAge, 2*testStorage.AckWait
	// Both have looked before either makes anything.
	first, second := plan(t, conn, testStorage), plan(t, conn, other)
	var both sync.WaitGroup
	for _, setup := range []*Setup{first, second} {
		both.Go(func() {
			if err := setup.Create(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if names := streamNames(t, js); len(names) != 8 {
		t.Errorf("there are %v", names)
	}
	if _, err := NewClient(t.Context(), conn); err != nil {
		t.Error(err)
	}
}

func TestSetupChangesWhatIsAskedForAndNothingElse(t *testing.T) {
	all := StorageKeys()
	table := []struct {
		name   string
		edit   func(*jetstream.StreamConfig) // by the operator, of CONVERT_EVENTS
		wish   func(*StorageOptions)
		differ []Difference
	}{
		{name: "the same again"},
		{
			name: "built-in values are nobody's wish",
			wish: func(o *StorageOptions) { o.EventAge, o.Asked = time.Minute, nil },
		},
		{
			name:   "a shorter age takes the duplicate window along",
			wish:   func(o *StorageOptions) { o.EventAge, o.Asked = 30*time.Second, []string{KeyEventAge} },
			differ: []Difference{{"max_age", "1h0m0s", "30s"}, {"duplicate_window", "1m0s", "30s"}},
		},
		{
			name: "an operator's bytes, placement and age stay",
			edit: func(c *jetstream.StreamConfig) {
				c.MaxBytes, c.MaxAge, c.Metadata = 1<<20, 90*time.Minute, map[string]string{"owner": "us"}
			},
			wish: func(o *StorageOptions) { o.Asked = []string{KeyReplicas, KeySourceAge} },
		},
		{
			name:   "an operator's age goes if another one is asked for",
			edit:   func(c *jetstream.StreamConfig) { c.MaxAge = 90 * time.Minute },
			wish:   func(o *StorageOptions) { o.Asked = all },
			differ: []Difference{{"max_age", "1h30m0s", "1h0m0s"}},
		},
		{
			name:   "what the names promise comes back, further subjects stay",
			edit:   func(c *jetstream.StreamConfig) { c.MaxMsgsPerSubject, c.Subjects = 5, []string{"mine.>"} },
			differ: []Difference{{"subjects", "[mine.>]", "[mine.> convert.events.*.*]"}, {"max_msgs_per_subject", "5", "1"}},
		},
	}
	for _, row := range table {
		t.Run(row.name, func(t *testing.T) {
			conn, js := emptyServer(t)
			if _, err := setUp(t.Context(), conn, testStorage); err != nil {
				t.Fatal(err)
			}
			if row.edit != nil {
				edited := eventsConfig(t, js)
				row.edit(&edited)
				if _, err := js.UpdateStream(t.Context(), edited); err != nil {
					t.Fatal(err)
				}
			}
			before := eventsConfig(t, js)
			options := testStorage
			if row.wish != nil {
				row.wish(&options)
			}
			checkSetup(t, conn, options, row.differ)
			after := eventsConfig(t, js)
			if after.MaxBytes != before.MaxBytes || after.Metadata["owner"] != before.Metadata["owner"] || after.Replicas != before.Replicas {
				t.Errorf("what nobody asked for has changed: %+v, before %+v", after, before)
			}
			if len(row.differ) == 0 && after.MaxAge != before.MaxAge {
				t.Errorf("the age is %s, was %s", after.MaxAge, before.MaxAge)
			}
		})
	}
}

// checkSetup expects differences of CONVERT_EVENTS only: none of them is made by
// Create, all of them by Change.
func checkSetup(t *testing.T, conn *nats.Conn, options StorageOptions, want []Difference) {
	t.Helper()
	for _, apply := range []string{"look", "create", "change"} {
		setup := plan(t, conn, options)
		var found []Difference
		for _, change := range setup.Changes {
			if change.Name != StreamEvents || change.Missing {
				t.Errorf("%s would be changed: %+v", change.Name, change)
			}
			found = append(found, change.Differences...)
		}
		if !slices.Equal(found, want) {
			t.Errorf("before %s the differences are %v, want %v", apply, found, want)
		}
		var err error
		switch apply {
		case "create":
			err = setup.Create(t.Context())
		case "change":
			err = setup.Change(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if left := plan(t, conn, options).Changes; len(left) > 0 {
		t.Errorf("after the change there is still %+v", left)
	}
}

func eventsConfig(t *testing.T, js jetstream.JetStream) jetstream.StreamConfig {
	t.Helper()
	stream, err := js.Stream(t.Context(), StreamEvents)
	if err != nil {
		t.Fatal(err)
	}
	return stream.CachedInfo().Config
}

// An operator has shortened the silence after which a job is given to another
// worker. The worker that has it must be heard from often enough all the same.
func TestHeartbeatFollowsTheConsumers(t *testing.T) {
	w := newWorld(t)
	for _, priority := range Priorities() {
		consumer, err := w.client.storage.jobs.Consumer(w.ctx, priority.consumer(""))
		if err != nil {
			t.Fatal(err)
		}
		edited := consumer.CachedInfo().Config
		edited.AckWait = 300 * time.Millisecond
		if _, err := w.client.storage.jobs.UpdateConsumer(w.ctx, edited); err != nil {
			t.Fatal(err)
		}
	}
	converter := &fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		time.Sleep(1500 * time.Millisecond) // five times as long
		return copySource(request)
	}}
	w.start(converter, testSettings(t, "one"))
	w.submit(inline("slow", "a slow one"))
	if status := w.wait("slow"); status.State != StateDone {
		t.Errorf("the job is %s", status.State)
	}
	w.emptyQueue()
	consumer, err := w.client.storage.jobs.Consumer(w.ctx, PriorityNormal.consumer(""))
	if err != nil {
		t.Fatal(err)
	}
	if delivered := consumer.CachedInfo().Delivered.Consumer; delivered != 1 {
		t.Errorf("the job was delivered %d times", delivered)
	}
}
