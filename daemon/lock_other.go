// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !unix

package daemon

import (
	"errors"
	"fmt"
	"os"
)

// folderLock keeps other processes out of a folder by a file that exists as
// long as the process runs. After a crash the file must be removed by hand:
// the error says so.
type folderLock struct {
	file *os.File
	path string
}

func lockFolder(path string) (*folderLock, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("store folder: %w: if none is running, remove %s", ErrStoreInUse, lockFile)
	}
	if err != nil {
		return nil, fmt.Errorf("store folder cannot be locked: %w", err)
	}
	return &folderLock{file: file, path: path}, nil
}

func (l *folderLock) release() error {
	return errors.Join(l.file.Close(), os.Remove(l.path))
}
