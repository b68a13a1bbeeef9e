// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"convertd/failure"
)

// smallDisk mounts a disk of so many bytes in memory, for as long as the test
// runs. Only root may.
func smallDisk(t *testing.T, bytes int) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d", bytes)); err != nil {
		t.Skipf("only root can make a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// loggedText keeps what a daemon logs.
type loggedText struct {
	mu      sync.Mutex
	written bytes.Buffer
}

func (l *loggedText) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.written.Write(data)
}

func (l *loggedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.written.String()
}

// A disk that somebody else fills up under a working daemon: it is said at
// once, everybody who asks hears it, nothing is lost, and work goes on when
// there is room again, without a restart.
func TestFullDiskIsSaidAndWorkGoesOnWhenThereIsRoom(t *testing.T) {
	disk := smallDisk(t, 64<<20)
	log := &loggedText{}
	logger := slog.New(slog.NewTextHandler(log, nil))
	server, err := StartEmbedded(EmbeddedOptions{StoreDir: filepath.Join(disk, "store"), MaxStore: 1 << 30, Log: logger})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	w := &world{t: t, server: server, ctx: t.Context()}
	w.client = w.newClient()
	settings := testSettings(t, "cramped")
	settings.StoreHealth = server.StoreHealth
	stop := w.startLogged(&fakeConverter{}, settings, logger)
	w.submit(inline("before", "before"))
	w.wait("before")

	ballast := filepath.Join(disk, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 64<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk takes more than it holds: %v", err)
	}
	eventually(t, "the full disk is noticed", func() bool { return server.StoreHealth() != nil })
	var accepted []string
	for i := range 3 {
		ctx, cancel := context.WithTimeout(w.ctx, 200*time.Millisecond) // the server answers nobody
		id := fmt.Sprintf("during-%d", i)
		if _, err := w.client.Submit(ctx, inline(id, id+strings.Repeat(" x", 50_000))); err == nil {
			accepted = append(accepted, id)
		}
		cancel()
	}
	eventually(t, "health says that the store is full", func() bool {
		health, err := AskHealth(t.Context(), w.client.conn)
		return err == nil && !health.Ready && health.Problems[0].Code == ProblemStoreFull
	})
	ctx, cancel := context.WithTimeout(w.ctx, 200*time.Millisecond)
	defer cancel()
	_, err = w.client.Submit(ctx, inline("refused", strings.Repeat(" x", 50_000)))
	if err = Explain(w.ctx, w.client.conn, err); !errors.Is(err, failure.ErrUnavailable) || !strings.Contains(err.Error(), "full") {
		t.Errorf("a client hears %v", err)
	}
	if !strings.Contains(log.String(), "full") {
		t.Errorf("the log does not say it:\n%s", log)
	}

	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the store is open again", func() bool { return server.StoreHealth() == nil })
	for _, id := range append(accepted, "before") {
		if status := w.wait(id); status.State != StateDone {
			t.Errorf("%s is %s: %+v", id, status.State, status.Error)
		}
	}
	w.submit(inline("after", "after"))
	w.wait("after")
	stop()
}

// SIGTERM with a full disk under the store: the process ends in time.
func TestFullDiskKeepsNoProcessAlive(t *testing.T) {
	disk := smallDisk(t, 48<<20)
	server, err := StartEmbedded(EmbeddedOptions{StoreDir: filepath.Join(disk, "store"), MaxStore: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, server: server, ctx: t.Context()}
	w.client = w.newClient()
	settings := testSettings(t, "cramped")
	settings.ShutdownGrace = 100 * time.Millisecond
	stop := w.start(&fakeConverter{}, settings)
	for i := range 50 {
		w.submit(inline(fmt.Sprintf("job-%d", i), fmt.Sprint(i)))
	}
	_ = os.WriteFile(filepath.Join(disk, "ballast"), make([]byte, 48<<20), 0o600) // until it is full
	time.Sleep(100 * time.Millisecond)
	begun := time.Now()
	stop()
	w.client.conn.Close()
	if err := server.Stop(); err != nil {
		t.Error(err)
	}
	if took := time.Since(begun); took > 2*handBackTimeout+stopTimeout {
		t.Errorf("the end took %v", took)
	}
}
