// SPDX-License-Identifier: GPL-3.0-or-later

package printable

import (
	"fmt"
	"io"
	"unicode/utf8"
)

// Writer passes text on and takes the effect from every character that has one,
// newlines and tabs excepted. They are written as JSON escapes them (\u001b), so
// that JSON stays the same value; bytes that are no UTF-8 become \xff. It is the net below Text: it cannot
// know which newline is foreign.
type Writer struct {
	output io.Writer
	buffer []byte
	// held is the begin of a character whose end was not written yet.
	held   []byte
	before marks
}

// NewWriter returns a Writer to output. Flush it when everything is written.
func NewWriter(output io.Writer) *Writer { return &Writer{output: output} }

// Write implements [io.Writer].
func (w *Writer) Write(text []byte) (int, error) {
	data := text
	if len(w.held) > 0 {
		data = append(w.held, text...)
		w.held = nil
	}
	if whole := len(data) - openEnd(data); whole < len(data) {
		w.held = append([]byte(nil), data[whole:]...)
		data = data[:whole]
	}
	if err := w.pass(data); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Flush writes what may have been the begin of a character.
func (w *Writer) Flush() error {
	held := w.held
	w.held = nil
	return w.pass(held)
}

func (w *Writer) pass(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	w.buffer = appendHarmless(w.buffer[:0], data, &w.before)
	_, err := w.output.Write(w.buffer)
	return err
}

// openEnd is how many bytes at the end begin a character that is not whole.
func openEnd(data []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(data); n++ {
		tail := data[len(data)-n:]
		if utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// JSON returns a JSON text with the same value in which every character shows:
// encoding/json leaves DEL, C1 and bidirectional characters as they are.
func JSON(text []byte) []byte { return appendHarmless(nil, text, &marks{}) }

func appendHarmless(dst, text []byte, before *marks) []byte {
	for len(text) > 0 {
		r, size := rune(text[0]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text)
		}
		switch {
		case r == '\n' || r == '\t':
			*before = marks{}
			dst = append(dst, text[0])
		case r == utf8.RuneError && size == 1:
			*before = marks{}
			dst = fmt.Appendf(dst, `\x%02x`, text[0])
		case before.take(r):
			dst = append(dst, text[:size]...)
		default:
			*before = marks{}
			dst = appendJSONEscape(dst, r)
		}
		text = text[size:]
	}
	return dst
}

func appendJSONEscape(dst []byte, r rune) []byte {
	if r <= 0xffff {
		return fmt.Appendf(dst, `\u%04x`, r)
	}
	r -= 0x10000
	return fmt.Appendf(dst, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
}
