// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"

	"convertd/core/bincode"
	"convertd/core/order"
)

// The journal of an unfinished recording (docs/icrep.md#journal): an 8-byte
// head, then records that each carry their own length and checksum.
const (
	JournalMagic       = "ICRJ" // opens every journal
	journalVersion     = 1
	journalHeadBytes   = 8
	journalRecordBytes = 9 // u8 kind, u32 length, u32 crc32c
)

// Kinds of journal records.
const (
	recordMetadata byte = 1 + iota
	recordOrders
	recordKeyframe
	recordEvents
	recordNames
	recordSection
	recordClosing
)

// keyframeRecordBytes precede the blob in a keyframe record: u64 tick,
// u8 is_full, u32 uncompressed length.
const keyframeRecordBytes = 13

// closingBytes precede the metadata in a closing record: u64 total ticks,
// final state hash.
const closingBytes = 40

// sectionNumbers number the sections that go into a section record whole.
var sectionNumbers = map[byte]Section{1: SectionVoice, 2: SectionSignature, 3: SectionEmbedded}

func journalHead() []byte {
	head := binary.LittleEndian.AppendUint16([]byte(JournalMagic), journalVersion)
	return append(head, CompressionLZ4, 0)
}

// sealRecord fills in the record header that record begins with.
func sealRecord(record []byte, kind byte) {
	record[0] = kind
	binary.LittleEndian.PutUint32(record[1:], uint32(len(record)-journalRecordBytes))
	binary.LittleEndian.PutUint32(record[5:], recordChecksum(record[:5], record[journalRecordBytes:]))
}

func recordChecksum(head, payload []byte) uint32 {
	return crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, payload)
}

// extent is a run of bytes in a source.
type extent struct{ at, length int64 }

// blockRef is a block in a source: a journal or a finished file.
type blockRef struct {
	at   int64 // of the block header
	head blockHeader
}

// keyframeRef is a keyframe blob in a source.
type keyframeRef struct {
	at    int64
	entry KeyframeEntry
}

// contents is everything that makes a finished file, as places in a source.
type contents struct {
	metadata  Metadata
	orders    []blockRef
	keyframes []keyframeRef
	events    []blockRef
	names     []string
	sections  map[Section]extent // voice, signature, embedded

	totalTicks uint64
	frames     uint64 // in the order blocks
	final      order.StateHash
	// sums are the content digests if somebody kept them; otherwise they are
	// computed from the source.
	sums *contentSums
}

// journalScan is what a journal holds up to its first damaged record.
type journalScan struct {
	contents
	closed bool  // the closing record is there: nothing is missing
	valid  int64 // bytes up to the first damaged record
	damage error // why the scan ended before the end of the file, or nil
}

// scanJournal reads a journal record by record and stops at the first one
// that is cut or damaged. It fails only if not even the metadata is there.
func scanJournal(src io.ReaderAt, size int64) (*journalScan, error) {
	head := make([]byte, journalHeadBytes)
	if err := readFull(src, head, 0, SectionJournal); err != nil {
		return nil, err
	}
	if !bytes.Equal(head, journalHead()) {
		if string(head[:4]) != JournalMagic {
			return nil, failure(ErrNotReplay, SectionJournal, 0, "the magic is not %q", JournalMagic)
		}
		return nil, failure(ErrUnsupported, SectionJournal, 4, "journal head % x", head[4:])
	}
	scan := &journalScan{valid: journalHeadBytes}
	scan.sections = map[Section]extent{}
	reader := &journalReader{src: src, size: size, scan: scan}
	for records := 0; scan.valid < size && !scan.closed; records++ {
		if records >= MaxJournalRecords {
			scan.damage = failure(ErrLimit, SectionJournal, scan.valid, "more than %d records", MaxJournalRecords)
			break
		}
		if scan.damage = reader.record(records == 0); scan.damage != nil {
			break
		}
	}
	if scan.valid == journalHeadBytes {
		if scan.damage == nil {
			scan.damage = failure(ErrTruncated, SectionJournal, scan.valid, "no records")
		}
		return nil, scan.damage
	}
	return scan, nil
}

