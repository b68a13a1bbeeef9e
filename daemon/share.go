// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// lanesAge is for how long what was asked about lanes counts, where they have jobs. Whoever
// is new to a busy queue waits no longer than that for a share.
const lanesAge = 200 * time.Millisecond

// shares deals the workers of this process out to groups: of a priority's groups that have
// jobs, the one is next that was served longest ago. So each gets as many jobs done
// as any other, however many it has waiting. Only dispatch uses it, but for paused.
type shares struct {
	storage *storage
	base    map[Priority]jetstream.Consumer // without a group
	opened  map[lane]jetstream.Consumer     // lanes without their number of jobs
	served  map[lane]uint64                 // when, by clock
	clock   uint64
	known   []lane
	asked   time.Time

	mu     sync.Mutex
	paused map[string]bool
}

func newShares(storage *storage, base map[Priority]jetstream.Consumer) *shares {
	return &shares{
		storage: storage, base: base, opened: map[lane]jetstream.Consumer{}, served: map[lane]uint64{}, paused: map[string]bool{},
	}
}

// refresh asks where there are jobs, and forgets who has none.
func (s *shares) refresh(ctx context.Context, now time.Time) error {
	lanes, err := s.storage.lanes(ctx)
	if err != nil {
		return err
	}
	s.known, s.asked = lanes, now
	present := map[lane]bool{}
	for i := range lanes {
		lanes[i].jobs = 0
		present[lanes[i]] = true
	}
	maps.DeleteFunc(s.opened, func(known lane, _ jetstream.Consumer) bool { return !present[known] })
	maps.DeleteFunc(s.served, func(known lane, _ uint64) bool { return !present[known] })
	return nil
}

// lanes lists the lanes of a priority in which jobs may wait, whose turn it is first.
func (s *shares) lanes(priority Priority) []lane {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []lane
	for _, known := range s.known {
		if known.priority == priority && !s.paused[known.group] {
			list = append(list, known)
		}
	}
	slices.SortStableFunc(list, func(a, b lane) int { return cmp.Compare(s.served[a], s.served[b]) })
	return list
}

// took notes that a lane was served.
func (s *shares) took(from lane) {
	s.clock++
	s.served[from] = s.clock
}

// consumer is what a lane's jobs are pulled from.
func (s *shares) consumer(ctx context.Context, of lane) (jetstream.Consumer, error) {
	if of.group == "" {
		return s.base[of.priority], nil
	}
	if consumer, ok := s.opened[of]; ok {
		return consumer, nil
	}
	consumer, err := s.storage.openLane(ctx, of.priority, of.group, s.base[of.priority])
	if err == nil {
		s.opened[of] = consumer
	}
	return consumer, err
}

// lost forgets a consumer that could not be pulled from: it is opened anew.
func (s *shares) lost(of lane) { delete(s.opened, of) }

func (s *shares) setPaused(group string, paused bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if paused {
		s.paused[group] = true
	} else {
		delete(s.paused, group)
	}
}

// watchPauses hears which groups are paused, until the function it returns is called.
// resumed is called whenever one is no longer. What is paused already is known
// when it returns.
func (s *shares) watchPauses(ctx context.Context, resumed func()) (stop func(), err error) {
	watcher, err := s.storage.status.Watch(ctx, pauseKey("*"))
	if err != nil {
		return nil, fmt.Errorf("paused groups cannot be watched: %w", unavailable(err))
	}
	known := make(chan struct{})
	go func() {
		for entry := range watcher.Updates() {
			if entry == nil {
				close(known)
				continue
			}
			group, paused := strings.TrimPrefix(entry.Key(), pauseKey("")), entry.Operation() == jetstream.KeyValuePut
			s.setPaused(group, paused)
			if !paused {
				resumed()
			}
		}
	}()
	stop = func() { _ = watcher.Stop() } // nothing follows
	select {
	case <-known:
		return stop, nil
	case <-ctx.Done():
		stop()
		return nil, context.Cause(ctx)
	}
}
