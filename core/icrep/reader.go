// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"encoding/binary"
	"io"
	"os"

	"convertd/core/bincode"
)

// Reader gives access to a file that Open accepted. Its methods may be called
// from several goroutines at once; iterators belong to one.
type Reader struct {
	src      io.ReaderAt
	size     int64
	header   Header
	raw      []byte // the metadata as it lies in the file
	metadata *Metadata
	orders   blockSection
	events   blockSection
	// keyframes is the index; blobs is the file offset of the first blob.
	keyframes []KeyframeEntry
	blobs     int64
}

// blockSection is a section of blocks with its index read and checked.
type blockSection struct {
	name  Section
	base  int64 // file offset of the section
	end   int64 // file offset of the index
	index []blockIndexEntry
}

type blockIndexEntry struct {
	firstTick uint64
	offset    uint32
}

// Open reads header, metadata and the indexes of a file of the given size and
// checks them against each other and the size. It reads no block and no
// keyframe; those are checked when they are read. src must not change.
func Open(src io.ReaderAt, size int64) (*Reader, error) {
	r := &Reader{src: src, size: size}
	head := make([]byte, min(size, HeaderBytes))
	if err := readFull(src, head, 0, SectionHeader); err != nil {
		return nil, err
	}
	var err error
	if r.header, err = ParseHeader(head, size); err != nil {
		return nil, err
	}
	if r.raw, r.metadata, err = readMetadata(src, r.header.Metadata); err != nil {
		return nil, err
	}
	if r.orders, err = openBlocks(src, SectionOrders, r.header.Orders); err != nil {
		return nil, err
	}
	if err := r.checkOrderIndex(); err != nil {
		return nil, err
	}
	if r.keyframes, r.blobs, err = openKeyframes(src, r.header.Keyframes, r.header.TotalTicks); err != nil {
		return nil, err
	}
	if r.header.Flags&FlagHasEvents != 0 {
		if r.events, err = openBlocks(src, SectionEvents, r.header.Events); err != nil {
			return nil, err
		}
		if len(r.events.index) == 0 {
			return nil, corrupt(SectionEvents, r.events.base, "the name table is missing")
		}
	}
	return r, nil
}

// File is a Reader over a file of the disk.
type File struct {
	*Reader
	file *os.File
}

// OpenFile opens the replay at a path. Close it after use.
func OpenFile(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, closeAfter(file, err)
	}
	r, err := Open(file, info.Size())
	if err != nil {
		return nil, closeAfter(file, err)
	}
	return &File{r, file}, nil
}

