// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"convertd/failure"
)

// Health says whether a daemon can take jobs, and what stands in the way
// (docs/schemas/health.schema.json). It is the answer of convert.health, which
// needs no JetStream, and of /readyz.
type Health struct {
	Worker   string    `json:"worker,omitempty"` // name of the process
	Ready    bool      `json:"ready"`
	Problems []Problem `json:"problems"`
}

// Problem is one thing that stands in the way.
type Problem struct {
	Code    string `json:"code"` // shutdown, disconnected, store_full, jetstream, scratch_full
	Message string `json:"message"`
}

// Codes of problems.
const (
	ProblemShutdown     = "shutdown"
	ProblemDisconnected = "disconnected"
	ProblemStoreFull    = "store_full"
	ProblemJetStream    = "jetstream"
	ProblemScratchFull  = "scratch_full"
)

// LeastScratch is the room below which a scratch folder counts as full: a large
// replay and what is made of it fit.
const LeastScratch = 64 << 20

// health is what a daemon knows of itself without asking anybody.
type health struct {
	mu       sync.Mutex
	draining bool
	fetching error // of the last fetch
}

func (h *health) drain() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.draining = true
}

// fetched notes how the last fetch went, and logs when that changes.
func (h *health) fetched(err error, log *slog.Logger) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case err != nil && (h.fetching == nil || h.fetching.Error() != err.Error()):
		log.Warn("jobs cannot be fetched; trying again", "error", err)
	case err == nil && h.fetching != nil:
		log.Info("jobs can be fetched again")
	}
	h.fetching = err
}

// Health says whether this daemon can take jobs now. It asks nobody and costs
// nothing to speak of.
func (d *Daemon) Health() Health {
	report := Health{Worker: d.settings.Worker, Problems: []Problem{}}
	add := func(code, message string) { report.Problems = append(report.Problems, Problem{code, message}) }
	d.health.mu.Lock()
	draining, fetching := d.health.draining, d.health.fetching
	d.health.mu.Unlock()
	if draining {
		add(ProblemShutdown, "the process is shutting down")
	}
	if d.client.conn.Status() != nats.CONNECTED {
		add(ProblemDisconnected, "there is no connection to the NATS server")
	}
	if d.settings.StoreHealth != nil {
		if err := d.settings.StoreHealth(); err != nil {
			add(ProblemStoreFull, err.Error())
		}
	}
	if fetching != nil {
		add(ProblemJetStream, fmt.Sprintf("jobs cannot be fetched: %v", fetching))
	}
	if err := d.scratchHealth(); err != nil {
		add(ProblemScratchFull, err.Error())
	}
	report.Ready = len(report.Problems) == 0
	return report
}

func (d *Daemon) scratchHealth() error {
	folder := d.settings.Scratch
	if folder == "" {
		folder = os.TempDir()
	}
	free, known := freeBytes(folder)
	if known && free < LeastScratch {
		return fmt.Errorf("the scratch folder %s has %d MiB left: free space there, or name another folder as output.scratch", folder, free>>20)
	}
	return nil
}

// healthInterval is how often a daemon looks at itself for its log.
const healthInterval = 2 * time.Second

// watchHealth logs each problem when it comes and when it goes.
func (d *Daemon) watchHealth() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() {
		ticker := time.NewTicker(healthInterval)
		defer ticker.Stop()
		present := map[string]bool{}
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				present = d.logHealth(present)
			}
		}
	})
	return func() {
		cancel()
		ended.Wait()
	}
}

func (d *Daemon) logHealth(before map[string]bool) (now map[string]bool) {
	now = map[string]bool{}
	for _, problem := range d.Health().Problems {
		now[problem.Code] = true
		// These two are logged where they come up.
		if !before[problem.Code] && problem.Code != ProblemShutdown && problem.Code != ProblemJetStream {
			d.log.Error("not ready", "problem", problem.Code, "error", problem.Message)
		}
	}
	for code := range before {
		if !now[code] {
			d.log.Info("problem is over", "problem", code)
		}
	}
	return now
}

// AskHealth asks one of the daemons on a server how it is. It needs no JetStream.
func AskHealth(ctx context.Context, conn *nats.Conn) (Health, error) {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	answer, err := conn.RequestWithContext(ctx, SubjectHealth, nil)
	if err != nil {
		return Health{}, fmt.Errorf("%w: no `convertd serve` answers on this server: %w", failure.ErrUnavailable, err)
	}
	var report Health
	if err := json.Unmarshal(answer.Data, &report); err != nil {
		return Health{}, fmt.Errorf("%w: the answer of convert.health is not JSON: %w", failure.ErrUnavailable, err)
	}
	return report, nil
}

// ErrNotReady says that a daemon is there and cannot take jobs.
var ErrNotReady = errors.New("not ready")

// Explain adds to an error of the broker what the daemon on this server says of
// itself: a full disk, most of all. Other errors, and those of servers without a
// daemon, stay as they are.
func Explain(ctx context.Context, conn *nats.Conn, err error) error {
	if !errors.Is(err, failure.ErrUnavailable) || conn == nil {
		return err
	}
	health, askErr := AskHealth(ctx, conn)
	if askErr != nil || health.Ready {
		return err
	}
	told := err
	for _, problem := range health.Problems {
		told = fmt.Errorf("%s: %w", problem.Message, told)
	}
	return fmt.Errorf("%w: %w", ErrNotReady, told)
}
