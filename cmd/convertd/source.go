package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"convertd/config"
	"convertd/daemon"
)

// readSource reads a replay that was named on the command line.
func readSource(path string, limit config.Bytes) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, notReadable(err)
	}
	defer file.Close() //nolint:errcheck // read only
	info, err := file.Stat()
	if err != nil {
		return nil, notReadable(err)
	}
	if info.IsDir() {
		return nil, usage("it is a folder: name files, or use `convertd import` for folders")
	}
	data, err := io.ReadAll(io.LimitReader(file, int64(limit)+1))
	if err != nil {
		return nil, notReadable(err)
	}
	if config.Bytes(len(data)) > limit {
		return nil, fmt.Errorf("%w: more than %s: raise limits.source_bytes if the file is genuine", daemon.ErrLimit, limit)
	}
	return data, nil
}

// notReadable keeps the reason and drops the path: the line names it already.
func notReadable(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return &exitError{code: daemon.ExitFailed, err: fmt.Errorf("cannot be read: %w", path.Err)}
	}
	return &exitError{code: daemon.ExitFailed, err: fmt.Errorf("cannot be read: %w", err)}
}
