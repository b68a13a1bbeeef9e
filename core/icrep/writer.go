// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"

	"convertd/core/bincode"
	"convertd/core/order"
)

// JournalSuffix is appended to the name of a replay for its journal.
const JournalSuffix = ".part"

// temporarySuffix names the file in which a replay is assembled.
const temporarySuffix = ".tmp"

// Durability says when written bytes are forced to the disk.
type Durability uint8

// Durabilities.
const (
	// SyncAtFinish forces the finished file and its folder to the disk before
	// the journal goes. Right for conversions, which can be repeated.
	SyncAtFinish Durability = iota
	// SyncBlocks also forces the journal after every block. Right for live
	// recording: a power cut costs at most the block that was being filled.
	SyncBlocks
	// SyncNever leaves it to the system. Right for tests.
	SyncNever
)

// Options of a Writer. The zero value is ready to use.
type Options struct {
	// Metadata is what is known at the start. It goes into the journal, so
	// that a repaired file has it. Final.Metadata may replace it.
	Metadata    Metadata
	Compression CompressionLevel
	Durability  Durability
	// Overwrite permits to replace the finished file and a leftover journal.
	Overwrite bool
	// AllowGaps permits ticks without a frame: they count as lost.
	AllowGaps bool
	// LargeMap permits to embed a map above MaxEmbeddedMapBytes.
	LargeMap bool
	// MaxBytes bounds the recording, 0: MaxFileBytes does.
	MaxBytes int64
	// InitialState is for Repair only: a full snapshot of tick 0 from elsewhere
	// for a file whose own is gone. Its hash must be that of the first frame.
	InitialState []byte
}

// Writer makes one replay. Ticks, keyframes and events must each come in
// tick order; they may be interleaved in any way. Every error is final: after
// it, only Abort or Close are useful. Not safe for concurrent use, but for
// PackKeyframe.
type Writer struct {
	root    *os.Root
	ownRoot bool
	name    string
	options Options
	journal *os.File
	at      int64 // end of the journal
	err     error
	done    bool

	contents   contents
	compressor *compressor
	packer     *compressor // of PackKeyframe
	record     []byte      // the journal record under construction

	block     []byte // encoded frames of the current block
	blockTick order.Tick
	frames    int // in block
	next      order.Tick

	events     []byte // encoded events of the current block
	eventTick  order.Tick
	eventCount int
	lastEvent  order.Tick
	anyEvent   bool
	nameIDs    map[string]NameID
	namesSaved int // names that are in the journal

	ordersSum, keyframesSum, eventsSum hash.Hash
}

// Create begins a replay that will be called name in root. The journal
// name.part appears at once; the replay itself appears whole, in Finish.
func Create(root *os.Root, name string, options Options) (*Writer, error) {
	if !options.Overwrite {
		if _, err := root.Lstat(name); err == nil {
			return nil, &Error{Class: ErrExists, Section: SectionFile, Offset: -1, Message: name + " is there; say that it may be overwritten"}
		}
	}
	options.Metadata.stripMapPath()
	if err := options.Metadata.CheckPrivacy(); err != nil {
		return nil, err
	}
	flags := os.O_RDWR | os.O_CREATE | os.O_EXCL
	if options.Overwrite {
		flags = os.O_RDWR | os.O_CREATE | os.O_TRUNC
	}
	journal, err := root.OpenFile(name+JournalSuffix, flags, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, &Error{Class: ErrExists, Section: SectionJournal, Offset: -1, Message: name + JournalSuffix + " is left from an unfinished recording; repair or remove it"}
	}
	if err != nil {
		return nil, fmt.Errorf("icrep: create the journal: %w", err)
	}
	w := &Writer{
		root: root, name: name, options: options, journal: journal,
		compressor: newCompressor(options.Compression), packer: newCompressor(options.Compression),
		nameIDs:   map[string]NameID{},
		ordersSum: sha256.New(), keyframesSum: sha256.New(), eventsSum: sha256.New(),
	}
	w.contents.metadata = options.Metadata
	w.contents.sections = map[Section]extent{}
	if err := w.begin(); err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	return w, nil
}

// CreateFile is Create for a path; it opens the folder as its own root.
func CreateFile(path string, options Options) (*Writer, error) {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("icrep: open the folder: %w", err)
	}
	w, err := Create(root, filepath.Base(path), options)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	w.ownRoot = true
	return w, nil
}

