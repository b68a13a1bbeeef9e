// SPDX-License-Identifier: GPL-3.0-or-later

//go:build unix

package daemon

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// folderLock keeps other processes out of a folder. The kernel frees it when
// the process ends in whatever way.
type folderLock struct{ file *os.File }

func lockFolder(path string) (*folderLock, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store folder cannot be locked: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		closeErr := file.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = ErrStoreInUse
		}
		return nil, errors.Join(fmt.Errorf("store folder: %w", err), closeErr)
	}
	return &folderLock{file: file}, nil
}

func (l *folderLock) release() error { return l.file.Close() }
