// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"convertd/config"
	"convertd/core/icrep"
	"convertd/failure"
	"convertd/files"
)

// openSource opens a file that was named on the command line. What is no file is
// refused: a pipe could keep the program waiting, deaf to signals.
func openSource(path string) (*os.File, error) {
	file, err := files.Open(path)
	var special *files.NotRegularError
	switch {
	case errors.As(err, &special) && special.Mode.IsDir():
		return nil, usage("it is a folder: name files, or use `convertd import` for folders")
	case errors.As(err, &special):
		return nil, usage("%w: write what comes out of it into a file, and name that", special)
	case err != nil:
		return nil, notReadable(err)
	}
	return file, nil
}

// readSource reads a replay that was named on the command line.
func readSource(path string, limit config.Bytes) ([]byte, error) {
	file, err := openSource(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // read only
	data, err := io.ReadAll(io.LimitReader(file, int64(limit)+1))
	if err != nil {
		return nil, notReadable(err)
	}
	if config.Bytes(len(data)) > limit {
		return nil, fmt.Errorf("%w: more than %s: raise limits.source_bytes if the file is genuine", failure.ErrLimit, limit)
	}
	return data, nil
}

// maxSmallFile bounds what a verb reads beside replays: a key, a proof, a map.
const maxSmallFile = 64 << 20

// readSmall reads a file that is no replay.
func readSmall(path string) ([]byte, error) {
	file, err := openSource(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // read only
	data, err := io.ReadAll(io.LimitReader(file, maxSmallFile+1))
	if err != nil {
		return nil, notReadable(err)
	}
	if len(data) > maxSmallFile {
		return nil, fmt.Errorf("%w: more than %d bytes: name the right file", failure.ErrLimit, maxSmallFile)
	}
	return data, nil
}

// openRecording opens an .icrep that was named on the command line.
func openRecording(path string) (*icrep.File, error) {
	special, err := openSource(path)
	if err != nil {
		return nil, err
	}
	defer special.Close() //nolint:errcheck // read only
	file, err := icrep.OpenFile(path)
	if err != nil {
		return nil, notOpened(err)
	}
	return file, nil
}

// notReadable keeps the reason and drops the path: the line names it already.
func notReadable(err error) error {
	return &exitError{code: failure.ExitFailed, err: fmt.Errorf("cannot be read: %w", bare(err))}
}
