// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"convertd/failure"
)

// readResult returns a finished conversion; ErrNotFound if there is none.
func (s *storage) readResult(ctx context.Context, key string) (Result, error) {
	entry, err := s.results.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return Result{}, fmt.Errorf("result %s: %w", key, failure.ErrNotFound)
	}
	if err != nil {
		return Result{}, fmt.Errorf("result %s cannot be read: %w", key, unavailable(err))
	}
	var result Result
	if err := json.Unmarshal(entry.Value(), &result); err != nil {
		return Result{}, fmt.Errorf("result %s is not JSON: %w", key, err)
	}
	return result, nil
}

// storeResult stores file, report and index entry, in this order: an entry
// that is there has its objects.
func (s *storage) storeResult(ctx context.Context, result Result, path string, report json.RawMessage) (Result, error) {
	if len(result.Summary) > MaxSummaryBytes {
		return Result{}, fmt.Errorf("summary has %d bytes, more than %d", len(result.Summary), MaxSummaryBytes)
	}
	result.File = result.Key + ".icrep"
	result.Report = result.Key + ".report.json"
	file, err := os.Open(path)
	if err != nil {
		return Result{}, fmt.Errorf("converted file cannot be read back: %w", err)
	}
	defer file.Close() //nolint:errcheck // read only
	digest := sha256.New()
	size, err := s.files.Put(ctx, result.File, io.TeeReader(file, digest))
	if err != nil {
		return Result{}, fmt.Errorf("converted file cannot be stored: %w", err)
	}
	result.FileBytes = size
	result.FileSHA256 = hex.EncodeToString(digest.Sum(nil))
	if _, err := s.files.Put(ctx, result.Report, bytes.NewReader(report)); err != nil {
		return Result{}, fmt.Errorf("report cannot be stored: %w", err)
	}
	value, err := json.Marshal(result)
	if err != nil {
		return Result{}, err
	}
	if _, err := s.results.Put(ctx, result.Key, value); err != nil {
		return Result{}, fmt.Errorf("result cannot be indexed: %w", unavailable(err))
	}
	return result, nil
}

// hasFile fails with ErrNotFound if the file of a result is no longer kept: its
// age or an operator may have taken it before the entry.
func (s *storage) hasFile(ctx context.Context, result Result) error {
	if _, err := s.files.Stat(ctx, result.File); err != nil {
		return fmt.Errorf("file of result %s cannot be found: %w", result.Key, err)
	}
	return nil
}

func claimKey(key string) string { return "claim." + key }

// takeClaim makes this worker the one that converts a content. ErrBusy if
// another job's worker is at it.
func (s *storage) takeClaim(ctx context.Context, key string, claim Claim, now time.Time) (uint64, error) {
	value, err := json.Marshal(claim)
	if err != nil {
		return 0, err
	}
	revision, err := s.results.Create(ctx, claimKey(key), value)
	if err == nil {
		return revision, nil
	}
	if !isConflict(err) {
		return 0, fmt.Errorf("claim cannot be written: %w", unavailable(err))
	}
	entry, err := s.results.Get(ctx, claimKey(key))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return 0, failure.ErrBusy // released this moment: look for its result next time
	}
	if err != nil {
		return 0, fmt.Errorf("claim cannot be read: %w", unavailable(err))
	}
	var present Claim
	if err := json.Unmarshal(entry.Value(), &present); err != nil {
		return 0, fmt.Errorf("claim is not JSON: %w", err)
	}
	// A claim for the same message is one of a worker that lost it: it died, or it was
	// so slow that the server takes it for dead. If it lives, it finds out when it
	// renews the claim.
	if !present.sameMessage(claim) && now.Before(present.Expires) {
		return 0, failure.ErrBusy
	}
	return s.renewClaim(ctx, key, claim, entry.Revision())
}

func (c *Claim) sameMessage(other Claim) bool {
	return c.Job == other.Job && c.Sequence == other.Sequence
}

// claimedFor reports whether a content is claimed for the message of a claim, by whatever worker.
func (s *storage) claimedFor(ctx context.Context, key string, claim Claim) bool {
	entry, err := s.results.Get(ctx, claimKey(key))
	if err != nil {
		return false
	}
	var present Claim
	return json.Unmarshal(entry.Value(), &present) == nil && present.sameMessage(claim)
}

// renewClaim writes a claim over the one with the given revision. ErrBusy if
// somebody else has taken it over.
func (s *storage) renewClaim(ctx context.Context, key string, claim Claim, revision uint64) (uint64, error) {
	value, err := json.Marshal(claim)
	if err != nil {
		return 0, err
	}
	next, err := s.results.Update(ctx, claimKey(key), value, revision)
	if isConflict(err) {
		return 0, failure.ErrBusy
	}
	if err != nil {
		return 0, fmt.Errorf("claim cannot be renewed: %w", unavailable(err))
	}
	return next, nil
}

// dropClaim frees a claim of ours; one that was taken over is left alone.
func (s *storage) dropClaim(ctx context.Context, key string, revision uint64) error {
	err := s.results.Purge(ctx, claimKey(key), jetstream.LastRevision(revision))
	if err == nil || isConflict(err) {
		return nil
	}
	return fmt.Errorf("claim cannot be dropped: %w", unavailable(err))
}
