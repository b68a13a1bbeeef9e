// SPDX-License-Identifier: GPL-3.0-or-later

//go:build unix

package files

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// removesHeld: an open file can be removed.
const removesHeld = true

// makeLock makes the lock file of a new work folder and takes its lock.
func makeLock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockNamed(file, path); err != nil {
		// Somebody who sweeps was faster.
		return nil, errors.Join(errSwept, file.Close())
	}
	return file, nil
}

// takeLock takes the lock of a work folder; ErrInUse if a living process has it.
func takeLock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := lockNamed(file, path); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// lockNamed takes the lock of a file that is still what its path names.
func lockNamed(file *os.File, path string) error {
	if err := lock(file); err != nil {
		return err
	}
	opened, err := file.Stat()
	if err != nil {
		return err
	}
	named, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if !opened.Mode().IsRegular() || !os.SameFile(opened, named) {
		return fs.ErrNotExist
	}
	return nil
}

// ownedByUs reports whether a folder belongs to the user of this process.
func ownedByUs(info fs.FileInfo) bool {
	status, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(status.Uid) == os.Geteuid()
}
