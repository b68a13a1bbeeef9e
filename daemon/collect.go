// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Garbage is one thing that nothing leads to any more.
type Garbage struct {
	Kind  string `json:"kind"` // source, object, entry, result, claim, markers
	Name  string `json:"name"`
	Bytes uint64 `json:"bytes"`
	Why   string `json:"why"`

	remove func(context.Context) error
}

// CollectOptions say what counts as garbage.
type CollectOptions struct {
	// Grace keeps what is younger: it may be on its way to where it belongs.
	Grace time.Duration
	// Unreferenced also takes results that no job has any more. They are whole and
	// can be found by their address.
	Unreferenced bool
	// DryRun only lists.
	DryRun bool
}

// Collect finds what nothing leads to any more and removes it, unless it is only to be
// listed: objects without an entry, entries without their objects, sources that
// no job needs, claims of workers that are gone, marks of what was deleted. It
// is safe while daemons work.
func (c *Client) Collect(ctx context.Context, options CollectOptions) ([]Garbage, error) {
	collector := &collector{client: c, options: options, before: c.now().Add(-options.Grace), named: map[string]bool{}, sources: map[string]bool{}}
	steps := []func(context.Context) error{
		collector.readJobs, collector.readQueue, collector.readLetters,
		collector.entries, collector.files, collector.uploads, collector.markers,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return collector.found, err
		}
	}
	if options.DryRun {
		return collector.found, nil
	}
	for i := range collector.found {
		if err := collector.found[i].remove(ctx); err != nil {
			return collector.found[:i], err
		}
	}
	return collector.found, nil
}

// collector is one search for garbage.
type collector struct {
	client  *Client
	options CollectOptions
	before  time.Time
	named   map[string]bool // results that jobs have
	sources map[string]bool // objects that jobs need
	objects map[string]bool // of entries
	found   []Garbage
}

func (c *collector) readJobs(ctx context.Context) error {
	jobs, err := c.client.Jobs(ctx)
	for i := range jobs {
		c.named[jobs[i].Result] = true
	}
	return err
}

// readQueue notes the sources of waiting and running jobs. A work queue gives
// its messages to workers only, so they are looked at one by one.
func (c *collector) readQueue(ctx context.Context) error {
	for next := uint64(1); ; next++ {
		message, err := c.client.storage.jobs.GetMsg(ctx, next, jetstream.WithGetMsgSubject(jobsPrefix+">"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the queue cannot be read: %w", unavailable(err))
		}
		var job Job
		if json.Unmarshal(message.Data, &job) == nil { // else it is no job and needs no source
			c.sources[job.Source.Object] = true
		}
		next = message.Sequence
	}
}

func (c *collector) readLetters(ctx context.Context) error {
	letters, err := c.client.DeadLetters(ctx)
	for i := range letters {
		if letters[i].Job != nil { // it can be retried
			c.sources[letters[i].Job.Source.Object] = true
		}
	}
	return err
}

// entries looks through the index of results.
func (c *collector) entries(ctx context.Context) error {
	storage := c.client.storage
	c.objects = map[string]bool{}
	present, err := storage.files.List(ctx)
	if err != nil {
		return err
	}
	keys, err := storage.results.ListKeys(ctx)
	if err != nil {
		return fmt.Errorf("results cannot be listed: %w", unavailable(err))
	}
	for key := range keys.Keys() {
		entry, err := storage.results.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("result %s cannot be read: %w", key, unavailable(err))
		}
		if strings.HasPrefix(key, claimKey("")) {
			c.claim(entry)
			continue
		}
		var result Result
		if err := json.Unmarshal(entry.Value(), &result); err != nil {
			return fmt.Errorf("result %s is not JSON: %w", key, err)
		}
		c.entry(&result, present)
	}
	return nil
}

func (c *collector) claim(entry jetstream.KeyValueEntry) {
	var claim Claim
	if json.Unmarshal(entry.Value(), &claim) != nil || !claim.Expires.Before(c.before) {
		return
	}
	storage, key, revision := c.client.storage, entry.Key(), entry.Revision()
	c.add(Garbage{Kind: "claim", Name: key, Bytes: uint64(len(entry.Value())), Why: "its worker is gone", remove: func(ctx context.Context) error {
		err := storage.results.Purge(ctx, key, jetstream.LastRevision(revision))
		if isConflict(err) {
			return nil // somebody has taken it over
		}
		return unavailable(err)
	}})
}

func (c *collector) entry(result *Result, present map[string]objectInfo) {
	_, hasFile := present[result.File]
	_, hasReport := present[result.Report]
	c.objects[result.File], c.objects[result.Report] = true, true
	garbage := Garbage{Kind: "result", Name: result.Key, Bytes: result.FileBytes, remove: func(ctx context.Context) error {
		_, err := c.client.RemoveResult(ctx, result.Key)
		return err
	}}
	switch {
	case !result.CompletedAt.Before(c.before):
	case !hasFile || !hasReport:
		garbage.Kind, garbage.Bytes, garbage.Why = "entry", 0, "its file or its report is gone"
		c.add(garbage)
	case c.options.Unreferenced && !c.named[result.Key]:
		garbage.Why = "no job has it"
		c.add(garbage)
	}
}

// files finds objects that no entry names: a worker was killed between them.
func (c *collector) files(ctx context.Context) error {
	present, err := c.client.storage.files.List(ctx)
	for name, info := range present {
		if !c.objects[name] && info.modified.Before(c.before) {
			c.object(c.client.storage.files, "object", name, info.size, "no result names it")
		}
	}
	return err
}

// uploads finds sources that no job needs.
func (c *collector) uploads(ctx context.Context) error {
	present, err := c.client.storage.sources.List(ctx)
	for name, info := range present {
		if !c.sources[name] && info.modified.Before(c.before) {
			c.object(c.client.storage.sources, "source", name, info.size, "no waiting job and no dead letter needs it")
		}
	}
	return err
}

func (c *collector) object(store objects, kind, name string, size uint64, why string) {
	c.add(Garbage{Kind: kind, Name: name, Bytes: size, Why: why, remove: func(ctx context.Context) error { return store.Remove(ctx, name) }})
}

// markers finds what deleting leaves behind.
func (c *collector) markers(context.Context) error {
	for name, bucket := range map[string]jetstream.KeyValue{BucketStatus: c.client.storage.status, BucketResults: c.client.storage.results} {
		c.add(Garbage{Kind: "markers", Name: name, Why: "marks of deleted keys", remove: func(ctx context.Context) error {
			return unavailable(bucket.PurgeDeletes(ctx, jetstream.DeleteMarkersOlderThan(max(c.options.Grace, time.Nanosecond))))
		}})
	}
	return nil
}

func (c *collector) add(garbage Garbage) { c.found = append(c.found, garbage) }

// purgeObjectMarker removes what deleting an object leaves.
func (s *storage) purgeObjectMarker(ctx context.Context, bucket, name string) error {
	stream, err := s.js.Stream(ctx, "OBJ_"+bucket)
	if err != nil {
		return err
	}
	subject := "$O." + bucket + ".M." + base64.URLEncoding.EncodeToString([]byte(name))
	return stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
}
