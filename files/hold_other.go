// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !unix

package files

import (
	"errors"
	"fmt"
	"os"
)

// Held keeps other processes out of something by a file that exists as long as the
// process runs. After a crash the file must be removed by hand: the error says so.
type Held struct {
	file *os.File
	path string
}

// Hold takes the lock that a file stands for. It fails with ErrInUse if another process
// has it.
func Hold(path string) (*Held, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%w: if none is running, remove %s", ErrInUse, path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be locked: %w", path, err)
	}
	return &Held{file: file, path: path}, nil
}

// Release lets others have it.
func (h *Held) Release() error { return errors.Join(h.file.Close(), os.Remove(h.path)) }
