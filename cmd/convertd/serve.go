// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/spf13/cobra"

	"convertd/daemon"
	"convertd/failure"
	"convertd/observe"
)

func newServe(p *program) *cobra.Command {
	command := &cobra.Command{
		Use: "serve", Short: "Run the daemon: take jobs from NATS and convert them", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) (err error) {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			log := p.logger(loaded, true)
			watched, err := openWatched(command.Context(), loaded, log)
			if err != nil {
				return err
			}
			defer watched.close()
			engine, stopEngine, err := openSharedEngine(loaded, loaded.Jobs.Workers, watched.metrics.Decoder, log)
			if err != nil {
				return err
			}
			defer stopEngine()
			b, err := openBroker(command.Context(), loaded, ownServer, log)
			if errors.Is(err, failure.ErrShutdown) {
				return nil // it was waiting for its server, and has no jobs
			}
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, b.close()) }()
			announce(log, b)
			pages, err := p.openPages(loaded, log)
			if err != nil {
				return err
			}
			settings := daemonSettings(loaded, b)
			settings.Observer, settings.Reload = watched.metrics, p.reloader(command, engine, log)
			onHangup(command.Context(), func() { _, _ = settings.Reload() }) // it is in the log
			worker := daemon.New(b.client, engine, settings, log)
			watched.watch(worker, b, engine)
			return withPages(command.Context(), func(ctx context.Context) error {
				return p.serveWeb(ctx, pages, loaded, b, engine, observe.Public(worker.Health), log)
			}, func(ctx context.Context) error { return withPages(ctx, watched.serve, worker.Run) })
		},
	}
	conversionFlags(command)
	configFlag(command.Flags(), "listen", "nats.embedded.listen", "", "`address` of the server inside")
	configFlag(command.Flags(), "web-listen", "web.listen", "", "`address` of the pages")
	configFlag(command.Flags(), "observe-listen", "observe.listen", "", "`address` of metrics and health")
	return command
}

// announce says which server the daemon works with.
func announce(log *slog.Logger, b *broker) {
	if b.embedded != nil {
		log.Info("nats server inside", "url", b.embedded.URL())
		return
	}
	log.Info("nats server", "name", b.conn.ConnectedServerName())
}
