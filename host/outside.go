// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"convertd/host/lockfile"
)

// Outside is where decoders that are not bundled come from, and what of them is
// trusted. It can change while a host runs: see [Host.Reload].
type Outside struct {
	// Folders are searched for executables named convertd-decoder-NAME or
	// convertd-decoder-NAME@VERSION, and for their lock files.
	Folders []string
	// Pins maps the NAME or NAME@VERSION of an outside decoder to the SHA-256 of
	// its executable in hexadecimal, beside those of the lock files. One without
	// a pin is listed, not started.
	Pins map[string]string
	// ReadTrees maps the NAME of an outside decoder to further files and
	// folders it may read: an interpreter's libraries, for example.
	ReadTrees map[string][]string
	// Settings are what the configuration says to decoders, by NAME. They are
	// checked against the schema that the decoder declares.
	Settings map[string]map[string]any
	// Signatures says whether executables must be signed, TrustedKeys by whom:
	// public keys of minisign.
	Signatures  Signatures
	TrustedKeys []string
}

// Why an outside decoder is not used.
var (
	errNoPin    = errors.New("has no pin: check the file, then run `convertd plugins pin` or set plugins.pins")
	errTwoPins  = errors.New("has one SHA-256 in plugins.pins and another in the lock file: make them agree")
	errDisabled = errors.New("is disabled: `convertd plugins enable` brings it back")
	errMissing  = errors.New("is in the lock file, but its file is not there: install it again or remove it")
)

// findOutside lists the outside decoders of a folder: what lies there, and what
// the lock file says of it.
func (o *Outside) findOutside(folder string) ([]*entry, error) {
	files, err := findExecutables(folder)
	if err != nil {
		return nil, err
	}
	if info, err := os.Lstat(filepath.Join(folder, lockfile.Name)); err == nil {
		if err := checkTrusted(info); err != nil {
			return nil, fmt.Errorf("lock file of %s %w", folder, err)
		}
	}
	lock, err := lockfile.Read(folder)
	if err != nil {
		return nil, err
	}
	var list []*entry
	for _, file := range files {
		list = append(list, o.newEntry(folder, file, lock.ByFile(file)))
	}
	for i := range lock.Decoders {
		one := &lock.Decoders[i]
		if !slices.Contains(files, one.File) {
			list = append(list, &entry{name: one.Name, version: one.Version, path: filepath.Join(folder, one.File), refused: errMissing, disabled: one.Disabled})
		}
	}
	return list, nil
}

func (o *Outside) newEntry(folder, file string, locked *lockfile.Decoder) *entry {
	name, version, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(file, ".exe"), filePrefix), "@")
	one := &entry{path: filepath.Join(folder, file), outside: o}
	var pinned []byte
	if locked != nil {
		name, version, one.disabled = locked.Name, locked.Version, locked.Disabled
		pinned, one.refused = parsePin(locked.Digest)
	}
	one.name, one.version = name, version
	one.readTrees, one.settings = o.ReadTrees[name], o.Settings[name]
	for _, key := range []string{name + "@" + version, name} {
		pin, ok := o.Pins[key]
		if !ok || key == name && version != "" {
			continue // a pin without a version is of the file without one
		}
		configured, err := parsePin(pin)
		switch {
		case err != nil:
			one.refused = err
		case pinned != nil && !bytes.Equal(pinned, configured):
			one.refused = errTwoPins
		default:
			pinned = configured
		}
	}
	one.pin = pinned
	switch err := checkExecutable(one.path); {
	case err != nil:
		one.refused = err
	case one.disabled:
		one.refused = errDisabled
	case one.refused == nil && one.pin == nil:
		one.refused = errNoPin
	}
	return one
}

// Inspect reads an executable as the host does before it starts it, and returns
// its SHA-256 and the id of the trusted key that signed it, "" if it is unsigned.
func (o *Outside) Inspect(path string) (digest, signedBy string, err error) {
	if err := checkExecutable(path); err != nil {
		return "", "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", "", err
	}
	defer file.Close() //nolint:errcheck // read-only
	sum, signedBy, err := o.readThrough(path, file)
	return hex.EncodeToString(sum), signedBy, err
}

// CheckFolder says why a folder cannot hold decoders, nil if it can.
func CheckFolder(folder string) error {
	info, err := os.Lstat(folder)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink == 0 && !info.IsDir() {
		return fmt.Errorf("plugin folder %s is not a folder", folder)
	}
	if err := checkTrusted(info); err != nil {
		return fmt.Errorf("plugin folder %s %w", folder, err)
	}
	return nil
}