func (w *Writer) begin() error {
	if err := w.write(journalHead()); err != nil {
		return err
	}
	text, err := w.options.Metadata.Canonical()
	if err != nil {
		return err
	}
	_, err = w.append(recordMetadata, func(dst []byte) ([]byte, error) { return append(dst, text...), nil })
	return err
}

// Tick records one frame. It keeps nothing of it.
func (w *Writer) Tick(f *TickFrame) error {
	if w.err != nil {
		return w.err
	}
	if err := w.beginFrame(f.Tick); err != nil {
		return err
	}
	start := len(w.block)
	block, err := AppendFrame(w.block, f)
	if err != nil {
		return w.fail(err)
	}
	w.block = block
	return w.endFrame(f.Tick, start)
}

// EncodedTick records one frame that AppendFrame encoded, for callers that
// encode on one goroutine and write on another.
func (w *Writer) EncodedTick(tick order.Tick, frame []byte) error {
	if w.err != nil {
		return w.err
	}
	if err := w.beginFrame(tick); err != nil {
		return err
	}
	start := len(w.block)
	w.block = append(w.block, frame...)
	return w.endFrame(tick, start)
}

// beginFrame checks the tick and closes the block before if it must.
func (w *Writer) beginFrame(tick order.Tick) error {
	switch {
	case tick < w.next || (tick > w.next && !w.options.AllowGaps):
		return w.fail(usage(SectionOrders, "tick %d, but %d is next", tick, w.next))
	case tick >= MaxTicks:
		return w.fail(usage(SectionOrders, "tick %d, the limit is %d", tick, MaxTicks))
	}
	if w.frames > 0 && uint64(tick)/BlockTicks != uint64(w.blockTick)/BlockTicks {
		return w.flushOrders()
	}
	return nil
}

// endFrame takes the frame that begins at start of the block. If the block has
// outgrown its limit, the frame begins the next one.
func (w *Writer) endFrame(tick order.Tick, start int) error {
	if size := len(w.block) - start; size > MaxBlockBytes {
		return w.fail(usage(SectionOrders, "tick %d takes %d bytes, a block holds %d", tick, size, MaxBlockBytes))
	}
	if len(w.block) > MaxBlockBytes {
		frame := append([]byte(nil), w.block[start:]...)
		w.block = w.block[:start]
		if err := w.flushOrders(); err != nil {
			return err
		}
		w.block = append(w.block, frame...)
	}
	if w.frames == 0 {
		w.blockTick = tick
	}
	w.frames++
	w.next = tick + 1
	return nil
}

// Keyframe records the state in which a tick begins. blob is a whole snapshot
// if full, else a delta against the last full one. The first keyframe is full
// and of tick 0.
func (w *Writer) Keyframe(tick order.Tick, full bool, blob []byte) error {
	if w.err != nil {
		return w.err
	}
	packed, err := w.PackKeyframe(full, blob)
	if err != nil {
		return w.fail(err)
	}
	return w.PackedKeyframe(tick, packed)
}

// PackedKeyframe is a keyframe that waits to be recorded.
type PackedKeyframe struct {
	full             bool
	blob, compressed []byte
}

// PackKeyframe compresses a keyframe, for callers that encode on one goroutine and
// write on another: it may run beside every other method but itself and Keyframe. It
// keeps blob. An error is not final.
func (w *Writer) PackKeyframe(full bool, blob []byte) (PackedKeyframe, error) {
	if len(blob) == 0 || len(blob) > MaxSnapshotBytes {
		return PackedKeyframe{}, usage(SectionKeyframes, "a keyframe of %d bytes, the limits are 1 and %d", len(blob), MaxSnapshotBytes)
	}
	compressed, err := w.packer.compress(nil, blob)
	if err != nil {
		return PackedKeyframe{}, fmt.Errorf("icrep: compress: %w", err)
	}
	return PackedKeyframe{full: full, blob: blob, compressed: compressed}, nil
}

