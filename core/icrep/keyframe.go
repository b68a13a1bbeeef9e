// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"encoding/binary"

	"convertd/core/order"
)

// KeyframeEntryBytes is the size of an entry of the keyframe index.
const KeyframeEntryBytes = 21

// KeyframeInterval is how many ticks lie between keyframes, and
// FullKeyframeEvery how many keyframes between full ones
// (docs/icrep.md#keyframes).
const (
	KeyframeInterval  = 300
	FullKeyframeEvery = 10
)

// KeyframeEntry describes one keyframe: the state in which its tick begins.
type KeyframeEntry struct {
	Tick order.Tick
	// Offset of the compressed blob from the first byte after the index, that
	// is after its check table.
	Offset       uint32
	Length       uint32 // compressed
	Uncompressed uint32
	// Full tells a whole snapshot from a delta against the nearest full
	// keyframe before it.
	Full bool
	// CRC is CRC-32C over the 21 bytes of the entry and the blob. It stands in
	// the check table behind the entries.
	CRC uint32
}

func (k *KeyframeEntry) appendTo(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(k.Tick))
	dst = binary.LittleEndian.AppendUint32(dst, k.Offset)
	dst = binary.LittleEndian.AppendUint32(dst, k.Length)
	dst = binary.LittleEndian.AppendUint32(dst, k.Uncompressed)
	if k.Full {
		return append(dst, 1)
	}
	return append(dst, 0)
}

// parseKeyframeEntry reads an entry; ok is false if the boolean is neither 0
// nor 1.
func parseKeyframeEntry(data []byte) (k KeyframeEntry, ok bool) {
	k = KeyframeEntry{
		Tick:         order.Tick(binary.LittleEndian.Uint64(data)),
		Offset:       binary.LittleEndian.Uint32(data[8:]),
		Length:       binary.LittleEndian.Uint32(data[12:]),
		Uncompressed: binary.LittleEndian.Uint32(data[16:]),
		Full:         data[20] == 1,
	}
	return k, data[20] <= 1
}
