// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/fault"
	"convertd/core/ir"
	"convertd/daemon"
	"convertd/daemon/archive"
	"convertd/failure"
)

// maxOutstanding bounds the jobs of an import that are not finished: the
// queue is durable, but a walk that is far ahead fills the disk with sources.
const maxOutstanding = 1000

// importState is what became of one file.
type importState string

const (
	importConverted importState = "converted"
	importPartly    importState = "partly"
	importFailed    importState = "failed"
	importDuplicate importState = "duplicate"
	importSkipped   importState = "skipped"
)

// imported is one file in the table and in `import --json`.
type imported struct {
	File     string               `json:"file"`
	SHA256   string               `json:"sha256,omitempty"`
	Job      string               `json:"job,omitempty"`
	State    importState          `json:"state"`
	Format   string               `json:"format,omitempty"`
	Verdict  string               `json:"verdict,omitempty"`
	Coverage *divergence.Coverage `json:"coverage,omitempty"`
	Cached   bool                 `json:"cached,omitempty"`
	Output   string               `json:"output,omitempty"`
	Error    *daemon.Failure      `json:"error"`

	base string // name without folder or archive
	disk *diskFile
}

// diskFile is one file on disk on its way: it counts as done when all that was
// found in it is.
type diskFile struct {
	bytes       int64
	walked      bool
	outstanding int
}

// generalExtensions are shared by replays and all kinds of other files: what
// has one of them and is not recognised is no broken replay.
var generalExtensions = map[string]bool{".json": true, ".bin": true, ".dat": true}

// importRun is the state of one import. It is the visitor of the walk.
type importRun struct {
	ctx      context.Context //nolint:containedctx // lives as long as one import
	abort    context.CancelCauseFunc
	verb     *importVerb
	client   *daemon.Client
	engine   *conversion.Engine
	progress *progress
	known    map[string]bool // extensions of replays

	slots chan struct{} // one token per outstanding job

	mu      sync.Mutex
	changed *sync.Cond
	pending map[string]*imported // by job
	seen    map[string]bool      // SHA-256 of sources
	done    []*imported
	disk    *diskFile // being walked
}

func newImportRun(ctx context.Context, verb *importVerb, client *daemon.Client, engine *conversion.Engine, bar *progress) *importRun {
	ctx, abort := context.WithCancelCause(ctx)
	run := &importRun{
		ctx: ctx, abort: abort, verb: verb, client: client, engine: engine, progress: bar,
		known: map[string]bool{}, slots: make(chan struct{}, maxOutstanding),
		pending: map[string]*imported{}, seen: map[string]bool{}, disk: &diskFile{},
	}
	run.changed = sync.NewCond(&run.mu)
	for _, format := range engine.Formats() {
		for _, extension := range format.Extensions {
			run.known[extension] = !generalExtensions[extension]
		}
	}
	return run
}

// Entry implements archive.Visitor: it submits a replay. A fault of this program
// at one entry is that entry's.
func (r *importRun) Entry(entry archive.Entry) error {
	err := r.verb.program.contain(func() error { return r.take(entry) })
	if fault.Of(err) == nil {
		return err
	}
	file := &imported{File: entry.Name, SHA256: conversion.SourceSHA256(entry.Data), base: entry.Base, disk: r.disk}
	r.settle(file, importFailed, daemon.NewFailure(err))
	return nil
}

// take submits what is a replay, and notes what is none.
func (r *importRun) take(entry archive.Entry) error {
	file := &imported{File: entry.Name, SHA256: conversion.SourceSHA256(entry.Data), base: entry.Base, disk: r.disk}
	if r.seen[file.SHA256] {
		r.settle(file, importDuplicate, nil)
		return nil
	}
	detection, err := r.engine.Recognise(r.ctx, entry.Base, entry.Data)
	switch {
	case r.ctx.Err() != nil:
		return context.Cause(r.ctx)
	case err != nil && failure.Classify(err).Code == string(ir.CodeNotRecognised):
		if !r.known[strings.ToLower(filepath.Ext(entry.Base))] {
			r.settle(file, importSkipped, nil)
			return nil
		}
		r.settle(file, importFailed, daemon.NewFailure(err))
		return nil
	case err != nil:
		r.settle(file, importFailed, daemon.NewFailure(err))
		return nil
	}
	file.Format = detection.Match.Format
	r.seen[file.SHA256] = true
	select {
	case r.slots <- struct{}{}:
	case <-r.ctx.Done():
		return context.Cause(r.ctx)
	}
	return r.submit(file, entry)
}

