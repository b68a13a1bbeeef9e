// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"convertd/failure"
	"convertd/files"
)

// Settings are how a Daemon works; every field is required unless it says
// otherwise.
type Settings struct {
	Worker           string            // name of this process in claims and logs
	Version          string            // of convertd, as semantic versioning has it
	Workers          int               // conversions at the same time
	MaxAttempts      int               // started conversions of one job before it is a dead letter
	Backoff          []time.Duration   // delay before the second, third, ... attempt; the last repeats
	Deadline         time.Duration     // longest conversion
	ProgressInterval time.Duration     // least time between two progress events of a job
	ShutdownGrace    time.Duration     // how long running jobs may finish; 0 hands them back at once
	SourceBytes      uint64            // largest source
	Roots            map[string]string // folders that jobs may name; may be empty
	Scratch          string            // folder for unfinished files; "" is the system's

	// StoreHealth says what is wrong with the store of a server inside this
	// process; nil if the server is somewhere else.
	StoreHealth func() error

	// Reload finds the decoders anew; nil if that cannot be done.
	Reload Reload

	// Observer hears what happens; nil if nobody does.
	Observer Observer
}

// Daemon takes jobs from the queue and converts them.
type Daemon struct {
	client    *Client
	converter Converter
	settings  Settings
	log       *slog.Logger

	slots chan struct{} // one token per conversion that may start
	wake  chan struct{} // says that a job may be waiting

	shares  *shares       // by Run
	taken   uint64        // jobs so far; dispatch's
	ackWait time.Duration // silence after which the server gives a job to another worker; by Run

	base    context.Context //nolint:containedctx // what jobs are stored under; it ends when they are given up
	abandon context.CancelFunc
	health  health
	counts  counts

	observer Observer
	told     handBacks

	mu      sync.Mutex
	running map[string]context.CancelCauseFunc // by job id
	work    sync.WaitGroup
}

// New makes a daemon that works once Run is called.
func New(client *Client, converter Converter, settings Settings, log *slog.Logger) *Daemon {
	observer := settings.Observer
	if observer == nil {
		observer = unobserved{}
	}
	base, abandon := context.WithCancel(context.Background())
	return &Daemon{
		base: base, abandon: abandon, observer: observer,
		client: client, converter: converter, settings: settings, log: log,
		slots:   make(chan struct{}, settings.Workers),
		wake:    make(chan struct{}, 1),
		running: map[string]context.CancelCauseFunc{},
	}
}

// unlessStopped is why Run could not begin. Who was told to stop before has nothing to
// hand back, and nothing went wrong.
func unlessStopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Run works until ctx is done and then shuts down in order: it stops pulling,
// lets running jobs finish for Settings.ShutdownGrace, hands back what is not
// finished by then, and returns. Run is called once.
func (d *Daemon) Run(ctx context.Context) (err error) {
	consumers, ackWait, err := d.client.storage.openConsumers(ctx)
	if err != nil {
		return unlessStopped(ctx, err)
	}
	d.ackWait, d.shares = ackWait, newShares(d.client.storage, consumers)
	stopPauses, err := d.shares.watchPauses(ctx, d.wakeUp)
	if err != nil {
		return unlessStopped(ctx, err)
	}
	defer stopPauses()
	stopListening, err := d.listen()
	if err != nil {
		return err
	}
	service, err := d.startService()
	if err != nil {
		return errors.Join(err, stopListening())
	}
	d.sweep()
	defer d.abandon()
	stopWatching := d.watchHealth()
	defer stopWatching()
	d.log.Info("taking jobs", "worker", d.settings.Worker, "workers", d.settings.Workers)
	d.dispatch(ctx)
	d.health.drain()
	d.log.Info("no more jobs are taken", "running", d.runningJobs(), "grace", d.settings.ShutdownGrace)
	d.finishOrHandBack()
	return errors.Join(service.Stop(), stopListening(), d.client.conn.FlushTimeout(flushTimeout))
}

// sweep removes what workers left in the scratch folder that were killed.
func (d *Daemon) sweep() {
	removed, err := files.Sweep(d.settings.Scratch, files.JobPrefix)
	if err != nil {
		d.log.Warn("scratch folders of killed workers cannot be removed", "error", err)
	}
	if removed > 0 {
		d.log.Info("removed scratch folders of killed workers", "folders", removed)
	}
}

// flushTimeout bounds the last exchange with the server.
const flushTimeout = 5 * time.Second

// listen subscribes to what other processes tell at once: new jobs, and
// cancelled ones. Both also show in the stored state, so a message that is
// lost only costs time.
func (d *Daemon) listen() (stop func() error, err error) {
	accepted, err := d.client.conn.Subscribe(eventSubject("*", EventAccepted), func(*nats.Msg) { d.wakeUp() })
	if err != nil {
		return nil, fmt.Errorf("events cannot be heard: %w", unavailable(err))
	}
	cancelled, err := d.client.conn.Subscribe(eventSubject("*", EventCancelled), func(message *nats.Msg) {
		if tokens := strings.Split(message.Subject, "."); len(tokens) == 4 {
			d.cancelRunning(tokens[2], failure.ErrCancelled)
		}
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("events cannot be heard: %w", unavailable(err)), accepted.Unsubscribe())
	}
	return func() error { return errors.Join(accepted.Unsubscribe(), cancelled.Unsubscribe()) }, nil
}

func (d *Daemon) wakeUp() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// handBackTimeout bounds how long jobs may take to be handed back, and then to
// be given up: a full disk or a broker that is gone keeps no process alive. What
// was not handed back is delivered again after ackWait.
const handBackTimeout = 5 * time.Second

// finishOrHandBack waits for running jobs, ends those that take longer than
// the grace, and gives up those that cannot even be handed back.
func (d *Daemon) finishOrHandBack() {
	finished := make(chan struct{})
	go func() {
		d.work.Wait()
		close(finished)
	}()
	if ended(finished, d.settings.ShutdownGrace) {
		return
	}
	d.mu.Lock()
	for id, cancel := range d.running {
		d.log.Info("handing back", "job", id)
		cancel(failure.ErrShutdown)
	}
	d.mu.Unlock()
	if ended(finished, handBackTimeout) {
		return
	}
	d.log.Warn("jobs cannot be handed back; they are delivered again after ack wait", "running", d.runningJobs())
	d.abandon()
	if !ended(finished, handBackTimeout) {
		d.log.Error("conversions do not end; the process ends without them", "running", d.runningJobs())
	}
}

// ended waits for a channel to be closed, no longer than patience.
func ended(finished <-chan struct{}, patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-finished:
		return true
	case <-timer.C:
		return false
	}
}

func (d *Daemon) addRunning(id string, cancel context.CancelCauseFunc) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running[id] = cancel
}

func (d *Daemon) removeRunning(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.running, id)
}

func (d *Daemon) cancelRunning(id string, cause error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if cancel, ok := d.running[id]; ok {
		cancel(cause)
	}
}

func (d *Daemon) runningJobs() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.running)
}
