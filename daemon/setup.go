// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// Setup is what streams, buckets and consumers lack of what is asked for. It
// is only looked at until Create or Change is called.
type Setup struct {
	Changes []Change

	js jetstream.JetStream
}

// Change is one stream, bucket or consumer that is missing, or has other
// settings than those asked for.
type Change struct {
	Name        string
	Missing     bool
	Differences []Difference // empty if Missing

	apply func(context.Context) error
}

// Difference is one setting.
type Difference struct {
	Setting  string // as `nats stream info --json` names it
	Is, Want string
}

// PlanSetup compares what is on the server with the options and changes
// nothing.
func PlanSetup(ctx context.Context, conn *nats.Conn, options StorageOptions) (*Setup, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", failure.ErrUnavailable, err)
	}
	setup := &Setup{js: js}
	for _, wanted := range wantedStreams(options) {
		if err := setup.compareStream(ctx, wanted, options); err != nil {
			return nil, storageError(wanted.name, err)
		}
	}
	for _, wanted := range wantedConsumers(options) {
		if err := setup.compareConsumer(ctx, wanted, options); err != nil {
			return nil, storageError(wanted.Durable, err)
		}
	}
	return setup, nil
}

// Create makes what is missing and leaves everything else as it is. It is safe
// from several processes at once: what another one has made meanwhile stays.
func (s *Setup) Create(ctx context.Context) error {
	return s.apply(ctx, func(change Change) bool { return change.Missing })
}

// Change makes what is missing and brings everything else to the options.
func (s *Setup) Change(ctx context.Context) error {
	return s.apply(ctx, func(Change) bool { return true })
}

func (s *Setup) apply(ctx context.Context, which func(Change) bool) error {
	for _, change := range s.Changes {
		if !which(change) {
			continue
		}
		if err := change.apply(ctx); err != nil {
			return storageError(change.Name, err)
		}
	}
	return nil
}

func (s *Setup) compareStream(ctx context.Context, wanted wantedStream, options StorageOptions) error {
	present, err := s.js.Stream(ctx, wanted.config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s.Changes = append(s.Changes, Change{Name: wanted.name, Missing: true, apply: func(ctx context.Context) error {
			err := wanted.create(ctx, s.js)
			if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
				return nil // somebody else was quicker
			}
			return err
		}})
		return nil
	}
	if err != nil {
		return err
	}
	is := present.CachedInfo().Config
	target := wanted.target(is, options)
	if found := differences(streamSettings, &is, &target); len(found) > 0 {
		s.Changes = append(s.Changes, Change{Name: wanted.name, Differences: found, apply: func(ctx context.Context) error {
			_, err := s.js.UpdateStream(ctx, target)
			return err
		}})
	}
	return nil
}

func (s *Setup) compareConsumer(ctx context.Context, wanted jetstream.ConsumerConfig, options StorageOptions) error {
	present, err := s.js.Consumer(ctx, StreamJobs, wanted.Durable)
	if absent(err) {
		s.Changes = append(s.Changes, Change{Name: wanted.Durable, Missing: true, apply: func(ctx context.Context) error {
			_, err := s.js.CreateConsumer(ctx, StreamJobs, wanted)
			if errors.Is(err, jetstream.ErrConsumerExists) {
				return nil // somebody else was quicker
			}
			return err
		}})
		return nil
	}
	if err != nil {
		return err
	}
	is := present.CachedInfo().Config
	target := is
	target.FilterSubject = wanted.FilterSubject
	target.MaxDeliver = wanted.MaxDeliver
	if options.asked(KeyAckWait) {
		target.AckWait = wanted.AckWait
	}
	if found := differences(consumerSettings, &is, &target); len(found) > 0 {
		s.Changes = append(s.Changes, Change{Name: wanted.Durable, Differences: found, apply: func(ctx context.Context) error {
			_, err := s.js.UpdateConsumer(ctx, StreamJobs, target)
			return err
		}})
	}
	return nil
}

