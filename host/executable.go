// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"convertd/files"
)

// filePrefix begins the file name of every outside decoder.
const filePrefix = "convertd-decoder-"

// Why an executable is not trusted.
var (
	errSymlink     = errors.New("is a symbolic link; install the file itself")
	errNotRegular  = errors.New("is not a regular file")
	errNotRunnable = errors.New("is not executable")
	errWritable    = errors.New("can be written by group or others; chmod go-w")
	errOwner       = errors.New("belongs to somebody else; only what is root's or the daemon's own is trusted")
	errPinMismatch = errors.New("does not have the pinned SHA-256: it is not the file that was installed")
)

// parsePin reads a SHA-256 in hexadecimal.
func parsePin(pin string) ([]byte, error) {
	sum, err := hex.DecodeString(strings.TrimSpace(pin))
	if err != nil || len(sum) != sha256.Size {
		return nil, fmt.Errorf("%q is not a SHA-256 in hexadecimal", pin)
	}
	return sum, nil
}

// findExecutables lists the files of a folder that are named as decoders. A
// folder that others can write to is refused as a whole.
func findExecutables(folder string) ([]string, error) {
	if err := CheckFolder(folder); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, entry := range entries {
		name, ok := strings.CutPrefix(entry.Name(), filePrefix)
		if ok && name != "" && !entry.IsDir() && !strings.HasSuffix(name, SignatureSuffix) {
			found = append(found, entry.Name())
		}
	}
	return found, nil
}

// checkTrusted refuses what somebody else could change.
func checkTrusted(info fs.FileInfo) error {
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		return errSymlink
	case files.OthersCanWrite(info):
		return errWritable
	case !ownedByTrusted(info):
		return errOwner
	}
	return nil
}

// checkExecutable refuses files that somebody else could have put there.
func checkExecutable(path string) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return err
	case info.Mode()&os.ModeSymlink == 0 && !info.Mode().IsRegular():
		return errNotRegular
	case info.Mode()&os.ModeSymlink == 0 && info.Mode().Perm()&0o111 == 0:
		return errNotRunnable
	}
	return checkTrusted(info)
}

// openVerified opens an outside decoder, checks the open file, its pin and its
// signature. What is executed is this open file, so nothing can be put in
// between.
func (e *entry) openVerified() (*os.File, error) {
	if err := checkExecutable(e.path); err != nil {
		return nil, err
	}
	file, err := os.Open(e.path)
	if err != nil {
		return nil, err
	}
	sum, _, err := e.outside.readThrough(e.path, file)
	if err == nil && subtle.ConstantTimeCompare(sum, e.pin) != 1 {
		err = errPinMismatch
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// readThrough reads an executable once, for its digest and its signature.
func (o *Outside) readThrough(path string, file *os.File) (digest []byte, signedBy string, err error) {
	sum := sha256.New()
	content := io.TeeReader(file, sum)
	check, err := o.newSigner(path, content)
	if err != nil {
		return nil, "", err
	}
	if check != nil {
		content = check.reader
	}
	if _, err := io.Copy(io.Discard, content); err != nil {
		return nil, "", err
	}
	if check != nil {
		if signedBy, err = check.signedBy(); err != nil {
			return nil, "", err
		}
	}
	return sum.Sum(nil), signedBy, nil
}
