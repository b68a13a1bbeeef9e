// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"convertd/sdk/sandbox"
)

// pool keeps processes warm: starting one costs as much as many small jobs. A
// process belongs to one job at a time.
type pool struct {
	config *Config
	slots  chan struct{} // one for each job that may run

	mu     sync.Mutex
	idle   []*idleProcess // longest waiting first
	all    map[*process]struct{}
	closed bool
	stops  sync.WaitGroup
}

type idleProcess struct {
	*process
	timer *time.Timer
}

func newPool(config *Config) *pool {
	return &pool{config: config, slots: make(chan struct{}, config.MaxJobs), all: make(map[*process]struct{})}
}

// take waits for a free place and returns a process of the decoder. Every
// process taken is given back with giveBack.
func (p *pool) take(ctx context.Context, one *entry) (*process, error) {
	return p.takeOf(ctx, one, p.slots)
}

// takeForProbe is take for a question that is answered quickly. Each decoder
// has places of its own for that, so that a slow one keeps nobody from asking
// the others, and no job from being decoded.
func (p *pool) takeForProbe(ctx context.Context, one *entry) (*process, error) {
	return p.takeOf(ctx, one, one.probes)
}

func (p *pool) takeOf(ctx context.Context, one *entry, slots chan struct{}) (*process, error) {
	select {
	case slots <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	process, err := p.warm(one)
	if process == nil && err == nil {
		process, err = p.start(ctx, one)
	}
	if err != nil {
		<-slots
		return nil, err
	}
	process.jobs++
	process.slots = slots
	return process, nil
}

// warm returns the process of the decoder that waited for the shortest time, or
// nil if none waits.
func (p *pool) warm(one *entry) (*process, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, ErrClosed
	}
	for i := len(p.idle) - 1; i >= 0; i-- {
		waiting := p.idle[i]
		if waiting.entry != one {
			continue
		}
		p.idle = append(p.idle[:i], p.idle[i+1:]...)
		waiting.timer.Stop()
		if waiting.alive() {
			return waiting.process, nil
		}
		p.config.Logger.Warn("idle decoder died", "decoder", one.name)
		p.changed(waiting.entry, ChangeDied)
		p.stopLater(waiting.process)
	}
	return nil, nil //nolint:nilnil // none waits, and nothing is wrong
}

func (p *pool) start(ctx context.Context, one *entry) (*process, error) {
	begun := time.Now()
	started, err := startProcess(ctx, p.config, one)
	if err != nil {
		p.changed(one, ChangeNotStarted)
		p.config.Logger.Warn("decoder did not start", "decoder", one.name, "error", err)
		return nil, err
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		started.stop()
		return nil, ErrClosed
	}
	p.all[started] = struct{}{}
	p.mu.Unlock()
	p.changed(one, ChangeStarted)
	p.config.Logger.Info("decoder started", "decoder", one.name, "version", started.info.Version, "took", time.Since(begun))
	p.reportGuards(started)
	return started, nil
}

// reportGuards logs what protects the process. What is missing of the minimum
// is a warning: somebody accepted it. What is missing beyond it is worth a
// word, and what one of the decoder's own guards lacks is not if others cover
// it.
func (p *pool) reportGuards(started *process) {
	missing := slog.LevelInfo
	if sandbox.Lacking(started.runner.process.Guards) != "" {
		missing = slog.LevelWarn
	}
	for _, guard := range started.guards {
		level := missing
		if guard.Active || guard.Own && started.isolated() {
			level = slog.LevelDebug
		}
		p.config.Logger.Log(context.Background(), level, "decoder guard", "decoder", started.entry.name,
			"guard", guard.Name, "own", guard.Own, "active", guard.Active, "detail", guard.Detail)
	}
}

// giveBack ends a job. healthy means that the decoder ended the job as the
// contract says; only such a process serves again.
func (p *pool) giveBack(used *process, healthy bool) {
	slots := used.slots
	defer func() { <-slots }()
	reason, change := "", ChangeWornOut
	switch {
	case !healthy:
		change = ChangeUnhealthy
		reason = "its job went wrong or was abandoned"
	case !used.alive():
		change = ChangeDied
		reason = "it died"
	case used.direct != nil && used.direct.cause() != nil:
		reason = "its line was cut"
	case used.jobs >= p.config.JobsPerProcess:
		reason = "it served its number of jobs"
	case used.spent() > time.Duration(p.config.cpuSeconds())*time.Second/2:
		reason = "it used up its processor time"
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if reason == "" && used.entry.retired {
		reason, change = "its decoder was replaced", ChangeReloaded
	}
	if reason != "" || p.closed {
		if reason == "" {
			change = ChangeClosed
		}
		p.changed(used.entry, change)
		p.config.Logger.Debug("decoder stopped", "decoder", used.entry.name, "jobs", used.jobs, "reason", reason)
		p.stopLater(used)
		return
	}
	waiting := &idleProcess{process: used}
	waiting.timer = time.AfterFunc(p.config.IdleTime, func() { p.retire(waiting) })
	p.idle = append(p.idle, waiting)
	if len(p.idle) > p.config.MaxIdle {
		oldest := p.idle[0]
		p.idle = p.idle[1:]
		oldest.timer.Stop()
		p.changed(oldest.entry, ChangeIdle)
		p.stopLater(oldest.process)
	}
}

// retire stops a process that nobody needed for a while.
func (p *pool) retire(waiting *idleProcess) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, candidate := range p.idle {
		if candidate == waiting {
			p.idle = append(p.idle[:i], p.idle[i+1:]...)
			p.changed(waiting.entry, ChangeIdle)
			p.stopLater(waiting.process)
			return
		}
	}
}

// stopLater stops a process, once, without making a job wait for it. The caller holds
// the lock.
func (p *pool) stopLater(done *process) {
	if _, running := p.all[done]; !running {
		return // close was first, and may have waited for the last stop already
	}
	delete(p.all, done)
	p.stops.Go(done.stop)
}

// close kills every process, also those at work, and waits until all are gone.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	for _, waiting := range p.idle {
		waiting.timer.Stop()
	}
	p.idle = nil
	for process := range p.all {
		p.changed(process.entry, ChangeClosed)
		p.stopLater(process)
	}
	p.mu.Unlock()
	p.stops.Wait()
}

// isClosed reports whether close was called.
func (p *pool) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}
