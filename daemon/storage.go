// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// StorageOptions say how streams and buckets are made.
type StorageOptions struct {
	Replicas        int
	DuplicateWindow time.Duration // how long a job's id is remembered by CONVERT_JOBS
	EventAge        time.Duration // how long events are kept
	SourceAge       time.Duration // how long uploaded sources are kept
	AckWait         time.Duration // of the consumers of CONVERT_JOBS
}

// storage is every place in JetStream that convertd reads and writes.
type storage struct {
	js        jetstream.JetStream
	jobs      jetstream.Stream
	events    jetstream.Stream
	reports   jetstream.Stream
	dead      jetstream.Stream
	status    jetstream.KeyValue
	results   jetstream.KeyValue
	sources   jetstream.ObjectStore
	files     jetstream.ObjectStore
	consumers map[Priority]jetstream.Consumer
}

// openStorage makes what is missing and brings what is there to the options.
// It is safe from several processes at once.
func openStorage(ctx context.Context, conn *nats.Conn, options StorageOptions) (*storage, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	s := &storage{js: js, consumers: map[Priority]jetstream.Consumer{}}
	for _, step := range []func(context.Context, StorageOptions) error{s.openStreams, s.openBuckets, s.openStores, s.openConsumers} {
		if err := step(ctx, options); err != nil {
			return nil, fmt.Errorf("%w: jetstream: %w: is JetStream enabled on the server, with room to store?", ErrUnavailable, err)
		}
	}
	return s, nil
}

func (s *storage) openStreams(ctx context.Context, options StorageOptions) error {
	streams := []struct {
		into   *jetstream.Stream
		config jetstream.StreamConfig
	}{
		{&s.jobs, jetstream.StreamConfig{
			Name: StreamJobs, Description: "jobs waiting or running",
			Subjects:   []string{"convert.jobs.*"},
			Retention:  jetstream.WorkQueuePolicy,
			Duplicates: options.DuplicateWindow,
		}},
		// One message per subject in the following three: a job that is
		// delivered twice replaces what it said, it does not say it twice.
		{&s.events, jetstream.StreamConfig{
			Name: StreamEvents, Description: "what happens to jobs",
			Subjects:          []string{"convert.events.*.*"},
			MaxMsgsPerSubject: 1,
			MaxAge:            options.EventAge,
			Duplicates:        min(options.DuplicateWindow, options.EventAge),
		}},
		{&s.reports, jetstream.StreamConfig{
			Name: StreamReports, Description: "divergence reports",
			Subjects:          []string{"convert.reports.*.*.*"},
			MaxMsgsPerSubject: 1,
		}},
		{&s.dead, jetstream.StreamConfig{
			Name: StreamDead, Description: "jobs that could not be converted",
			Subjects:          []string{"convert.dead.*.*"},
			MaxMsgsPerSubject: 1,
		}},
	}
	for _, stream := range streams {
		stream.config.Storage = jetstream.FileStorage
		stream.config.Replicas = options.Replicas
		stream.config.AllowDirect = true
		opened, err := s.js.CreateOrUpdateStream(ctx, stream.config)
		if err != nil {
			return fmt.Errorf("stream %s: %w", stream.config.Name, err)
		}
		*stream.into = opened
	}
	return nil
}

func (s *storage) openBuckets(ctx context.Context, options StorageOptions) error {
	buckets := []struct {
		into              *jetstream.KeyValue
		name, description string
	}{
		{&s.status, BucketStatus, "state of every job"},
		{&s.results, BucketResults, "finished conversions by content"},
	}
	for _, bucket := range buckets {
		opened, err := s.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: bucket.name, Description: bucket.description,
			History: 1, Replicas: options.Replicas, Storage: jetstream.FileStorage,
		})
		if err != nil {
			return fmt.Errorf("bucket %s: %w", bucket.name, err)
		}
		*bucket.into = opened
	}
	return nil
}

func (s *storage) openStores(ctx context.Context, options StorageOptions) error {
	stores := []struct {
		into   *jetstream.ObjectStore
		config jetstream.ObjectStoreConfig
	}{
		{&s.sources, jetstream.ObjectStoreConfig{Bucket: StoreSources, Description: "replays to convert", TTL: options.SourceAge}},
		{&s.files, jetstream.ObjectStoreConfig{Bucket: StoreFiles, Description: "converted files and their reports"}},
	}
	for _, store := range stores {
		store.config.Replicas = options.Replicas
		store.config.Storage = jetstream.FileStorage
		opened, err := s.js.CreateOrUpdateObjectStore(ctx, store.config)
		if err != nil {
			return fmt.Errorf("object store %s: %w", store.config.Bucket, err)
		}
		*store.into = opened
	}
	return nil
}

// openConsumers makes one durable consumer per priority. MaxDeliver is not
// used: JetStream would count hand-backs of a shutdown as attempts, and would
// drop the job silently. Attempts are counted in the job's status.
func (s *storage) openConsumers(ctx context.Context, options StorageOptions) error {
	for _, priority := range Priorities() {
		consumer, err := s.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable:       priority.consumer(),
			Description:   "workers",
			FilterSubject: priority.subject(),
			AckPolicy:     jetstream.AckExplicitPolicy,
			AckWait:       options.AckWait,
			MaxDeliver:    -1,
			MaxAckPending: -1,
		})
		if err != nil {
			return fmt.Errorf("consumer %s: %w", priority.consumer(), err)
		}
		s.consumers[priority] = consumer
	}
	return nil
}
