// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// filePrefix begins the file name of every outside decoder.
const filePrefix = "convertd-decoder-"

// Why an executable is not trusted.
var (
	errNoPin       = errors.New("no SHA-256 pin is configured for it; check the file, then pin it")
	errSymlink     = errors.New("is a symbolic link; install the file itself")
	errNotRegular  = errors.New("is not a regular file")
	errNotRunnable = errors.New("is not executable")
	errWritable    = errors.New("can be written by group or others; chmod go-w")
	errPinMismatch = errors.New("does not have the pinned SHA-256")
)

// parsePin reads a SHA-256 in hexadecimal.
func parsePin(pin string) ([]byte, error) {
	sum, err := hex.DecodeString(strings.TrimSpace(pin))
	if err != nil || len(sum) != sha256.Size {
		return nil, fmt.Errorf("%q is not a SHA-256 in hexadecimal", pin)
	}
	return sum, nil
}

// findExecutables lists the outside decoders of a folder by name. A folder that
// others can write to is refused as a whole.
func findExecutables(folder string) (map[string]string, error) {
	info, err := os.Lstat(folder)
	if err != nil {
		return nil, err
	}
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		return nil, fmt.Errorf("plugin folder %s %w", folder, errSymlink)
	case !info.IsDir():
		return nil, fmt.Errorf("plugin folder %s is not a folder", folder)
	case info.Mode().Perm()&writableByOthers != 0:
		return nil, fmt.Errorf("plugin folder %s %w", folder, errWritable)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	found := make(map[string]string)
	for _, entry := range entries {
		base := strings.TrimSuffix(entry.Name(), ".exe")
		if name, ok := strings.CutPrefix(base, filePrefix); ok && name != "" && !entry.IsDir() {
			found[name] = filepath.Join(folder, entry.Name())
		}
	}
	return found, nil
}

// checkExecutable refuses files that somebody else could have put there.
func checkExecutable(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		return errSymlink
	case !info.Mode().IsRegular():
		return errNotRegular
	case info.Mode().Perm()&0o111 == 0:
		return errNotRunnable
	case info.Mode().Perm()&writableByOthers != 0:
		return errWritable
	}
	return nil
}

// writableByOthers are the permission bits that let others replace a program.
const writableByOthers = 0o022

// openVerified opens an outside decoder, checks the open file and its pin. What
// is executed is this open file, so nothing can be put in between.
func openVerified(path string, pin []byte) (*os.File, error) {
	if pin == nil {
		return nil, errNoPin
	}
	if err := checkExecutable(path); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	if err == nil && subtle.ConstantTimeCompare(sum.Sum(nil), pin) != 1 {
		err = errPinMismatch
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}
