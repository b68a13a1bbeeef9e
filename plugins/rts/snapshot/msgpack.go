// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"
)

// maxSafeInteger is the largest whole number the client holds exactly; larger
// ones are refused.
const maxSafeInteger = 1<<53 - 1

// maxDepth bounds nesting; a frame needs five levels.
const maxDepth = 64

// valueType is what a MessagePack value is, as far as frames tell apart.
type valueType uint8

const (
	typeNil valueType = iota
	typeBool
	typeNumber
	typeText
	typeArray
	typeMap
)

// value is the head of a MessagePack value.
type value struct {
	kind   valueType
	truth  bool
	number float64 // every accepted whole number is exact in it
	length int     // bytes of a text, elements of an array, pairs of a map
}

// head reads the head of the value at at, and returns what follows it: the
// bytes of a text, the elements of an array, the pairs of a map, or the next
// value.
func head(data []byte, at int) (value, int, error) {
	if at >= len(data) {
		return value{}, at, errTruncated
	}
	tag := data[at]
	at++
	switch {
	case tag < 0x80:
		return value{kind: typeNumber, number: float64(tag)}, at, nil
	case tag < 0x90:
		return value{kind: typeMap, length: int(tag & 0x0F)}, at, nil
	case tag < 0xA0:
		return value{kind: typeArray, length: int(tag & 0x0F)}, at, nil
	case tag < 0xC0:
		return value{kind: typeText, length: int(tag & 0x1F)}, at, nil
	case tag >= 0xE0:
		return value{kind: typeNumber, number: float64(int8(tag))}, at, nil
	}
	width := tagWidth[tag&0x1F]
	if width < 0 {
		return value{}, at, fmt.Errorf("unsupported MessagePack tag 0x%02x", tag)
	}
	if len(data)-at < width {
		return value{}, at, errTruncated
	}
	v, err := wideHead(tag, bigEndian(data[at:at+width]))
	return v, at + width, err
}

// tagWidth is how many bytes follow each tag from 0xC0 to 0xDF before its
// content; -1 for tags the client refuses (ext, bin, float32, unused).
var tagWidth = [32]int{
	0, -1, 0, 0, // 0xC0: nil, unused, false, true
	-1, -1, -1, -1, // bin and ext
	-1, -1, -1, 8, // ext, float32, float64
	1, 2, 4, 8, // 0xCC: uint8 to uint64
	1, 2, 4, 8, // 0xD0: int8 to int64
	-1, -1, -1, -1, // fixext
	-1, 1, 2, 4, // fixext, 0xD9: str8 to str32
	2, 4, 2, 4, // 0xDC: array16, array32, map16, map32
}

func wideHead(tag byte, bits uint64) (value, error) {
	switch tag {
	case 0xC0:
		return value{kind: typeNil}, nil
	case 0xC2, 0xC3:
		return value{kind: typeBool, truth: tag == 0xC3}, nil
	case 0xCB:
		return value{kind: typeNumber, number: math.Float64frombits(bits)}, nil
	case 0xCF:
		if bits > maxSafeInteger {
			return value{}, fmt.Errorf("MessagePack uint64 exceeds safe integer range")
		}
		return value{kind: typeNumber, number: float64(bits)}, nil
	case 0xCC, 0xCD, 0xCE:
		return value{kind: typeNumber, number: float64(bits)}, nil
	case 0xD0:
		return value{kind: typeNumber, number: float64(int8(bits))}, nil
	case 0xD1:
		return value{kind: typeNumber, number: float64(int16(bits))}, nil
	case 0xD2:
		return value{kind: typeNumber, number: float64(int32(bits))}, nil
	case 0xD3:
		if whole := int64(bits); whole > maxSafeInteger || whole < -maxSafeInteger {
			return value{}, fmt.Errorf("MessagePack int64 exceeds safe integer range")
		}
		return value{kind: typeNumber, number: float64(int64(bits))}, nil
	case 0xD9, 0xDA, 0xDB:
		return value{kind: typeText, length: int(bits)}, nil
	case 0xDC, 0xDD:
		return value{kind: typeArray, length: int(bits)}, nil
	default: // 0xDE, 0xDF
		return value{kind: typeMap, length: int(bits)}, nil
	}
}

