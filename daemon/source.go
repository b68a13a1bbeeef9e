// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"convertd/failure"
)

// readSource returns the bytes of a job's source, at most limit of them.
// Errors: ErrSourceMissing, ErrLimit, or the broker's.
func (s *storage) readSource(ctx context.Context, source JobSource, roots map[string]string, limit uint64) ([]byte, error) {
	switch {
	case source.Object != "":
		return s.readObject(ctx, source.Object, limit)
	case source.Path != "":
		return readRooted(source.Path, roots, limit)
	default:
		if uint64(len(source.Inline)) > limit {
			return nil, tooLarge(limit)
		}
		return source.Inline, nil
	}
}

func (s *storage) readObject(ctx context.Context, name string, limit uint64) ([]byte, error) {
	object, size, err := s.sources.Open(ctx, name)
	if errors.Is(err, failure.ErrNotFound) {
		return nil, fmt.Errorf("%w: no such object in %s: upload it and submit again", failure.ErrSourceMissing, StoreSources)
	}
	if err != nil {
		return nil, fmt.Errorf("source cannot be read: %w", err)
	}
	defer object.Close() //nolint:errcheck // read only
	if size > limit {
		return nil, tooLarge(limit)
	}
	return readLimited(object, limit)
}

// readRooted opens "ROOT/inner/path" inside a configured root; neither ".."
// nor a symbolic link leads out of it.
func readRooted(path string, roots map[string]string, limit uint64) ([]byte, error) {
	name, inner, ok := strings.Cut(path, "/")
	folder, known := roots[name]
	if !ok || !known {
		return nil, fmt.Errorf("%w: source.path must start with a configured root and a slash: see roots in the configuration", failure.ErrSourceMissing)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("%w: root %s cannot be opened: %s", failure.ErrSourceMissing, name, bareReason(err))
	}
	defer root.Close() //nolint:errcheck // read only
	info, err := root.Stat(inner)
	if err != nil {
		return nil, fmt.Errorf("%w: not in root %s: %s", failure.ErrSourceMissing, name, bareReason(err))
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: source.path is not a regular file", failure.ErrSourceMissing)
	}
	if uint64(info.Size()) > limit {
		return nil, tooLarge(limit)
	}
	file, err := root.Open(inner)
	if err != nil {
		return nil, fmt.Errorf("%w: in root %s: %s", failure.ErrSourceMissing, name, bareReason(err))
	}
	defer file.Close() //nolint:errcheck // read only
	return readLimited(file, limit)
}

// readLimited reads to the end and stops one byte past the limit.
func readLimited(reader io.Reader, limit uint64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(reader, int64(limit)+1))
	if err != nil {
		return nil, fmt.Errorf("source cannot be read: %w", err)
	}
	if uint64(len(data)) > limit {
		return nil, tooLarge(limit)
	}
	return data, nil
}

func tooLarge(limit uint64) error {
	return fmt.Errorf("%w: the source has more than %d bytes: raise limits.source_bytes if it is genuine", failure.ErrLimit, limit)
}

// bareReason is the reason of a file error without the path in it.
func bareReason(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return "cannot be opened"
}
