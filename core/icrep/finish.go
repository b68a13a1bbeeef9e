// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"convertd/core/bincode"
	"convertd/core/order"
)

// Final is what is known at the end of a recording.
type Final struct {
	// TotalTicks is how many ticks the game lasted: one more than the last
	// frame, or more if frames after it were lost (AllowGaps).
	TotalTicks uint64
	// FinalStateHash is the hash of the state after the last tick. All zeros
	// mean that it is unknown, which makes the file INCOMPLETE.
	FinalStateHash order.StateHash
	// Metadata replaces Options.Metadata if it is not nil.
	Metadata  *Metadata
	Signature *Signature
	Embedded  *Embedded
	Voice     []VoiceTrack
}

// Summary describes a finished file.
type Summary struct {
	ReplayID   string
	Size       int64
	TotalTicks uint64
	LostFrames uint32
	// Sections lists the bytes of every section, the header first.
	Sections []SectionSize
}

// SectionSize is how many bytes a section takes in the file and, where it is
// compressed, how many of them are compressed content.
type SectionSize struct {
	Section Section `json:"section"`
	Bytes   int64   `json:"bytes"`
	Payload int64   `json:"payload"`
}

// Finish writes what is left to the journal, assembles the file under a
// temporary name, gives it its name in one step and removes the journal. If
// it fails, the journal is still there for Repair. Afterwards the writer is
// closed.
func (w *Writer) Finish(final Final) (*Summary, error) {
	if w.err != nil {
		return nil, errors.Join(w.err, w.Close())
	}
	summary, err := w.finish(&final)
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	err = w.root.Remove(w.name + JournalSuffix)
	return summary, errors.Join(err, w.Close())
}

func (w *Writer) finish(final *Final) (*Summary, error) {
	if err := w.flushOrders(); err != nil {
		return nil, err
	}
	if err := w.flushEvents(); err != nil {
		return nil, err
	}
	if err := w.checkFinal(final); err != nil {
		return nil, err
	}
	if err := w.appendSections(final); err != nil {
		return nil, err
	}
	if err := w.appendClosing(final); err != nil {
		return nil, err
	}
	w.contents.totalTicks, w.contents.final = final.TotalTicks, final.FinalStateHash
	w.contents.sums = w.sums()
	return publish(w.root, w.name, w.journal, &w.contents, w.options)
}

func (w *Writer) checkFinal(final *Final) error {
	switch {
	case len(w.contents.keyframes) == 0:
		return usage(SectionKeyframes, "a replay needs a full keyframe of tick 0")
	case final.TotalTicks < uint64(w.next):
		return usage(SectionOrders, "%d ticks in all, but there is a frame of tick %d", final.TotalTicks, w.next-1)
	case final.TotalTicks > uint64(w.next) && !w.options.AllowGaps:
		return usage(SectionOrders, "%d ticks in all, but the frames end after tick %d", final.TotalTicks, w.next)
	case final.TotalTicks > MaxTicks:
		return usage(SectionOrders, "%d ticks, the limit is %d", final.TotalTicks, MaxTicks)
	case w.anyEvent && uint64(w.lastEvent) > final.TotalTicks:
		return usage(SectionEvents, "an event of tick %d in a game of %d", w.lastEvent, final.TotalTicks)
	}
	last := w.contents.keyframes[len(w.contents.keyframes)-1].entry.Tick
	if last > 0 && uint64(last) >= final.TotalTicks {
		return usage(SectionKeyframes, "keyframe %d in a game of %d ticks", last, final.TotalTicks)
	}
	if final.Metadata != nil {
		w.contents.metadata = *final.Metadata
		w.contents.metadata.stripMapPath()
	}
	return w.contents.metadata.CheckPrivacy()
}

