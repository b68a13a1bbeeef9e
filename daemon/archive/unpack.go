package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/mholt/archives"
)

// extensions of files that are opened as archives. What carries another one is
// taken as it is, even if its content is a zip: some replays are.
var extensions = map[string]bool{
	".zip": true, ".7z": true, ".rar": true, ".tar": true,
	".tgz": true, ".tbz": true, ".tbz2": true, ".txz": true, ".tzst": true,
	".gz": true, ".bz2": true, ".xz": true, ".zst": true, ".lz4": true,
}

// IsArchive reports whether a file of that name is opened as an archive.
func IsArchive(name string) bool { return extensions[strings.ToLower(path.Ext(name))] }

// errStop ends an extraction whose reason has been told.
var errStop = errors.New("stop")

// archive reads one archive. Errors of the visitor end the walk; everything
// else is a problem of this archive.
func (w *walker) archive(name, base string, stream io.Reader, depth int) error {
	var visitorError error
	err := w.extract(name, base, stream, depth, &visitorError)
	switch {
	case visitorError != nil:
		return visitorError
	case w.ctx.Err() != nil:
		return context.Cause(w.ctx)
	case err == nil, errors.Is(err, errStop):
		return nil
	case errors.Is(err, ErrLimit):
		return w.visitor.Problem(name, err)
	}
	return w.visitor.Problem(name, fmt.Errorf("%w: %w", ErrDamaged, err))
}

// extract opens the archive and gives its entries. A panic of a library that
// reads strangers' bytes is damage of that archive.
func (w *walker) extract(name, base string, stream io.Reader, depth int, visitorError *error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("its reader panicked: %v", cause)
		}
	}()
	format, rewound, err := archives.Identify(w.ctx, base, stream)
	if err != nil {
		if errors.Is(err, archives.NoMatch) {
			return errors.New("it is not what its name says")
		}
		return err
	}
	// Of a compressed archive everything is counted that is unpacked, entries
	// that are skipped too; its entries are not counted again.
	counts := true
	handle := func(_ context.Context, info archives.FileInfo) error {
		err := w.entry(name, info, depth, counts, visitorError)
		if *visitorError != nil {
			return errStop
		}
		return err
	}
	// Zip and 7z need to seek; what Identify returns for such a stream can.
	switch f := format.(type) {
	case archives.CompressedArchive:
		if f.Extraction == nil {
			return errors.New("it cannot be unpacked")
		}
		plain, err := f.OpenReader(rewound)
		if err != nil {
			return err
		}
		defer plain.Close() //nolint:errcheck // read only
		counts = false
		return f.Extraction.Extract(w.ctx, &counted{walker: w, reader: plain}, handle)
	case archives.Extractor:
		return f.Extract(w.ctx, rewound, handle)
	case archives.Decompressor:
		plain, err := f.OpenReader(rewound)
		if err != nil {
			return err
		}
		defer plain.Close() //nolint:errcheck // read only
		inner := strings.TrimSuffix(base, path.Ext(base))
		return w.content(name+"!"+inner, inner, &counted{walker: w, reader: plain}, depth, visitorError)
	}
	return errors.New("it cannot be unpacked")
}

// entry reads one entry of an archive.
func (w *walker) entry(archive string, info archives.FileInfo, depth int, counts bool, visitorError *error) error {
	if info.IsDir() || info.LinkTarget != "" || !info.Mode().IsRegular() {
		return nil
	}
	if w.entries++; w.entries > w.limits.Entries {
		return fmt.Errorf("%w: more than %d entries: raise limits.archive.entries if the archive is genuine", ErrLimit, w.limits.Entries)
	}
	name := archive + "!" + strings.ToValidUTF8(info.NameInArchive, "\uFFFD")
	if err := checkName(info.NameInArchive); err != nil {
		*visitorError = w.visitor.Problem(name, err)
		return nil
	}
	file, err := info.Open()
	if err != nil {
		*visitorError = w.visitor.Problem(name, fmt.Errorf("%w: %w", ErrDamaged, err))
		return nil
	}
	defer file.Close() //nolint:errcheck // read only
	reader := &counted{walker: w, reader: file, free: !counts}
	return w.content(name, baseName(info.NameInArchive), reader, depth, visitorError)
}

// content reads one unpacked file and gives it to the visitor, or opens it if
// it is an archive itself.
func (w *walker) content(name, base string, reader *counted, depth int, visitorError *error) error {
	data, err := readAtMost(reader, w.limits.EntryBytes)
	switch {
	case reader.exhausted != nil:
		return reader.exhausted
	case errors.Is(err, ErrLimit), errors.Is(err, context.Canceled):
		// Reading on to the next entry would unpack the rest of this one
		// without an end in sight.
		return fmt.Errorf("entry %s: %w", name, err)
	case err != nil:
		*visitorError = w.visitor.Problem(name, fmt.Errorf("%w: %w", ErrDamaged, err))
		return nil
	case !IsArchive(base):
		*visitorError = w.visitor.Entry(Entry{Name: name, Base: base, Data: data})
		return nil
	case depth >= w.limits.Depth:
		*visitorError = w.visitor.Problem(name, fmt.Errorf("%w: more than %d archives within each other: unpack it, or raise limits.archive.depth", ErrLimit, w.limits.Depth))
		return nil
	}
	*visitorError = w.archive(name, base, bytes.NewReader(data), depth+1)
	return nil
}

// counted charges what is read to the limits of the file on disk.
type counted struct {
	walker    *walker
	reader    io.Reader
	free      bool // counted elsewhere
	exhausted error
}

func (c *counted) Read(buffer []byte) (int, error) {
	if c.exhausted != nil {
		return 0, c.exhausted
	}
	n, err := c.reader.Read(buffer)
	if c.free {
		return n, err
	}
	if c.exhausted = c.walker.charge(uint64(n)); c.exhausted != nil {
		return n, c.exhausted
	}
	return n, err
}

// charge counts unpacked bytes.
func (w *walker) charge(n uint64) error {
	w.bytes += n
	if w.bytes > w.limits.Bytes {
		return fmt.Errorf("%w: more than %d bytes unpacked: raise limits.archive.bytes if the archive is genuine", ErrLimit, w.limits.Bytes)
	}
	if allowed := uint64(w.size) * uint64(w.limits.Ratio); w.bytes > allowed+freeBytes {
		return fmt.Errorf("%w: more than %d times its size unpacked: raise limits.archive.ratio if the archive is genuine", ErrLimit, w.limits.Ratio)
	}
	return w.ctx.Err()
}
