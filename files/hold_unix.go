// SPDX-License-Identifier: GPL-3.0-or-later

//go:build unix

package files

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Held keeps other processes out of something. The kernel frees it when the process
// ends in whatever way.
type Held struct{ file *os.File }

// Hold takes the lock that a file stands for, and makes the file. It fails with ErrInUse
// if another process has it.
func Hold(path string) (*Held, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be locked: %w", path, err)
	}
	if err := lock(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Held{file: file}, nil
}

// lock takes the lock of an open file, or fails with ErrInUse.
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}

// Release lets others have it. The file stays: removing it could take it from
// somebody who has just got it.
func (h *Held) Release() error { return h.file.Close() }
