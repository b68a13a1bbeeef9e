// SPDX-License-Identifier: GPL-3.0-or-later

// Package lockfile is the lock file of a plugin folder: which decoders are
// installed there, in which versions, and the digest that each executable must
// have.
//
// In: a folder. Out: its [File], or an error that says what is wrong with it. How
// one is read and written is that of package pins.
//
// docs/plugins.md#the-lock-file describes the format.
//
// May import: pins.
package lockfile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"convertd/pins"
)

// Name is the lock file's name in its folder.
const Name = "plugins.lock.json"

var kind = pins.Lock[File]{
	Name: Name, Mutex: ".plugins.lock",
	New:   func() *File { return &File{LockVersion: pins.Version} },
	Check: (*File).check,
}

// File is what a lock file holds, sorted by name and version, newest first.
type File struct {
	LockVersion int       `json:"lock_version"`
	Decoders    []Decoder `json:"decoders"`
}

// Decoder is one version of a decoder.
type Decoder struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	pins.Pin
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
func Read(folder string) (*File, error) { return kind.Read(folder) }

// Update changes the lock file of a folder. No other process changes it
// meanwhile. If change returns an error nothing is written.
func Update(folder string, change func(*File) error) error {
	return kind.Update(folder, func(file *File) error {
		if err := change(file); err != nil {
			return err
		}
		slices.SortFunc(file.Decoders, func(a, b Decoder) int {
			return cmp.Or(strings.Compare(a.Name, b.Name), CompareVersions(b.Version, a.Version))
		})
		return nil
	})
}

func (f *File) check() error {
	if err := pins.CheckVersion(f.LockVersion); err != nil {
		return err
	}
	for i := range f.Decoders {
		switch one := &f.Decoders[i]; {
		case !validName.MatchString(one.Name):
			return fmt.Errorf("decoders[%d]: %q is no name of a decoder", i, one.Name)
		case !ValidVersion(one.Version):
			return fmt.Errorf("decoders[%d]: %q is no version", i, one.Version)
		}
	}
	return pins.CheckEntries("decoders", f.Decoders, func(d *Decoder) (string, *pins.Pin) { return d.Key(), &d.Pin })
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
