// SPDX-License-Identifier: GPL-3.0-or-later

package strictjson

import (
	"fmt"
	"strconv"
	"strings"
)

// Skip reads a value of any type and drops it. Nesting costs one byte of
// memory each, and no stack.
func (r *Reader) Skip() {
	r.stack = r.stack[:0]
	for {
		switch b := r.value(); {
		case r.err != nil:
			return
		case b == '{' || b == '[':
			r.at++
			r.stack = append(r.stack, b)
			if r.skipToNext(true) {
				continue
			}
		default:
			r.skipScalar(b)
			if r.skipToNext(false) {
				continue
			}
		}
		return
	}
}

// skipToNext moves to the next value inside the open brackets, closing those
// that end. It returns false when none is open or something is wrong.
func (r *Reader) skipToNext(first bool) bool {
	for r.err == nil && len(r.stack) > 0 {
		open := r.stack[len(r.stack)-1]
		if open == '{' {
			if r.nextKey(first) {
				r.rawText()
				if r.err == nil {
					r.colon()
				}
				return r.err == nil
			}
		} else if r.nextElement(first) {
			return true
		}
		if r.err != nil {
			return false
		}
		r.at++ // the closing bracket
		r.stack = r.stack[:len(r.stack)-1]
		first = false
	}
	return false
}

func (r *Reader) skipScalar(b byte) {
	switch {
	case b == '"':
		r.rawText()
	case b == 't':
		r.word("true")
	case b == 'f':
		r.word("false")
	case b == 'n':
		r.word("null")
	case b == '-' || b-'0' <= 9:
		r.number()
	default:
		r.syntax("expected value")
	}
}

// wrongType notes that another type stands where expected should: it reads
// the value as far as the real parser does, to name it.
func (r *Reader) wrongType(expected string) {
	if r.err != nil {
		return
	}
	switch b := r.data[r.at]; {
	case b == '"':
		text := r.rawText()
		r.FailHere("invalid type: string %s, expected %s", quoted(string(text)), expected)
	case b == 't':
		r.word("true")
		r.FailHere("invalid type: boolean `true`, expected %s", expected)
	case b == 'f':
		r.word("false")
		r.FailHere("invalid type: boolean `false`, expected %s", expected)
	case b == 'n':
		r.word("null")
		r.FailHere("invalid type: null, expected %s", expected)
	case b == '[':
		r.FailHere("invalid type: sequence, expected %s", expected)
	case b == '{':
		r.FailHere("invalid type: map, expected %s", expected)
	case b == '-' || b-'0' <= 9:
		if n := r.number(); r.err == nil {
			r.wrongNumber(n, expected, false)
		}
	default:
		r.syntax("expected value")
	}
}

// wrongNumber notes a number that expected does not hold; inRange says that
// whole numbers are its type and only the value is wrong.
func (r *Reader) wrongNumber(n number, expected string, inRange bool) {
	trouble := "type"
	if inRange && n.kind != numberFloat {
		trouble = "value"
	}
	switch n.kind {
	case numberUnsigned:
		r.FailHere("invalid %s: integer `%d`, expected %s", trouble, n.whole, expected)
	case numberSigned:
		r.FailHere("invalid %s: integer `%d`, expected %s", trouble, int64(n.whole), expected)
	case numberFloat:
		text := strconv.FormatFloat(n.fraction, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		r.FailHere("invalid %s: floating point `%s`, expected %s", trouble, text, expected)
	}
}

// maxQuoted bounds how much of a text an error repeats.
const maxQuoted = 64

func quoted(text string) string {
	if len(text) > maxQuoted {
		return fmt.Sprintf("of %d bytes", len(text))
	}
	return strconv.Quote(text)
}

// Raw reads a value of any type and returns its text, which is part of the
// text that is read.
func (r *Reader) Raw() []byte {
	start := r.ValueOffset()
	r.Skip()
	if r.err != nil {
		return nil
	}
	return r.data[start:r.at:r.at]
}
