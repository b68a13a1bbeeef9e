// SPDX-License-Identifier: GPL-3.0-or-later

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// ErrExists means that something has the name already. Choose another name, or say that it
// may be overwritten.
var ErrExists = errors.New("file exists")

// Free checks that a place can be taken: nothing is there, or a regular file that
// may be overwritten. It spares work; only Place decides.
func Free(target string, overwrite bool) error {
	info, err := os.Lstat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: it is %s, which is never replaced", ErrExists, Describe(info.Mode()))
	case !overwrite:
		return ErrExists
	}
	return nil
}

// Place gives a finished file its name in one step and forces both to the disk.
// Both names are on one file system. Without overwrite it takes the name only if
// nothing has it: of several at once exactly one does, the others get ErrExists.
func Place(finished, target string, overwrite bool) error {
	if err := force(finished, os.O_RDWR); err != nil {
		return err
	}
	if overwrite {
		if err := Free(target, true); err != nil {
			return err
		}
		if err := os.Rename(finished, target); err != nil {
			return err
		}
	} else if err := take(finished, target, os.Link); err != nil {
		return err
	}
	if runtime.GOOS == "windows" {
		return nil // no such call; renames are journaled
	}
	return force(filepath.Dir(target), os.O_RDONLY)
}

// take gives a file a name that nothing has.
func take(finished, target string, link func(from, to string) error) error {
	err := link(finished, target)
	switch {
	case err == nil:
		return os.Remove(finished)
	case errors.Is(err, fs.ErrExist):
		return ErrExists
	case errors.Is(err, fs.ErrNotExist):
		return err
	}
	// A file system without hard links. An empty file takes the name: exactly one
	// can make it. A process killed in between leaves it.
	held, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644) //nolint:gosec // results are not secret
	if errors.Is(err, fs.ErrExist) {
		return ErrExists
	}
	if err != nil {
		return err
	}
	if err := held.Close(); err != nil {
		return err
	}
	if err := os.Rename(finished, target); err != nil {
		return errors.Join(err, os.Remove(target))
	}
	return nil
}

func force(path string, flag int) error {
	file, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
