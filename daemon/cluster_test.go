// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

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
	work := troubledWork{
		connect: func() *nats.Conn { return inCluster(t, cluster) }, storage: options,
		jobs: jobs, lasting: 5 * time.Millisecond, troubles: losses,
	}
	work.run(t, func(client *Client) {
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
	})
}
