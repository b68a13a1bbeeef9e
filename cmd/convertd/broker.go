// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"convertd/config"
	"convertd/daemon"
	"convertd/failure"
)

// broker is a connection to NATS, and the server inside this process if there
// is one.
type broker struct {
	conn     *nats.Conn
	client   *daemon.Client
	embedded *daemon.Embedded
}

// serverChoice says which server a verb may use when none is configured.
type serverChoice uint8

const (
	// ownServer starts one inside, which others can connect to.
	ownServer serverChoice = iota
	// runningServer needs one that works already: a job that is submitted to
	// a server without workers would wait for nobody knows whom.
	runningServer
	// anyStore opens the running server's store, or the store on disk if no
	// server runs on it.
	anyStore
	// ownWorkers is anyStore for a verb that works itself if the store on disk
	// is opened.
	ownWorkers
)

// openBroker connects to the configured server, or to one as choice says.
func openBroker(ctx context.Context, loaded *config.Loaded, choice serverChoice, log *slog.Logger) (*broker, error) {
	b := &broker{}
	err := b.open(ctx, loaded, choice, log)
	for choice == ownServer && loaded.NATS.Outside() && notYet(err) {
		log.Warn("waiting for the server", "error", err)
		if err = errors.Join(sleep(ctx, serverPoll), b.close()); err != nil {
			return nil, err
		}
		b = &broker{}
		err = b.open(ctx, loaded, choice, log)
	}
	if err != nil {
		err = daemon.Explain(ctx, b.conn, err)
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// serverPoll is how often a daemon looks whether its server is up.
const serverPoll = 2 * time.Second

// sleep returns the cause of ctx if that ends first.
func sleep(ctx context.Context, duration time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(duration):
		return nil
	}
}

func (b *broker) open(ctx context.Context, loaded *config.Loaded, choice serverChoice, log *slog.Logger) error {
	if err := b.connect(loaded, choice, log); err != nil {
		return err
	}
	if b.mayCreate(choice) {
		if err := b.createMissing(ctx, loaded, log); err != nil {
			return err
		}
	}
	var err error
	b.client, err = daemon.NewClientOf(ctx, b.conn, daemon.Stores{Sources: loaded.Stores.Sources, Files: loaded.Stores.Results})
	return err
}

// mayCreate reports whether streams and buckets may be made: by workers, and
// by nobody who only comes to read or to submit.
func (b *broker) mayCreate(choice serverChoice) bool {
	return choice == ownServer || choice == ownWorkers && b.embedded != nil
}

// createMissing makes what is not there. What is there stays as it is, also
// where the configuration says something else.
func (b *broker) createMissing(ctx context.Context, loaded *config.Loaded, log *slog.Logger) error {
	setup, err := daemon.PlanSetup(ctx, b.conn, storageOptions(loaded))
	if err != nil {
		return err
	}
	if err := setup.Create(ctx); err != nil {
		return err
	}
	for _, change := range setup.Changes {
		if change.Missing {
			log.Info("made, as it was not there", "name", change.Name)
			continue
		}
		for _, difference := range change.Differences {
			log.Warn("the server has another setting than the configuration; it stays: `convertd setup` changes it",
				"name", change.Name, "setting", difference.Setting, "is", difference.Is, "configured", difference.Want)
		}
	}
	return nil
}

func (b *broker) connect(loaded *config.Loaded, choice serverChoice, log *slog.Logger) (err error) {
	switch {
	case loaded.NATS.Outside():
		b.conn, err = dialConfigured(loaded, log)
		return err
	case choice == ownServer:
		return b.startServer(loaded, loaded.NATS.Embedded.Listen, log)
	}
	url, token, found := daemon.LocalServer(loaded.NATS.Embedded.StoreDir)
	if found {
		if b.conn, err = dial(url, []nats.Option{nats.Token(token)}, loaded, log); err == nil {
			return nil
		}
	}
	if choice == runningServer {
		return errors.Join(err, fmt.Errorf("%w: no server is configured and no `convertd serve` runs here: start one, or set nats.url", failure.ErrUnavailable))
	}
	return b.startServer(loaded, "", log)
}

// startServer starts the server inside this process.
func (b *broker) startServer(loaded *config.Loaded, listen string, log *slog.Logger) (err error) {
	b.embedded, err = daemon.StartEmbedded(daemon.EmbeddedOptions{
		StoreDir: loaded.NATS.Embedded.StoreDir, Listen: listen,
		Token: string(loaded.NATS.Token), MaxStore: int64(loaded.NATS.Embedded.MaxStore), Log: log,
	})
	if errors.Is(err, daemon.ErrStoreInUse) {
		return fmt.Errorf("%w: %w: stop the other process, choose another nats.embedded.store_dir, or set nats.url", failure.ErrUnavailable, err)
	}
	if err != nil {
		return err
	}
	b.conn, err = b.embedded.Connect()
	return err
}

// close ends connection and server.
func (b *broker) close() error {
	if b.conn != nil {
		b.conn.Close()
	}
	if b.embedded != nil {
		return b.embedded.Stop()
	}
	return nil
}

// closeLogged is close for a defer.
func (b *broker) closeLogged(log *slog.Logger) {
	if err := b.close(); err != nil {
		log.Warn("the server inside did not stop in order", "error", err)
	}
}

func storageOptions(loaded *config.Loaded) daemon.StorageOptions {
	kept := loaded.Retention
	options := daemon.StorageOptions{
		Replicas: loaded.NATS.Replicas, DuplicateWindow: loaded.Jobs.DuplicateWindow,
		EventAge: loaded.Jobs.EventAge, SourceAge: loaded.Jobs.SourceAge, AckWait: loaded.Jobs.AckWait, GroupQuota: int64(loaded.Jobs.GroupQuota),
		QueueBytes: int64(kept.QueueBytes), EventBytes: int64(kept.EventBytes), ReportBytes: int64(kept.ReportBytes), DeadBytes: int64(kept.DeadBytes),
		StateBytes: int64(kept.StateBytes), ResultBytes: int64(kept.ResultBytes), SourceBytes: int64(kept.SourceBytes),
		ReportAge: kept.ReportAge, DeadAge: kept.DeadAge, StateAge: kept.StateAge, ResultAge: kept.ResultAge,
		Asked: slices.DeleteFunc(daemon.StorageKeys(), func(key string) bool { return loaded.Origin(key) == "default" }),
	}
	if loaded.NATS.Cluster != "" || len(loaded.NATS.Tags) > 0 {
		options.Placement = &jetstream.Placement{Cluster: loaded.NATS.Cluster, Tags: loaded.NATS.Tags}
	}
	return options
}

// daemonSettings are those of the workers in this process.
func daemonSettings(loaded *config.Loaded, b *broker) daemon.Settings {
	settings := daemon.Settings{
		Worker: workerName(), Version: version(), Workers: loaded.Jobs.Workers,
		MaxAttempts: loaded.Jobs.MaxAttempts, Backoff: loaded.Jobs.Backoff, Deadline: loaded.Jobs.Deadline,
		ProgressInterval: loaded.Jobs.ProgressInterval, ShutdownGrace: loaded.Jobs.ShutdownGrace,
		SourceBytes: uint64(loaded.Limits.SourceBytes), Roots: loaded.Roots, Scratch: loaded.Output.Scratch,
	}
	if b.embedded != nil {
		settings.StoreHealth = b.embedded.StoreHealth
	}
	return settings
}

// workerName tells processes apart without naming the machine.
func workerName() string {
	return fmt.Sprintf("%d-%s", os.Getpid(), strings.ToLower(daemon.NewJobID()[:8]))
}
