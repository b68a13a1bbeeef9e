// SPDX-License-Identifier: GPL-3.0-or-later

// Package lockfile reads and writes the lock file of a plugin folder: which
// decoders are installed there, in which versions, and the digest that each
// executable must have.
//
// In: a folder. Out: its [File], or an error that says what is wrong with it. It
// is written whole or not at all, by one process at a time.
//
// docs/plugins.md#the-lock-file describes the format.
//
// May import: github.com/rogpeppe/go-internal/lockedfile.
package lockfile

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// Name is the lock file's name in its folder.
const Name = "plugins.lock.json"

// mutexName is the file that keeps two writers apart.
const mutexName = ".plugins.lock"

// Version is that of the format.
const Version = 1

const (
	maxBytes    = 1 << 20
	maxDecoders = 1024
	maxSource   = 256
)

// ErrFormat is a lock file that cannot be understood: mend it or install anew.
var ErrFormat = errors.New("lock file")

// File is what a lock file holds, sorted by name and version, newest first.
type File struct {
	LockVersion int       `json:"lock_version"`
	Decoders    []Decoder `json:"decoders"`
}

// Decoder is one version of a decoder.
type Decoder struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	// Digest is the SHA-256 of the executable in hexadecimal.
	Digest string `json:"sha256"`
	// File is the executable's name in the folder.
	File string `json:"file"`
	// Source says where it came from, for people: a bare file name, or a URL.
	Source string `json:"source,omitempty"`
	// SignedBy is the id of the key whose signature was checked when it was installed.
	SignedBy string `json:"signed_by,omitempty"`
	// Disabled is one that is not to be used.
	Disabled bool `json:"disabled,omitempty"`
}

// Key is NAME@VERSION.
func (d *Decoder) Key() string { return d.Name + "@" + d.Version }

