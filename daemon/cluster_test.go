// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"convertd/conversion"
	"convertd/internal/natscluster"
)

// inCluster connects as a daemon does: to whoever is there, for as long as it takes.
func inCluster(t *testing.T, cluster *natscluster.Cluster) *nats.Conn {
	t.Helper()
	conn, err := nats.Connect(cluster.URLs(), nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond), nats.Timeout(5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
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

// The server that leads the queue goes away in the middle of the work, comes back, and
// the next leader goes.
func TestALeaderThatIsLostLosesNothing(t *testing.T) {
	jobs, losses := 60, 1
	if *heavy {
		jobs, losses = 2_000, 8
	}
	cluster := natscluster.Start(t, 3)
	options := testStorage
	options.Replicas = 3
	client, err := setUp(t.Context(), inCluster(t, cluster), options)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, client: client, ctx: t.Context()}
	for i := range 2 {
		worker, err := NewClient(t.Context(), inCluster(t, cluster))
		if err != nil {
			t.Fatal(err)
		}
		settings := testSettings(t, fmt.Sprintf("worker-%d", i))
		settings.MaxAttempts = 50 // what a broker without a leader costs is no fault of the job
		w.startWith(worker, &fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
			time.Sleep(5 * time.Millisecond)
			return copySource(request)
		}}, settings)
	}
	submitted := 0
	for round := range losses + 1 {
		for submitted < jobs*(round+1)/(losses+1) {
			job := inline(fmt.Sprintf("job-%d", submitted), fmt.Sprintf("replay %d", submitted))
			persistently(t, "submitting", func(ctx context.Context) error {
				_, err := client.Submit(ctx, job)
				return err
			})
			submitted++
		}
		if round == losses {
			break
		}
		lost := -1
		persistently(t, "asking who leads", func(ctx context.Context) error {
			info, err := client.storage.jobs.Info(ctx)
			if err != nil {
				return err
			}
			if lost = cluster.Number(info.Cluster.Leader); lost < 0 {
				return fmt.Errorf("leader %q", info.Cluster.Leader)
			}
			return nil
		})
		cluster.Stop(lost)
		time.Sleep(500 * time.Millisecond) // without it the others go on
		cluster.Restart(lost)
	}
	persistently(t, "doing all jobs", func(ctx context.Context) error {
		info, err := client.storage.jobs.Info(ctx)
		if err == nil && info.State.Msgs > 0 {
			err = fmt.Errorf("%d jobs are left", info.State.Msgs)
		}
		return err
	})
	checkEveryJobOnce(t, w, jobs)
}
