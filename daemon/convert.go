// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"convertd/conversion"
	"convertd/core/fault"
	"convertd/failure"
	"convertd/files"
)

// convert gives the result of a job, from the index or by converting. jobCtx ends
// when the job is to be stopped.
func (d *Daemon) convert(ctx, jobCtx context.Context, beat *heartbeat, current *delivery) (result Result, report json.RawMessage, cached bool, err error) {
	// Cancelled between begin and here? Then the event came too early.
	if status, _, err := d.client.storage.readStatus(ctx, current.job.ID); err == nil && status.State == StateCancelled {
		return Result{}, nil, false, failure.ErrCancelled
	}

	lookupCtx, lookup := d.startStage(jobCtx, StageLookup)
	defer func() { lookup.end(err) }() // of what ends before a conversion begins
	data, err := d.client.storage.readSource(lookupCtx, current.job.Source, d.settings.Roots, d.settings.SourceBytes)
	if err != nil {
		return Result{}, nil, false, causeOf(jobCtx, err)
	}
	current.sourceBytes = len(data)
	sum := conversion.SourceSHA256(data)
	key, err := ResultKey(sum, d.converter.Version(), current.job.Format, current.job.Options)
	if err != nil {
		return Result{}, nil, false, err
	}
	if result, report, err = d.reuse(lookupCtx, key); err == nil || !errors.Is(err, failure.ErrNotFound) {
		return result, report, err == nil, causeOf(jobCtx, err)
	}
	if err := beat.claim(lookupCtx, key); err != nil {
		return Result{}, nil, false, causeOf(jobCtx, err)
	}
	defer beat.dropClaim(ctx)
	// The claim may have been freed by a worker that has just finished.
	if result, report, err = d.reuse(lookupCtx, key); err == nil || !errors.Is(err, failure.ErrNotFound) {
		return result, report, err == nil, causeOf(jobCtx, err)
	}
	lookup.end(nil)
	result, report, err = d.convertNow(ctx, jobCtx, beat, current, conversion.Request{
		Name: current.job.Filename, Data: data, SHA256: sum, Format: current.job.Format, Options: current.job.Options,
	}, key)
	return result, report, false, causeOf(jobCtx, err)
}

// reuse returns a finished conversion; ErrNotFound if there is none, or if
// it could be better now.
func (d *Daemon) reuse(ctx context.Context, key string) (Result, json.RawMessage, error) {
	result, err := d.client.storage.readResult(ctx, key)
	if err != nil {
		return Result{}, nil, err
	}
	if result.MissingMap != "" && d.converter.MapAvailable(result.MissingMap) {
		return Result{}, nil, fmt.Errorf("result without its map: %w", failure.ErrNotFound)
	}
	report, err := d.client.storage.readReport(ctx, result)
	if err != nil {
		return Result{}, nil, err
	}
	return result, report, d.client.storage.hasFile(ctx, result)
}

// convertNow runs the converter and stores what it made. storeCtx outlives
// jobCtx: what is finished is stored even if a shutdown begins.
func (d *Daemon) convertNow(storeCtx, jobCtx context.Context, beat *heartbeat, current *delivery, request conversion.Request, key string) (Result, json.RawMessage, error) {
	work, err := files.NewWorkFolder(d.settings.Scratch, files.JobPrefix)
	if err != nil {
		return Result{}, nil, fmt.Errorf("scratch folder cannot be made: %w", err)
	}
	defer func() {
		if err := work.Close(); err != nil {
			d.log.Warn("scratch folder cannot be removed", "job", current.job.ID)
		}
	}()
	err = d.client.storage.publishEvent(jobCtx, Event{
		Job: current.job.ID, Filename: current.job.Filename, Kind: EventStarted, At: d.client.now().UTC(), Attempt: current.attempt,
	})
	if err != nil {
		return Result{}, nil, err
	}
	convertCtx, cancel := context.WithTimeoutCause(jobCtx, d.settings.Deadline, failure.ErrDeadline)
	defer cancel()
	request.Folder = work.Path()
	request.Progress = d.progress(jobCtx, current)
	convertCtx, converting := d.startStage(convertCtx, StageConvert)
	outcome, err := d.convertSafely(convertCtx, request)
	converting.end(err)
	if err != nil {
		return Result{}, nil, causeOf(convertCtx, err)
	}
	if err := beat.hold(storeCtx); err != nil {
		return Result{}, nil, err
	}
	storeCtx, storing := d.startStage(storeCtx, StageStore)
	result, err := d.client.storage.storeResult(storeCtx, Result{
		Key: key, SHA256: request.SHA256, Format: outcome.Format, Game: outcome.Game, Verdict: outcome.Verdict, Coverage: outcome.Coverage,
		Partial: outcome.Damage != nil, Error: damage(outcome.Damage), MissingMap: outcome.MissingMap,
		Converter: d.converter.Version(), Summary: outcome.Summary, CompletedAt: d.client.now().UTC(),
	}, outcome.Path, outcome.Report)
	storing.end(err)
	return result, outcome.Report, err
}

// convertSafely turns a panic of the converter into an error of this job, so
// that it does not take the other jobs of the process with it.
func (d *Daemon) convertSafely(ctx context.Context, request conversion.Request) (outcome conversion.Outcome, err error) {
	defer func() {
		if found := fault.Of(err); found != nil {
			d.log.Error("conversion panicked", "sha256", request.SHA256, "fault", found.Text, "stack", string(found.Stack))
		}
	}()
	defer fault.Contain(&err)
	return d.converter.Convert(ctx, request)
}

func damage(err error) *Failure {
	if err == nil {
		return nil
	}
	return NewFailure(err)
}

// causeOf replaces the error of work that ended because its context did.
func causeOf(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// progress returns a function that publishes at most one event per interval.
// A progress event that cannot be published is left out.
func (d *Daemon) progress(ctx context.Context, current *delivery) func(conversion.Progress) {
	var mu sync.Mutex
	last := time.Now()
	return func(progress conversion.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(last) < d.settings.ProgressInterval {
			return
		}
		last = time.Now()
		err := d.client.storage.publishEvent(ctx, Event{
			Job: current.job.ID, Filename: current.job.Filename, Kind: EventProgress, At: d.client.now().UTC(), Attempt: current.attempt, Progress: &progress,
		})
		if err != nil && ctx.Err() == nil {
			d.log.Debug("progress left out", "job", current.job.ID, "error", err)
		}
	}
}
