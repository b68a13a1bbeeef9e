// SPDX-License-Identifier: GPL-3.0-or-later

package archive

import (
	"path"
	"strings"

	"github.com/mholt/archives"
)

// formats are told by how their files begin. What begins like none of them is
// read as what its name says: a zip or rar may follow a program that unpacks
// it, and a tar of before 1988 has no mark.
var formats = []struct {
	extension string
	offset    int
	mark      string
	format    any // archives.Extractor or archives.Decompressor
}{
	{".zip", 0, "PK\x03\x04", archives.Zip{}},
	{".zip", 0, "PK\x05\x06", archives.Zip{}}, // of no entries
	{".7z", 0, "7z\xbc\xaf\x27\x1c", archives.SevenZip{}},
	{".rar", 0, "Rar!\x1a\x07", archives.Rar{}},
	{".tar", 257, "ustar", archives.Tar{}},
	{".gz", 0, "\x1f\x8b", archives.Gz{}},
	{".bz2", 0, "BZh", archives.Bz2{}},
	{".xz", 0, "\xfd7zXZ\x00", archives.Xz{}},
	{".zst", 0, "\x28\xb5\x2f\xfd", archives.Zstd{}},
	{".lz4", 0, "\x04\x22\x4d\x18", archives.Lz4{}},
}

// shortExtensions stand for a compressed tar.
var shortExtensions = map[string]string{
	".tgz": ".tar.gz", ".tbz": ".tar.bz2", ".tbz2": ".tar.bz2", ".txz": ".tar.xz", ".tzst": ".tar.zst",
}

// markBytes is how much of a file's beginning is looked at.
const markBytes = 262

// longName is the name with its short extension written out.
func longName(base string) string {
	short := path.Ext(base)
	if long, ok := shortExtensions[strings.ToLower(short)]; ok {
		return strings.TrimSuffix(base, short) + long
	}
	return base
}

// IsArchive reports whether a file of that name is opened as an archive. What
// carries another extension is taken as it is, even if its content is a zip:
// some replays are.
func IsArchive(name string) bool { return formatOfName(longName(name)) != nil }

func formatOfName(name string) any {
	extension := strings.ToLower(path.Ext(name))
	for _, format := range formats {
		if format.extension == extension {
			return format.format
		}
	}
	return nil
}

// formatOf is the format of a file that begins with start and has that long
// name, nil if it has none.
func formatOf(name string, start []byte) any {
	for _, format := range formats {
		if len(start) >= format.offset && strings.HasPrefix(string(start[format.offset:]), format.mark) {
			return format.format
		}
	}
	return formatOfName(name)
}
