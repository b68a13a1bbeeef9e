// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

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

	"convertd/files"
)

// PackLockName is the lock file of a folder of rule packs: what is installed there, and
// the digest that each file must have (docs/rule-packs.md#the-lock-file).
const PackLockName = "rules.lock.json"

const (
	packLockVersion  = 1
	maxPackLockBytes = 1 << 20
)

// PackLock is what a lock file holds, sorted by name.
type PackLock struct {
	LockVersion int          `json:"lock_version"`
	Packs       []LockedPack `json:"packs"`
}

// LockedPack is one pack that may be used.
type LockedPack struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	File   string `json:"file"`             // bare name
	Source string `json:"source,omitempty"` // where it came from, for people
}

// ReadPackLock reads the lock file of a folder; one that is not there is empty.
func ReadPackLock(folder string) (*PackLock, error) {
	path := filepath.Join(folder, PackLockName)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &PackLock{LockVersion: packLockVersion, Packs: []LockedPack{}}, nil
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, fmt.Errorf("%s: it is a symbolic link: put the file itself there", path)
	case info.Mode().IsRegular() && othersCanWrite(info):
		return nil, fmt.Errorf("%s: %w", path, errPackWritable)
	}
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // read only
	content, err := io.ReadAll(io.LimitReader(file, maxPackLockBytes+1))
	if err != nil {
		return nil, err
	}
	lock, err := parsePackLock(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: mend it, or install the packs anew", path, err)
	}
	return lock, nil
}

func parsePackLock(content []byte) (*PackLock, error) {
	if len(content) > maxPackLockBytes {
		return nil, fmt.Errorf("it has more than %d bytes", maxPackLockBytes)
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	lock := &PackLock{}
	if err := decoder.Decode(lock); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the object")
	}
	if lock.LockVersion != packLockVersion {
		return nil, fmt.Errorf("lock_version is %d, this program reads %d", lock.LockVersion, packLockVersion)
	}
	seen := make(map[string]bool)
	for i, one := range lock.Packs {
		digest, err := hex.DecodeString(one.SHA256)
		switch {
		case err != nil || len(digest) != 32:
			return nil, fmt.Errorf("packs[%d]: %q is no SHA-256 in hex", i, one.SHA256)
		case one.File == "" || filepath.Base(one.File) != one.File:
			return nil, fmt.Errorf("packs[%d]: %q is no bare file name", i, one.File)
		case one.Name == "" || seen[one.Name] || seen["/"+one.File]:
			return nil, fmt.Errorf("packs[%d]: %q or its file stands there twice, or has no name", i, one.Name)
		}
		seen[one.Name], seen["/"+one.File] = true, true
	}
	return lock, nil
}

// pins are the digests that the lock file pins, by file name.
func (l *PackLock) pins() map[string]string {
	pins := make(map[string]string, len(l.Packs))
	for _, one := range l.Packs {
		pins[one.File] = one.SHA256
	}
	return pins
}
