// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import "encoding/binary"

// metadataBlock is the place of a metadata block (docs/formats/orarep.md#file):
//
//	i32 -1, i32 1, i32 textLength, text, i32 textLength+4, i32 -2
type metadataBlock struct {
	start int // of the -1
	text  int // of the text
	end   int // first byte after the text
}

const (
	metadataVersion  = 1
	metadataEnd      = int32(-2)
	metadataHead     = 12 // -1, version, text length
	metadataTail     = 8  // data length, -2
	metadataOverhead = metadataHead + metadataTail
)

// after is the first byte behind the block.
func (b metadataBlock) after() int { return b.end + metadataTail }

// metadataFromEnd finds the block that ends the data, as the engine does.
func metadataFromEnd(data []byte) (block metadataBlock, ok bool) {
	size := len(data)
	if size < metadataOverhead || int32At(data, size-4) != metadataEnd {
		return metadataBlock{}, false
	}
	length := int(int32At(data, size-8)) // of the text and its own length
	if length < 4 || length-4 > maxMetadataText || length > size-metadataOverhead+4 {
		return metadataBlock{}, false
	}
	return metadataAt(data, size-16-length)
}

// metadataAt checks that a whole block starts at the offset.
func metadataAt(data []byte, start int) (block metadataBlock, ok bool) {
	if start < 0 || len(data)-start < metadataOverhead {
		return metadataBlock{}, false
	}
	if int32At(data, start) != endOfStream || int32At(data, start+4) != metadataVersion {
		return metadataBlock{}, false
	}
	length := int(int32At(data, start+8))
	if length < 0 || length > maxMetadataText || length > len(data)-start-metadataOverhead {
		return metadataBlock{}, false
	}
	block = metadataBlock{start: start, text: start + metadataHead, end: start + metadataHead + length}
	tailFits := int(int32At(data, block.end)) == length+4 && int32At(data, block.end+4) == metadataEnd
	return block, tailFits
}

func int32At(data []byte, at int) int32 {
	return int32(binary.LittleEndian.Uint32(data[at:]))
}
