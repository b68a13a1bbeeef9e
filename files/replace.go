// SPDX-License-Identifier: GPL-3.0-or-later

package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Replace writes a small file that everybody may read, in place of the one that is
// there: whoever reads sees the old one or the new one.
func Replace(path string, content []byte) error {
	beside, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	_, err = beside.Write(content)
	if err = errors.Join(err, beside.Chmod(0o644), beside.Close()); err == nil {
		err = Place(beside.Name(), path, true)
	}
	if err != nil {
		return errors.Join(err, os.Remove(beside.Name()))
	}
	return nil
}

// writableByOthers are the permission bits that let others change a file, or what
// lies in a folder.
const writableByOthers = 0o022

// OthersCanWrite reports whether a file or a folder lets others than its owner write.
// Windows does not say it in modes.
func OthersCanWrite(info fs.FileInfo) bool {
	return runtime.GOOS != "windows" && info.Mode().Perm()&writableByOthers != 0
}
