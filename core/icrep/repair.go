package icrep

import (
	"errors"
	"fmt"
	"io"
	"os"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// repairSuffix is appended to the output's name for the journal of a repair,
// so that it never meets the journal that is being repaired.
const repairSuffix = ".repair"

// RepairReport says what Repair kept and what it could not.
type RepairReport struct {
	Summary *Summary
	// Complete says that nothing was missing: the journal only had to be
	// finished.
	Complete bool
	// From is "journal" or "file".
	From string
	// Frames, Keyframes and Events are what was kept.
	Frames, Keyframes, Events uint64
	// LostKeyframes are those that were damaged, or deltas against one that was.
	LostKeyframes uint64
	// Damage lists what was found wrong, in order.
	Damage []error
}

// Repair makes a replay called name in root from the journal of an unfinished
// recording, or from a cut or damaged replay. It keeps every block that is
// whole and invents nothing: ticks whose frames are gone count as lost, the
// game ends with the last frame that is left, and the file is INCOMPLETE with
// an unknown final state hash. A closed journal is simply finished.
//
// It fails with ErrCorrupt if the metadata or the starting state is gone: no
// replay is possible without them.
func Repair(src io.ReaderAt, size int64, root *os.Root, name string, options Options) (*RepairReport, error) {
	var magic [4]byte
	if err := readFull(src, magic[:], 0, SectionFile); err != nil {
		return nil, err
	}
	if string(magic[:]) == journalMagic {
		return repairJournal(src, size, root, name, options)
	}
	return repairFile(src, size, root, name, options)
}

func repairJournal(src io.ReaderAt, size int64, root *os.Root, name string, options Options) (*RepairReport, error) {
	scan, err := scanJournal(src, size)
	if err != nil {
		return nil, err
	}
	report := &RepairReport{From: "journal"}
	if scan.damage != nil {
		report.Damage = append(report.Damage, scan.damage)
	}
	if scan.closed {
		report.Complete = true
		report.Frames, report.Keyframes = scan.frames, uint64(len(scan.keyframes))
		for i := range scan.events {
			report.Events += uint64(scan.events[i].head.count)
		}
		report.Summary, err = publish(root, name, src, &scan.contents, options)
		return report, err
	}
	return salvage(src, &salvaged{contents: scan.contents}, report, root, name, options)
}

// salvaged are the parts of a source that look whole.
type salvaged struct {
	contents
	// keepEnd says that header.final may be kept if no frame is missing.
	keepEnd    bool
	totalTicks uint64
	signature  *Signature
	voice      []VoiceTrack
	embedded   *Embedded
	lost       uint64 // keyframes
}

// salvage records the parts anew. A block that cannot be decoded after all is
// left out.
func salvage(src io.ReaderAt, parts *salvaged, report *RepairReport, root *os.Root, name string, options Options) (*RepairReport, error) {
	if parts.startLost() && options.InitialState == nil {
		return report, corrupt(SectionKeyframes, -1, "the starting state is gone; give a snapshot of tick 0 to repair without it")
	}
	m := parts.metadata
	m.ReplayID, m.Integrity = "", nil
	options.Metadata, options.AllowGaps, options.LargeMap = m, true, true
	overwrite := options.Overwrite
	if !overwrite {
		if _, err := root.Lstat(name); err == nil {
			return report, &Error{Class: ErrExists, Section: SectionFile, Offset: -1, Message: name + " is there; say that it may be overwritten"}
		}
	}
	options.Overwrite = true
	w, err := Create(root, name+repairSuffix, options)
	if err != nil {
		return report, err
	}
	s := &salvager{src: src, parts: parts, report: report, w: w}
	if err := errors.Join(s.frames(), s.keyframes(), s.events()); err != nil {
		return report, errors.Join(err, w.Abort())
	}
	final := s.final()
	if report.Summary, err = w.Finish(final); err != nil {
		return report, errors.Join(err, root.Remove(name+repairSuffix+JournalSuffix))
	}
	return report, Rename(root, name+repairSuffix, name, overwrite)
}

// startLost says that the full keyframe of tick 0 is not there.
func (p *salvaged) startLost() bool {
	return len(p.keyframes) == 0 || p.keyframes[0].entry.Tick != 0
}

type salvager struct {
	src    io.ReaderAt
	parts  *salvaged
	report *RepairReport
	w      *Writer
	blocks blockReader
	// firstHash is the state hash of the frame of tick 0, if that is there.
	firstHash order.SyncHash
	hasFirst  bool
}

func (s *salvager) damage(err error) { s.report.Damage = append(s.report.Damage, err) }

func (s *salvager) frames() error {
	s.blocks.src = s.src
	var frame TickFrame
	for i := range s.parts.orders {
		b := &s.parts.orders[i]
		end := b.at + blockHeaderBytes + int64(b.head.compressed)
		if _, err := s.blocks.readAt(SectionOrders, b.at, end); err != nil {
			s.damage(err)
			continue
		}
		r := bincode.NewReader(s.blocks.plain)
		for range b.head.count {
			frame.ReadFrom(r)
			if r.Err() != nil || frame.Tick < s.w.next || frame.Tick >= MaxTicks {
				s.damage(corrupt(SectionOrders, b.at, "the block of tick %d holds something else than frames in order", b.head.firstTick))
				break
			}
			if err := s.w.Tick(&frame); err != nil {
				return err
			}
			if frame.Tick == 0 {
				s.firstHash, s.hasFirst = frame.StateHash, true
			}
			s.report.Frames++
		}
	}
	return nil
}

// start records a starting state from elsewhere, if it is the one in which the
// first frame began.
func (s *salvager) start() error {
	state, err := snapshot.Decode(s.w.options.InitialState)
	if err != nil {
		return usage(SectionKeyframes, "the starting state given: %v", err)
	}
	got := snapshot.Sync(state.Core.StateHash())
	if !s.hasFirst || got != s.firstHash {
		return usage(SectionKeyframes, "the starting state given has the hash %016x, the first frame %016x", uint64(got), uint64(s.firstHash))
	}
	s.report.Keyframes++
	return s.w.Keyframe(0, true, s.w.options.InitialState)
}

func (s *salvager) keyframes() error {
	var blob, compressed []byte
	haveFull := true
	if s.parts.startLost() {
		if err := s.start(); err != nil {
			return err
		}
		haveFull = false
	}
	for i := range s.parts.keyframes {
		k := &s.parts.keyframes[i]
		if k.entry.Tick > 0 && k.entry.Tick >= s.w.next {
			continue // beyond the last frame: nobody can play up to it
		}
		if !k.entry.Full && !haveFull {
			s.report.LostKeyframes++
			continue
		}
		err := func() (err error) {
			if uint64(cap(compressed)) < uint64(k.entry.Length) {
				compressed = make([]byte, k.entry.Length)
			}
			compressed = compressed[:k.entry.Length]
			if err := readFull(s.src, compressed, k.at, SectionKeyframes); err != nil {
				return err
			}
			blob, err = decompress(blob, compressed, k.entry.Uncompressed)
			return err
		}()
		if err != nil {
			s.damage(fmt.Errorf("keyframe %d: %w", k.entry.Tick, err))
			s.report.LostKeyframes++
			haveFull = haveFull && !k.entry.Full
			continue
		}
		haveFull = haveFull || k.entry.Full
		if err := s.w.Keyframe(k.entry.Tick, k.entry.Full, blob); err != nil {
			return err
		}
		s.report.Keyframes++
	}
	s.report.LostKeyframes += s.parts.lost
	return nil
}

func (s *salvager) events() error {
	for _, name := range s.parts.names {
		if _, err := s.w.Name(name); err != nil {
			return err
		}
	}
	var decoder EventDecoder
	for i := range s.parts.events {
		b := &s.parts.events[i]
		end := b.at + blockHeaderBytes + int64(b.head.compressed)
		if _, err := s.blocks.readAt(SectionEvents, b.at, end); err != nil {
			s.damage(err)
			continue
		}
		r := bincode.NewReader(s.blocks.plain)
		for range b.head.count {
			e := decoder.Decode(r)
			if r.Err() != nil || s.w.checkEvent(e) != nil {
				s.damage(corrupt(SectionEvents, b.at, "the block of tick %d holds something else than events in order", b.head.firstTick))
				break
			}
			if e.EventTick() > s.w.next {
				return nil
			}
			if err := s.w.Event(e); err != nil {
				return err
			}
			s.report.Events++
		}
	}
	return nil
}

func (s *salvager) final() Final {
	m := s.parts.metadata
	m.ReplayID, m.Integrity = "", nil
	facts := RecorderFacts{}
	if m.Recorder != nil {
		facts = *m.Recorder
	}
	facts.Repaired = true
	facts.LostKeyframes += s.report.LostKeyframes
	m.Recorder = &facts
	final := Final{
		TotalTicks: uint64(s.w.next), Metadata: &m,
		Signature: s.parts.signature, Voice: s.parts.voice, Embedded: s.parts.embedded,
	}
	if s.parts.keepEnd && s.parts.totalTicks == final.TotalTicks {
		final.FinalStateHash = s.parts.final
	}
	return final
}
