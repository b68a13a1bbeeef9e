// SPDX-License-Identifier: GPL-3.0-or-later

package bincode_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"convertd/core/bincode"
)

func TestEncodingIsFixedWidthLittleEndian(t *testing.T) {
	for name, c := range map[string]struct{ got, want []byte }{
		"bool":     {bincode.AppendBool(bincode.AppendBool(nil, false), true), []byte{0, 1}},
		"u8":       {bincode.AppendUint8(nil, 0xAB), []byte{0xAB}},
		"u16":      {bincode.AppendUint16(nil, 0x1234), []byte{0x34, 0x12}},
		"u32":      {bincode.AppendUint32(nil, 0x12345678), []byte{0x78, 0x56, 0x34, 0x12}},
		"u64":      {bincode.AppendUint64(nil, 1), []byte{1, 0, 0, 0, 0, 0, 0, 0}},
		"i32":      {bincode.AppendInt32(nil, -2), []byte{0xFE, 0xFF, 0xFF, 0xFF}},
		"i64":      {bincode.AppendInt64(nil, -1), bytes.Repeat([]byte{0xFF}, 8)},
		"length":   {bincode.AppendLength(nil, 3), []byte{3, 0, 0, 0, 0, 0, 0, 0}},
		"string":   {bincode.AppendString(nil, "é"), []byte{2, 0, 0, 0, 0, 0, 0, 0, 0xC3, 0xA9}},
		"bytes":    {bincode.AppendBytes(nil, []byte{9}), []byte{1, 0, 0, 0, 0, 0, 0, 0, 9}},
		"no value": {bincode.AppendOption(nil, false), []byte{0}},
	} {
		if !bytes.Equal(c.got, c.want) {
			t.Errorf("%s: % x, want % x", name, c.got, c.want)
		}
	}
}

func TestEveryValueReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, u8, u16 := rapid.Bool().Draw(t, "bool"), rapid.Uint8().Draw(t, "u8"), rapid.Uint16().Draw(t, "u16")
		u32, u64 := rapid.Uint32().Draw(t, "u32"), rapid.Uint64().Draw(t, "u64")
		i32, i64 := rapid.Int32().Draw(t, "i32"), rapid.Int64().Draw(t, "i64")
		s, raw := rapid.String().Draw(t, "string"), rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		var data []byte
		data = bincode.AppendBool(data, b)
		data = bincode.AppendUint8(data, u8)
		data = bincode.AppendUint16(data, u16)
		data = bincode.AppendUint32(data, u32)
		data = bincode.AppendUint64(data, u64)
		data = bincode.AppendInt32(data, i32)
		data = bincode.AppendInt64(data, i64)
		data = bincode.AppendString(data, s)
		data = bincode.AppendBytes(data, raw)
		r := bincode.NewReader(data)
		same := r.Bool() == b && r.Uint8() == u8 && r.Uint16() == u16 && r.Uint32() == u32 && r.Uint64() == u64 &&
			r.Int32() == i32 && r.Int64() == i64 && r.String(math.MaxInt) == s && bytes.Equal(r.Bytes(math.MaxInt), raw)
		r.Finish()
		if !same || r.Err() != nil {
			t.Fatalf("read back differently: %v", r.Err())
		}
	})
}

func TestBadValuesFailWithTheirOffset(t *testing.T) {
	for name, c := range map[string]struct {
		data   []byte
		read   func(*bincode.Reader)
		offset int
		text   string
	}{
		"bool 2":            {[]byte{7, 2}, func(r *bincode.Reader) { r.Uint8(); r.Bool() }, 1, "boolean is 2"},
		"option 3":          {[]byte{3}, func(r *bincode.Reader) { r.Option() }, 0, "boolean is 3"},
		"variant too large": {[]byte{5, 0, 0, 0}, func(r *bincode.Reader) { r.Variant(5) }, 0, "variant 5, only 5"},
		"cut integer":       {[]byte{1, 2, 3}, func(r *bincode.Reader) { r.Uint32() }, 0, "need 4 bytes, have 3"},
		"length over limit": {bincode.AppendLength(nil, 4), func(r *bincode.Reader) { r.Length(1, 3) }, 0, "the limit is 3"},
		"length over bytes": {bincode.AppendLength(nil, 4), func(r *bincode.Reader) { r.Length(1, 10) }, 0, "have 0 bytes"},
		"length 2^64-1":     {bytes.Repeat([]byte{0xFF}, 8), func(r *bincode.Reader) { r.Length(1, math.MaxInt) }, 0, "elements"},
		"not UTF-8":         {append(bincode.AppendLength(nil, 1), 0xFF), func(r *bincode.Reader) { r.String(10) }, 0, "not UTF-8"},
		"left over":         {[]byte{1, 2}, func(r *bincode.Reader) { r.Uint8(); r.Finish() }, 1, "1 bytes left over"},
	} {
		r := bincode.NewReader(c.data)
		c.read(r)
		var located *bincode.Error
		if !errors.As(r.Err(), &located) || located.Offset != c.offset || !strings.Contains(located.Error(), c.text) {
			t.Errorf("%s: %v", name, r.Err())
		}
	}
}

func TestFirstFailureSticks(t *testing.T) {
	r := bincode.NewReader([]byte{2, 1, 1, 1, 1, 1, 1, 1, 1})
	r.Bool()
	first := r.Err()
	if r.Uint64() != 0 || r.Bool() || r.String(5) != "" || r.Length(1, 5) != 0 || r.Take(1) != nil {
		t.Error("a failed reader gave values")
	}
	r.Fail("another")
	if !errors.Is(r.Err(), first) {
		t.Errorf("the error changed to %v", r.Err())
	}
	r.Reset([]byte{1})
	if !r.Bool() || r.Err() != nil {
		t.Error("Reset did not start over")
	}
}

func TestLengthLimitsHoldOnBothSides(t *testing.T) {
	data := append(bincode.AppendLength(nil, 3), make([]byte, 12)...)
	for _, c := range []struct {
		element, limit int
		ok             bool
	}{{4, 3, true}, {4, 2, false}, {5, 3, false}, {1, 3, true}} {
		r := bincode.NewReader(data)
		if n := r.Length(c.element, c.limit); (r.Err() == nil) != c.ok || (c.ok && n != 3) {
			t.Errorf("element %d, limit %d: %d, %v", c.element, c.limit, n, r.Err())
		}
	}
}

func TestBytesAliasTheDataAndCannotGrowIntoIt(t *testing.T) {
	data := append(bincode.AppendBytes(nil, []byte("abc")), 'X')
	r := bincode.NewReader(data)
	b := r.Bytes(10)
	_ = append(b, 'Y')
	if data[len(data)-1] != 'X' {
		t.Error("appending to a value overwrote the bytes behind it")
	}
}
