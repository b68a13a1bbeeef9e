// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"io"
	"os"

	"convertd/core/order"
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
	f := &fileSalvage{src: src, size: size, report: report}
	h, text, metadata, err := f.readDamaged(head)
	if err != nil {
		return report, err
	}
	if r, err := Open(src, size); err == nil && r.Verify(VerifyOptions{States: true}).OK() {
		return report, usage(SectionFile, "the file is whole, there is nothing to repair")
	}
	f.moved = size - h.endOfSections()
	parts := &salvaged{contents: contents{metadata: *metadata}}
	if parts.metadataDamaged = !metadataIntact(text, metadata); parts.metadataDamaged {
		f.damage(corrupt(SectionMetadata, int64(h.Metadata.Offset), "the metadata do not have their digest; they are kept as they are"))
	}
	if headerIntact(head, metadata) {
		parts.keepEnd, parts.totalTicks, parts.final = true, h.TotalTicks, h.FinalStateHash
	}
	parts.orders = f.blocks(SectionOrders, h.Orders, 0)
	f.keyframes(f.keyframePlace(h.Keyframes), parts)
	f.events(h, parts)
	f.sections(h, parts)
	return salvage(src, parts, report, root, name, options)
}

// metadataIntact says that the metadata have their digest, or that there is none to
// tell.
func metadataIntact(text []byte, m *Metadata) bool {
	if m.Integrity == nil {
		return true
	}
	own, err := MetadataDigest(text, m.Integrity.Metadata)
	return err == nil && own == m.Integrity.Metadata
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
	// moved is by how much the file is longer than its header says. If bytes came in
	// or went missing in one place, what lies behind it is so much further on.
	moved int64
}

// endOfSections is where the last section ends.
func (h *Header) endOfSections() (end int64) {
	for _, s := range h.Sections() {
		end = max(end, s.Span.end())
	}
	return end
}

// places are where a section may be: where the header says, with an end that moved,
// or moved as a whole.
func (f *fileSalvage) places(span Span) []Span {
	places := []Span{clip(span, f.size)}
	if f.moved == 0 {
		return places
	}
	for _, by := range []struct{ start, length int64 }{{0, f.moved}, {f.moved, 0}} {
		start, length := int64(span.Offset)+by.start, int64(span.Length)+by.length
		if start >= HeaderBytes && length > 0 && start+length <= min(f.size, MaxFileBytes) {
			places = append(places, Span{uint32(start), uint32(length)})
		}
	}
	return places
}

func (f *fileSalvage) damage(err error) { f.report.Damage = append(f.report.Damage, err) }

// blocks takes the blocks that have their checksum, where the index says or as one
// follows the other.
func (f *fileSalvage) blocks(s Section, span Span, skip int) []blockRef {
	starts, end := f.blockStarts(s, span)
	var refs []blockRef
	reader := blockReader{src: f.src}
	for i := skip; i < len(starts); i++ {
		next := end
		if i+1 < len(starts) {
			next = starts[i+1]
		}
		at := starts[i]
		head, err := reader.readAt(s, at, next)
		if err != nil && f.moved != 0 { // the index is from before bytes moved
			if i+1 < len(starts) {
				next += f.moved
			}
			if again, moved := reader.readAt(s, at+f.moved, next); moved == nil {
				head, at, err = again, at+f.moved, nil
			}
		}
		if err != nil {
			f.damage(err)
			continue
		}
		if n := len(refs); n > 0 && head.firstTick < refs[n-1].head.firstTick {
			f.damage(corrupt(s, at, "the block of tick %d is out of order", head.firstTick))
			continue
		}
		refs = append(refs, blockRef{at, head})
	}
	return refs
}

