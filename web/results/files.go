// SPDX-License-Identifier: GPL-3.0-or-later

package results

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"convertd/core/pipeline"
	"convertd/daemon"
	"convertd/failure"
	"convertd/web/library"
)

// Limits of the files that are kept on disk for the next who asks.
const (
	maxKeptFiles = 64
	maxKeptBytes = 4 << 30
)

// Files opens the recordings of results. Each is fetched once into a folder and
// kept there while somebody reads it, and for a while afterwards.
type Files struct {
	client    *daemon.Client
	materials *pipeline.Materials
	folder    string

	mu    sync.Mutex
	kept  map[string]*kept // by id
	order []string         // least recently used first
	bytes uint64
}

// kept is one file on disk.
type kept struct {
	ready chan struct{} // closed when it is there, or failed
	err   error
	path  string
	bytes uint64
	users int
}

// NewFiles makes a cache in an existing folder that is removed by its owner.
func NewFiles(client *daemon.Client, materials *pipeline.Materials, folder string) *Files {
	return &Files{client: client, materials: materials, folder: folder, kept: map[string]*kept{}}
}

// OpenGame opens the recording of a result. The caller closes it.
func (f *Files) OpenGame(ctx context.Context, id string) (*library.Recording, error) {
	file, err := f.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	return library.OpenRecording(file.path, f.materials, func() error { f.release(file); return nil })
}

// Report is the divergence report of a result.
func (f *Files) Report(ctx context.Context, id string) (json.RawMessage, error) {
	result, err := f.result(ctx, id)
	if err != nil {
		return nil, err
	}
	return f.client.DivergenceReport(ctx, result)
}

func (f *Files) result(ctx context.Context, id string) (daemon.Result, error) {
	result, err := f.client.Result(ctx, id)
	if errors.Is(err, failure.ErrNotFound) {
		return result, fmt.Errorf("game %s: %w", id, library.ErrNotFound)
	}
	return result, err
}

// acquire returns the file of a result and counts the caller among its users.
func (f *Files) acquire(ctx context.Context, id string) (*kept, error) {
	f.mu.Lock()
	file, there := f.kept[id]
	if !there {
		file = &kept{ready: make(chan struct{})}
		f.kept[id] = file
		f.order = append(f.order, id)
	}
	file.users++
	f.mu.Unlock()
	if !there {
		// Whoever waits besides must not fail because the first went away.
		file.path, file.bytes, file.err = f.fetch(context.WithoutCancel(ctx), id)
		f.arrived(id, file)
	}
	select {
	case <-file.ready:
	case <-ctx.Done():
		f.release(file)
		return nil, context.Cause(ctx)
	}
	if file.err != nil {
		return nil, file.err
	}
	return file, nil
}

// arrived makes a fetched file known; one that could not be fetched is forgotten.
func (f *Files) arrived(id string, file *kept) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if file.err != nil {
		f.forget(id)
	}
	f.bytes += file.bytes
	f.evict()
	close(file.ready)
}

func (f *Files) release(file *kept) {
	f.mu.Lock()
	defer f.mu.Unlock()
	file.users--
	f.evict()
}

// evict removes files that nobody reads, oldest first, until the limits hold.
func (f *Files) evict() {
	for i := 0; i < len(f.order) && (len(f.order) > maxKeptFiles || f.bytes > maxKeptBytes); {
		id := f.order[i]
		file := f.kept[id]
		if file.users > 0 {
			i++
			continue
		}
		_ = os.Remove(file.path) // the folder goes in the end with all that is in it
		f.bytes -= file.bytes
		f.forget(id)
	}
}

func (f *Files) forget(id string) {
	delete(f.kept, id)
	for i, other := range f.order {
		if other == id {
			f.order = append(f.order[:i], f.order[i+1:]...)
			return
		}
	}
}

// fetch writes the recording of a result into the folder and checks that it is
// the one that was stored.
func (f *Files) fetch(ctx context.Context, id string) (path string, size uint64, err error) {
	result, err := f.result(ctx, id)
	if err != nil {
		return "", 0, err
	}
	stored, err := f.client.OpenFile(ctx, result)
	if err != nil {
		return "", 0, err
	}
	defer stored.Close() //nolint:errcheck // read only
	file, err := os.CreateTemp(f.folder, "game-*.icrep")
	if err != nil {
		return "", 0, fmt.Errorf("recording cannot be kept: %w", err)
	}
	path = filepath.Clean(file.Name())
	sum := sha256.New()
	written, err := io.Copy(io.MultiWriter(file, sum), stored)
	err = errors.Join(err, file.Close())
	if err == nil && hex.EncodeToString(sum.Sum(nil)) != result.FileSHA256 {
		err = fmt.Errorf("game %s: %w: the stored file is not the one that was converted", id, failure.ErrVerification)
	}
	if err != nil {
		return "", 0, errors.Join(err, os.Remove(path))
	}
	return path, uint64(written), nil
}
