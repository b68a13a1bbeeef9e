package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Limits bound what one named file may unfold to.
type Limits struct {
	EntryBytes uint64 // of one entry, nested archives included
	Depth      int    // archives within archives; 0 opens none inside another
	Entries    int    // entries of one archive, nested ones included
	Bytes      uint64 // bytes unpacked from one archive, nested ones included
	Ratio      int    // bytes unpacked per byte of the archive
}

// freeBytes may be unpacked from any archive whatever the ratio: a small
// archive of text is compressed better than a large one of replays.
const freeBytes = 16 << 20

// ErrLimit says that an archive or entry exceeds a limit. Raise it if the file is
// genuine.
var ErrLimit = errors.New("limit exceeded")

// ErrUnsafeName says that an entry's name is absolute or leads out of its
// archive. No
// tool that packs replays makes such names; the entry is left out.
var ErrUnsafeName = errors.New("unsafe name in archive")

// ErrDamaged says that an archive cannot be read to its end. Entries before the damage
// were given.
var ErrDamaged = errors.New("archive cannot be read")

// Entry is one file that was found.
type Entry struct {
	// Name is for people: the path on disk, and for entries of archives the
	// name inside after an exclamation mark.
	Name string
	// Base is the bare file name without folders.
	Base string
	Data []byte
}

// Visitor takes what Walk finds. An error of either method ends the walk.
type Visitor interface {
	// Entry is called for every file that is no archive. The data is the
	// visitor's to keep.
	Entry(entry Entry) error
	// Problem is called for what could not be read; the walk goes on.
	Problem(name string, err error) error
	// Progress is called after each file on disk with its size.
	Progress(bytes int64)
}

// Count adds up the files that Walk will read from disk.
func Count(paths []string) (files int, bytes int64, err error) {
	err = walkDisk(paths, func(_ string, info fs.FileInfo) error {
		files++
		bytes += info.Size()
		return nil
	}, func(string, error) error { return nil })
	return files, bytes, err
}

// Walk gives every file under the paths to the visitor, in the order of their
// names. Symbolic links inside folders are not followed.
func Walk(ctx context.Context, paths []string, limits Limits, visitor Visitor) error {
	return walkDisk(paths, func(name string, info fs.FileInfo) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		defer visitor.Progress(info.Size())
		w := &walker{ctx: ctx, limits: limits, visitor: visitor}
		return w.file(name, info)
	}, visitor.Problem)
}

// walkDisk visits all regular files under the paths.
func walkDisk(paths []string, visit func(name string, info fs.FileInfo) error, problem func(name string, err error) error) error {
	for _, root := range paths {
		info, err := os.Stat(root)
		if err != nil {
			if err := problem(root, bare(err)); err != nil {
				return err
			}
			continue
		}
		if !info.IsDir() {
			if err := visit(root, info); err != nil {
				return err
			}
			continue
		}
		err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return problem(name, bare(err))
			}
			if !entry.Type().IsRegular() {
				return nil
			}
			info, err := entry.Info()
			if err != nil {
				return problem(name, bare(err))
			}
			return visit(name, info)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// bare drops the path of a file error: the name is told beside it.
func bare(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// walker reads one file on disk and all that is in it.
type walker struct {
	ctx     context.Context //nolint:containedctx // lives as long as one call of Walk
	limits  Limits
	visitor Visitor

	size    int64 // of the file on disk
	entries int
	bytes   uint64
}

func (w *walker) file(name string, info fs.FileInfo) error {
	file, err := os.Open(name)
	if err != nil {
		return w.visitor.Problem(name, bare(err))
	}
	defer file.Close() //nolint:errcheck // read only
	w.size = info.Size()
	if IsArchive(name) {
		return w.archive(name, filepath.Base(name), file, 0)
	}
	data, err := readAtMost(file, w.limits.EntryBytes)
	if err != nil {
		return w.visitor.Problem(name, bare(err))
	}
	return w.visitor.Entry(Entry{Name: name, Base: filepath.Base(name), Data: data})
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