// blockStarts finds the blocks of a section: by its index if that is whole,
// else by hopping from header to header. A damaged length ends the walk then, since
// nothing says where the next block is.
func (f *fileSalvage) blockStarts(s Section, span Span) (starts []int64, end int64) {
	var found *blockSection
	reader := blockReader{src: f.src}
	for _, place := range f.places(span) {
		opened, err := openBlocks(f.src, s, place)
		if err != nil {
			continue
		}
		begins := len(opened.index) > 0
		if begins {
			_, _, err := reader.read(&opened, 0)
			begins = err == nil
		}
		if found == nil || begins {
			found = &opened
		}
		if begins {
			break
		}
	}
	if found != nil {
		for _, entry := range found.index {
			starts = append(starts, found.base+int64(entry.offset))
		}
		return starts, found.end
	}
	span = clip(span, f.size)
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

// keyframePlace chooses the place where some keyframe has its checksum.
func (f *fileSalvage) keyframePlace(span Span) Span {
	places := f.places(span)
	for _, place := range places {
		if count, _ := f.keyframeIndex(place); count > 0 && f.tableAt(place, count) {
			return place
		}
	}
	return places[0]
}

// keyframes takes the keyframes that have their checksum. The index alone may
// be damaged in places; an entry is trusted only with its blob. Whether a delta still
// has its baseline shows when it is decoded.
func (f *fileSalvage) keyframes(span Span, parts *salvaged) {
	count, index := f.keyframeIndex(span)
	if count == 0 {
		f.damage(corrupt(SectionKeyframes, int64(span.Offset), "the keyframe index is damaged"))
		return
	}
	blobs := int64(span.Offset) + 4 + int64(len(index))
	for i := range count {
		k, ok := parseKeyframeEntry(index[i*KeyframeEntryBytes:])
		k.CRC = binary.LittleEndian.Uint32(index[count*KeyframeEntryBytes+4*i:])
		at := blobs + int64(k.Offset)
		ok = ok && checkLengths(SectionKeyframes, at, k.Length, k.Uncompressed, MaxSnapshotBytes) == nil
		if n := len(parts.keyframes); n > 0 {
			ok = ok && k.Tick > parts.keyframes[n-1].entry.Tick
		}
		entry := index[i*KeyframeEntryBytes:][:KeyframeEntryBytes]
		if ok && f.moved != 0 && !f.keyframeIntact(at, k, entry) {
			at += f.moved
		}
		if !ok || !f.keyframeIntact(at, k, entry) {
			f.damage(corrupt(SectionKeyframes, at, "keyframe %d of %d does not have its checksum", i, count))
			f.report.LostKeyframes++
			continue
		}
		parts.keyframes = append(parts.keyframes, keyframeRef{at, k})
	}
}

// keyframeIndex reads entries and check table, as many as the count in front of them
// says; if that cannot be, as many as follow from each other. None is 0.
func (f *fileSalvage) keyframeIndex(span Span) (count int64, index []byte) {
	var raw [4]byte
	if int64(span.Length) < 4+KeyframeEntryBytes+4 || readFull(f.src, raw[:], int64(span.Offset), SectionKeyframes) != nil {
		return 0, nil
	}
	room := (int64(span.Length) - 4) / (KeyframeEntryBytes + 4)
	count = int64(binary.LittleEndian.Uint32(raw[:]))
	if follow := f.entriesThatFollow(int64(span.Offset)+4, min(room, MaxKeyframes)); follow > 0 && count != follow && (count > room || count > MaxKeyframes || !f.tableAt(span, count)) {
		count = follow
	}
	if count == 0 || count > room || count > MaxKeyframes {
		return 0, nil
	}
	index = make([]byte, count*(KeyframeEntryBytes+4))
	if readFull(f.src, index, int64(span.Offset)+4, SectionKeyframes) != nil {
		return 0, nil
	}
	return count, index
}

// entriesThatFollow counts the entries from an offset on whose blobs lie one behind
// the other and whose ticks ascend, at most limit.
func (f *fileSalvage) entriesThatFollow(at, limit int64) (count int64) {
	var raw [KeyframeEntryBytes]byte
	var next int64
	var last order.Tick
	for ; count < limit; count++ {
		if readFull(f.src, raw[:], at+count*KeyframeEntryBytes, SectionKeyframes) != nil {
			break
		}
		k, ok := parseKeyframeEntry(raw[:])
		if !ok || int64(k.Offset) != next || k.Length == 0 || count > 0 && k.Tick <= last || count == 0 && (k.Tick != 0 || !k.Full) {
			break
		}
		next, last = next+int64(k.Length), k.Tick
	}
	return count
}

// tableAt says whether some keyframe has its checksum if there are count of them.
func (f *fileSalvage) tableAt(span Span, count int64) bool {
	index := make([]byte, count*(KeyframeEntryBytes+4))
	if readFull(f.src, index, int64(span.Offset)+4, SectionKeyframes) != nil {
		return false
	}
	blobs := int64(span.Offset) + 4 + int64(len(index))
	for i := range count {
		entry := index[i*KeyframeEntryBytes:][:KeyframeEntryBytes]
		k, ok := parseKeyframeEntry(entry)
		k.CRC = binary.LittleEndian.Uint32(index[count*KeyframeEntryBytes+4*i:])
		at := blobs + int64(k.Offset)
		if ok && checkLengths(SectionKeyframes, at, k.Length, k.Uncompressed, MaxSnapshotBytes) == nil && f.keyframeIntact(at, k, entry) {
			return true
		}
	}
	return false
}

func (f *fileSalvage) keyframeIntact(at int64, k KeyframeEntry, entry []byte) bool {
	if at < 0 || at+int64(k.Length) > f.size {
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
	span := h.Events
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

// sections takes signature, voice and embedded resources.
func (f *fileSalvage) sections(h Header, parts *salvaged) {
	s := &sectionSalvage{src: f.src, report: f.report, parts: parts}
	if i := parts.metadata.Integrity; i != nil {
		s.digests = i.Sections
	}
	for _, section := range []struct {
		name Section
		span Span
	}{{SectionVoice, h.Voice}, {SectionSignature, h.Signature}, {SectionEmbedded, h.Embedded}} {
		if section.span.Offset != 0 {
			f.section(s, section.name, section.span)
		}
	}
}

// section takes a section from the first place where it is whole, or what is left of
// it where it should be.
func (f *fileSalvage) section(s *sectionSalvage, name Section, span Span) {
	places := f.places(span)
	for _, place := range places {
		if s.whole(name, extent{int64(place.Offset), int64(place.Length)}) {
			places = []Span{place}
		}
	}
	s.take(name, extent{int64(places[0].Offset), int64(places[0].Length)})
}
