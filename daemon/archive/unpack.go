// SPDX-License-Identifier: GPL-3.0-or-later

package archive

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/mholt/archives"
)

// Source is an archive that is open.
type Source interface {
	io.ReadSeeker
	io.ReaderAt
}

// walker reads one file on disk and all that is in it, in a process of its own.
// Names it says begin below that file.
type walker struct {
	limits Limits
	size   int64 // of the file on disk
	output io.Writer

	entries int
	bytes   uint64
	said    uint64 // bytes when the process last said that it works
}

// workingBytes are unpacked at most without a word.
const workingBytes = 1 << 20

// errGone says that nobody listens any more.
var errGone = errors.New("the other side is gone")

func (w *walker) say(m message) error {
	if err := m.send(w.output); err != nil {
		return fmt.Errorf("%w: %w", errGone, err)
	}
	return nil
}

// problem tells what is wrong with an archive or entry.
func (w *walker) problem(name string, err error) error {
	m := message{kind: kindDamaged, name: name, text: err.Error()}
	switch {
	case errors.Is(err, ErrLimit):
		m.kind = kindLimit
	case errors.Is(err, ErrUnsafeName):
		m.kind = kindUnsafeName
	case !errors.Is(err, ErrDamaged):
		m.text = fmt.Sprintf("%v: %v", ErrDamaged, err)
	}
	return w.say(m)
}

// archive reads one archive. Its only error is errGone; everything else is a
// problem of this archive, which is told.
func (w *walker) archive(name, base string, source Source, depth int) error {
	err := w.extract(name, longName(base), source, depth)
	if err == nil || errors.Is(err, errGone) {
		return err
	}
	return w.problem(name, err)
}

// extract opens the archive and gives its entries. A panic of a library that
// reads strangers' bytes is damage of that archive.
func (w *walker) extract(name, base string, source Source, depth int) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("its reader panicked: %v", cause)
		}
	}()
	var start [markBytes]byte
	n, err := source.ReadAt(start[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch format := formatOf(base, start[:n]).(type) {
	case archives.Extractor:
		return w.all(format, name, source, depth, true)
	case archives.Decompressor:
		return w.decompress(format, name, base, source, depth)
	}
	return errors.New("it is no archive")
}

// all gives every entry. What counts says whether their bytes are counted
// where they are read.
func (w *walker) all(format archives.Extractor, name string, source io.Reader, depth int, counts bool) error {
	var gone error
	err := format.Extract(context.Background(), source, func(_ context.Context, info archives.FileInfo) error {
		err := w.entry(name, info, depth, counts)
		if errors.Is(err, errGone) {
			gone = err // some readers go on after an error
		}
		return err
	})
	if gone != nil {
		return gone
	}
	return err
}

// decompress reads one compressed file: a tar, whose entries are given, or any
// other, which is one entry. Everything that is unpacked is counted here,
// entries that are skipped too.
func (w *walker) decompress(format archives.Decompressor, name, base string, source io.Reader, depth int) error {
	plain, err := format.OpenReader(source)
	if err != nil {
		return err
	}
	defer plain.Close() //nolint:errcheck // read only
	reader := bufio.NewReaderSize(&counted{walker: w, reader: plain}, 64<<10)
	start, err := reader.Peek(markBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	inner := strings.TrimSuffix(base, path.Ext(base))
	if tar, ok := formatOf(inner, start).(archives.Tar); ok {
		return w.all(tar, name, reader, depth, false)
	}
	return w.content(name+"!"+inner, inner, reader, depth)
}

// entry reads one entry of an archive.
func (w *walker) entry(archive string, info archives.FileInfo, depth int, counts bool) error {
	if info.IsDir() || info.LinkTarget != "" || !info.Mode().IsRegular() {
		return nil
	}
	if w.entries++; w.entries > w.limits.Entries {
		return fmt.Errorf("%w: more than %d entries: raise limits.archive.entries if the archive is genuine", ErrLimit, w.limits.Entries)
	}
	name := archive + "!" + strings.ToValidUTF8(info.NameInArchive, "\uFFFD")
	if err := checkName(info.NameInArchive); err != nil {
		return w.problem(name, err)
	}
	file, err := info.Open()
	if err != nil {
		return w.problem(name, err)
	}
	defer file.Close() //nolint:errcheck // read only
	var reader io.Reader = file
	if counts {
		reader = &counted{walker: w, reader: file}
	}
	return w.content(name, baseName(info.NameInArchive), reader, depth)
}

// content reads one unpacked file and gives it, or opens it if it is an
// archive itself.
func (w *walker) content(name, base string, reader io.Reader, depth int) error {
	data, err := readAtMost(reader, w.limits.EntryBytes)
	switch {
	case errors.Is(err, ErrLimit), errors.Is(err, errGone):
		// Reading on to the next entry would unpack the rest of this one
		// without an end in sight.
		return fmt.Errorf("entry %s: %w", strings.TrimPrefix(name, "!"), err)
	case err != nil:
		return w.problem(name, err)
	case !IsArchive(base):
		return w.say(message{kind: kindEntry, name: name, text: base, data: data})
	case depth >= w.limits.Depth:
		return w.problem(name, fmt.Errorf("%w: more than %d archives within each other: unpack it, or raise limits.archive.depth", ErrLimit, w.limits.Depth))
	}
	return w.archive(name, base, bytes.NewReader(data), depth+1)
}

// counted charges what is read to the limits of the file on disk.
type counted struct {
	walker *walker
	reader io.Reader
	err    error // of the charge
}

func (c *counted) Read(buffer []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.reader.Read(buffer)
	if c.err = c.walker.charge(uint64(n)); c.err != nil {
		return n, c.err
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
	if w.bytes-w.said < workingBytes {
		return nil
	}
	w.said = w.bytes
	return w.say(message{kind: kindWorking})
}

// readAtMost reads to the end, or one byte past the limit and fails.
func readAtMost(reader io.Reader, limit uint64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(reader, int64(min(limit, 1<<62))+1))
	if err != nil {
		return nil, err
	}
	if uint64(len(data)) > limit {
		return nil, fmt.Errorf("%w: more than %d bytes: raise limits.source_bytes if the file is genuine", ErrLimit, limit)
	}
	return data, nil
}

// checkName refuses names that would be dangerous as paths. They are never
// used as paths here; but whoever made such an archive means harm.
func checkName(name string) error {
	slashed := strings.ReplaceAll(name, `\`, "/")
	switch {
	case strings.HasPrefix(slashed, "/"), len(slashed) > 1 && slashed[1] == ':':
		return fmt.Errorf("%w: it is absolute", ErrUnsafeName)
	case strings.ContainsRune(name, 0):
		return fmt.Errorf("%w: it has a NUL byte", ErrUnsafeName)
	}
	for _, part := range strings.Split(slashed, "/") {
		if part == ".." {
			return fmt.Errorf("%w: it leads out of the archive", ErrUnsafeName)
		}
	}
	return nil
}

// baseName is the last part of a name inside an archive.
func baseName(name string) string {
	return path.Base(strings.ReplaceAll(name, `\`, "/"))
}
