// SPDX-License-Identifier: GPL-3.0-or-later

package maps

import (
	"archive/zip"
	"bytes"
	"crypto/sha1" //nolint:gosec // the engine names maps by SHA-1; nothing is secured with it
	"encoding/hex"
	"errors"
	"io"
	"strings"
)

// Limits of a map archive.
const (
	// MaxArchiveBytes bounds the archive itself.
	MaxArchiveBytes = 64 << 20
	// MaxEntries bounds the files in an archive.
	MaxEntries = 4096
	// MaxUnpackedBytes bounds what all files together unpack to.
	MaxUnpackedBytes = 128 << 20
)

// File is one file of a map archive, in the order of the archive.
type File struct {
	Name string
	Data []byte
}

// unpack reads every file of the archive within the limits.
func unpack(archive []byte) ([]File, error) {
	if len(archive) > MaxArchiveBytes {
		return nil, &FormatError{File: "archive", Offset: MaxArchiveBytes, Message: "the archive is too large"}
	}
	reader, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, &FormatError{File: "archive", Message: "not a ZIP", Cause: err}
	}
	if len(reader.File) > MaxEntries {
		return nil, &FormatError{File: "archive", Message: "too many files"}
	}
	var files []File
	left := int64(MaxUnpackedBytes)
	for _, entry := range reader.File {
		if strings.HasSuffix(entry.Name, "/") {
			continue
		}
		content, err := entry.Open()
		if err != nil {
			return nil, &FormatError{File: "archive", Message: "a file cannot be opened", Cause: err}
		}
		data, err := io.ReadAll(io.LimitReader(content, left+1))
		closeErr := content.Close()
		if err = errors.Join(err, closeErr); err != nil {
			return nil, &FormatError{File: "archive", Message: "a file cannot be unpacked", Cause: err}
		}
		if left -= int64(len(data)); left < 0 {
			return nil, &FormatError{File: "archive", Message: "unpacks to too much"}
		}
		files = append(files, File{Name: entry.Name, Data: data})
	}
	return files, nil
}

// pngFormat is the first map format whose UID covers the preview too.
const pngFormat = 12

// uid computes the name replays know the map by: the SHA-1 over its text and
// binary files in the order of the archive, and over the preview picture
// since format 12 (checked against the stock maps of the corpus).
func uid(files []File, format int) string {
	digest := sha1.New() //nolint:gosec // see the import
	for _, file := range files {
		switch {
		case strings.HasSuffix(file.Name, ".yaml"), strings.HasSuffix(file.Name, ".bin"), strings.HasSuffix(file.Name, ".lua"):
		case format >= pngFormat && file.Name == "map.png":
		default:
			continue
		}
		digest.Write(file.Data)
	}
	return hex.EncodeToString(digest.Sum(nil))
}

func find(files []File, name string) []byte {
	for _, file := range files {
		if file.Name == name {
			return file.Data
		}
	}
	return nil
}
