// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Keys of the configuration that say how streams and buckets are made.
const (
	KeyReplicas        = "nats.replicas"
	KeyCluster         = "nats.placement_cluster"
	KeyTags            = "nats.placement_tags"
	KeyDuplicateWindow = "jobs.duplicate_window"
	KeyEventAge        = "jobs.event_age"
	KeySourceAge       = "jobs.source_age"
	KeyAckWait         = "jobs.ack_wait"
	KeyGroupQuota      = "jobs.group_quota"
	KeyQueueBytes      = "retention.queue_bytes"
	KeyEventBytes      = "retention.event_bytes"
	KeyReportAge       = "retention.report_age"
	KeyReportBytes     = "retention.report_bytes"
	KeyDeadAge         = "retention.dead_age"
	KeyDeadBytes       = "retention.dead_bytes"
	KeyStateAge        = "retention.state_age"
	KeyStateBytes      = "retention.state_bytes"
	KeyResultAge       = "retention.result_age"
	KeyResultBytes     = "retention.result_bytes"
	KeySourceBytes     = "retention.source_bytes"
)

// StorageKeys lists them.
func StorageKeys() []string {
	return []string{
		KeyReplicas, KeyCluster, KeyTags, KeyDuplicateWindow, KeyEventAge, KeySourceAge, KeyAckWait, KeyGroupQuota, KeyQueueBytes, KeyEventBytes,
		KeyReportAge, KeyReportBytes, KeyDeadAge, KeyDeadBytes, KeyStateAge, KeyStateBytes, KeyResultAge, KeyResultBytes, KeySourceBytes,
	}
}

// StorageOptions say how streams and buckets are made.
type StorageOptions struct {
	Replicas        int
	DuplicateWindow time.Duration // how long a job's id is remembered by CONVERT_JOBS
	EventAge        time.Duration // how long events are kept
	SourceAge       time.Duration // how long uploaded sources are kept
	AckWait         time.Duration // of the consumers of CONVERT_JOBS
	GroupQuota      int64         // jobs of one group and priority in CONVERT_JOBS; 0 is without limit

	Placement *jetstream.Placement // nil leaves it to the server

	// 0 is without limit in the following.
	QueueBytes, EventBytes, ReportBytes, DeadBytes, StateBytes, ResultBytes, SourceBytes int64
	ReportAge, DeadAge, StateAge, ResultAge                                              time.Duration

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
	bytesKey     string                 // key of its bytes, the same
	remembersIDs bool                   // its duplicate window is ours
	create       func(context.Context, jetstream.JetStream) error
}

func wantedStreams(options StorageOptions) []wantedStream {
	return []wantedStream{
		stream(options, wantedStream{remembersIDs: true, bytesKey: KeyQueueBytes, config: jetstream.StreamConfig{
			Name: StreamJobs, Description: "jobs waiting or running",
			Subjects:             jobSubjects(), // of each priority, with and without a group: another one is refused
			Retention:            jetstream.WorkQueuePolicy,
			MaxMsgsPerSubject:    options.GroupQuota,
			DiscardNewPerSubject: options.GroupQuota > 0,
			Duplicates:           options.DuplicateWindow,
			MaxBytes:             options.QueueBytes,
			Discard:              jetstream.DiscardNew, // a full queue refuses; it loses no job
		}}),
		// One message per subject in the following three: a job that is
		// delivered twice replaces what it said, it does not say it twice.
		stream(options, wantedStream{ageKey: KeyEventAge, bytesKey: KeyEventBytes, remembersIDs: true, config: jetstream.StreamConfig{
			Name: StreamEvents, Description: "what happens to jobs",
			Subjects:          []string{"convert.events.*.*"},
			MaxMsgsPerSubject: 1,
			MaxAge:            options.EventAge,
			MaxBytes:          options.EventBytes,
			Duplicates:        min(options.DuplicateWindow, options.EventAge),
		}}),
		stream(options, wantedStream{ageKey: KeyReportAge, bytesKey: KeyReportBytes, config: jetstream.StreamConfig{
			Name: StreamReports, Description: "divergence reports",
			Subjects:          []string{"convert.reports.*.*.*"},
			MaxMsgsPerSubject: 1,
			MaxAge:            options.ReportAge,
			MaxBytes:          options.ReportBytes,
		}}),
		stream(options, wantedStream{ageKey: KeyDeadAge, bytesKey: KeyDeadBytes, config: jetstream.StreamConfig{
			Name: StreamDead, Description: "jobs that could not be converted",
			Subjects:          []string{"convert.dead.*.*"},
			MaxMsgsPerSubject: 1,
			MaxAge:            options.DeadAge,
			MaxBytes:          options.DeadBytes,
		}}),
		bucket(options, BucketStatus, "state of every job", limit{KeyStateAge, options.StateAge, KeyStateBytes, options.StateBytes}),
		bucket(options, BucketResults, "finished conversions by content", limit{KeyResultAge, options.ResultAge, "", 0}),
		objectStore(options, StoreSources, "replays to convert", limit{KeySourceAge, options.SourceAge, KeySourceBytes, options.SourceBytes}),
		objectStore(options, StoreFiles, "converted files and their reports", limit{KeyResultAge, options.ResultAge, KeyResultBytes, options.ResultBytes}),
	}
}

