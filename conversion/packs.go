// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"convertd/core/rules/pack"
	"convertd/files"
)

// maxPackFiles bounds the packs of one folder.
const maxPackFiles = 1000

// FoundPack is a rule pack in a folder, or why a file is none that is used.
type FoundPack struct {
	File   string     // bare name
	SHA256 string     // of the file, hex; "" if it could not be read
	Pack   *pack.Pack // nil if it cannot be read
	Err    error      // why it is not used, nil if it is
}

// Why a pack is not used.
var (
	errPackNotPinned = errors.New("it is in neither lock file nor rules.pins: check the file, then pin it")
	errPackChanged   = errors.New("it is not what the lock file pins: check the file, then install it anew")
	errPackMissing   = errors.New("the lock file names it and it is not there: install it anew, or remove it")
	errPackWritable  = errors.New("it can be written by group or others: chmod go-w")
	errPackSymlink   = errors.New("it is a symbolic link: put the file itself there")
)

// FindPacks reads the rule packs of folders. Those that are pinned, and that nobody else
// could have put there, are in the set; found lists all of them with what is wrong with
// the others. The error is for folders that cannot be read or that others can write to.
func FindPacks(folders, pins []string) (set *pack.Set, found []FoundPack, err error) {
	names := make(map[string]bool)
	var packs []*pack.Pack
	for _, folder := range folders {
		paths, err := packFiles(folder)
		if err != nil {
			return nil, nil, fmt.Errorf("rules.folders: %w", err)
		}
		lock, err := packLock.Read(folder)
		if err != nil {
			return nil, nil, fmt.Errorf("rules.folders: %w", err)
		}
		locked := lock.digests()
		for _, path := range paths {
			one := trustedPack(path)
			switch {
			case one.Err != nil:
			case pinned(one.SHA256, pins) || strings.EqualFold(locked[one.File], one.SHA256):
				one.Err = taken(names, one.Pack)
			case locked[one.File] != "":
				one.Err = errPackChanged
			default:
				one.Err = errPackNotPinned
			}
			if one.Err == nil {
				names[one.Pack.Name] = true
				packs = append(packs, one.Pack)
			}
			delete(locked, one.File)
			found = append(found, one)
		}
		for _, missing := range slices.Sorted(maps.Keys(locked)) {
			found = append(found, FoundPack{File: missing, SHA256: locked[missing], Err: errPackMissing})
		}
	}
	set, err = pack.NewSet(packs...)
	return set, found, err
}

// taken says that a pack of that name is used already.
func taken(names map[string]bool, p *pack.Pack) error {
	if names[p.Name] {
		return fmt.Errorf("another pack is called %q: packs that are used have different names", p.Name)
	}
	return nil
}

func pinned(digest string, pins []string) bool {
	return slices.ContainsFunc(pins, func(pin string) bool { return strings.EqualFold(pin, digest) })
}

// CheckPackFolder refuses a folder that somebody else could put packs into.
func CheckPackFolder(folder string) error {
	info, err := os.Lstat(folder)
	switch {
	case err != nil:
		return fmt.Errorf("%s cannot be read: %w", folder, err)
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a symbolic link: name the folder itself", folder)
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder", folder)
	case files.OthersCanWrite(info):
		return fmt.Errorf("%s can be written by group or others: chmod go-w", folder)
	}
	return nil
}

// packFiles lists the files of a folder that are called like packs, by name.
func packFiles(folder string) ([]string, error) {
	if err := CheckPackFolder(folder); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", folder, err)
	}
	var paths []string
	for _, entry := range entries {
		if strings.EqualFold(filepath.Ext(entry.Name()), ".json") && !entry.IsDir() && entry.Name() != PackLockName {
			paths = append(paths, filepath.Join(folder, entry.Name()))
		}
	}
	if len(paths) > maxPackFiles {
		return nil, fmt.Errorf("%s has %d rule packs, the limit is %d", folder, len(paths), maxPackFiles)
	}
	return paths, nil
}

// trustedPack reads a pack that nobody else could have put there.
func trustedPack(path string) FoundPack {
	info, err := os.Lstat(path)
	found := FoundPack{File: filepath.Base(path)}
	switch {
	case err != nil:
		found.Err = err
	case info.Mode()&fs.ModeSymlink != 0:
		found.Err = errPackSymlink
	case info.Mode().IsRegular() && files.OthersCanWrite(info):
		found.Err = errPackWritable
	default:
		return ReadPack(path)
	}
	return found
}

// ReadPack reads one rule pack, whoever put it there: to be looked at, or tried.
func ReadPack(path string) FoundPack {
	found := FoundPack{File: filepath.Base(path)}
	file, err := files.Open(path)
	if err != nil {
		found.Err = err
		return found
	}
	defer file.Close() //nolint:errcheck // read only
	data, err := io.ReadAll(io.LimitReader(file, pack.MaxBytes+1))
	if err != nil {
		found.Err = err
		return found
	}
	found.SHA256 = SourceSHA256(data)
	found.Pack, found.Err = pack.Read(data)
	return found
}

// PackDigest is the SHA-256 of a pack's file, hex.
func PackDigest(p *pack.Pack) string {
	digest := p.Digest()
	return hex.EncodeToString(digest[:])
}