// journalReader applies records to a scan.
type journalReader struct {
	src  io.ReaderAt
	size int64
	scan *journalScan
	buf  []byte
}

// record reads the record at scan.valid and moves past it.
func (j *journalReader) record(first bool) error {
	at := j.scan.valid
	var head [journalRecordBytes]byte
	if err := readFull(j.src, head[:], at, SectionJournal); err != nil {
		return err
	}
	kind, length := head[0], int64(binary.LittleEndian.Uint32(head[1:]))
	body := at + journalRecordBytes
	if length > j.size-body {
		return failure(ErrTruncated, SectionJournal, at, "a record of %d bytes, %d are left", length, j.size-body)
	}
	sum, err := j.checksum(head[:5], body, length)
	if err != nil {
		return err
	}
	if sum != binary.LittleEndian.Uint32(head[5:]) {
		return corrupt(SectionJournal, at, "record checksum")
	}
	if first != (kind == recordMetadata) {
		return corrupt(SectionJournal, at, "the metadata record must be the first and only the first")
	}
	if err := j.apply(kind, extent{body, length}); err != nil {
		return err
	}
	j.scan.valid = body + length
	return nil
}

func (j *journalReader) checksum(head []byte, at, length int64) (uint32, error) {
	sum := crc32.Checksum(head, castagnoli)
	for length > 0 {
		part, err := j.read(extent{at, min(length, chunkBytes)})
		if err != nil {
			return 0, err
		}
		sum = crc32.Update(sum, castagnoli, part)
		at, length = at+int64(len(part)), length-int64(len(part))
	}
	return sum, nil
}

func (j *journalReader) read(e extent) ([]byte, error) {
	if int64(cap(j.buf)) < e.length {
		j.buf = make([]byte, e.length)
	}
	j.buf = j.buf[:e.length]
	return j.buf, readFull(j.src, j.buf, e.at, SectionJournal)
}

func (j *journalReader) apply(kind byte, body extent) error {
	switch kind {
	case recordMetadata:
		return j.metadata(body)
	case recordOrders, recordEvents:
		return j.block(kind, body)
	case recordKeyframe:
		return j.keyframe(body)
	case recordNames:
		return j.names(body)
	case recordSection:
		number, err := j.read(extent{body.at, min(body.length, 1)})
		if err != nil {
			return err
		}
		if len(number) == 0 || sectionNumbers[number[0]] == "" {
			return corrupt(SectionJournal, body.at, "unknown section number")
		}
		j.scan.sections[sectionNumbers[number[0]]] = extent{body.at + 1, body.length - 1}
		return nil
	case recordClosing:
		return j.closing(body)
	}
	return corrupt(SectionJournal, body.at-journalRecordBytes, "record kind %d", kind)
}

func (j *journalReader) metadata(body extent) error {
	if body.length > MaxMetadataBytes {
		return failure(ErrLimit, SectionJournal, body.at, "%d bytes of metadata", body.length)
	}
	text, err := j.read(body)
	if err != nil {
		return err
	}
	if _, err := parseJSON(text); err != nil {
		return corrupt(SectionJournal, body.at, "metadata: %v", err)
	}
	var m Metadata
	if err := json.Unmarshal(text, &m); err != nil {
		return corrupt(SectionJournal, body.at, "metadata: %v", err)
	}
	j.scan.metadata = m
	return nil
}

func (j *journalReader) block(kind byte, body extent) error {
	if body.length < blockHeaderBytes {
		return corrupt(SectionJournal, body.at, "a block record of %d bytes", body.length)
	}
	raw, err := j.read(extent{body.at, blockHeaderBytes})
	if err != nil {
		return err
	}
	ref := blockRef{at: body.at, head: parseBlockHeader(raw)}
	if int64(ref.head.compressed) != body.length-blockHeaderBytes {
		return corrupt(SectionJournal, body.at, "block and record lengths disagree")
	}
	if err := ref.head.checkLengths(SectionJournal, body.at); err != nil {
		return err
	}
	list := &j.scan.orders
	if kind == recordEvents {
		list = &j.scan.events
	}
	if n := len(*list); n > 0 && ref.head.firstTick < (*list)[n-1].head.firstTick {
		return corrupt(SectionJournal, body.at, "blocks are not in tick order")
	}
	*list = append(*list, ref)
	if kind == recordOrders {
		j.scan.frames += uint64(ref.head.count)
	}
	return nil
}

