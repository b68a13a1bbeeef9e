// SPDX-License-Identifier: GPL-3.0-or-later

// Package pins reads and writes lock files: which files from outside may be used of
// a folder, each pinned by its digest. Decoders and rule packs have one each; what
// their entries say beside the pin is theirs.
//
// In: a folder and a kind of lock file. Out: what it holds, or an error that says
// what is wrong with it. It is written whole or not at all, by one process at a time.
//
// May import: files, github.com/rogpeppe/go-internal/lockedfile.
package pins

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"

	"convertd/files"
)

// Version is that of the formats.
const Version = 1

const (
	maxBytes   = 1 << 20
	maxEntries = 1024
	maxSource  = 256
)

// ErrFormat is a lock file that is not in order: mend it or install anew.
var ErrFormat = errors.New("lock file")

// WriteError says that a folder's lock file could not be changed. It is as it was.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return "the lock file is not changed: " + e.Err.Error() }

func (e *WriteError) Unwrap() error { return e.Err }

// Pin is what every entry has.
type Pin struct {
	// Digest is the SHA-256 of the file in hexadecimal.
	Digest string `json:"sha256"`
	// File is the file's name in the folder.
	File string `json:"file"`
	// Source says where it came from, for people: a bare file name, or a URL.
	Source string `json:"source,omitempty"`
}

// Lock is a kind of lock file. F is what one holds, as JSON.
type Lock[F any] struct {
	// Name is the lock file's name in its folder, Mutex that of the file that
	// keeps two writers apart.
	Name, Mutex string
	// New makes an empty one.
	New func() *F
	// Check says what is wrong with one.
	Check func(*F) error
}

// Read reads the lock file of a folder; one that is not there is empty.
func (l *Lock[F]) Read(folder string) (*F, error) {
	path := filepath.Join(folder, l.Name)
	content, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return l.New(), nil
	}
	if err != nil {
		return nil, err
	}
	file, err := l.parse(content)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrFormat, path, err)
	}
	return file, nil
}

// read reads a lock file that lies there itself and that only its owner can write:
// what others pinned would count as ours once the file is written anew.
func read(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, fmt.Errorf("%w %s: it is a symbolic link: put the file itself there", ErrFormat, path)
	case info.Mode().IsRegular() && files.OthersCanWrite(info):
		return nil, fmt.Errorf("%w %s: it can be written by group or others: chmod go-w", ErrFormat, path)
	}
	file, err := files.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrFormat, path, err)
	}
	defer file.Close() //nolint:errcheck // read only
	return io.ReadAll(io.LimitReader(file, maxBytes+1))
}

func (l *Lock[F]) parse(content []byte) (*F, error) {
	if len(content) > maxBytes {
		return nil, fmt.Errorf("it has more than %d bytes", maxBytes)
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	file := new(F)
	if err := decoder.Decode(file); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the object")
	}
	return file, l.Check(file)
}

// Update changes the lock file of a folder. No other process changes it meanwhile.
// If change returns an error, nothing is written.
func (l *Lock[F]) Update(folder string, change func(*F) error) error {
	unlock, err := lockedfile.MutexAt(filepath.Join(folder, l.Mutex)).Lock()
	if err != nil {
		return &WriteError{err}
	}
	defer unlock()
	file, err := l.Read(folder)
	if err != nil {
		return err
	}
	if err := change(file); err != nil {
		return err
	}
	if err := l.Check(file); err != nil {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	content, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return err
	}
	if err := files.Replace(filepath.Join(folder, l.Name), append(content, '\n')); err != nil {
		return &WriteError{err}
	}
	return nil
}

// CheckVersion refuses what a later program wrote.
func CheckVersion(version int) error {
	if version != Version {
		return fmt.Errorf("lock_version is %d, this program reads %d", version, Version)
	}
	return nil
}

// CheckEntries says what is wrong with the entries of a list. at returns the key of
// one, which no other may have, and its pin.
func CheckEntries[E any](list string, entries []E, at func(*E) (key string, pin *Pin)) error {
	if len(entries) > maxEntries {
		return fmt.Errorf("%d %s, at most %d are taken", len(entries), list, maxEntries)
	}
	keys, names := map[string]bool{}, map[string]bool{}
	for i := range entries {
		key, pin := at(&entries[i])
		digest, err := hex.DecodeString(pin.Digest)
		switch {
		case err != nil || len(digest) != 32:
			return fmt.Errorf("%s[%d]: %q is no SHA-256 in hexadecimal", list, i, pin.Digest)
		case pin.File == "" || filepath.Base(pin.File) != pin.File || strings.HasPrefix(pin.File, "."):
			return fmt.Errorf("%s[%d]: %q is no bare file name", list, i, pin.File)
		case len(pin.Source) > maxSource:
			return fmt.Errorf("%s[%d]: a source of %d bytes, at most %d are taken", list, i, len(pin.Source), maxSource)
		case keys[key] || names[pin.File]:
			return fmt.Errorf("%s[%d]: %s or its file stands there twice", list, i, key)
		}
		keys[key], names[pin.File] = true, true
	}
	return nil
}
