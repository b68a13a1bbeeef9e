// SPDX-License-Identifier: GPL-3.0-or-later

package strictjson

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"
)

// Null takes a null and reports whether there was one: the way to read what
// may be absent.
func (r *Reader) Null() bool {
	if r.value() != 'n' {
		return false
	}
	r.word("null")
	return r.err == nil
}

// Bool reads true or false.
func (r *Reader) Bool() bool {
	switch r.value() {
	case 't':
		r.word("true")
		return r.err == nil
	case 'f':
		r.word("false")
	default:
		r.wrongType("a boolean")
	}
	return false
}

// Uint32 reads a whole number from 0 to 4294967295. A fraction is refused,
// even .0.
func (r *Reader) Uint32() uint32 { return uint32(r.unsigned(math.MaxUint32, "u32")) }

// Uint16 reads a whole number from 0 to 65535.
func (r *Reader) Uint16() uint16 { return uint16(r.unsigned(math.MaxUint16, "u16")) }

// Uint8 reads a whole number from 0 to 255.
func (r *Reader) Uint8() uint8 { return uint8(r.unsigned(math.MaxUint8, "u8")) }

// Uint64 reads a whole number from 0 to 18446744073709551615.
func (r *Reader) Uint64() uint64 { return r.unsigned(math.MaxUint64, "u64") }

func (r *Reader) unsigned(limit uint64, expected string) uint64 {
	if !r.atNumber(expected) {
		return 0
	}
	n := r.number()
	if r.err != nil {
		return 0
	}
	if n.kind != numberUnsigned || n.whole > limit {
		r.wrongNumber(n, expected, true)
		return 0
	}
	return n.whole
}

// Float32 reads a number as the nearest float32. What is too large for a
// float32 is infinite, what is too large for a float64 is an error.
func (r *Reader) Float32() float32 {
	if !r.atNumber("f32") {
		return 0
	}
	switch n := r.number(); n.kind {
	case numberUnsigned:
		return float32(n.whole)
	case numberSigned:
		return float32(int64(n.whole)) // two's complement
	default:
		return float32(n.fraction)
	}
}

// Float64 reads a number as the nearest float64.
func (r *Reader) Float64() float64 {
	if !r.atNumber("f64") {
		return 0
	}
	switch n := r.number(); n.kind {
	case numberUnsigned:
		return float64(n.whole)
	case numberSigned:
		return float64(int64(n.whole))
	default:
		return n.fraction
	}
}

// String reads a text.
func (r *Reader) String() string { return string(r.Text()) }

// Text reads a text. The bytes are valid until the next call.
func (r *Reader) Text() []byte {
	if r.value() != '"' {
		r.wrongType("a string")
		return nil
	}
	return r.rawText()
}

func (r *Reader) atNumber(expected string) bool {
	b := r.value()
	if r.err != nil {
		return false
	}
	if b != '-' && (b < '0' || b > '9') {
		r.wrongType(expected)
		return false
	}
	return true
}

type numberKind uint8

const (
	numberUnsigned numberKind = iota // whole
	numberSigned                     // int64(whole), below zero
	numberFloat                      // fraction
)

type number struct {
	kind     numberKind
	whole    uint64
	fraction float64
}

// number reads a number; the reader stands at its first byte.
func (r *Reader) number() number {
	start := r.at
	negative := r.data[r.at] == '-'
	if negative {
		r.at++
	}
	r.digits(true)
	whole := true
	if r.at < len(r.data) && r.data[r.at] == '.' {
		whole = false
		r.at++
		r.digits(false)
	}
	if r.err == nil && r.at < len(r.data) && r.data[r.at]|0x20 == 'e' {
		whole = false
		r.at++
		if r.at < len(r.data) && (r.data[r.at] == '+' || r.data[r.at] == '-') {
			r.at++
		}
		r.digits(false)
	}
	if r.err != nil {
		return number{}
	}
	text := r.data[start:r.at]
	if whole {
		if n, ok := wholeNumber(text, negative); ok {
			return n
		}
	}
	fraction, err := strconv.ParseFloat(string(text), 64)
	if err != nil { // the syntax is sound, so it can only be the range
		r.FailHere("number out of range")
	}
	return number{kind: numberFloat, fraction: fraction}
}

// digits reads at least one digit; leading says that a 0 stands alone.
func (r *Reader) digits(leading bool) {
	if r.err != nil {
		return
	}
	start := r.at
	for r.at < len(r.data) && r.data[r.at]-'0' <= 9 {
		r.at++
	}
	switch {
	case r.at == start && r.at == len(r.data):
		r.ended("a value")
	case r.at == start:
		r.syntax("invalid number")
	case leading && r.data[start] == '0' && r.at > start+1:
		r.at = start + 1
		r.syntax("invalid number")
	}
}

