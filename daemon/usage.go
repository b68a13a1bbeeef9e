// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Usage is how much waits and how much is stored.
type Usage struct {
	Queues []QueueUsage
	Stores []StoreUsage
}

// QueueUsage is what waits at one priority.
type QueueUsage struct {
	Priority Priority
	Waiting  uint64        // jobs that no worker has
	Taken    int           // jobs that a worker has
	Oldest   time.Duration // since the oldest of both was queued
}

// StoreUsage is what one stream, bucket or object store holds.
type StoreUsage struct {
	Name     string
	Messages uint64
	Bytes    uint64
	MaxBytes int64 // 0 is without limit
}

// Usage asks the server; it costs some twenty requests.
func (c *Client) Usage(ctx context.Context) (Usage, error) {
	var usage Usage
	taken, err := c.takenJobs(ctx)
	if err != nil {
		return usage, err
	}
	lanes, err := c.storage.lanes(ctx)
	if err != nil {
		return usage, err
	}
	for _, priority := range Priorities() {
		queue, err := c.queueUsage(ctx, priority)
		if err != nil {
			return usage, err
		}
		for _, lane := range lanes {
			if lane.priority == priority {
				queue.Waiting += lane.jobs
			}
		}
		queue.Taken = taken[priority]
		queue.Waiting -= min(queue.Waiting, uint64(max(0, queue.Taken))) // both were asked one after the other
		usage.Queues = append(usage.Queues, queue)
	}
	for _, name := range storageNames() {
		stream, err := c.storage.js.Stream(ctx, name.stream)
		if err != nil {
			return usage, fmt.Errorf("%s cannot be asked: %w", name.name, unavailable(err))
		}
		info := stream.CachedInfo()
		usage.Stores = append(usage.Stores, StoreUsage{
			Name: name.name, Messages: info.State.Msgs, Bytes: info.State.Bytes, MaxBytes: max(0, info.Config.MaxBytes),
		})
	}
	return usage, nil
}

func (c *Client) queueUsage(ctx context.Context, priority Priority) (QueueUsage, error) {
	usage := QueueUsage{Priority: priority}
	for _, subject := range []string{priority.subject(""), priority.subject("*")} {
		oldest, err := c.storage.jobs.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(subject))
		switch {
		case err == nil:
			usage.Oldest = max(usage.Oldest, c.now().Sub(oldest.Time))
		case !errors.Is(err, jetstream.ErrMsgNotFound):
			return usage, fmt.Errorf("the queue cannot be asked: %w", unavailable(err))
		}
	}
	return usage, nil
}

// takenJobs counts the jobs that workers have, by priority.
func (c *Client) takenJobs(ctx context.Context) (map[Priority]int, error) {
	taken := map[Priority]int{}
	consumers := c.storage.jobs.ListConsumers(ctx)
	for info := range consumers.Info() {
		priority, _ := placeOf(info.Config.FilterSubject)
		taken[priority] += info.NumAckPending
	}
	if err := consumers.Err(); err != nil {
		return nil, fmt.Errorf("the queue cannot be asked: %w", unavailable(err))
	}
	return taken, nil
}

// storageName is what people call something, and the stream below it.
type storageName struct{ name, stream string }

func storageNames() []storageName {
	var names []storageName
	for _, wanted := range wantedStreams(StorageOptions{}) {
		names = append(names, storageName{wanted.name, wanted.config.Name})
	}
	return names
}

// FreeBytes is the room that is left on the disk of a folder.
func FreeBytes(folder string) (free uint64, known bool) { return freeBytes(folder) }
