package icrep

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
)

// repairFile salvages a finished file that was cut or damaged. It needs the
// header and the metadata; in the other sections it takes what has its
// checksum.
func repairFile(src io.ReaderAt, size int64, root *os.Root, name string, options Options) (*RepairReport, error) {
	report := &RepairReport{From: "file"}
	head := make([]byte, min(size, HeaderBytes))
	if err := readFull(src, head, 0, SectionHeader); err != nil {
		return report, err
	}
	h, err := decodeHeader(head)
	if err != nil {
		return report, err
	}
	_, metadata, err := readMetadata(src, clip(h.Metadata, size))
	if err != nil {
		return report, err
	}
	if r, err := Open(src, size); err == nil && r.Verify(VerifyOptions{}).OK() {
		return report, usage(SectionFile, "the file is whole, there is nothing to repair")
	}
	f := &fileSalvage{src: src, size: size, report: report}
	parts := &salvaged{contents: contents{metadata: *metadata}}
	parts.orders = f.blocks(SectionOrders, clip(h.Orders, size), 0)
	f.keyframes(clip(h.Keyframes, size), parts)
	f.events(h, parts)
	f.sections(h, parts)
	if headerIntact(head, metadata) {
		parts.keepEnd, parts.totalTicks, parts.final = true, h.TotalTicks, h.FinalStateHash
	}
	return salvage(src, parts, report, root, name, options)
}

// clip cuts a span to the file.
func clip(s Span, size int64) Span {
	if int64(s.Offset) >= size {
		return Span{s.Offset, 0}
	}
	s.Length = uint32(min(int64(s.Length), size-int64(s.Offset)))
	return s
}

// headerIntact says whether the header has the digest in the metadata.
func headerIntact(head []byte, m *Metadata) bool {
	return m.Integrity != nil && DigestText(sha256.Sum256(head)) == m.Integrity.Header
}

type fileSalvage struct {
	src    io.ReaderAt
	size   int64
	report *RepairReport
}

func (f *fileSalvage) damage(err error) { f.report.Damage = append(f.report.Damage, err) }

// blocks hops from block header to block header and takes the blocks that
// have their checksum. A damaged length ends the walk, since nothing says
// where the next block is; unless the index at the end is whole.
func (f *fileSalvage) blocks(s Section, span Span, skip int) []blockRef {
	starts, end := f.blockStarts(s, span)
	var refs []blockRef
	reader := blockReader{src: f.src}
	for i := skip; i < len(starts); i++ {
		next := end
		if i+1 < len(starts) {
			next = starts[i+1]
		}
		head, err := reader.readAt(s, starts[i], next)
		if err != nil {
			f.damage(err)
			continue
		}
		if n := len(refs); n > 0 && head.firstTick < refs[n-1].head.firstTick {
			f.damage(corrupt(s, starts[i], "the block of tick %d is out of order", head.firstTick))
			continue
		}
		refs = append(refs, blockRef{starts[i], head})
	}
	return refs
}

// blockStarts finds the blocks of a section: by its index if that is whole,
// else by hopping.
func (f *fileSalvage) blockStarts(s Section, span Span) (starts []int64, end int64) {
	if opened, err := openBlocks(f.src, s, span); err == nil {
		for _, entry := range opened.index {
			starts = append(starts, opened.base+int64(entry.offset))
		}
		return starts, opened.end
	}
	at := int64(span.Offset)
	var raw [blockHeaderBytes]byte
	for at+blockHeaderBytes < span.end() && len(starts) < MaxBlocks {
		if err := readFull(f.src, raw[:], at, s); err != nil {
			break
		}
		head := parseBlockHeader(raw[:])
		next := at + blockHeaderBytes + int64(head.compressed)
		if head.checkLengths(s, at) != nil || next > span.end() {
			break
		}
		starts = append(starts, at)
		at = next
	}
	if at < span.end() {
		f.damage(corrupt(s, at, "no block here, and no index says where the next is"))
	}
	return starts, at
}

