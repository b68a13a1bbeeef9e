// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// errUnchanged ends updateStatus without writing.
var errUnchanged = errors.New("unchanged")

// readStatus returns the state of a job; ErrNotFound if there is none.
func (s *storage) readStatus(ctx context.Context, id string) (Status, uint64, error) {
	entry, err := s.status.Get(ctx, id)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return Status{}, 0, fmt.Errorf("job %s: %w", id, failure.ErrNotFound)
	}
	if err != nil {
		return Status{}, 0, fmt.Errorf("status of job %s cannot be read: %w", id, unavailable(err))
	}
	var status Status
	if err := json.Unmarshal(entry.Value(), &status); err != nil {
		return Status{}, 0, fmt.Errorf("status of job %s is not JSON: %w", id, err)
	}
	return status, entry.Revision(), nil
}

// updateStatus changes the state of a job so that no other process' change is
// lost: change sees the present state (zero with found false if there is none)
// and is called again if somebody else was faster. errUnchanged from change
// ends it without writing; the present state is returned.
func (s *storage) updateStatus(ctx context.Context, id string, now time.Time, change func(status *Status, found bool) error) (Status, error) {
	for {
		status, revision, err := s.readStatus(ctx, id)
		found := err == nil
		if err != nil && !errors.Is(err, failure.ErrNotFound) {
			return Status{}, err
		}
		before := status
		if err := change(&status, found); err != nil {
			if errors.Is(err, errUnchanged) {
				return before, nil
			}
			return before, err
		}
		status.ID = id
		status.UpdatedAt = now.UTC()
		value, err := json.Marshal(status)
		if err != nil {
			return Status{}, err
		}
		if found {
			_, err = s.status.Update(ctx, id, value, revision)
		} else {
			_, err = s.status.Create(ctx, id, value)
		}
		if err == nil {
			return status, nil
		}
		if !isConflict(err) {
			return Status{}, fmt.Errorf("status of job %s cannot be written: %w", id, unavailable(err))
		}
	}
}

// isConflict reports whether a key was changed by somebody else meanwhile.
func isConflict(err error) bool {
	if errors.Is(err, jetstream.ErrKeyExists) {
		return true
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// unavailable marks an error of the broker, keeping a cancelled context what
// it is.
func unavailable(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %w", failure.ErrUnavailable, err)
}
