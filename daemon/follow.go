// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// Followed is one entry of a stream or bucket that somebody follows, at its
// position: whoever begins there again misses nothing.
type Followed[T any] struct {
	Position uint64
	Key      string // of a bucket
	Removed  bool   // the entry is gone; Value is empty
	Value    T
}

// FollowResults gives every result behind a position, and then those that come,
// until use returns an error or ctx ends. caughtUp is called when everything
// that was there has been given.
func (c *Client) FollowResults(ctx context.Context, after uint64, caughtUp func(), use func(Followed[Result]) error) error {
	return followBucket(ctx, c.storage.results, after, caughtUp, func(entry Followed[Result]) error {
		if strings.HasPrefix(entry.Key, "claim.") {
			return nil
		}
		return use(entry)
	})
}

// FollowJobs is FollowResults for the state of jobs.
func (c *Client) FollowJobs(ctx context.Context, after uint64, caughtUp func(), use func(Followed[Status]) error) error {
	return followBucket(ctx, c.storage.status, after, caughtUp, func(entry Followed[Status]) error {
		if strings.HasPrefix(entry.Key, pauseKey("")) {
			return nil
		}
		return use(entry)
	})
}

func followBucket[T any](ctx context.Context, bucket jetstream.KeyValue, after uint64, caughtUp func(), use func(Followed[T]) error) error {
	var options []jetstream.WatchOpt
	if after > 0 {
		options = append(options, jetstream.ResumeFromRevision(after+1))
	}
	watcher, err := bucket.WatchAll(ctx, options...)
	if err != nil {
		return fmt.Errorf("bucket %s cannot be followed: %w", bucket.Bucket(), unavailable(err))
	}
	defer watcher.Stop() //nolint:errcheck // nothing follows
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case entry, open := <-watcher.Updates():
			if !open {
				return fmt.Errorf("bucket %s cannot be followed: %w", bucket.Bucket(), failure.ErrUnavailable)
			}
			if entry == nil {
				caughtUp()
				continue
			}
			followed := Followed[T]{Position: entry.Revision(), Key: entry.Key(), Removed: entry.Operation() != jetstream.KeyValuePut}
			if !followed.Removed && !strings.HasPrefix(entry.Key(), "claim.") {
				if err := json.Unmarshal(entry.Value(), &followed.Value); err != nil {
					return fmt.Errorf("bucket %s, key %s is not JSON: %w", bucket.Bucket(), entry.Key(), err)
				}
			}
			if err := use(followed); err != nil {
				return err
			}
		}
	}
}

// FollowReports gives every message on CONVERT_REPORTS behind a position, and
// then those that come, until use returns an error or ctx ends.
func (c *Client) FollowReports(ctx context.Context, after uint64, use func(Followed[ReportMessage]) error) error {
	config := jetstream.OrderedConsumerConfig{FilterSubjects: []string{"convert.reports.>"}, DeliverPolicy: jetstream.DeliverAllPolicy}
	if after > 0 {
		config.DeliverPolicy, config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, after+1
	}
	consumer, err := c.storage.reports.OrderedConsumer(ctx, config)
	if err != nil {
		return fmt.Errorf("stream %s cannot be followed: %w", StreamReports, unavailable(err))
	}
	messages, err := consumer.Messages()
	if err != nil {
		return fmt.Errorf("stream %s cannot be followed: %w", StreamReports, unavailable(err))
	}
	defer messages.Stop()
	for {
		message, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return fmt.Errorf("stream %s cannot be followed: %w", StreamReports, unavailable(err))
		}
		metadata, err := message.Metadata()
		if err != nil {
			return fmt.Errorf("stream %s: %w", StreamReports, err)
		}
		followed := Followed[ReportMessage]{Position: metadata.Sequence.Stream}
		if err := json.Unmarshal(message.Data(), &followed.Value); err != nil {
			return fmt.Errorf("message on %s is not JSON: %w", message.Subject(), err)
		}
		if err := use(followed); err != nil {
			return err
		}
	}
}

// Generation tells the stores apart that one server had one after another: the
// positions of one mean nothing in another.
func (c *Client) Generation(ctx context.Context) (uint64, error) {
	var generation uint64
	for _, name := range []string{"KV_" + BucketResults, "KV_" + BucketStatus, StreamReports} {
		stream, err := c.storage.js.Stream(ctx, name)
		if err != nil {
			return 0, storageError(name, err)
		}
		generation = generation*31 + uint64(stream.CachedInfo().Created.UnixNano())
	}
	return generation >> 1, nil
}

// DivergenceReport returns the divergence report of a result.
func (c *Client) DivergenceReport(ctx context.Context, result Result) (json.RawMessage, error) {
	return c.storage.readReport(ctx, result)
}

// ServiceInstance is one process that takes jobs.
type ServiceInstance struct {
	ID       string    `json:"id"`
	Version  string    `json:"version"`
	Started  time.Time `json:"started_at"`
	Requests int       `json:"requests"`
	Errors   int       `json:"errors"`
}

// instancesWait is how long instances have to answer.
const instancesWait = 500 * time.Millisecond

// Instances asks all processes that take jobs who they are.
func (c *Client) Instances(ctx context.Context) ([]ServiceInstance, error) {
	inbox := c.conn.NewInbox()
	answers, err := c.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, fmt.Errorf("workers cannot be asked: %w", unavailable(err))
	}
	defer answers.Unsubscribe() //nolint:errcheck // nothing follows
	if err := c.conn.PublishRequest("$SRV.STATS."+ServiceName, inbox, nil); err != nil {
		return nil, fmt.Errorf("workers cannot be asked: %w", unavailable(err))
	}
	waiting, cancel := context.WithTimeout(ctx, instancesWait)
	defer cancel()
	instances := []ServiceInstance{}
	for {
		answer, err := answers.NextMsgWithContext(waiting)
		if err != nil {
			if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) || waiting.Err() != nil {
				return instances, nil
			}
			return nil, fmt.Errorf("workers cannot be asked: %w", unavailable(err))
		}
		var stats struct {
			ID        string    `json:"id"`
			Version   string    `json:"version"`
			Started   time.Time `json:"started"`
			Endpoints []struct {
				Requests int `json:"num_requests"`
				Errors   int `json:"num_errors"`
			} `json:"endpoints"`
		}
		if json.Unmarshal(answer.Data, &stats) != nil || stats.ID == "" {
			continue // "no responders", or somebody else's answer
		}
		instance := ServiceInstance{ID: stats.ID, Version: stats.Version, Started: stats.Started}
		for _, endpoint := range stats.Endpoints {
			instance.Requests += endpoint.Requests
			instance.Errors += endpoint.Errors
		}
		instances = append(instances, instance)
	}
}
