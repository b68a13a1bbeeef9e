// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"convertd/core/maps"
	"convertd/files"
)

// Limits of a map folder.
const (
	maxMapBytes  = 64 << 20 // of one map file; the largest known has 2 MB
	maxMapFiles  = 100_000  // in all folders
	rescanPeriod = 5 * time.Second
	mapExtension = ".oramap"
)

// MapFolders finds maps by their UID. Files are read once; a folder that gets
// new files is noticed when a map is missed, at most every few seconds.
type MapFolders struct {
	folders []string

	mu      sync.Mutex
	scanned time.Time
	seen    map[string]fileState // by path
	paths   map[string]string    // by UID
}

// fileState tells whether a file has changed since it was read.
type fileState struct {
	size    int64
	changed time.Time
}

// NewMapFolders makes an index over folders, each searched with its
// subfolders. Nothing is read before the first map is asked for.
func NewMapFolders(folders []string) *MapFolders {
	return &MapFolders{folders: folders, seen: map[string]fileState{}, paths: map[string]string{}}
}

// FindMap implements pipeline.Maps.
func (m *MapFolders) FindMap(id string) (data []byte, ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	path, known := m.paths[id]
	if !known && time.Since(m.scanned) > rescanPeriod {
		if err := m.scan(); err != nil {
			return nil, false, err
		}
		path, known = m.paths[id]
	}
	if !known {
		return nil, false, nil
	}
	data, err = readMap(path)
	if errors.Is(err, fs.ErrNotExist) {
		delete(m.paths, id)
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("map %s cannot be read: %w", id, err)
	}
	return data, true, nil
}

// scan reads what is new in the folders. A file that is no map is left alone.
func (m *MapFolders) scan() error {
	for _, folder := range m.folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() || !strings.EqualFold(filepath.Ext(path), mapExtension) {
				return nil
			}
			if len(m.seen) >= maxMapFiles {
				return fs.SkipAll
			}
			return m.add(path, entry)
		})
		if err != nil {
			return fmt.Errorf("map folder cannot be read: %w: check maps.folders", err)
		}
	}
	m.scanned = time.Now()
	return nil
}

func (m *MapFolders) add(path string, entry fs.DirEntry) error {
	info, err := entry.Info()
	if err != nil {
		return err
	}
	state := fileState{size: info.Size(), changed: info.ModTime()}
	if m.seen[path] == state || info.Size() > maxMapBytes {
		return nil
	}
	m.seen[path] = state
	data, err := readMap(path)
	var special *files.NotRegularError
	if errors.As(err, &special) {
		return nil // a pipe could keep everybody waiting
	}
	if err != nil {
		return err
	}
	read, err := maps.Read(data)
	if err != nil {
		return nil //nolint:nilerr // not a map of ours; others may still be
	}
	if _, taken := m.paths[read.UID]; !taken {
		m.paths[read.UID] = path
	}
	return nil
}

// readMap reads a map file, of which not more than the limit is taken.
func readMap(path string) ([]byte, error) {
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // read only
	return io.ReadAll(io.LimitReader(file, maxMapBytes))
}
