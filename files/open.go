// SPDX-License-Identifier: GPL-3.0-or-later

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// NotRegularError says that something is no file. Whoever named it is to name a
// file.
type NotRegularError struct{ Mode fs.FileMode }

func (e *NotRegularError) Error() string {
	return fmt.Sprintf("it is %s, not a file", Describe(e.Mode))
}

// Describe names what a mode stands for.
func Describe(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsRegular():
		return "a file"
	}
	return "something special"
}

// Open opens a regular file for reading; symbolic links to one are followed.
// Anything else is a *NotRegularError, at once: opening never waits for somebody
// at the other end of a pipe.
func Open(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		// A socket cannot be opened at all.
		if info, statErr := os.Stat(path); statErr == nil && !info.Mode().IsRegular() {
			return nil, &NotRegularError{info.Mode()}
		}
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &NotRegularError{info.Mode()}
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
