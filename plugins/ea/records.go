// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"encoding/binary"
	"fmt"

	"convertd/core/ir"
)

// recordHeader: frame, message type, player, number of runs.
const recordHeader = 13

// records reads the body of Generals to Rise of the Witch-king: records without
// length, each with the types and counts of its arguments before their values
// (docs/formats/ea.md#records). It returns how far the file was understood.
func (b *body) records(data []byte) (consumed int, err error) {
	at := b.replay.bodyStart
	for at < len(data) && !b.ended {
		next, err := b.record(data, at)
		if err != nil {
			return at, err
		}
		at = next
	}
	return at, nil
}

// record reads the record at an offset and returns where the next one begins.
func (b *body) record(data []byte, at int) (int, error) {
	left := len(data) - at
	if left < recordHeader {
		return at, truncatedRecord(at, recordHeader, left)
	}
	head := data[at : at+recordHeader]
	id := binary.LittleEndian.Uint32(head[4:])
	if id >= commandIDs {
		return at, malformed("record", at+4, "message type %d is beyond the last one", id)
	}
	runs := int(head[12])
	values := at + recordHeader + 2*runs
	if values > len(data) {
		return at, truncatedRecord(at, recordHeader+2*runs, left)
	}
	types := b.dialect.arguments
	b.args.reset()
	pairs := data[at+recordHeader : values]
	for ; len(pairs) >= 2; pairs = pairs[2:] {
		tag, count := pairs[0], int(pairs[1])
		if int(tag) >= len(types.kind) || types.kind[tag] == argumentInvalid {
			return at, malformed("record", values-len(pairs), "argument type %d is not known", tag)
		}
		size := count * int(types.size[tag])
		if size > len(data)-values {
			return at, truncatedRecord(at, values+size-at, left)
		}
		b.args.add(types.kind[tag], count, data[values:values+size])
		values += size
	}
	if values-at > maxCommandBytes {
		return at, tooLong("record", at, values-at)
	}
	c := &b.cmd
	c.frame, c.id = binary.LittleEndian.Uint32(head), id
	c.native = int32(binary.LittleEndian.Uint32(head[8:]))
	c.offset, c.raw = at, data[at+recordHeader-1:values]
	if damage := b.frame(c.frame, at, data[values:]); damage != nil {
		return at, damage
	}
	if b.native {
		return values, b.nativeRecord(c)
	}
	return values, b.emit(c)
}

func truncatedRecord(at, need, left int) *ir.DecodeError {
	return &ir.DecodeError{
		Code: ir.CodeTruncated, Section: "record", Offset: uint64(at),
		Message: fmt.Sprintf("record of at least %d bytes, %d left", need, left),
	}
}