func (j *journalReader) keyframe(body extent) error {
	if body.length < keyframeRecordBytes {
		return corrupt(SectionJournal, body.at, "a keyframe record of %d bytes", body.length)
	}
	raw, err := j.read(extent{body.at, keyframeRecordBytes})
	if err != nil {
		return err
	}
	ref := keyframeRef{at: body.at + keyframeRecordBytes, entry: KeyframeEntry{
		Tick:         order.Tick(binary.LittleEndian.Uint64(raw)),
		Full:         raw[8] == 1,
		Uncompressed: binary.LittleEndian.Uint32(raw[9:]),
		Length:       uint32(body.length - keyframeRecordBytes),
	}}
	if err := checkLengths(SectionJournal, body.at, ref.entry.Length, ref.entry.Uncompressed, MaxSnapshotBytes); err != nil {
		return err
	}
	n := len(j.scan.keyframes)
	if raw[8] > 1 || (n == 0 && (ref.entry.Tick != 0 || !ref.entry.Full)) || (n > 0 && ref.entry.Tick <= j.scan.keyframes[n-1].entry.Tick) {
		return corrupt(SectionJournal, body.at, "keyframes must begin with a full one at tick 0 and ascend")
	}
	j.scan.keyframes = append(j.scan.keyframes, ref)
	return nil
}

func (j *journalReader) names(body extent) error {
	if body.length > MaxBlockBytes {
		return failure(ErrLimit, SectionJournal, body.at, "%d bytes of names", body.length)
	}
	raw, err := j.read(body)
	if err != nil {
		return err
	}
	r := bincode.NewReader(raw)
	names := readNames(r, MaxNames-len(j.scan.names))
	r.Finish()
	if r.Err() != nil {
		return fromBincode(SectionJournal, body.at, false, r.Err())
	}
	j.scan.names = append(j.scan.names, names...)
	if name, twice := repeated(j.scan.names); twice {
		return corrupt(SectionJournal, body.at, "name %q is given twice", name)
	}
	return nil
}

func (j *journalReader) closing(body extent) error {
	if body.length < closingBytes {
		return corrupt(SectionJournal, body.at, "a closing record of %d bytes", body.length)
	}
	if err := j.metadata(extent{body.at + closingBytes, body.length - closingBytes}); err != nil {
		return err
	}
	raw, err := j.read(extent{body.at, closingBytes})
	if err != nil {
		return err
	}
	j.scan.totalTicks = binary.LittleEndian.Uint64(raw)
	copy(j.scan.final[:], raw[8:])
	j.scan.closed = true
	return nil
}

// readFull reads exactly len(buf) bytes.
func readFull(src io.ReaderAt, buf []byte, at int64, s Section) error {
	n, err := src.ReadAt(buf, at)
	switch {
	case n == len(buf):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return failure(ErrTruncated, s, at, "need %d bytes, have %d", len(buf), n)
	default:
		return &Error{Class: err, Section: s, Offset: at, Message: "reading failed"}
	}
}

// appendNames appends names as a bincode list of strings.
func appendNames(dst []byte, names []string) []byte {
	dst = bincode.AppendLength(dst, len(names))
	for _, name := range names {
		dst = bincode.AppendString(dst, name)
	}
	return dst
}

// repeated finds a name that stands twice in a name table: each has one number.
func repeated(names []string) (name string, twice bool) {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if seen[name] {
			return name, true
		}
		seen[name] = true
	}
	return "", false
}

func readNames(r *bincode.Reader, limit int) []string {
	n := r.Length(8, limit)
	names := make([]string, 0, n)
	for range n {
		names = append(names, r.String(MaxNameBytes))
	}
	return names
}