// wholeNumber returns text as a whole number if it fits 64 bits; -0 is a
// float.
func wholeNumber(text []byte, negative bool) (number, bool) {
	if negative {
		text = text[1:]
	}
	if len(text) > 20 {
		return number{}, false
	}
	value := uint64(0)
	for _, digit := range text {
		d := uint64(digit - '0')
		if value > (math.MaxUint64-d)/10 {
			return number{}, false
		}
		value = value*10 + d
	}
	if !negative {
		return number{kind: numberUnsigned, whole: value}, true
	}
	if value == 0 || value > 1<<63 {
		return number{}, false
	}
	return number{kind: numberSigned, whole: -value}, true
}

// word takes a literal; the reader stands at its first byte.
func (r *Reader) word(want string) {
	for i := range len(want) {
		if r.at == len(r.data) {
			r.ended("a value")
			return
		}
		if r.data[r.at] != want[i] {
			r.syntax("expected ident")
			return
		}
		r.at++
	}
}

// rawText reads a text; the reader stands at its quote. The bytes are valid
// until the next call.
func (r *Reader) rawText() []byte {
	r.at++
	start := r.at
	for r.at < len(r.data) {
		switch b := r.data[r.at]; {
		case b == '"':
			text := r.data[start:r.at]
			r.at++
			return r.checked(text)
		case b == '\\':
			return r.escapedText(start)
		case b < 0x20:
			r.at++
			r.FailHere("control character (\\u0000-\\u001F) found while parsing a string")
			return nil
		default:
			r.at++
		}
	}
	r.textEnded()
	return nil
}

func (r *Reader) textEnded() {
	if r.err == nil {
		r.FailHere("EOF while parsing a string")
		r.err.Truncated = true
	}
}

func (r *Reader) checked(text []byte) []byte {
	if !utf8.Valid(text) {
		r.FailHere("invalid unicode code point")
		return nil
	}
	return text
}

// escapedText reads on from the first backslash of a text.
func (r *Reader) escapedText(start int) []byte {
	text := append(r.scratch[:0], r.data[start:r.at]...)
	for r.at < len(r.data) && r.err == nil {
		b := r.data[r.at]
		r.at++
		switch {
		case b == '"':
			r.scratch = text
			return r.checked(text)
		case b == '\\':
			text = r.escape(text)
		case b < 0x20:
			r.FailHere("control character (\\u0000-\\u001F) found while parsing a string")
		default:
			text = append(text, b)
		}
	}
	r.scratch = text
	r.textEnded()
	return nil
}

// escape reads what follows a backslash.
func (r *Reader) escape(text []byte) []byte {
	if r.at == len(r.data) {
		r.textEnded()
		return text
	}
	b := r.data[r.at]
	r.at++
	if b == 'u' {
		return r.unicodeEscape(text)
	}
	if i := bytes.IndexByte([]byte(`"\/bfnrt`), b); i >= 0 {
		return append(text, "\"\\/\b\f\n\r\t"[i])
	}
	r.FailHere("invalid escape")
	return text
}

// unicodeEscape reads four hex digits, and another escape behind a leading
// surrogate.
func (r *Reader) unicodeEscape(text []byte) []byte {
	lead := r.hexDigits()
	if r.err != nil {
		return text
	}
	if lead&0xFC00 == 0xDC00 {
		r.FailHere("lone leading surrogate in hex escape")
		return text
	}
	if lead&0xFC00 != 0xD800 {
		return utf8.AppendRune(text, rune(lead))
	}
	if !bytes.HasPrefix(r.data[r.at:], []byte(`\u`)) {
		if rest := r.data[r.at:]; len(rest) == 0 || string(rest) == `\` {
			r.at = len(r.data)
			r.textEnded()
			return text
		}
		r.at++
		r.FailHere("unexpected end of hex escape")
		return text
	}
	r.at += 2
	trail := r.hexDigits()
	if r.err == nil && trail&0xFC00 != 0xDC00 {
		r.FailHere("lone leading surrogate in hex escape")
	}
	if r.err != nil {
		return text
	}
	return utf8.AppendRune(text, rune(0x10000+(lead&0x3FF)<<10+trail&0x3FF))
}

func (r *Reader) hexDigits() uint32 {
	if len(r.data)-r.at < 4 {
		r.at = len(r.data)
		r.textEnded()
		return 0
	}
	value, err := strconv.ParseUint(string(r.data[r.at:r.at+4]), 16, 16)
	r.at += 4
	if err != nil {
		r.FailHere("invalid escape")
	}
	return uint32(value)
}
