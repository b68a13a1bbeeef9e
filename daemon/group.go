// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// Group is what waits and runs under one label "group".
type Group struct {
	Name   string              `json:"group"` // "" is all jobs without one
	Paused bool                `json:"paused"`
	Jobs   map[Priority]uint64 `json:"jobs"` // waiting and running; a priority without any is absent
}

// GroupRequest is the request of convert.pause and convert.resume
// (docs/schemas/group-request.schema.json).
type GroupRequest struct {
	Group string `json:"group"`
}

// pause is the value of a paused group in the bucket convert_jobs.
type pause struct {
	Group string    `json:"group"`
	At    time.Time `json:"at"`
}

// pauseKey is no job's id: those have no dot.
func pauseKey(group string) string { return "paused." + group }

// Pause keeps workers from taking jobs of a group; those that run go on. Pausing what is
// paused changes nothing. It lasts as long as states of jobs are kept.
func (c *Client) Pause(ctx context.Context, name string) (Group, error) {
	if err := checkGroup(name); err != nil {
		return Group{}, err
	}
	value, err := json.Marshal(pause{Group: name, At: c.now().UTC()})
	if err != nil {
		return Group{}, err
	}
	if _, err := c.storage.status.Put(ctx, pauseKey(name), value); err != nil {
		return Group{}, fmt.Errorf("group %s cannot be paused: %w", name, unavailable(err))
	}
	return c.group(ctx, name)
}

// Resume lets workers take jobs of a group again.
func (c *Client) Resume(ctx context.Context, name string) (Group, error) {
	if err := checkGroup(name); err != nil {
		return Group{}, err
	}
	if err := c.storage.status.Purge(ctx, pauseKey(name)); err != nil {
		return Group{}, fmt.Errorf("group %s cannot be resumed: %w", name, unavailable(err))
	}
	return c.group(ctx, name)
}

func checkGroup(name string) error {
	if !groupName.MatchString(name) {
		return fmt.Errorf("%w: %q is no group: use 1 to 64 letters, digits, dashes and underscores", failure.ErrUsage, name)
	}
	return nil
}

func (c *Client) group(ctx context.Context, name string) (Group, error) {
	groups, err := c.Groups(ctx)
	if err != nil {
		return Group{}, err
	}
	for _, group := range groups {
		if group.Name == name {
			return group, nil
		}
	}
	return Group{Name: name, Jobs: map[Priority]uint64{}}, nil
}

// Groups lists the groups that have unfinished jobs or are paused, by name.
func (c *Client) Groups(ctx context.Context) ([]Group, error) {
	groups := map[string]*Group{}
	of := func(name string) *Group {
		if groups[name] == nil {
			groups[name] = &Group{Name: name, Jobs: map[Priority]uint64{}}
		}
		return groups[name]
	}
	lanes, err := c.storage.lanes(ctx)
	if err != nil {
		return nil, err
	}
	for _, lane := range lanes {
		of(lane.group).Jobs[lane.priority] = lane.jobs
	}
	keys, err := c.storage.status.ListKeysFiltered(ctx, pauseKey("*"))
	if err != nil {
		return nil, fmt.Errorf("paused groups cannot be listed: %w", unavailable(err))
	}
	for key := range keys.Keys() {
		of(strings.TrimPrefix(key, pauseKey(""))).Paused = true
	}
	list := make([]Group, 0, len(groups))
	for _, group := range groups {
		list = append(list, *group)
	}
	slices.SortFunc(list, func(a, b Group) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// lane is where jobs of one priority and group wait.
type lane struct {
	priority Priority
	group    string
	jobs     uint64 // waiting and running
}

// lanes asks where there are jobs.
func (s *storage) lanes(ctx context.Context) ([]lane, error) {
	info, err := s.jobs.Info(ctx, jetstream.WithSubjectFilter(jobsPrefix+">"))
	if err != nil {
		return nil, fmt.Errorf("the queue cannot be asked: %w", unavailable(err))
	}
	lanes := make([]lane, 0, len(info.State.Subjects))
	for subject, jobs := range info.State.Subjects {
		priority, group := placeOf(subject)
		lanes = append(lanes, lane{priority, group, jobs})
	}
	slices.SortFunc(lanes, func(a, b lane) int {
		return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(a.group, b.group))
	})
	return lanes, nil
}

// groupIdle is how long the server keeps the consumer of a group that nobody pulls from.
// Jobs that are not acknowledged then are given to the next one.
const groupIdle = time.Hour

// openLane opens what workers pull the jobs of a group from, and makes it if it is not
// there: groups come and go with those who name them, `setup` cannot know them.
func (s *storage) openLane(ctx context.Context, priority Priority, group string, like jetstream.Consumer) (jetstream.Consumer, error) {
	config := like.CachedInfo().Config
	consumer, err := s.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: priority.consumer(group), Description: "workers, of a group", FilterSubject: priority.subject(group),
		AckPolicy: config.AckPolicy, AckWait: config.AckWait, MaxDeliver: config.MaxDeliver, MaxAckPending: config.MaxAckPending,
		InactiveThreshold: groupIdle,
	})
	if err != nil {
		return nil, fmt.Errorf("jobs of group %s cannot be taken: %w", group, unavailable(err))
	}
	return consumer, nil
}

// quotaText is what the server says when a subject holds as many messages as it may.
const quotaText = "maximum messages per subject exceeded"

// refusedAtQueue says what a refusal of CONVERT_JOBS means.
func refusedAtQueue(err error, group string) error {
	var api *jetstream.APIError
	switch {
	case errors.As(err, &api) && strings.Contains(api.Description, quotaText):
		return fmt.Errorf("%w: %s has as many unfinished jobs as jobs.group_quota allows: wait until some are done", failure.ErrQuota, groupText(group))
	case errors.Is(err, jetstream.ErrNoStreamResponse) && group != "":
		return fmt.Errorf("%w: the server does not take jobs of groups yet: run `convertd setup`: %w", ErrNotSetUp, err)
	}
	return err
}

func groupText(group string) string {
	if group == "" {
		return "whoever names no group"
	}
	return "group " + group
}

// forgetRefused takes back the state of a job that the queue refused, unless somebody
// else has changed it meanwhile.
func (s *storage) forgetRefused(ctx context.Context, refused Status) error {
	present, revision, err := s.readStatus(ctx, refused.ID)
	if errors.Is(err, failure.ErrNotFound) || err == nil && !present.UpdatedAt.Equal(refused.UpdatedAt) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.status.Purge(ctx, refused.ID, jetstream.LastRevision(revision)); err != nil && !isConflict(err) {
		return fmt.Errorf("state of job %s cannot be taken back: %w", refused.ID, unavailable(err))
	}
	return nil
}
