// SPDX-License-Identifier: GPL-3.0-or-later

package bincode

import "encoding/binary"

// AppendBool appends one byte, 0 or 1.
func AppendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, 1)
	}
	return append(dst, 0)
}

// AppendUint8 appends one byte.
func AppendUint8(dst []byte, v uint8) []byte { return append(dst, v) }

// AppendUint16 appends two bytes.
func AppendUint16(dst []byte, v uint16) []byte { return binary.LittleEndian.AppendUint16(dst, v) }

// AppendUint32 appends four bytes. Enum variant numbers are written with it.
func AppendUint32(dst []byte, v uint32) []byte { return binary.LittleEndian.AppendUint32(dst, v) }

// AppendUint64 appends eight bytes.
func AppendUint64(dst []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(dst, v) }

// AppendInt32 appends four bytes, two's complement.
func AppendInt32(dst []byte, v int32) []byte {
	return binary.LittleEndian.AppendUint32(dst, uint32(v))
}

// AppendInt64 appends eight bytes, two's complement.
func AppendInt64(dst []byte, v int64) []byte {
	return binary.LittleEndian.AppendUint64(dst, uint64(v))
}

// AppendLength appends the u64 element count that precedes a list.
func AppendLength(dst []byte, n int) []byte {
	return binary.LittleEndian.AppendUint64(dst, uint64(n))
}

// AppendString appends a u64 length and the bytes.
func AppendString(dst []byte, v string) []byte {
	return append(AppendLength(dst, len(v)), v...)
}

// AppendBytes appends a u64 length and the bytes.
func AppendBytes(dst, v []byte) []byte {
	return append(AppendLength(dst, len(v)), v...)
}

// AppendOption appends the tag of an Option; the value follows if present.
func AppendOption(dst []byte, present bool) []byte { return AppendBool(dst, present) }
