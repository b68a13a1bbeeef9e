// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Keys of the configuration that say how streams and buckets are made.
const (
	KeyReplicas        = "nats.replicas"
	KeyDuplicateWindow = "jobs.duplicate_window"
	KeyEventAge        = "jobs.event_age"
	KeySourceAge       = "jobs.source_age"
	KeyAckWait         = "jobs.ack_wait"
)

// StorageKeys lists them.
func StorageKeys() []string {
	return []string{KeyReplicas, KeyDuplicateWindow, KeyEventAge, KeySourceAge, KeyAckWait}
}

// StorageOptions say how streams and buckets are made.
type StorageOptions struct {
	Replicas        int
	DuplicateWindow time.Duration // how long a job's id is remembered by CONVERT_JOBS
	EventAge        time.Duration // how long events are kept
	SourceAge       time.Duration // how long uploaded sources are kept
	AckWait         time.Duration // of the consumers of CONVERT_JOBS

	// Asked holds the keys that somebody has set. The others only say how
	// something new is made: a built-in value is nobody's wish to change what
	// is there.
	Asked []string
}

func (o *StorageOptions) asked(key string) bool { return slices.Contains(o.Asked, key) }

// wantedStream is a stream, or the stream below a bucket or an object store.
type wantedStream struct {
	name         string                 // as people call it
	config       jetstream.StreamConfig // what is compared; of a bucket only what the options say
	ageKey       string                 // key of its age, "" if it has none of ours
	remembersIDs bool                   // its duplicate window is ours
	create       func(context.Context, jetstream.JetStream) error
}

func wantedStreams(options StorageOptions) []wantedStream {
	return []wantedStream{
		stream(options, wantedStream{remembersIDs: true, config: jetstream.StreamConfig{
			Name: StreamJobs, Description: "jobs waiting or running",
			Subjects:   []string{"convert.jobs.*"},
			Retention:  jetstream.WorkQueuePolicy,
			Duplicates: options.DuplicateWindow,
		}}),
		// One message per subject in the following three: a job that is
		// delivered twice replaces what it said, it does not say it twice.
		stream(options, wantedStream{ageKey: KeyEventAge, remembersIDs: true, config: jetstream.StreamConfig{
			Name: StreamEvents, Description: "what happens to jobs",
			Subjects:          []string{"convert.events.*.*"},
			MaxMsgsPerSubject: 1,
			MaxAge:            options.EventAge,
			Duplicates:        min(options.DuplicateWindow, options.EventAge),
		}}),
		stream(options, wantedStream{config: jetstream.StreamConfig{
			Name: StreamReports, Description: "divergence reports",
			Subjects:          []string{"convert.reports.*.*.*"},
			MaxMsgsPerSubject: 1,
		}}),
		stream(options, wantedStream{config: jetstream.StreamConfig{
			Name: StreamDead, Description: "jobs that could not be converted",
			Subjects:          []string{"convert.dead.*.*"},
			MaxMsgsPerSubject: 1,
		}}),
		bucket(options, BucketStatus, "state of every job"),
		bucket(options, BucketResults, "finished conversions by content"),
		objectStore(options, StoreSources, "replays to convert", KeySourceAge, options.SourceAge),
		objectStore(options, StoreFiles, "converted files and their reports", "", 0),
	}
}

func stream(options StorageOptions, wanted wantedStream) wantedStream {
	wanted.name = wanted.config.Name
	wanted.config.Storage = jetstream.FileStorage
	wanted.config.Replicas = options.Replicas
	wanted.config.AllowDirect = true
	wanted.create = func(ctx context.Context, js jetstream.JetStream) error {
		_, err := js.CreateStream(ctx, wanted.config)
		return err
	}
	return wanted
}

// bucket and objectStore leave it to the client library how the stream below
// is made.
func bucket(options StorageOptions, name, description string) wantedStream {
	return wantedStream{
		name:   name,
		config: jetstream.StreamConfig{Name: "KV_" + name, Replicas: options.Replicas, MaxMsgsPerSubject: 1},
		create: func(ctx context.Context, js jetstream.JetStream) error {
			_, err := js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
				Bucket: name, Description: description, History: 1, Replicas: options.Replicas, Storage: jetstream.FileStorage,
			})
			return err
		},
	}
}

func objectStore(options StorageOptions, name, description, ageKey string, age time.Duration) wantedStream {
	return wantedStream{
		name:   name,
		config: jetstream.StreamConfig{Name: "OBJ_" + name, Replicas: options.Replicas, MaxAge: age},
		ageKey: ageKey,
		create: func(ctx context.Context, js jetstream.JetStream) error {
			_, err := js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{
				Bucket: name, Description: description, TTL: age, Replicas: options.Replicas, Storage: jetstream.FileStorage,
			})
			return err
		},
	}
}

// wantedConsumers are one durable consumer per priority. MaxDeliver is not
// used: JetStream would count hand-backs of a shutdown as attempts, and would
// drop the job silently. Attempts are counted in the job's status.
func wantedConsumers(options StorageOptions) []jetstream.ConsumerConfig {
	var wanted []jetstream.ConsumerConfig
	for _, priority := range Priorities() {
		wanted = append(wanted, jetstream.ConsumerConfig{
			Durable:       priority.consumer(),
			Description:   "workers",
			FilterSubject: priority.subject(),
			AckPolicy:     jetstream.AckExplicitPolicy,
			AckWait:       options.AckWait,
			MaxDeliver:    -1,
			MaxAckPending: -1,
		})
	}
	return wanted
}

// ageText writes a limit of age.
func ageText(age time.Duration) string {
	if age == 0 {
		return "unlimited"
	}
	return age.String()
}