func bigEndian(field []byte) uint64 {
	switch len(field) {
	case 1:
		return uint64(field[0])
	case 2:
		return uint64(binary.BigEndian.Uint16(field))
	case 4:
		return uint64(binary.BigEndian.Uint32(field))
	case 8:
		return binary.BigEndian.Uint64(field)
	default:
		return 0
	}
}

// skip checks the whole value at at and returns where it ends. Lengths cost
// nothing: every element takes at least a byte that must be there.
func skip(data []byte, at, depth int) (int, error) {
	if depth > maxDepth {
		return at, fmt.Errorf("MessagePack values are nested deeper than %d", maxDepth)
	}
	v, at, err := head(data, at)
	if err != nil {
		return at, err
	}
	switch v.kind {
	case typeText:
		_, at, err = text(data, at, v.length)
		return at, err
	case typeArray:
		for range v.length {
			if at, err = skip(data, at, depth+1); err != nil {
				return at, err
			}
		}
	case typeMap:
		for range v.length {
			if _, at, err = key(data, at); err != nil {
				return at, err
			}
			if at, err = skip(data, at, depth+1); err != nil {
				return at, err
			}
		}
	case typeNil, typeBool, typeNumber:
	}
	return at, nil
}

// text reads the bytes of a text.
func text(data []byte, at, length int) ([]byte, int, error) {
	if length > len(data)-at {
		return nil, at, errTruncated
	}
	content := data[at : at+length]
	if !utf8.Valid(content) {
		return nil, at, fmt.Errorf("The encoded data was not valid for encoding utf-8") //nolint:staticcheck // the client's words
	}
	return content, at + length, nil
}

// key reads a key of a map.
func key(data []byte, at int) ([]byte, int, error) {
	v, at, err := head(data, at)
	if err != nil {
		return nil, at, err
	}
	if v.kind != typeText {
		return nil, at, fmt.Errorf("MessagePack map key must be a string")
	}
	return text(data, at, v.length)
}

// Writing: the smallest form of everything.

func appendUint(dst []byte, n uint64) []byte {
	switch {
	case n < 0x80:
		return append(dst, byte(n))
	case n <= math.MaxUint8:
		return append(dst, 0xCC, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, 0xCD), uint16(n))
	case n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(dst, 0xCE), uint32(n))
	default:
		return binary.BigEndian.AppendUint64(append(dst, 0xCF), n)
	}
}

func appendInt(dst []byte, n int64) []byte {
	switch {
	case n >= 0:
		return appendUint(dst, uint64(n))
	case n >= -32:
		return append(dst, byte(n))
	case n >= math.MinInt8:
		return append(dst, 0xD0, byte(n))
	case n >= math.MinInt16:
		return binary.BigEndian.AppendUint16(append(dst, 0xD1), uint16(n))
	case n >= math.MinInt32:
		return binary.BigEndian.AppendUint32(append(dst, 0xD2), uint32(n))
	default:
		return binary.BigEndian.AppendUint64(append(dst, 0xD3), uint64(n))
	}
}

// appendNumber writes a fraction, or a whole number if it has none: so -0
// becomes 0.
func appendNumber(dst []byte, number float64) []byte {
	if number == math.Trunc(number) && math.Abs(number) <= maxSafeInteger {
		return appendInt(dst, int64(number))
	}
	return binary.BigEndian.AppendUint64(append(dst, 0xCB), math.Float64bits(number))
}

func appendBool(dst []byte, truth bool) []byte {
	if truth {
		return append(dst, 0xC3)
	}
	return append(dst, 0xC2)
}

func appendNil(dst []byte) []byte { return append(dst, 0xC0) }

func appendText(dst []byte, content string) []byte {
	switch n := len(content); {
	case n < 32:
		dst = append(dst, 0xA0|byte(n))
	case n <= math.MaxUint8:
		dst = append(dst, 0xD9, byte(n))
	case n <= math.MaxUint16:
		dst = binary.BigEndian.AppendUint16(append(dst, 0xDA), uint16(n))
	default:
		dst = binary.BigEndian.AppendUint32(append(dst, 0xDB), uint32(n))
	}
	return append(dst, content...)
}

func appendArray(dst []byte, length int) []byte {
	switch {
	case length < 16:
		return append(dst, 0x90|byte(length))
	case length <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, 0xDC), uint16(length))
	default:
		return binary.BigEndian.AppendUint32(append(dst, 0xDD), uint32(length))
	}
}