// target is what an existing stream should become: what the contract of its
// name needs, and what somebody has asked for. Everything else stays as the
// operator has it.
func (w *wantedStream) target(is jetstream.StreamConfig, options StorageOptions) jetstream.StreamConfig {
	target := is
	target.Retention = w.config.Retention
	target.Subjects = slices.DeleteFunc(slices.Clone(is.Subjects), func(subject string) bool {
		return subject == anyJobSubject && w.config.Name == StreamJobs
	})
	for _, subject := range w.config.Subjects {
		if !slices.Contains(target.Subjects, subject) {
			target.Subjects = append(target.Subjects, subject)
		}
	}
	if w.config.Name == StreamJobs {
		if options.asked(KeyGroupQuota) {
			target.MaxMsgsPerSubject, target.DiscardNewPerSubject = w.config.MaxMsgsPerSubject, w.config.DiscardNewPerSubject
			target.Discard = w.config.Discard
		}
	} else if w.config.MaxMsgsPerSubject > 0 {
		target.MaxMsgsPerSubject = w.config.MaxMsgsPerSubject
	}
	if options.asked(KeyReplicas) {
		target.Replicas = w.config.Replicas
	}
	if w.ageKey != "" && options.asked(w.ageKey) {
		target.MaxAge = w.config.MaxAge
	}
	if w.bytesKey != "" && options.asked(w.bytesKey) {
		target.MaxBytes = w.config.MaxBytes
		target.Discard = w.config.Discard
	}
	if options.asked(KeyCluster) || options.asked(KeyTags) {
		target.Placement = w.config.Placement
	}
	if w.remembersIDs && options.asked(KeyDuplicateWindow) {
		target.Duplicates = w.config.Duplicates
	}
	if target.MaxAge > 0 && target.Duplicates > target.MaxAge {
		target.Duplicates = target.MaxAge // the server refuses more
	}
	return target
}

// setting is one that can differ, as text.
type setting[C any] struct {
	name string
	text func(*C) string
}

var streamSettings = []setting[jetstream.StreamConfig]{
	{"subjects", func(c *jetstream.StreamConfig) string { return fmt.Sprint(c.Subjects) }},
	{"retention", func(c *jetstream.StreamConfig) string { return c.Retention.String() }},
	{"max_msgs_per_subject", func(c *jetstream.StreamConfig) string { return bytesText(c.MaxMsgsPerSubject) }},
	{"discard_new_per_subject", func(c *jetstream.StreamConfig) string { return fmt.Sprint(c.DiscardNewPerSubject) }},
	{"max_age", func(c *jetstream.StreamConfig) string { return ageText(c.MaxAge) }},
	{"max_bytes", func(c *jetstream.StreamConfig) string { return bytesText(c.MaxBytes) }},
	{"discard", func(c *jetstream.StreamConfig) string { return c.Discard.String() }},
	{"placement", func(c *jetstream.StreamConfig) string { return placementText(c.Placement) }},
	{"num_replicas", func(c *jetstream.StreamConfig) string { return fmt.Sprint(c.Replicas) }},
	{"duplicate_window", func(c *jetstream.StreamConfig) string { return c.Duplicates.String() }},
}

var consumerSettings = []setting[jetstream.ConsumerConfig]{
	{"filter_subject", func(c *jetstream.ConsumerConfig) string { return c.FilterSubject }},
	{"max_deliver", func(c *jetstream.ConsumerConfig) string { return fmt.Sprint(c.MaxDeliver) }},
	{"ack_wait", func(c *jetstream.ConsumerConfig) string { return c.AckWait.String() }},
}

func differences[C any](settings []setting[C], is, want *C) []Difference {
	var found []Difference
	for _, setting := range settings {
		if a, b := setting.text(is), setting.text(want); a != b {
			found = append(found, Difference{Setting: setting.name, Is: a, Want: b})
		}
	}
	return found
}