var (
	validName    = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)
	validVersion = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}$`)
)

// ValidVersion reports whether a version can be part of a file's name.
func ValidVersion(version string) bool { return validVersion.MatchString(version) }

// Read reads the lock file of a folder; one that is not there is empty.
func Read(folder string) (*File, error) {
	content, err := readBounded(filepath.Join(folder, Name))
	if errors.Is(err, fs.ErrNotExist) {
		return &File{LockVersion: Version}, nil
	}
	if err != nil {
		return nil, err
	}
	file, err := parse(content)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrFormat, filepath.Join(folder, Name), err)
	}
	return file, nil
}

func readBounded(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxBytes {
		return nil, fmt.Errorf("%w %s: is not a regular file of at most %d bytes", ErrFormat, path, maxBytes)
	}
	return os.ReadFile(path)
}

func parse(content []byte) (*File, error) {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	var file File
	if err := decoder.Decode(&file); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the object")
	}
	if file.LockVersion != Version {
		return nil, fmt.Errorf("lock_version is %d, this program reads %d", file.LockVersion, Version)
	}
	return &file, file.validate()
}

func (f *File) validate() error {
	if len(f.Decoders) > maxDecoders {
		return fmt.Errorf("%d decoders, at most %d are taken", len(f.Decoders), maxDecoders)
	}
	seen := map[string]bool{}
	for i := range f.Decoders {
		one := &f.Decoders[i]
		digest, err := hex.DecodeString(one.Digest)
		switch {
		case !validName.MatchString(one.Name):
			return fmt.Errorf("decoders[%d]: %q is no name of a decoder", i, one.Name)
		case !ValidVersion(one.Version):
			return fmt.Errorf("decoders[%d]: %q is no version", i, one.Version)
		case err != nil || len(digest) != 32:
			return fmt.Errorf("decoders[%d]: %q is no SHA-256 in hexadecimal", i, one.Digest)
		case one.File == "" || filepath.Base(one.File) != one.File || strings.HasPrefix(one.File, "."):
			return fmt.Errorf("decoders[%d]: %q is no bare file name", i, one.File)
		case len(one.Source) > maxSource:
			return fmt.Errorf("decoders[%d]: a source of %d bytes", i, len(one.Source))
		case seen[one.Key()] || seen[one.File]:
			return fmt.Errorf("decoders[%d]: %s or its file stands there twice", i, one.Key())
		}
		seen[one.Key()], seen[one.File] = true, true
	}
	return nil
}

// Update changes the lock file of a folder. No other process changes it
// meanwhile. If change returns an error nothing is written.
func Update(folder string, change func(*File) error) (err error) {
	unlock, err := lockedfile.MutexAt(filepath.Join(folder, mutexName)).Lock()
	if err != nil {
		return err
	}
	defer unlock()
	file, err := Read(folder)
	if err != nil {
		return err
	}
	if err := change(file); err != nil {
		return err
	}
	slices.SortFunc(file.Decoders, func(a, b Decoder) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), CompareVersions(b.Version, a.Version))
	})
	if err := file.validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	content, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return err
	}
	return replace(folder, append(content, '\n'))
}

// replace writes beside the file and renames: whoever reads sees the old one or
// the new one.
func replace(folder string, content []byte) (err error) {
	beside, err := os.CreateTemp(folder, ".plugins.lock-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(beside.Name()))
		}
	}()
	_, err = beside.Write(content)
	err = errors.Join(err, beside.Chmod(0o644), beside.Sync(), beside.Close())
	if err != nil {
		return err
	}
	return os.Rename(beside.Name(), filepath.Join(folder, Name))
}

// ByFile finds the decoder whose executable has that name.
func (f *File) ByFile(name string) *Decoder {
	for i := range f.Decoders {
		if f.Decoders[i].File == name {
			return &f.Decoders[i]
		}
	}
	return nil
}

// Named lists the versions that NAME or NAME@VERSION means.
func (f *File) Named(what string) []*Decoder {
	name, version, exact := strings.Cut(what, "@")
	var list []*Decoder
	for i := range f.Decoders {
		if one := &f.Decoders[i]; one.Name == name && (!exact || one.Version == version) {
			list = append(list, one)
		}
	}
	return list
}

// Put adds a decoder, or replaces the one of the same name and version, and the
// one of the same file.
func (f *File) Put(decoder Decoder) {
	f.Decoders = slices.DeleteFunc(f.Decoders, func(d Decoder) bool { return d.Key() == decoder.Key() || d.File == decoder.File })
	f.Decoders = append(f.Decoders, decoder)
}

// Remove forgets a version.
func (f *File) Remove(key string) {
	f.Decoders = slices.DeleteFunc(f.Decoders, func(d Decoder) bool { return d.Key() == key })
}

// CompareVersions orders versions as people do: numbers by value, and what has a
// suffix behind a dash (1.0.0-rc1) before what has none.
func CompareVersions(a, b string) int {
	mainA, suffixA, isEarlyA := strings.Cut(a, "-")
	mainB, suffixB, isEarlyB := strings.Cut(b, "-")
	if order := compareParts(mainA, mainB); order != 0 {
		return order
	}
	if isEarlyA != isEarlyB {
		if isEarlyA {
			return -1
		}
		return 1
	}
	return compareParts(suffixA, suffixB)
}

var parts = regexp.MustCompile(`[0-9]+|[^0-9.]+`)

func compareParts(a, b string) int {
	partsA, partsB := parts.FindAllString(a, -1), parts.FindAllString(b, -1)
	for i := range min(len(partsA), len(partsB)) {
		if order := comparePart(partsA[i], partsB[i]); order != 0 {
			return order
		}
	}
	return cmp.Compare(len(partsA), len(partsB))
}

func comparePart(a, b string) int {
	isNumber := func(text string) bool { return text[0] >= '0' && text[0] <= '9' }
	if isNumber(a) && isNumber(b) {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	}
	return strings.Compare(a, b)
}