func (r *importRun) submit(file *imported, entry archive.Entry) error {
	source, err := sourceOf(r.ctx, r.client, entry.Data)
	if err != nil {
		return err
	}
	converted, err := sourceDate(r.verb.program.environ)
	if err != nil {
		return err
	}
	job := daemon.Job{
		ID: daemon.NewJobID(), Source: source, Filename: jobName(entry.Base), Format: conversion.FormatAuto,
		Priority: daemon.Priority(r.verb.priority), Options: conversion.Options{ConvertedAt: converted},
		Labels: map[string]string{daemon.LabelGroup: r.verb.group},
	}
	file.Job = job.ID
	r.mu.Lock()
	r.pending[job.ID] = file
	file.disk.outstanding++
	r.mu.Unlock()
	for {
		_, err := r.client.Submit(r.ctx, job)
		if err == nil {
			return nil
		}
		if !errors.Is(err, failure.ErrQuota) {
			return fmt.Errorf("%s: %w", entry.Name, err)
		}
		if err := sleep(r.ctx, quotaPoll); err != nil { // until some of the group are done
			return err
		}
	}
}

// quotaPoll is how often an import asks again whose group has as many jobs as it may.
const quotaPoll = 250 * time.Millisecond

// jobName is a file name as a job may carry it.
func jobName(base string) string {
	name := strings.ToValidUTF8(strings.NewReplacer("/", "_", `\`, "_", "\x00", "_").Replace(base), "_")
	for len(name) > daemon.MaxNameBytes {
		name = strings.ToValidUTF8(name[len(name)-daemon.MaxNameBytes:], "")
	}
	return name
}

// Problem implements archive.Visitor.
func (r *importRun) Problem(name string, err error) error {
	described := &daemon.Failure{Code: "unreadable", Message: err.Error()}
	if errors.Is(err, archive.ErrLimit) {
		described.Code = failure.Classify(failure.ErrLimit).Code
	}
	r.settle(&imported{File: name, disk: r.disk}, importFailed, described)
	return nil
}

// Progress implements archive.Visitor: a file on disk was walked.
func (r *importRun) Progress(bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	disk := r.disk
	disk.bytes, disk.walked = bytes, true
	r.disk = &diskFile{}
	r.advance(disk)
}

// advance moves the bar if a file on disk is done. The caller holds mu.
func (r *importRun) advance(disk *diskFile) {
	if disk.walked && disk.outstanding == 0 {
		r.progress.add(disk.bytes)
	}
}

// settle notes what became of a file that needs no job.
func (r *importRun) settle(file *imported, state importState, failure *daemon.Failure) {
	r.mu.Lock()
	defer r.mu.Unlock()
	file.State, file.Error = state, failure
	r.done = append(r.done, file)
	r.progress.describe(r.done)
}

// watch hears how jobs end, until the function it returns is called.
func (r *importRun) watch() (stop func() error, err error) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.ctx))
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		err := r.client.WatchFinal(ctx, func() { close(ready) }, r.finished)
		if ctx.Err() == nil {
			r.abort(err) // nobody would hear how the jobs end
		}
		ended <- err
	}()
	stop = func() error {
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
		return nil
	}
	select {
	case <-ready:
		return stop, nil
	case err := <-ended:
		cancel()
		return nil, err
	}
}

// finished notes the end of a job.
func (r *importRun) finished(event daemon.Event) error {
	r.mu.Lock()
	file, ours := r.pending[event.Job]
	delete(r.pending, event.Job)
	r.mu.Unlock()
	if !ours {
		return nil
	}
	file.Verdict, file.Coverage, file.Cached, file.Error = event.Verdict, event.Coverage, event.Cached, event.Error
	if event.Format != "" {
		file.Format = event.Format
	}
	switch {
	case event.Kind != daemon.EventDone:
		file.State = importFailed
	case event.Partial:
		file.State = importPartly
	default:
		file.State = importConverted
	}
	if event.Kind == daemon.EventDone && r.verb.folder != "" {
		r.fetch(file, event.Result)
	}
	<-r.slots
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done = append(r.done, file)
	file.disk.outstanding--
	r.advance(file.disk)
	r.progress.describe(r.done)
	r.changed.Broadcast()
	return nil
}

// fetch writes a result into the output folder.
func (r *importRun) fetch(file *imported, key string) {
	path := filepath.Join(r.verb.folder, file.SHA256[:16]+".icrep")
	if _, err := os.Lstat(path); err == nil && !r.verb.loaded.Output.Overwrite && file.Cached {
		file.Output = path // of an earlier import of the same content
		return
	}
	if err := r.fetchNamed(file, key, path); err != nil {
		file.State, file.Error = importFailed, &daemon.Failure{Code: failure.Classify(err).Code, Message: err.Error()}
		return
	}
	file.Output = path
}

// wait returns when all jobs are finished, or ctx is done.
func (r *importRun) wait() error {
	stop := context.AfterFunc(r.ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.changed.Broadcast()
	})
	defer stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.pending) > 0 {
		if r.ctx.Err() != nil {
			return fmt.Errorf("%w: %d jobs of group %s are not finished; `convertd serve` goes on with them", context.Cause(r.ctx), len(r.pending), r.verb.group)
		}
		r.changed.Wait()
	}
	return nil
}
