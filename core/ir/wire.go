// SPDX-License-Identifier: GPL-3.0-or-later

package ir

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/vmihailenco/msgpack/v5"
)

// ErrTooLarge is returned by writers for a value that no batch can hold. The
// caller reports it as CodeLimitExceeded; it is not worth trying again.
var ErrTooLarge = errors.New("ir: value exceeds the limits of the wire form")

// WireError is why encoded bytes are not a valid header, batch or trailer. The
// host treats it as a lie of the decoder and ends the job.
type WireError struct {
	Part    string // "header", "orders", "sync", "camera", "trailer", "diagnostic"
	Message string
}

func (e *WireError) Error() string { return fmt.Sprintf("ir: invalid %s: %s", e.Part, e.Message) }

// Kinds of encoded values; the second element of the outer array.
const (
	wireHeader uint64 = iota + 1
	wireOrders
	wireSync
	wireCamera
	wireDiagnostic
	wireTrailer
)

// wireWriter writes msgpack into memory, where writing cannot fail.
type wireWriter struct {
	buffer  bytes.Buffer
	encoder *msgpack.Encoder
}

func newWireWriter() *wireWriter {
	w := &wireWriter{}
	w.encoder = msgpack.NewEncoder(&w.buffer)
	return w
}

// idleWriters lends writers for messages of which a job has one.
var idleWriters = sync.Pool{New: func() any { return newWireWriter() }}

func lendWriter() *wireWriter {
	w := idleWriters.Get().(*wireWriter)
	w.buffer.Reset()
	return w
}

// giveBack ends the use of a lent writer, and of what it wrote.
func (w *wireWriter) giveBack() { idleWriters.Put(w) }

// check panics on an error that bytes.Buffer cannot produce.
func (w *wireWriter) check(err error) {
	if err != nil {
		panic("ir: writing to memory failed: " + err.Error())
	}
}

func (w *wireWriter) open(kind uint64, fields int) {
	w.array(fields + 2)
	w.uint(Version)
	w.uint(kind)
}

func (w *wireWriter) array(n int)     { w.check(w.encoder.EncodeArrayLen(n)) }
func (w *wireWriter) uint(v uint64)   { w.check(w.encoder.EncodeUint(v)) }
func (w *wireWriter) int(v int64)     { w.check(w.encoder.EncodeInt(v)) }
func (w *wireWriter) bool(v bool)     { w.check(w.encoder.EncodeBool(v)) }
func (w *wireWriter) string(v string) { w.check(w.encoder.EncodeString(v)) }

// bytesLength announces a byte string that the caller writes behind the rest.
func (w *wireWriter) bytesLength(n int) { w.check(w.encoder.EncodeBytesLen(n)) }

func (w *wireWriter) pairs(list []KeyValue) {
	w.array(len(list))
	for _, pair := range list {
		w.array(2)
		w.string(pair.Key)
		w.string(pair.Value)
	}
}

// wireReader reads msgpack with every length bounded by the bytes that remain:
// the msgpack package itself does not bound what it allocates
// (docs/ir.md#bounded-lengths). The first failure sticks.
type wireReader struct {
	part    string
	data    []byte
	source  *bytes.Reader
	decoder *msgpack.Decoder
	err     error
}

func newWireReader(part string, data []byte) *wireReader {
	r := &wireReader{part: part}
	r.reset(data)
	return r
}

func (r *wireReader) reset(data []byte) {
	r.data = data
	r.err = nil
	if r.source == nil {
		r.source = bytes.NewReader(data)
		r.decoder = msgpack.NewDecoder(r.source)
	} else {
		r.source.Reset(data)
		r.decoder.Reset(r.source)
	}
	if len(data) > MaxBatchBytes {
		r.fail("%d bytes, the limit is %d", len(data), MaxBatchBytes)
	}
}

func (r *wireReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = &WireError{Part: r.part, Message: fmt.Sprintf(format, args...)}
	}
}

func (r *wireReader) check(err error) {
	if err != nil {
		r.fail("%v", err)
	}
}

func (r *wireReader) open(kind uint64, fields int) {
	r.array(fields + 2)
	if v := r.uint(); r.err == nil && v != Version {
		r.fail("version %d, expected %d", v, Version)
	}
	if v := r.uint(); r.err == nil && v != kind {
		r.fail("kind %d, expected %d", v, kind)
	}
}

func (r *wireReader) close() {
	if r.err == nil && r.source.Len() != 0 {
		r.fail("%d bytes left over", r.source.Len())
	}
}

// array reads an array header that must announce exactly n elements.
func (r *wireReader) array(n int) {
	if r.err != nil {
		return
	}
	got, err := r.decoder.DecodeArrayLen()
	r.check(err)
	if r.err == nil && got != n {
		r.fail("array of %d, expected %d", got, n)
	}
}

// list reads an array header of at most limit elements; each takes a byte at
// least, so the count is bounded by the bytes that remain.
func (r *wireReader) list(limit int) int {
	if r.err != nil {
		return 0
	}
	n, err := r.decoder.DecodeArrayLen()
	r.check(err)
	if r.err == nil && (n < 0 || n > limit || n > r.source.Len()) {
		r.fail("list of %d with %d bytes left, the limit is %d", n, r.source.Len(), limit)
	}
	if r.err != nil {
		return 0
	}
	return n
}

func (r *wireReader) uint() uint64 {
	if r.err != nil {
		return 0
	}
	v, err := r.decoder.DecodeUint64()
	r.check(err)
	return v
}

func (r *wireReader) uintBelow(limit uint64) uint64 {
	v := r.uint()
	if r.err == nil && v >= limit {
		r.fail("%d where less than %d is expected", v, limit)
		return 0
	}
	return v
}

func (r *wireReader) uint32() uint32 { return uint32(r.uintBelow(1 << 32)) }

func (r *wireReader) int() int64 {
	if r.err != nil {
		return 0
	}
	v, err := r.decoder.DecodeInt64()
	r.check(err)
	return v
}

func (r *wireReader) int32() int32 {
	v := r.int()
	if v != int64(int32(v)) {
		r.fail("%d does not fit 32 bits", v)
		return 0
	}
	return int32(v)
}

func (r *wireReader) bool() bool {
	if r.err != nil {
		return false
	}
	v, err := r.decoder.DecodeBool()
	r.check(err)
	return v
}

// bytes returns a byte string that aliases the data.
func (r *wireReader) bytes() []byte {
	if r.err != nil {
		return nil
	}
	n, err := r.decoder.DecodeBytesLen()
	r.check(err)
	if r.err == nil && n < 0 {
		n = 0
	}
	if r.err == nil && n > r.source.Len() {
		r.fail("%d bytes announced, %d left", n, r.source.Len())
	}
	if r.err != nil {
		return nil
	}
	start := len(r.data) - r.source.Len()
	if _, err := r.source.Seek(int64(n), 1); err != nil {
		r.check(err)
		return nil
	}
	return r.data[start : start+n : start+n]
}

func (r *wireReader) string() string { return validText(string(r.bytes())) }

// validText puts U+FFFD in place of what is not UTF-8: what is read further on
// can rely on it, and one odd byte in a name does not cost the whole game.
func validText(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

func (r *wireReader) pairs() []KeyValue {
	n := r.list(MaxListEntries)
	if n == 0 {
		return nil
	}
	list := make([]KeyValue, 0, n)
	for range n {
		r.array(2)
		list = append(list, KeyValue{Key: r.string(), Value: r.string()})
		if r.err != nil {
			return nil
		}
	}
	return list
}
