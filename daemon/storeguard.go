// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// ErrStoreFull says that the disk of the store inside has no room.
var ErrStoreFull = errors.New("the disk of the store is full")

// LeastStoreRoom is the room below which the disk of a store counts as full:
// no job is taken then, so that what is left is there for whoever makes room, by
// removing jobs for instance.
const LeastStoreRoom = 16 << 20

// leastWrite is the room below which a write may already have failed.
const leastWrite = 1 << 20

// guardInterval is how often the guard looks at the disk.
const guardInterval = 250 * time.Millisecond

// storeGuard watches the disk of the server inside. A write that finds it full
// leaves a NATS server that stores nothing any more and answers nobody, also when
// there is room again. The guard says so, and opens the store anew then: what was
// acknowledged before is still there.
type storeGuard struct {
	server   *server.Server
	folder   string
	settings server.JetStreamConfig // to open the store again
	log      *slog.Logger

	cancel context.CancelFunc
	ended  sync.WaitGroup
	stale  bool // a write may have failed since the store was opened

	mu   sync.Mutex
	full error
}

func guardStore(running *server.Server, folder string, log *slog.Logger) *storeGuard {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(context.Background())
	g := &storeGuard{server: running, folder: folder, log: log, cancel: cancel}
	if present := running.JetStreamConfig(); present != nil {
		g.settings = *present
	}
	g.settings.StoreDir = folder
	g.ended.Go(func() {
		ticker := time.NewTicker(guardInterval)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				g.look()
			}
		}
	})
	return g
}

func (g *storeGuard) stop() {
	g.cancel()
	g.ended.Wait()
}

func (g *storeGuard) health() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.full
}

// look finds out whether the disk is full, and opens the store again when it no
// longer is.
func (g *storeGuard) look() {
	free, known := freeBytes(g.folder)
	if !known {
		return
	}
	g.stale = g.stale || free < leastWrite || !g.server.JetStreamEnabled()
	if free < LeastStoreRoom {
		g.say(fmt.Errorf("%w: %s has %d MiB left, jobs wait until %d MiB are free: free space there", ErrStoreFull, g.folder, free>>20, LeastStoreRoom>>20))
		return
	}
	if g.stale {
		if err := g.reopen(); err != nil {
			g.say(fmt.Errorf("%w, or was, and cannot be opened again: %w: start this process again", ErrStoreFull, err))
			return
		}
		g.stale = false
	}
	g.say(nil)
}

// reopen reads back what is on disk, as a server does when it starts.
func (g *storeGuard) reopen() error {
	if g.server.JetStreamEnabled() {
		if err := g.server.DisableJetStream(); err != nil {
			return err
		}
	}
	settings := g.settings
	return g.server.EnableJetStream(&settings)
}

// say logs a change of state, once.
func (g *storeGuard) say(full error) {
	g.mu.Lock()
	before := g.full
	g.full = full
	g.mu.Unlock()
	switch {
	case full != nil && before == nil:
		g.log.Error("the store inside", "error", full)
	case full == nil && before != nil:
		g.log.Info("the store inside has room again; work goes on", "folder", g.folder)
	}
}
