// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"time"

	"convertd/config"
	"convertd/conversion"
	"convertd/daemon"
	"convertd/failure"
	"convertd/observe"
)

// watched is what lets operators watch a daemon.
type watched struct {
	metrics    *observe.Metrics
	listener   net.Listener // nil if nobody is to ask
	loaded     *config.Loaded
	log        *slog.Logger
	health     func() daemon.Health
	stopTraces func(context.Context) error
}

// openWatched opens the address of metrics and health, and begins to send traces, as
// far as they are configured. The caller closes it.
func openWatched(ctx context.Context, loaded *config.Loaded, log *slog.Logger) (*watched, error) {
	w := &watched{metrics: observe.NewMetrics(version(), loaded.Jobs.Workers), loaded: loaded, log: log}
	if address := loaded.Observe.Listen; address != "" {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			return nil, fmt.Errorf("%w: metrics and health cannot be served: %w: choose another observe.listen", failure.ErrUnavailable, err)
		}
		w.listener = listener
		log.Info("metrics and health", "url", "http://"+listener.Addr().String()+"/")
	}
	if endpoint := loaded.Observe.TracesTo; endpoint != "" {
		stop, err := observe.StartTraces(ctx, observe.TraceOptions{
			Endpoint: endpoint, Share: loaded.Observe.TraceShare, Version: version(), Worker: workerName(), Log: log,
		})
		if err != nil {
			w.close()
			return nil, err
		}
		w.stopTraces = stop
	}
	return w, nil
}

// watch says who is asked.
func (w *watched) watch(worker *daemon.Daemon, b *broker, engine *conversion.Engine) {
	w.health = worker.Health
	sources := observe.Sources{Health: worker.Health, Usage: b.client.Usage, Decoders: engine.Decoders}
	if b.embedded != nil {
		sources.StoreDir = filepath.Clean(w.loaded.NATS.Embedded.StoreDir)
	}
	w.metrics.Watch(sources)
}

// serve answers until ctx is done.
func (w *watched) serve(ctx context.Context) error {
	if w.listener == nil {
		return nil
	}
	return observe.Serve(ctx, w.listener, w.metrics.Listener(w.health, w.loaded.Observe.OnLoopback()), w.log)
}

// traceTimeout bounds the sending of the last spans.
const traceTimeout = 3 * time.Second

func (w *watched) close() {
	if w.listener != nil {
		_ = w.listener.Close() // serve may have closed it
	}
	if w.stopTraces == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), traceTimeout)
	defer cancel()
	if err := w.stopTraces(ctx); err != nil {
		w.log.Warn("the last traces are not sent", "error", err)
	}
}
