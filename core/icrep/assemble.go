// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"io"
	"os"

	"convertd/core/order"
)

// sourceReader is where blocks are copied from: a journal or a finished file.
type sourceReader = io.ReaderAt

// assembler writes the sections of a file one after another behind the space
// for header and metadata, which depend on them and are written last.
type assembler struct {
	src        sourceReader
	c          *contents
	out        *bufio.Writer
	at         int64     // in the output
	sum        hash.Hash // of the current section
	err        error
	header     Header
	digests    map[Section]string
	sizes      []SectionSize
	payload    int64 // compressed content in the current section
	compressor *compressor
	buf        []byte
}

// assemble writes the finished file. The same contents give the same bytes.
func assemble(src sourceReader, c *contents, file *os.File, level CompressionLevel) (*Summary, error) {
	a := &assembler{src: src, c: c, digests: map[Section]string{}, compressor: newCompressor(level)}
	if err := a.prepare(); err != nil {
		return nil, err
	}
	text, err := a.metadata()
	if err != nil {
		return nil, err
	}
	a.at = HeaderBytes + int64(len(text))
	if _, err := file.Seek(a.at, io.SeekStart); err != nil {
		return nil, err
	}
	a.out = bufio.NewWriterSize(file, 256<<10)
	a.header.Metadata = Span{HeaderBytes, uint32(len(text))}
	a.section(SectionOrders, &a.header.Orders, 0, func() { a.blocks(c.orders, false) })
	a.section(SectionKeyframes, &a.header.Keyframes, 0, a.keyframes)
	if len(c.events) > 0 {
		a.section(SectionEvents, &a.header.Events, FlagHasEvents, func() { a.blocks(c.events, true) })
	}
	a.copied(SectionVoice, &a.header.Voice, FlagHasVoice)
	a.copied(SectionSignature, &a.header.Signature, FlagSigned)
	a.copied(SectionEmbedded, &a.header.Embedded, 0)
	if a.err == nil {
		a.err = a.out.Flush()
	}
	if a.err != nil {
		return nil, a.err
	}
	return a.close(file, len(text))
}

// prepare settles the counters and the content digests.
func (a *assembler) prepare() error {
	c := a.c
	a.header.TotalTicks, a.header.FinalStateHash = c.totalTicks, c.final
	a.header.LostFrames = uint32(c.totalTicks - c.frames)
	if a.header.LostFrames > 0 || c.final == (order.StateHash{}) {
		a.header.Flags |= FlagIncomplete
	}
	if c.sums == nil {
		sums, err := computeSums(a.src, c)
		if err != nil {
			return err
		}
		c.sums = sums
	}
	m := &c.metadata
	m.BaseBuild, m.TotalTicks = Version, c.totalTicks
	if m.TickRate != nil {
		if seconds, ok := durationSeconds(c.totalTicks, m.TickRate); ok {
			m.DurationSeconds = seconds
		}
	}
	_, m.Signed = c.sections[SectionSignature]
	if m.ReplayID == "" {
		id, err := deriveReplayID(m, c.sums, c.totalTicks, c.final)
		if err != nil {
			return err
		}
		m.ReplayID = id
	}
	return nil
}

// metadata renders the metadata with the digests known so far; the others are
// zeros of the same length, so that the length is final from the start.
func (a *assembler) metadata() ([]byte, error) {
	sections := map[Section]string{SectionOrders: ZeroDigest, SectionKeyframes: ZeroDigest}
	if len(a.c.events) > 0 {
		sections[SectionEvents] = ZeroDigest
	}
	for s := range a.c.sections {
		sections[s] = ZeroDigest
	}
	for s, digest := range a.digests {
		sections[s] = digest
	}
	a.c.metadata.Integrity = &Integrity{
		Header: ZeroDigest, Metadata: ZeroDigest, Sections: sections, Content: a.c.sums.texts(),
	}
	return a.c.metadata.Canonical()
}

// section writes one section and notes its place, digest and sizes.
func (a *assembler) section(s Section, span *Span, flag Flags, body func()) {
	if a.err != nil {
		return
	}
	start := a.at
	a.sum, a.payload = sha256.New(), 0
	body()
	if a.at > MaxFileBytes {
		a.err = failure(ErrLimit, s, a.at, "the file exceeds %d bytes", int64(MaxFileBytes))
		return
	}
	*span = Span{uint32(start), uint32(a.at - start)}
	a.header.Flags |= flag
	a.digests[s] = DigestText([32]byte(a.sum.Sum(nil)))
	a.sizes = append(a.sizes, SectionSize{s, a.at - start, a.payload})
}

func (a *assembler) write(data []byte) {
	if a.err != nil {
		return
	}
	a.sum.Write(data)
	a.at += int64(len(data))
	_, a.err = a.out.Write(data)
}

// chunkBytes is how much of a source is held at once.
const chunkBytes = 64 << 10

// copy copies a run of the source.
func (a *assembler) copy(e extent) {
	for e.length > 0 && a.err == nil {
		data := a.read(extent{e.at, min(e.length, chunkBytes)})
		a.write(data)
		e = extent{e.at + int64(len(data)), e.length - int64(len(data))}
	}
}

// checksum continues a CRC-32C over a run of the source.
func (a *assembler) checksum(e extent, crc uint32) uint32 {
	for e.length > 0 && a.err == nil {
		data := a.read(extent{e.at, min(e.length, chunkBytes)})
		crc = crc32.Update(crc, castagnoli, data)
		e = extent{e.at + int64(len(data)), e.length - int64(len(data))}
	}
	return crc
}