// limit is how long and how much of something is kept, and the keys that say so;
// "" is no key.
type limit struct {
	ageKey   string
	age      time.Duration
	bytesKey string
	bytes    int64
}

func stream(options StorageOptions, wanted wantedStream) wantedStream {
	wanted.name = wanted.config.Name
	wanted.config.Storage = jetstream.FileStorage
	wanted.config.Replicas = options.Replicas
	wanted.config.Placement = options.Placement
	wanted.config.AllowDirect = true
	wanted.create = func(ctx context.Context, js jetstream.JetStream) error {
		_, err := js.CreateStream(ctx, wanted.config)
		return err
	}
	return wanted
}

// below is the stream below a bucket or an object store, as far as it is ours to
// say. The client library makes it.
func below(options StorageOptions, prefix, name string, kept limit) wantedStream {
	return wantedStream{
		name: name, ageKey: kept.ageKey, bytesKey: kept.bytesKey,
		config: jetstream.StreamConfig{
			Name: prefix + name, Replicas: options.Replicas, Placement: options.Placement, MaxAge: kept.age, MaxBytes: kept.bytes,
			Discard: jetstream.DiscardNew,
		},
	}
}

func bucket(options StorageOptions, name, description string, kept limit) wantedStream {
	wanted := below(options, "KV_", name, kept)
	wanted.config.MaxMsgsPerSubject = 1
	wanted.create = func(ctx context.Context, js jetstream.JetStream) error {
		_, err := js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: name, Description: description, History: 1, TTL: kept.age, MaxBytes: kept.bytes,
			Replicas: options.Replicas, Placement: options.Placement, Storage: jetstream.FileStorage,
		})
		return err
	}
	return wanted
}

func objectStore(options StorageOptions, name, description string, kept limit) wantedStream {
	wanted := below(options, "OBJ_", name, kept)
	wanted.create = func(ctx context.Context, js jetstream.JetStream) error {
		_, err := js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{
			Bucket: name, Description: description, TTL: kept.age, MaxBytes: kept.bytes,
			Replicas: options.Replicas, Placement: options.Placement, Storage: jetstream.FileStorage,
		})
		return err
	}
	return wanted
}

// wantedConsumers are one durable consumer per priority. MaxDeliver is not
// used: JetStream would count hand-backs of a shutdown as attempts, and would
// drop the job silently. Attempts are counted in the job's status.
func wantedConsumers(options StorageOptions) []jetstream.ConsumerConfig {
	var wanted []jetstream.ConsumerConfig
	for _, priority := range Priorities() {
		wanted = append(wanted, jetstream.ConsumerConfig{
			Durable:       priority.consumer(""),
			Description:   "workers",
			FilterSubject: priority.subject(""),
			AckPolicy:     jetstream.AckExplicitPolicy,
			AckWait:       options.AckWait,
			MaxDeliver:    -1,
			MaxAckPending: -1,
		})
	}
	return wanted
}

// bytesText writes a limit of bytes.
func bytesText(bytes int64) string {
	if bytes <= 0 {
		return "unlimited"
	}
	return fmt.Sprint(bytes)
}

func placementText(placement *jetstream.Placement) string {
	if placement == nil || placement.Cluster == "" && len(placement.Tags) == 0 {
		return "anywhere"
	}
	return strings.TrimSpace(placement.Cluster + " " + strings.Join(placement.Tags, ","))
}

// ageText writes a limit of age.
func ageText(age time.Duration) string {
	if age == 0 {
		return "unlimited"
	}
	return age.String()
}
