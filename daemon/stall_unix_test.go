// SPDX-License-Identifier: GPL-3.0-or-later

//go:build unix

package daemon

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"convertd/conversion"
)

// A disk that is slow shows as a server that is slow: to begin with it answers late, at
// worst it answers nobody for longer than ackWait, and then everybody at once. The
// server is stopped and goes on, again and again, in the middle of the work.
func TestAStoreThatStandsStillAgainAndAgainLosesNothing(t *testing.T) {
	jobs, stalls := 60, 2
	if *heavy {
		jobs, stalls = 2_000, 20
	}
	store := t.TempDir()
	process := startServerProcess(t, store)
	connection := func() *nats.Conn {
		url, token, ok := LocalServer(store)
		if !ok {
			t.Fatal("the server did not announce itself")
		}
		conn, err := nats.Connect(url, nats.Token(token), nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		return conn
	}
	client, err := setUp(t.Context(), connection(), testStorage)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, client: client, ctx: t.Context()}
	for i := range 2 {
		worker, err := NewClient(t.Context(), connection())
		if err != nil {
			t.Fatal(err)
		}
		settings := testSettings(t, fmt.Sprintf("worker-%d", i))
		settings.MaxAttempts = 50 // what a slow store costs is no fault of the job
		w.startWith(worker, &fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
			time.Sleep(10 * time.Millisecond)
			return copySource(request)
		}}, settings)
	}
	submitted := 0
	for round := range stalls + 1 {
		for submitted < jobs*(round+1)/(stalls+1) {
			job := inline(fmt.Sprintf("job-%d", submitted), fmt.Sprintf("replay %d", submitted))
			persistently(t, "submitting", func(ctx context.Context) error {
				_, err := client.Submit(ctx, job)
				return err
			})
			submitted++
		}
		if round == stalls {
			break
		}
		if err := process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1500 * time.Millisecond) // one and a half times ackWait
		if err := process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
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

func startServerProcess(t *testing.T, store string) *os.Process {
	t.Helper()
	return startProcess(t, storeVariable+"="+store).Process
}