func closeAfter(file *os.File, err error) error {
	if closing := file.Close(); closing != nil {
		return closing
	}
	return err
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// Header returns the header.
func (r *Reader) Header() Header { return r.header }

// Metadata returns the metadata. The caller must not change it.
func (r *Reader) Metadata() *Metadata { return r.metadata }

// RawMetadata returns the metadata as it lies in the file. The caller must not
// change it.
func (r *Reader) RawMetadata() []byte { return r.raw }

// Size is the size of the file.
func (r *Reader) Size() int64 { return r.size }

func readMetadata(src io.ReaderAt, span Span) ([]byte, *Metadata, error) {
	if span.Length > MaxMetadataBytes {
		return nil, nil, failure(ErrLimit, SectionMetadata, int64(span.Offset), "%d bytes, the limit is %d", span.Length, MaxMetadataBytes)
	}
	text := make([]byte, span.Length)
	if err := readFull(src, text, int64(span.Offset), SectionMetadata); err != nil {
		return nil, nil, err
	}
	m, err := ParseMetadata(text)
	if err != nil {
		return nil, nil, err
	}
	return text, m, nil
}

// openBlocks reads the index at the end of a section and checks that the
// blocks tile the space before it.
func openBlocks(src io.ReaderAt, name Section, span Span) (blockSection, error) {
	s := blockSection{name: name, base: int64(span.Offset)}
	if span.Length < 4 {
		return s, failure(ErrTruncated, name, s.base, "%d bytes hold no index", span.Length)
	}
	var tail [4]byte
	if err := readFull(src, tail[:], span.end()-4, name); err != nil {
		return s, err
	}
	count := int64(binary.LittleEndian.Uint32(tail[:]))
	if count > MaxBlocks {
		return s, failure(ErrLimit, name, span.end()-4, "%d blocks, the limit is %d", count, MaxBlocks)
	}
	s.end = span.end() - 4 - count*blockIndexEntryBytes
	if s.end < s.base+count*(blockHeaderBytes+1) {
		return s, corrupt(name, span.end()-4, "%d blocks do not fit in %d bytes", count, span.Length)
	}
	raw := make([]byte, count*blockIndexEntryBytes)
	if err := readFull(src, raw, s.end, name); err != nil {
		return s, err
	}
	s.index = make([]blockIndexEntry, count)
	for i := range s.index {
		entry := raw[i*blockIndexEntryBytes:]
		s.index[i] = blockIndexEntry{binary.LittleEndian.Uint64(entry), binary.LittleEndian.Uint32(entry[8:])}
	}
	return s, s.check()
}

func (s *blockSection) check() error {
	if len(s.index) == 0 && s.end != s.base {
		return corrupt(s.name, s.base, "%d bytes before an empty index", s.end-s.base)
	}
	for i, entry := range s.index {
		at := s.end + int64(i)*blockIndexEntryBytes
		if i == 0 && entry.offset != 0 {
			return corrupt(s.name, at, "the first block is at %d of the section", entry.offset)
		}
		if s.blockEnd(i) < s.base+int64(entry.offset)+blockHeaderBytes+1 {
			return corrupt(s.name, at, "block %d has no room before the next", i)
		}
		if i > 0 && entry.firstTick < s.index[i-1].firstTick {
			return corrupt(s.name, at, "block %d begins at tick %d, the one before at %d", i, entry.firstTick, s.index[i-1].firstTick)
		}
	}
	return nil
}

// blockEnd is the file offset behind block i.
func (s *blockSection) blockEnd(i int) int64 {
	if i+1 < len(s.index) {
		return s.base + int64(s.index[i+1].offset)
	}
	return s.end
}

// checkOrderIndex holds the order index to the totals of the header.
func (r *Reader) checkOrderIndex() error {
	index := r.orders.index
	for i := 1; i < len(index); i++ {
		if index[i].firstTick == index[i-1].firstTick {
			return corrupt(SectionOrders, r.orders.end, "two blocks begin at tick %d", index[i].firstTick)
		}
	}
	if n := len(index); n > 0 && index[n-1].firstTick >= r.header.TotalTicks {
		return corrupt(SectionOrders, r.orders.end, "a block begins at tick %d of %d", index[n-1].firstTick, r.header.TotalTicks)
	}
	if frames := r.header.TotalTicks - uint64(r.header.LostFrames); frames > uint64(len(index))*BlockTicks {
		return corrupt(SectionHeader, 48, "%d frames do not fit in %d blocks", frames, len(index))
	}
	return nil
}

// openKeyframes reads the index of the keyframes and checks that the blobs
// tile the space behind it.
func openKeyframes(src io.ReaderAt, span Span, totalTicks uint64) ([]KeyframeEntry, int64, error) {
	base := int64(span.Offset)
	var head [4]byte
	if err := readFull(src, head[:], base, SectionKeyframes); err != nil {
		return nil, 0, err
	}
	count := int64(binary.LittleEndian.Uint32(head[:]))
	if count > MaxKeyframes {
		return nil, 0, failure(ErrLimit, SectionKeyframes, base, "%d keyframes, the limit is %d", count, MaxKeyframes)
	}
	blobs := base + 4 + count*(KeyframeEntryBytes+4)
	if blobs+count > span.end() || count == 0 {
		return nil, 0, corrupt(SectionKeyframes, base, "%d keyframes do not fit in %d bytes", count, span.Length)
	}
	raw := make([]byte, count*(KeyframeEntryBytes+4))
	if err := readFull(src, raw, base+4, SectionKeyframes); err != nil {
		return nil, 0, err
	}
	entries := make([]KeyframeEntry, count)
	table := raw[count*KeyframeEntryBytes:]
	var next int64
	for i := range entries {
		at := base + 4 + int64(i)*KeyframeEntryBytes
		k, ok := parseKeyframeEntry(raw[i*KeyframeEntryBytes:])
		if !ok {
			return nil, 0, corrupt(SectionKeyframes, at+20, "is_full is neither 0 nor 1")
		}
		k.CRC = binary.LittleEndian.Uint32(table[4*i:])
		if err := checkKeyframe(entries[:i], k, at, next, totalTicks); err != nil {
			return nil, 0, err
		}
		next += int64(k.Length)
		entries[i] = k
	}
	if blobs+next != span.end() {
		return nil, 0, corrupt(SectionKeyframes, base, "the blobs take %d bytes, the section has %d for them", next, span.end()-blobs)
	}
	return entries, blobs, nil
}

func checkKeyframe(before []KeyframeEntry, k KeyframeEntry, at, offset int64, totalTicks uint64) error {
	switch n := len(before); {
	case n == 0 && (k.Tick != 0 || !k.Full):
		return corrupt(SectionKeyframes, at, "the first keyframe must be full and of tick 0")
	case n > 0 && k.Tick <= before[n-1].Tick:
		return corrupt(SectionKeyframes, at, "keyframe %d follows keyframe %d", k.Tick, before[n-1].Tick)
	case n > 0 && uint64(k.Tick) >= totalTicks:
		return corrupt(SectionKeyframes, at, "keyframe %d in a game of %d ticks", k.Tick, totalTicks)
	case int64(k.Offset) != offset:
		return corrupt(SectionKeyframes, at+8, "the blob is at %d, the one before ends at %d", k.Offset, offset)
	}
	return checkLengths(SectionKeyframes, at, k.Length, k.Uncompressed, MaxSnapshotBytes)
}

// blockReader reads blocks of one section into buffers that it reuses.
type blockReader struct {
	src        io.ReaderAt
	compressed []byte
	plain      []byte
}

// read reads block i: header checked against index and checksum, content
// decompressed. The content is valid until the next call.
func (b *blockReader) read(s *blockSection, i int) (blockHeader, []byte, error) {
	at := s.base + int64(s.index[i].offset)
	head, err := b.readAt(s.name, at, s.blockEnd(i))
	if err == nil && head.firstTick != s.index[i].firstTick {
		err = corrupt(s.name, at+8, "the block begins at tick %d, the index says %d", head.firstTick, s.index[i].firstTick)
	}
	return head, b.plain, err
}

// readAt reads the block whose header is at a file offset and that must end at
// another.
func (b *blockReader) readAt(s Section, at, end int64) (blockHeader, error) {
	if uint64(cap(b.compressed)) < blockHeaderBytes {
		b.compressed = make([]byte, blockHeaderBytes, chunkBytes)
	}
	raw := b.compressed[:blockHeaderBytes]
	if err := readFull(b.src, raw, at, s); err != nil {
		return blockHeader{}, err
	}
	head := parseBlockHeader(raw)
	if err := head.checkLengths(s, at); err != nil {
		return head, err
	}
	if at+blockHeaderBytes+int64(head.compressed) != end {
		return head, corrupt(s, at, "the block is %d bytes long, its place is %d", int64(head.compressed)+blockHeaderBytes, end-at)
	}
	if uint64(cap(b.compressed)) < uint64(head.compressed) {
		b.compressed = make([]byte, head.compressed)
	}
	body := b.compressed[:head.compressed]
	if err := readFull(b.src, body, at+blockHeaderBytes, s); err != nil {
		return head, err
	}
	if head.checksum(body) != head.crc {
		return head, corrupt(s, at, "the block that begins at tick %d does not have its checksum", head.firstTick)
	}
	var err error
	if b.plain, err = decompress(b.plain, body, head.uncompressed); err != nil {
		return head, corrupt(s, at, "%v", err)
	}
	return head, nil
}

// decodeNames reads a name table.
func decodeNames(plain []byte, at int64) ([]string, error) {
	r := bincode.NewReader(plain)
	names := readNames(r, MaxNames)
	r.Finish()
	if r.Err() != nil {
		return nil, fromBincode(SectionEvents, at, true, r.Err())
	}
	if name, twice := repeated(names); twice {
		return nil, corrupt(SectionEvents, at, "name %q is in the table twice", name)
	}
	return names, nil
}
