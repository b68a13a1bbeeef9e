// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"convertd/conversion"
)

// troubledWork is jobs that two workers do while something befalls the server again and
// again.
type troubledWork struct {
	connect  func() *nats.Conn
	storage  StorageOptions
	jobs     int
	lasting  time.Duration // one job
	troubles int           // spread evenly over the jobs
}

// run submits the jobs, lets trouble happen in between, and checks that each was done,
// once.
func (work *troubledWork) run(t *testing.T, trouble func(*Client)) {
	t.Helper()
	client, err := setUp(t.Context(), work.connect(), work.storage)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, client: client, ctx: t.Context()}
	for i := range 2 {
		worker, err := NewClient(t.Context(), work.connect())
		if err != nil {
			t.Fatal(err)
		}
		settings := testSettings(t, fmt.Sprintf("worker-%d", i))
		settings.MaxAttempts = 50 // what a server in trouble costs is no fault of the job
		w.startWith(worker, &fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
			time.Sleep(work.lasting)
			return copySource(request)
		}}, settings)
	}
	submitted := 0
	for round := range work.troubles + 1 {
		for ; submitted < work.jobs*(round+1)/(work.troubles+1); submitted++ {
			job := inline(fmt.Sprintf("job-%d", submitted), fmt.Sprintf("replay %d", submitted))
			persistently(t, "submitting", func(ctx context.Context) error {
				_, err := client.Submit(ctx, job)
				return err
			})
		}
		if round < work.troubles {
			trouble(client)
		}
	}
	persistently(t, "doing all jobs", func(ctx context.Context) error {
		info, err := client.storage.jobs.Info(ctx)
		if err == nil && info.State.Msgs > 0 {
			err = fmt.Errorf("%d jobs are left", info.State.Msgs)
		}
		return err
	})
	checkEveryJobOnce(t, w, work.jobs)
}

// persistently does something until it succeeds: whoever is without a leader is refused
// for a while.
func persistently(t *testing.T, what string, do func(context.Context) error) {
	t.Helper()
	var err error
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		err = do(ctx)
		cancel()
		if err == nil {
			return
		}
	}
	t.Fatalf("%s: %v", what, err)
}
