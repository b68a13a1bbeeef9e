// SPDX-License-Identifier: GPL-3.0-or-later

//go:build unix

package daemon

import (
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
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
	work := troubledWork{connect: connection, storage: testStorage, jobs: jobs, lasting: 10 * time.Millisecond, troubles: stalls}
	work.run(t, func(*Client) {
		if err := process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1500 * time.Millisecond) // one and a half times ackWait
		if err := process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
	})
}

func startServerProcess(t *testing.T, store string) *os.Process {
	t.Helper()
	return startProcess(t, storeVariable+"="+store).Process
}
