// SPDX-License-Identifier: GPL-3.0-or-later

package strictjson

import (
	"bytes"
	"fmt"
)

// MaxDepth is how deeply objects and lists that are read may be nested.
// Skipped values have no such bound and need none.
const MaxDepth = 127

// Error is what is wrong with the text, and where.
type Error struct {
	Message string
	Line    int // from 1; 0 while the place is not fixed
	Column  int // bytes since the start of the line
	Offset  int // bytes since the start of the text
	// Truncated says that the text ended where more had to come.
	Truncated bool
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("%s at line %d column %d", e.Message, e.Line, e.Column)
}

// Reader reads one JSON text, front to back. The first error is final: later
// calls return zero values and Err returns that error.
type Reader struct {
	data    []byte
	at      int
	depth   int
	err     *Error
	skipped int
	scratch []byte
	stack   []byte
}

// NewReader returns a reader of data.
func NewReader(data []byte) *Reader { return &Reader{data: data} }

// Reset makes r read data, keeping its memory.
func (r *Reader) Reset(data []byte) {
	*r = Reader{data: data, scratch: r.scratch, stack: r.stack}
}

// Err returns the first error, or nil. It is a *Error.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Failed reports whether there was an error.
func (r *Reader) Failed() bool { return r.err != nil }

// Offset returns how many bytes were read.
func (r *Reader) Offset() int { return r.at }

// Skipped returns how many unknown fields were skipped.
func (r *Reader) Skipped() int { return r.skipped }

// ValueOffset skips white space and returns where the next value begins.
func (r *Reader) ValueOffset() int {
	r.next()
	return r.at
}

// Fail notes an error whose place is fixed when the object it is in ends, as
// the real parser does for everything it finds out about values it has read.
func (r *Reader) Fail(format string, arguments ...any) {
	if r.err == nil {
		r.err = &Error{Message: fmt.Sprintf(format, arguments...)}
	}
}

// FailHere notes an error at the place reached.
func (r *Reader) FailHere(format string, arguments ...any) {
	r.Fail(format, arguments...)
	r.fix()
}

// fix gives the error its place if it has none.
func (r *Reader) fix() {
	if r.err != nil && r.err.Line == 0 {
		r.place(r.at)
	}
}

// syntax notes an error about the byte that comes next.
func (r *Reader) syntax(message string) {
	if r.err == nil {
		r.err = &Error{Message: message}
		r.place(min(len(r.data), r.at+1))
	}
}

// ended notes that the text ends inside something.
func (r *Reader) ended(inside string) {
	if r.err == nil {
		r.syntax("EOF while parsing " + inside)
		r.err.Truncated = true
	}
}

func (r *Reader) place(at int) {
	before := r.data[:at]
	r.err.Offset = at
	r.err.Line = 1 + bytes.Count(before, []byte{'\n'})
	r.err.Column = at - 1 - bytes.LastIndexByte(before, '\n')
}

// next skips white space and returns the byte that comes then; ok is false at
// the end of the text.
func (r *Reader) next() (b byte, ok bool) {
	for r.at < len(r.data) {
		switch b := r.data[r.at]; b {
		case ' ', '\n', '\t', '\r':
			r.at++
		default:
			return b, true
		}
	}
	return 0, false
}

// value skips white space and returns the first byte of a value.
func (r *Reader) value() byte {
	if r.err != nil {
		return 0
	}
	b, ok := r.next()
	if !ok {
		r.ended("a value")
	}
	return b
}

// End checks that nothing but white space is left.
func (r *Reader) End() {
	if r.err != nil {
		return
	}
	if _, ok := r.next(); ok {
		r.syntax("trailing characters")
	}
}
