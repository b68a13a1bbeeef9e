// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeUTF16 turns UTF-16LE units into text. A lone surrogate becomes U+FFFD.
func decodeUTF16(units []byte) string {
	return string(appendUTF8(make([]byte, 0, len(units)/2), units))
}

// appendUTF8 appends UTF-16LE units as UTF-8. A lone surrogate becomes U+FFFD.
func appendUTF8(text, units []byte) []byte {
	for len(units) >= 2 {
		r := rune(binary.LittleEndian.Uint16(units))
		units = units[2:]
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if len(units) >= 2 {
				low = rune(binary.LittleEndian.Uint16(units))
			}
			r = utf16.DecodeRune(r, low)
			if r != utf8.RuneError {
				units = units[2:]
			}
		}
		text = utf8.AppendRune(text, r)
	}
	return text
}

// decodeANSI turns the bytes of an options string into text: UTF-8 as newer
// builds write it, else Windows-1252, since the recorder's code page is not in
// the file (docs/formats/ea.md#code-page).
func decodeANSI(raw []byte) string {
	if utf8.Valid(raw) {
		return string(raw)
	}
	var text strings.Builder
	text.Grow(len(raw) * 2)
	for _, b := range raw {
		if b >= 0x80 && b < 0xA0 {
			text.WriteRune(windows1252[b-0x80])
			continue
		}
		text.WriteRune(rune(b))
	}
	return text.String()
}

// windows1252 is where Windows-1252 differs from Latin-1: bytes 0x80 to 0x9F.
var windows1252 = [32]rune{
	0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
	0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
	0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
	0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
}

// baseName cuts everything up to the last path separator: names travel, paths
// of the recording machine do not.
func baseName(path string) string {
	if at := strings.LastIndexAny(path, `/\:`); at >= 0 {
		return path[at+1:]
	}
	return path
}

// mapPath keeps a map path only as far as it lies inside the game's own
// folders: "maps/...", "data/maps/...", "userdata/maps/...". Anything else is
// cut to its last element.
func mapPath(path string) string {
	path = strings.ReplaceAll(path, `\`, "/")
	lower := strings.ToLower(path)
	for _, root := range []string{"maps/", "data/maps/", "userdata/maps/"} {
		if strings.HasPrefix(lower, root) && !strings.Contains(path, ":") && !strings.Contains(path, "..") {
			return path
		}
	}
	return baseName(path)
}
