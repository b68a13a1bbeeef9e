// SPDX-License-Identifier: GPL-3.0-or-later

package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// MaxMarks is how many accents may stand on one letter. Living scripts need up
// to five; terminals draw more of them over the neighbouring lines.
const MaxMarks = 6

// Ellipsis ends a text that was cut.
const Ellipsis = "…"

// Text returns text as one line that can be read and does nothing else.
func Text(text string) string {
	clean := scan(text, marks{})
	if clean == len(text) {
		return text
	}
	var out strings.Builder
	out.Grow(len(text) + 16)
	out.WriteString(text[:clean])
	for rest := text[clean:]; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		escape(&out, r, rest[:size])
		rest = rest[size:]
		// After an escape there is no letter that an accent could stand on.
		clean = scan(rest, marks{})
		out.WriteString(rest[:clean])
		rest = rest[clean:]
	}
	return out.String()
}

// marks is what the characters before allow the next one to be.
type marks struct {
	based  bool // an accent has something to stand on
	symbol bool // the character before may be followed by a variation selector
	count  int
}

// scan returns the length of the part at the front that stays as it is.
func scan(text string, before marks) int {
	for at := 0; at < len(text); {
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[at:])
		}
		if r == utf8.RuneError && size == 1 || !before.take(r) {
			return at
		}
		at += size
	}
	return len(text)
}

// take reports whether the character may follow, and remembers it.
func (m *marks) take(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		*m = marks{based: true, symbol: r >= '0' && r <= '9' || r == '#' || r == '*'}
		return r >= ' ' && r != 0x7f
	case r == 0xfe0e || r == 0xfe0f:
		// Whether a symbol is drawn as text or as a picture.
		ok := m.symbol
		m.symbol = false
		return ok
	case !visible(r):
		return false
	case unicode.In(r, unicode.Mn, unicode.Me):
		m.count++
		return m.based && m.count <= MaxMarks
	}
	*m = marks{based: true, symbol: unicode.IsSymbol(r)}
	return true
}

// visible reports whether a character shows and does nothing else.
func visible(r rune) bool {
	if !unicode.IsGraphic(r) {
		return false // controls, formats, separators of lines, private, unassigned
	}
	return !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// escape writes one character that does not show, or one byte that is none.
func escape(out *strings.Builder, r rune, text string) {
	switch {
	case r == utf8.RuneError && len(text) == 1:
		fmt.Fprintf(out, `\x%02x`, text[0])
	case r < utf8.RuneSelf:
		quoted := strconv.Quote(text)
		out.WriteString(quoted[1 : len(quoted)-1])
	case r > 0xffff:
		fmt.Fprintf(out, `\U%08x`, r)
	default:
		fmt.Fprintf(out, `\u%04x`, r)
	}
}

// Width is how many cells of a terminal the text takes once it is printed.
func Width(text string) int {
	text = Text(text)
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return uniseg.StringWidth(text)
		}
	}
	return len(text)
}

// Clip is [Text] in at most so many cells: what is longer ends with [Ellipsis].
func Clip(text string, cells int) string {
	text = Text(text)
	if Width(text) <= cells {
		return text
	}
	kept, used, state := 0, 0, -1
	for rest := text; rest != ""; {
		var cluster string
		var width int
		cluster, rest, width, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used+width > cells-1 {
			break
		}
		kept, used = kept+len(cluster), used+width
	}
	return text[:kept] + Ellipsis
}
