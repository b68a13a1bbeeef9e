// SPDX-License-Identifier: GPL-3.0-or-later

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Prefix of work folders in a folder of results: hidden, and ours.
const Prefix = ".convertd-"

// JobPrefix is that of the work folders of jobs, in a folder for unfinished files.
const JobPrefix = "convertd-job-"

// lockName is the file in a work folder that its process holds the lock of.
const lockName = "lock"

// WorkFolder is a folder of this process alone, for what is not finished. Its
// lock ends with the process, in whatever way that ends.
type WorkFolder struct {
	path string
	lock *os.File
}

// manyAttempts is how often a folder is made anew when somebody who sweeps takes
// it for one that is left over.
const manyAttempts = 16

// errSwept: somebody removed the folder before it had its lock.
var errSwept = errors.New("work folder was removed by another process")

// NewWorkFolder makes a work folder in a folder. Close removes it.
func NewWorkFolder(parent, prefix string) (*WorkFolder, error) {
	for range manyAttempts {
		w, err := newWorkFolder(parent, prefix)
		if !errors.Is(err, errSwept) {
			return w, err
		}
	}
	return nil, errSwept
}

func newWorkFolder(parent, prefix string) (*WorkFolder, error) {
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	lock, err := makeLock(filepath.Join(path, lockName))
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errSwept) {
			return nil, errSwept
		}
		return nil, errors.Join(err, os.RemoveAll(path))
	}
	return &WorkFolder{path: path, lock: lock}, nil
}

// Path is where the folder is.
func (w *WorkFolder) Path() string { return w.path }

// Sub makes a folder of its own for one of several works.
func (w *WorkFolder) Sub() (string, error) { return os.MkdirTemp(w.path, "") }

// Close removes the folder with all that is in it.
func (w *WorkFolder) Close() error {
	if !removesHeld {
		return errors.Join(w.lock.Close(), empty(w.path))
	}
	// The lock is held until nothing is left to sweep.
	return errors.Join(empty(w.path), w.lock.Close())
}

// leftEmptyFor is how long a folder without a lock has been empty before it is
// taken for one whose process was killed just then.
const leftEmptyFor = time.Minute

// Sweep removes the work folders in a folder whose processes are gone, and tells
// how many. It removes nothing else: not a folder without a lock that has any
// content, nor one of another user, nor what is reached by a symbolic link. A
// folder that cannot be removed stays and is an error.
func Sweep(parent, prefix string) (removed int, err error) {
	if parent == "" {
		parent = os.TempDir() // as os.MkdirTemp has it
	}
	entries, err := os.ReadDir(parent)
	if err != nil {
		return 0, err
	}
	var failed []error
	for _, entry := range entries {
		if !entry.IsDir() || !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		swept, err := sweepOne(filepath.Join(parent, entry.Name()))
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", entry.Name(), err))
		}
		if swept {
			removed++
		}
	}
	return removed, errors.Join(failed...)
}

func sweepOne(path string) (swept bool, err error) {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() || !ownedByUs(info) {
		return false, nil //nolint:nilerr // gone meanwhile, or not ours
	}
	lock, err := takeLock(filepath.Join(path, lockName))
	switch {
	case errors.Is(err, ErrInUse):
		return false, nil
	case errors.Is(err, fs.ErrNotExist):
		if time.Since(info.ModTime()) < leftEmptyFor {
			return false, nil
		}
		return os.Remove(path) == nil, nil // refused unless it is empty
	case err != nil:
		return false, nil //nolint:nilerr // no lock of ours
	}
	err = empty(path)
	return err == nil, errors.Join(err, lock.Close())
}

// empty removes a work folder, its lock last but one: what a crash leaves of it
// can still be swept.
func empty(path string) error {
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() != lockName {
			err = errors.Join(err, os.RemoveAll(filepath.Join(path, entry.Name())))
		}
	}
	if err != nil {
		return err
	}
	return os.RemoveAll(path)
}
