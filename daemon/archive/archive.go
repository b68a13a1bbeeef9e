// SPDX-License-Identifier: GPL-3.0-or-later

package archive

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"convertd/files"
)

// Limits bound what one named file may unfold to.
type Limits struct {
	EntryBytes uint64 `json:"entry_bytes"` // of one entry, nested archives included
	Depth      int    `json:"depth"`       // archives within archives; 0 opens none inside another
	Entries    int    `json:"entries"`     // entries of one archive, nested ones included
	Bytes      uint64 `json:"bytes"`       // bytes unpacked from one archive, nested ones included
	Ratio      int    `json:"ratio"`       // bytes unpacked per byte of the archive
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

// ErrRefused says that no archive can be opened on this system as it is asked
// for; the walk is over.
var ErrRefused = errors.New("archives are not opened")

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
// names. Symbolic links inside folders are not followed. Its errors are the
// visitor's, the context's, ErrRefused, and that no process can be started.
func Walk(ctx context.Context, paths []string, limits Limits, unpacker Unpacker, visitor Visitor) error {
	return walkDisk(paths, func(name string, info fs.FileInfo) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		defer visitor.Progress(info.Size())
		file, err := files.Open(name)
		if err != nil {
			return visitor.Problem(name, bare(err))
		}
		defer file.Close() //nolint:errcheck // read only
		if IsArchive(name) {
			return unpacker.unpack(ctx, name, file, info.Size(), limits, visitor)
		}
		data, err := readAtMost(file, limits.EntryBytes)
		if err != nil {
			return visitor.Problem(name, bare(err))
		}
		return visitor.Entry(Entry{Name: name, Base: filepath.Base(name), Data: data})
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