// appendSections encodes the sections that are given whole.
func (w *Writer) appendSections(final *Final) error {
	for number := byte(1); int(number) <= len(sectionNumbers); number++ {
		section := sectionNumbers[number]
		data, err := w.encodeSection(section, final)
		if err != nil {
			return err
		}
		if data == nil {
			continue
		}
		at, err := w.append(recordSection, func(dst []byte) ([]byte, error) {
			return append(append(dst, number), data...), nil
		})
		if err != nil {
			return err
		}
		w.contents.sections[section] = extent{at + 1, int64(len(data))}
	}
	return nil
}

// encodeSection returns a section's bytes, or nil if it is absent.
func (w *Writer) encodeSection(section Section, final *Final) ([]byte, error) {
	switch {
	case section == SectionVoice && len(final.Voice) > 0:
		return encodeVoice(final.Voice, w.compressor)
	case section == SectionSignature && final.Signature != nil:
		return final.Signature.encode()
	case section == SectionEmbedded && final.Embedded != nil && final.Embedded.Mode() != EmbedMinimal:
		return final.Embedded.encode(w.compressor, w.options.LargeMap)
	}
	return nil, nil
}

func (w *Writer) appendClosing(final *Final) error {
	text, err := w.contents.metadata.Canonical()
	if err != nil {
		return err
	}
	_, err = w.append(recordClosing, func(dst []byte) ([]byte, error) {
		dst = bincode.AppendUint64(dst, final.TotalTicks)
		dst = append(dst, final.FinalStateHash[:]...)
		return append(dst, text...), nil
	})
	if err == nil && w.options.Durability == SyncAtFinish {
		err = w.journal.Sync()
	}
	return err
}

func (w *Writer) sums() *contentSums {
	s := &contentSums{hasEvents: len(w.contents.events) > 0}
	s.orders = [32]byte(w.ordersSum.Sum(nil))
	s.keyframes = [32]byte(w.keyframesSum.Sum(nil))
	if s.hasEvents {
		w.eventsSum.Write(appendNames(nil, w.contents.names))
		s.events = [32]byte(w.eventsSum.Sum(nil))
	}
	return s
}

// publish assembles the file from a source under a temporary name and gives
// it its own.
func publish(root *os.Root, name string, src sourceReader, c *contents, options Options) (*Summary, error) {
	temporary := name + temporarySuffix
	file, err := root.OpenFile(temporary, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, fmt.Errorf("icrep: create the temporary file: %w", err)
	}
	summary, err := assemble(src, c, file, options.Compression)
	if err == nil && options.Durability != SyncNever {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = Rename(root, temporary, name, options.Overwrite)
	}
	if err == nil && options.Durability != SyncNever {
		err = SyncFolder(root)
	}
	if err != nil {
		if removal := root.Remove(temporary); removal != nil && !errors.Is(removal, fs.ErrNotExist) {
			err = errors.Join(err, removal)
		}
		return nil, err
	}
	return summary, nil
}

// Rename gives a finished temporary file its name in one step. Unless
// overwrite is set it refuses to replace a file, also one that appeared just
// now.
func Rename(root *os.Root, temporary, name string, overwrite bool) error {
	if overwrite {
		return root.Rename(temporary, name)
	}
	err := root.Link(temporary, name)
	switch {
	case err == nil:
		return root.Remove(temporary)
	case errors.Is(err, fs.ErrExist):
		return &Error{Class: ErrExists, Section: SectionFile, Offset: -1, Message: name + " is there; say that it may be overwritten"}
	}
	// A file system without hard links: look, then rename.
	if _, statErr := root.Lstat(name); statErr == nil {
		return &Error{Class: ErrExists, Section: SectionFile, Offset: -1, Message: name + " is there; say that it may be overwritten"}
	}
	return root.Rename(temporary, name)
}

// SyncFolder forces the folder's entries to the disk. Windows has no such call;
// its renames are journaled.
func SyncFolder(root *os.Root) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// replaceOnce replaces the only occurrence of old.
func replaceOnce(text []byte, old, replacement string) []byte {
	return bytes.Replace(text, []byte(old), []byte(replacement), 1)
}
