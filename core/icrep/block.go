// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"encoding/binary"
	"errors"
	"hash/crc32"

	"github.com/pierrec/lz4/v4"
)

// blockHeaderBytes is the size of the header before every block of the order,
// event and voice sections.
const blockHeaderBytes = 22

// blockIndexEntryBytes is {u64 first_tick, u32 offset}.
const blockIndexEntryBytes = 12

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// blockHeader precedes a block of records (docs/icrep.md#blocks).
type blockHeader struct {
	compressed   uint32
	uncompressed uint32
	firstTick    uint64
	count        uint16 // records in the block
	crc          uint32 // CRC-32C of the 18 bytes before it and the compressed bytes
}

func (b *blockHeader) appendTo(dst []byte) []byte {
	return binary.LittleEndian.AppendUint32(b.appendChecked(dst), b.crc)
}

// appendChecked appends the fields that the checksum covers.
func (b *blockHeader) appendChecked(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, b.compressed)
	dst = binary.LittleEndian.AppendUint32(dst, b.uncompressed)
	dst = binary.LittleEndian.AppendUint64(dst, b.firstTick)
	return binary.LittleEndian.AppendUint16(dst, b.count)
}

func (b *blockHeader) checksum(compressed []byte) uint32 {
	var head [blockHeaderBytes]byte
	return crc32.Update(crc32.Checksum(b.appendChecked(head[:0]), castagnoli), castagnoli, compressed)
}

func parseBlockHeader(data []byte) blockHeader {
	return blockHeader{
		compressed:   binary.LittleEndian.Uint32(data),
		uncompressed: binary.LittleEndian.Uint32(data[4:]),
		firstTick:    binary.LittleEndian.Uint64(data[8:]),
		count:        binary.LittleEndian.Uint16(data[16:]),
		crc:          binary.LittleEndian.Uint32(data[18:]),
	}
}

// checkLengths applies the limits on decompression; at is the offset of the
// block header in the file.
func (b *blockHeader) checkLengths(s Section, at int64) error {
	return checkLengths(s, at, b.compressed, b.uncompressed, MaxBlockBytes)
}

func checkLengths(s Section, at int64, compressed, uncompressed uint32, limit int64) error {
	switch {
	case int64(uncompressed) > limit:
		return failure(ErrLimit, s, at, "%d bytes uncompressed, the limit is %d", uncompressed, limit)
	case int64(uncompressed) > int64(compressed)*MaxRatio:
		return failure(ErrLimit, s, at, "%d bytes from %d is more than %d to 1", uncompressed, compressed, MaxRatio)
	case int64(compressed) > int64(lz4.CompressBlockBound(int(limit))):
		return failure(ErrLimit, s, at, "%d compressed bytes, the limit is %d", compressed, lz4.CompressBlockBound(int(limit)))
	case uncompressed == 0 || compressed == 0:
		return corrupt(s, at, "empty block")
	}
	return nil
}

// decompress expands a raw LZ4 block into dst, growing it to exactly n bytes.
// The caller has bounded n.
func decompress(dst, compressed []byte, n uint32) ([]byte, error) {
	if uint64(cap(dst)) < uint64(n) {
		dst = make([]byte, n)
	}
	dst = dst[:n]
	got, err := lz4.UncompressBlock(compressed, dst)
	if err != nil {
		return nil, errors.New("the LZ4 block is damaged or longer than its header says")
	}
	if got != len(dst) {
		return nil, errors.New("the LZ4 block is shorter than its header says")
	}
	return dst, nil
}

// CompressionLevel trades writing time for size; it does not affect reading.
type CompressionLevel uint8

// Levels (docs/engine/iron-curtain.md#compression; recording uses Fastest,
// recompression Compact).
const (
	Fastest CompressionLevel = iota
	Balanced
	Compact
)

// compressor holds the match tables of one writer.
type compressor struct {
	level CompressionLevel
	fast  lz4.Compressor
	high  *lz4.CompressorHC
	deep  []byte // what high made
}

func newCompressor(level CompressionLevel) *compressor {
	c := &compressor{level: level}
	switch level {
	case Balanced:
		c.high = &lz4.CompressorHC{Level: lz4.Level4}
	case Compact:
		c.high = &lz4.CompressorHC{Level: lz4.Level9}
	case Fastest:
	}
	return c
}

// compress appends the raw LZ4 form of data, which is never empty, to dst. The
// slower levels try the fast compressor too and keep what is smaller: on data
// with many short matches the deep search loses.
func (c *compressor) compress(dst, data []byte) ([]byte, error) {
	start := len(dst)
	bound := lz4.CompressBlockBound(len(data))
	if cap(dst) < start+bound {
		grown := make([]byte, start, start+bound)
		copy(grown, dst)
		dst = grown
	}
	n, err := c.fast.CompressBlock(data, dst[start:start+bound])
	if err != nil {
		return dst[:start], err
	}
	if n == 0 {
		return dst[:start], errors.New("lz4 gave no output")
	}
	if c.high == nil {
		return dst[:start+n], nil
	}
	if cap(c.deep) < bound {
		c.deep = make([]byte, bound)
	}
	m, err := c.high.CompressBlock(data, c.deep[:bound])
	if err != nil {
		return dst[:start], err
	}
	if m > 0 && m < n {
		n = copy(dst[start:start+bound], c.deep[:m])
	}
	return dst[:start+n], nil
}

// appendBlock appends a block, header and all.
func (c *compressor) appendBlock(dst, data []byte, firstTick uint64, count int) ([]byte, error) {
	start := len(dst)
	dst = append(dst, make([]byte, blockHeaderBytes)...)
	dst, err := c.compress(dst, data)
	if err != nil {
		return dst[:start], err
	}
	body := dst[start+blockHeaderBytes:]
	head := blockHeader{
		compressed: uint32(len(body)), uncompressed: uint32(len(data)),
		firstTick: firstTick, count: uint16(count),
	}
	head.crc = head.checksum(body)
	head.appendTo(dst[start:start])
	return dst, nil
}

// CompressBlock appends the raw LZ4 form of data, which must not be empty, to
// dst. The same data and level give the same bytes.
func CompressBlock(dst, data []byte, level CompressionLevel) ([]byte, error) {
	return newCompressor(level).compress(dst, data)
}

// DecompressBlock expands a raw LZ4 block of a file to exactly n bytes, into
// dst if that is large enough. limit bounds n; MaxRatio holds too. s and at say
// where the block is, for errors.
func DecompressBlock(dst, compressed []byte, n uint32, limit int64, s Section, at int64) ([]byte, error) {
	if int64(len(compressed)) > MaxFileBytes {
		return nil, failure(ErrLimit, s, at, "%d compressed bytes", len(compressed))
	}
	if err := checkLengths(s, at, uint32(len(compressed)), n, limit); err != nil {
		return nil, err
	}
	out, err := decompress(dst, compressed, n)
	if err != nil {
		return nil, corrupt(s, at, "%v", err)
	}
	return out, nil
}