// PackedKeyframe records a keyframe that PackKeyframe made.
func (w *Writer) PackedKeyframe(tick order.Tick, packed PackedKeyframe) error {
	if w.err != nil {
		return w.err
	}
	full, blob := packed.full, packed.blob
	n := len(w.contents.keyframes)
	switch {
	case len(packed.compressed) == 0:
		return w.fail(usage(SectionKeyframes, "a keyframe that PackKeyframe did not make"))
	case n == 0 && (tick != 0 || !full):
		return w.fail(usage(SectionKeyframes, "the first keyframe must be full and of tick 0"))
	case n > 0 && tick <= w.contents.keyframes[n-1].entry.Tick:
		return w.fail(usage(SectionKeyframes, "keyframe %d after keyframe %d", tick, w.contents.keyframes[n-1].entry.Tick))
	case n >= MaxKeyframes:
		return w.fail(usage(SectionKeyframes, "more than %d keyframes", MaxKeyframes))
	}
	at, err := w.append(recordKeyframe, func(dst []byte) ([]byte, error) {
		dst = bincode.AppendUint64(dst, uint64(tick))
		dst = bincode.AppendBool(dst, full)
		dst = bincode.AppendUint32(dst, uint32(len(blob)))
		return append(dst, packed.compressed...), nil
	})
	if err != nil {
		return err
	}
	w.keyframesSum.Write(blob)
	w.contents.keyframes = append(w.contents.keyframes, keyframeRef{
		at: at + keyframeRecordBytes,
		entry: KeyframeEntry{
			Tick: tick, Full: full,
			Length: uint32(w.at - at - keyframeRecordBytes), Uncompressed: uint32(len(blob)),
		},
	})
	return nil
}

// flushOrders closes the current order block, if there is one.
func (w *Writer) flushOrders() error {
	if w.frames == 0 {
		return nil
	}
	ref, err := w.appendBlock(recordOrders, w.block, w.blockTick, w.frames)
	if err != nil {
		return err
	}
	w.ordersSum.Write(w.block)
	w.contents.orders = append(w.contents.orders, ref)
	w.contents.frames += uint64(w.frames)
	w.block, w.frames = w.block[:0], 0
	return nil
}

func (w *Writer) appendBlock(kind byte, data []byte, first order.Tick, count int) (blockRef, error) {
	at, err := w.append(kind, func(dst []byte) ([]byte, error) {
		return w.compressor.appendBlock(dst, data, uint64(first), count)
	})
	if err != nil {
		return blockRef{}, err
	}
	return blockRef{at: at, head: parseBlockHeader(w.record[journalRecordBytes:])}, nil
}

// append writes one journal record and returns the offset of its payload.
func (w *Writer) append(kind byte, payload func([]byte) ([]byte, error)) (int64, error) {
	record, err := payload(append(w.record[:0], make([]byte, journalRecordBytes)...))
	if err != nil {
		return 0, w.fail(fmt.Errorf("icrep: compress: %w", err))
	}
	w.record = record
	sealRecord(record, kind)
	at := w.at + journalRecordBytes
	if err := w.write(record); err != nil {
		return 0, err
	}
	if w.options.Durability == SyncBlocks {
		if err := w.journal.Sync(); err != nil {
			return 0, w.fail(fmt.Errorf("icrep: sync the journal: %w", err))
		}
	}
	return at, nil
}

func (w *Writer) write(data []byte) error {
	most := int64(MaxFileBytes)
	if w.options.MaxBytes > 0 {
		most = min(most, w.options.MaxBytes)
	}
	if w.at+int64(len(data)) > most {
		return w.fail(failure(ErrLimit, SectionFile, w.at, "the recording exceeds %d bytes", most))
	}
	n, err := w.journal.WriteAt(data, w.at)
	if err != nil {
		return w.fail(fmt.Errorf("icrep: write the journal: %w", err))
	}
	w.at += int64(n)
	return nil
}

func (w *Writer) fail(err error) error {
	if w.err == nil {
		w.err = err
	}
	return err
}

// Close leaves the journal for Repair, as a crash would. After Finish or
// Abort it does nothing.
func (w *Writer) Close() error {
	if w.done {
		return nil
	}
	w.done = true
	if w.err == nil {
		w.err = usage(SectionFile, "the writer is closed")
	}
	err := w.journal.Close()
	if w.ownRoot {
		err = errors.Join(err, w.root.Close())
	}
	return err
}

// Abort removes the journal. After Finish or Close it does nothing.
func (w *Writer) Abort() error {
	if w.done {
		return nil
	}
	err := w.root.Remove(w.name + JournalSuffix)
	return errors.Join(err, w.Close())
}