func (a *assembler) read(e extent) []byte {
	if int64(cap(a.buf)) < e.length {
		a.buf = make([]byte, e.length)
	}
	a.buf = a.buf[:e.length]
	if err := readFull(a.src, a.buf, e.at, SectionFile); err != nil {
		a.err = err
	}
	return a.buf
}

// blocks writes a section of blocks with its index. The events section has the
// name table as its first block.
func (a *assembler) blocks(blocks []blockRef, named bool) {
	start := a.at
	index := make([]byte, 0, (len(blocks)+1)*blockIndexEntryBytes+4)
	entry := func(tick uint64) {
		index = binary.LittleEndian.AppendUint64(index, tick)
		index = binary.LittleEndian.AppendUint32(index, uint32(a.at-start))
	}
	count := len(blocks)
	if named {
		table, err := a.compressor.appendBlock(nil, appendNames(nil, a.c.names), 0, 0)
		if err != nil {
			a.err = err
			return
		}
		entry(0)
		a.write(table)
		a.payload += int64(len(table) - blockHeaderBytes)
		count++
	}
	for i := range blocks {
		b := &blocks[i]
		entry(b.head.firstTick)
		a.copy(extent{b.at, blockHeaderBytes + int64(b.head.compressed)})
		a.payload += int64(b.head.compressed)
	}
	a.write(binary.LittleEndian.AppendUint32(index, uint32(count)))
}

// keyframes writes the count, the entries, the check table and the blobs.
func (a *assembler) keyframes() {
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(a.c.keyframes)))
	var table []byte
	var offset int64
	for i := range a.c.keyframes {
		k := &a.c.keyframes[i]
		k.entry.Offset = uint32(offset)
		offset += int64(k.entry.Length)
		head = k.entry.appendTo(head)
		crc := a.checksum(extent{k.at, int64(k.entry.Length)}, crc32.Checksum(head[len(head)-KeyframeEntryBytes:], castagnoli))
		table = binary.LittleEndian.AppendUint32(table, crc)
	}
	if offset > MaxFileBytes {
		a.err = failure(ErrLimit, SectionKeyframes, -1, "the keyframes exceed %d bytes", int64(MaxFileBytes))
		return
	}
	a.write(head)
	a.write(table)
	for i := range a.c.keyframes {
		k := &a.c.keyframes[i]
		a.copy(extent{k.at, int64(k.entry.Length)})
	}
	a.payload += offset
}

func (a *assembler) copied(s Section, span *Span, flag Flags) {
	if e, ok := a.c.sections[s]; ok {
		a.section(s, span, flag, func() {
			a.copy(e)
			a.payload = e.length
		})
	}
}

// close writes metadata and header, which complete the file.
func (a *assembler) close(file *os.File, metadataBytes int) (*Summary, error) {
	text, err := a.metadata()
	if err != nil {
		return nil, err
	}
	if len(text) != metadataBytes {
		return nil, corrupt(SectionMetadata, -1, "the metadata changed its length from %d to %d", metadataBytes, len(text))
	}
	head := a.header.Append(nil)
	integrity := a.c.metadata.Integrity
	integrity.Header = DigestText(sha256.Sum256(head))
	if text, err = a.c.metadata.Canonical(); err != nil {
		return nil, err
	}
	own, err := MetadataDigest(text, ZeroDigest)
	if err != nil {
		return nil, err
	}
	integrity.Metadata = own
	text = replaceOnce(text, ZeroDigest, own)
	if _, err := file.WriteAt(append(head, text...), 0); err != nil {
		return nil, err
	}
	sizes := append([]SectionSize{
		{SectionHeader, HeaderBytes, 0},
		{SectionMetadata, int64(len(text)), int64(len(text))},
	}, a.sizes...)
	return &Summary{
		ReplayID: a.c.metadata.ReplayID, Size: a.at,
		TotalTicks: a.c.totalTicks, LostFrames: a.header.LostFrames, Sections: sizes,
	}, nil
}

// computeSums decompresses everything once to digest it.
func computeSums(src sourceReader, c *contents) (*contentSums, error) {
	s := &contentSums{hasEvents: len(c.events) > 0}
	var compressed, plain []byte
	digest := func(section Section, h hash.Hash, at int64, length, n uint32) error {
		if uint64(cap(compressed)) < uint64(length) {
			compressed = make([]byte, length)
		}
		compressed = compressed[:length]
		if err := readFull(src, compressed, at, section); err != nil {
			return err
		}
		var err error
		if plain, err = decompress(plain, compressed, n); err != nil {
			return corrupt(section, at, "%v", err)
		}
		h.Write(plain)
		return nil
	}
	blocks := func(section Section, list []blockRef, tail []byte) ([32]byte, error) {
		h := sha256.New()
		for i := range list {
			b := &list[i]
			if err := digest(section, h, b.at+blockHeaderBytes, b.head.compressed, b.head.uncompressed); err != nil {
				return [32]byte{}, err
			}
		}
		h.Write(tail)
		return [32]byte(h.Sum(nil)), nil
	}
	var err error
	if s.orders, err = blocks(SectionOrders, c.orders, nil); err != nil {
		return nil, err
	}
	if s.hasEvents {
		if s.events, err = blocks(SectionEvents, c.events, appendNames(nil, c.names)); err != nil {
			return nil, err
		}
	}
	h := sha256.New()
	for i := range c.keyframes {
		k := &c.keyframes[i]
		if err := digest(SectionKeyframes, h, k.at, k.entry.Length, k.entry.Uncompressed); err != nil {
			return nil, err
		}
	}
	s.keyframes = [32]byte(h.Sum(nil))
	return s, nil
}