// keyframes takes the keyframes that have their checksum. The index alone may
// be damaged in places; an entry is trusted only with its blob.
func (f *fileSalvage) keyframes(span Span, parts *salvaged) {
	var raw [4]byte
	if readFull(f.src, raw[:], int64(span.Offset), SectionKeyframes) != nil {
		return
	}
	count := int64(binary.LittleEndian.Uint32(raw[:]))
	index := make([]byte, 0)
	if count <= MaxKeyframes && 4+count*(KeyframeEntryBytes+4) <= int64(span.Length) {
		index = make([]byte, count*(KeyframeEntryBytes+4))
	}
	if err := readFull(f.src, index, int64(span.Offset)+4, SectionKeyframes); err != nil || len(index) == 0 {
		f.damage(corrupt(SectionKeyframes, int64(span.Offset), "the keyframe index is damaged"))
		return
	}
	blobs := int64(span.Offset) + 4 + int64(len(index))
	lostFull := false
	for i := range count {
		k, ok := parseKeyframeEntry(index[i*KeyframeEntryBytes:])
		k.CRC = binary.LittleEndian.Uint32(index[count*KeyframeEntryBytes+4*i:])
		at := blobs + int64(k.Offset)
		ok = ok && checkLengths(SectionKeyframes, at, k.Length, k.Uncompressed, MaxSnapshotBytes) == nil
		if n := len(parts.keyframes); n > 0 {
			ok = ok && k.Tick > parts.keyframes[n-1].entry.Tick
		}
		if !ok || !f.keyframeIntact(at, k, index[i*KeyframeEntryBytes:][:KeyframeEntryBytes]) {
			f.damage(corrupt(SectionKeyframes, at, "keyframe %d does not have its checksum", i))
			parts.lost++
			// A damaged entry may have been a full one: deltas after it have no
			// certain baseline.
			lostFull = true
			continue
		}
		if lostFull = lostFull && !k.Full; lostFull {
			parts.lost++
			continue
		}
		parts.keyframes = append(parts.keyframes, keyframeRef{at, k})
	}
}

func (f *fileSalvage) keyframeIntact(at int64, k KeyframeEntry, entry []byte) bool {
	if at+int64(k.Length) > f.size {
		return false
	}
	sum := crc32.Checksum(entry, castagnoli)
	buf := make([]byte, chunkBytes)
	for left := int64(k.Length); left > 0; {
		part := buf[:min(left, chunkBytes)]
		if readFull(f.src, part, at, SectionKeyframes) != nil {
			return false
		}
		sum = crc32.Update(sum, castagnoli, part)
		at, left = at+int64(len(part)), left-int64(len(part))
	}
	return sum == k.CRC
}

// events takes the events if the name table is whole; without it they mean
// nothing.
func (f *fileSalvage) events(h Header, parts *salvaged) {
	span := clip(h.Events, f.size)
	if h.Flags&FlagHasEvents == 0 || span.Length == 0 {
		return
	}
	starts, end := f.blockStarts(SectionEvents, span)
	if len(starts) == 0 {
		return
	}
	if len(starts) > 1 {
		end = starts[1]
	}
	reader := blockReader{src: f.src}
	head, err := reader.readAt(SectionEvents, starts[0], end)
	if err == nil && head.count != 0 {
		err = corrupt(SectionEvents, starts[0], "the first block is not a name table")
	}
	if err == nil {
		parts.names, err = decodeNames(reader.plain, starts[0])
	}
	if err != nil {
		f.damage(err)
		return
	}
	parts.events = f.blocks(SectionEvents, span, 1)
}

// sections takes signature, voice and embedded resources if they are whole.
func (f *fileSalvage) sections(h Header, parts *salvaged) {
	r := &Reader{src: f.src, size: f.size, header: h}
	var err, all error
	if parts.signature, err = r.Signature(); err != nil {
		parts.signature, all = nil, errors.Join(all, err)
	}
	if parts.voice, err = r.Voice(); err != nil {
		parts.voice, all = nil, errors.Join(all, err)
	}
	if parts.embedded, err = r.Embedded(); err != nil {
		parts.embedded, all = nil, errors.Join(all, err)
	}
	if all != nil {
		f.damage(all)
	}
}
