// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// ErrNotSetUp says that streams or buckets of convertd are not on the server.
// Workers and `convertd setup` make them, nothing else does.
var ErrNotSetUp = fmt.Errorf("%w: not set up", failure.ErrUnavailable)

// storage is every place in JetStream that convertd reads and writes.
type storage struct {
	js      jetstream.JetStream
	jobs    jetstream.Stream
	events  jetstream.Stream
	reports jetstream.Stream
	dead    jetstream.Stream
	status  jetstream.KeyValue
	results jetstream.KeyValue
	sources objects
	files   objects
}

// openStorage opens what is there and changes nothing. ErrNotSetUp names
// everything that is missing.
func openStorage(ctx context.Context, conn *nats.Conn, stores Stores) (*storage, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", failure.ErrUnavailable, err)
	}
	s := &storage{js: js}
	var missing []string
	for _, place := range s.places() {
		switch err := place.open(ctx); {
		case err == nil:
		case absent(err):
			missing = append(missing, place.name)
		default:
			return nil, storageError(place.name, err)
		}
	}
	if err := notSetUp(missing); err != nil {
		return nil, err
	}
	return s, s.openStores(ctx, stores)
}

// openStores opens what lies outside of NATS.
func (s *storage) openStores(ctx context.Context, stores Stores) error {
	for _, outside := range []struct {
		key, url string
		into     *objects
	}{{"stores.sources", stores.Sources, &s.sources}, {"stores.results", stores.Files, &s.files}} {
		if outside.url == "" {
			continue
		}
		opened, err := openBlob(ctx, outside.key, outside.url)
		if err != nil {
			return err
		}
		*outside.into = opened
	}
	return nil
}

// opening is how one stream or bucket is opened.
type opening struct {
	name string
	open func(context.Context) error
}

func (s *storage) places() []opening {
	return []opening{
		opens(StreamJobs, &s.jobs, s.js.Stream),
		opens(StreamEvents, &s.events, s.js.Stream),
		opens(StreamReports, &s.reports, s.js.Stream),
		opens(StreamDead, &s.dead, s.js.Stream),
		opens(BucketStatus, &s.status, s.js.KeyValue),
		opens(BucketResults, &s.results, s.js.KeyValue),
		opens(StoreSources, &s.sources, s.natsStore),
		opens(StoreFiles, &s.files, s.natsStore),
	}
}

func (s *storage) natsStore(ctx context.Context, bucket string) (objects, error) {
	store, err := s.js.ObjectStore(ctx, bucket)
	return &natsObjects{storage: s, bucket: bucket, store: store}, err
}

func opens[T any](name string, into *T, open func(context.Context, string) (T, error)) opening {
	return opening{name: name, open: func(ctx context.Context) (err error) {
		*into, err = open(ctx, name)
		return err
	}}
}

// openConsumers opens what workers pull from, and returns the shortest silence
// after which the server gives a job to somebody else. What the consumers say
// counts, not this process's configuration: an operator may have changed them.
func (s *storage) openConsumers(ctx context.Context) (map[Priority]jetstream.Consumer, time.Duration, error) {
	consumers := map[Priority]jetstream.Consumer{}
	var ackWait time.Duration
	var missing []string
	for _, priority := range Priorities() {
		consumer, err := s.jobs.Consumer(ctx, priority.consumer(""))
		if absent(err) {
			missing = append(missing, priority.consumer(""))
			continue
		}
		if err != nil {
			return nil, 0, storageError(priority.consumer(""), err)
		}
		consumers[priority] = consumer
		if wait := consumer.CachedInfo().Config.AckWait; ackWait == 0 || wait < ackWait {
			ackWait = wait
		}
	}
	return consumers, ackWait, notSetUp(missing)
}

// absent tells "it is not there" from every other failure.
func absent(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) ||
		errors.Is(err, jetstream.ErrConsumerNotFound)
}

func notSetUp(missing []string) error {
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%w: the server does not have %s: run `convertd setup`, or start `convertd serve`, which makes what is missing",
		ErrNotSetUp, strings.Join(missing, ", "))
}

// storageError says what a server's refusal means.
func storageError(name string, err error) error {
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) || errors.Is(err, nats.ErrNoResponders) {
		return fmt.Errorf("%w: the NATS server has no JetStream for this account: %w: enable it there", failure.ErrUnavailable, err)
	}
	return fmt.Errorf("%w: jetstream: %s: %w: does the server have room to store, and a leader?", failure.ErrUnavailable, name, err)
}
