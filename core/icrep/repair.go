// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"errors"
	"io"
	"os"

	"convertd/core/order"
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
	// LostKeyframes are those that were damaged, or deltas against one that was;
	// LostEvents those of damaged blocks, as far as it is known how many they held.
	LostKeyframes, LostEvents uint64
	// Damage lists what was found wrong, in order.
	Damage []error
}

// Repair makes a replay called name in root from the journal of an unfinished
// recording, or from a cut or damaged replay. It keeps everything that is
// whole and invents nothing: ticks whose frames are gone count as lost, the
// game ends with the last frame that is left, and the file is INCOMPLETE with
// an unknown final state hash. A closed journal is simply finished.
//
// What it writes verifies, states included; else there is an error and nothing is
// written. It fails with ErrCorrupt if the metadata or the starting state is gone and
// Options.InitialState has none: no replay is possible without them.
func Repair(src io.ReaderAt, size int64, root *os.Root, name string, options Options) (*RepairReport, error) {
	var magic [4]byte
	if err := readFull(src, magic[:], 0, SectionFile); err != nil {
		return nil, err
	}
	if !options.Overwrite {
		if _, err := root.Lstat(name); err == nil {
			return nil, exists(name)
		}
	}
	if string(magic[:]) == JournalMagic {
		return repairJournal(src, size, root, name, options)
	}
	return repairFile(src, size, root, name, options)
}

func exists(name string) error {
	return &Error{Class: ErrExists, Section: SectionFile, Offset: -1, Message: name + " is there; say that it may be overwritten"}
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
	parts := &salvaged{contents: scan.contents}
	if scan.closed {
		err := finishJournal(src, scan, report, root, name, options)
		if err == nil || errors.Is(err, ErrExists) {
			return report, err
		}
		report.Damage = append(report.Damage, err)
		parts.keepEnd = true
	}
	s := &sectionSalvage{src: src, report: report, parts: parts}
	for number := byte(1); int(number) <= len(sectionNumbers); number++ {
		if e, there := scan.sections[sectionNumbers[number]]; there {
			s.take(sectionNumbers[number], e)
		}
	}
	return salvage(src, parts, report, root, name, options)
}

// finishJournal does what a crash kept Finish from doing.
func finishJournal(src io.ReaderAt, scan *journalScan, report *RepairReport, root *os.Root, name string, options Options) error {
	overwrite := options.Overwrite
	options.Overwrite = true
	summary, err := publish(root, name+repairSuffix, src, &scan.contents, options)
	if err != nil {
		return err
	}
	if err := accept(root, name, overwrite); err != nil {
		return err
	}
	report.Summary, report.Complete = summary, true
	report.Frames, report.Keyframes = scan.frames, uint64(len(scan.keyframes))
	for i := range scan.events {
		report.Events += uint64(scan.events[i].head.count)
	}
	return nil
}

// accept gives a repaired file its name if it verifies, and removes it otherwise.
func accept(root *os.Root, name string, overwrite bool) error {
	err := verifyNamed(root, name+repairSuffix)
	if err == nil {
		err = Rename(root, name+repairSuffix, name, overwrite)
	}
	if err != nil {
		return errors.Join(err, root.Remove(name+repairSuffix))
	}
	return nil
}

func verifyNamed(root *os.Root, name string) (err error) {
	file, err := root.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	r, err := Open(file, info.Size())
	if err != nil {
		return err
	}
	return r.Verify(VerifyOptions{States: true}).Err()
}

// salvaged are the parts of a source that look whole.
type salvaged struct {
	contents
	// keepEnd says that final may be kept if all of totalTicks frames are there.
	keepEnd bool
	// metadataDamaged says that the metadata do not have their digest.
	metadataDamaged bool
	signature       *Signature
	voice           []VoiceTrack
	embedded        *Embedded
}

// salvage records the parts anew. What cannot be decoded after all is left out.
func salvage(src io.ReaderAt, parts *salvaged, report *RepairReport, root *os.Root, name string, options Options) (*RepairReport, error) {
	m := parts.metadata
	m.ReplayID, m.Integrity = "", nil
	overwrite := options.Overwrite
	options.Metadata, options.AllowGaps, options.LargeMap, options.Overwrite = m, true, true, true
	w, err := Create(root, name+repairSuffix, options)
	if err != nil {
		return report, err
	}
	s := newSalvager(src, parts, report, w)
	if err := errors.Join(s.frames(), s.keyframes(), s.events()); err != nil {
		return report, errors.Join(err, w.Abort())
	}
	if report.Summary, err = w.Finish(s.final()); err != nil {
		return report, errors.Join(err, root.Remove(name+repairSuffix+JournalSuffix))
	}
	return report, accept(root, name, overwrite)
}

// final is what is known at the end of what was salvaged.
func (s *salvager) final() Final {
	m := s.w.options.Metadata
	facts := RecorderFacts{}
	if m.Recorder != nil {
		facts = *m.Recorder
	}
	facts.Repaired = true
	facts.LostKeyframes += s.report.LostKeyframes
	facts.LostEvents += s.report.LostEvents
	if s.parts.metadataDamaged {
		facts.DamagedMetadata = true
		m.InitialRNGSeed = Seed(s.start.Core.GameSeed)
	}
	m.Recorder = &facts
	final := Final{TotalTicks: uint64(s.w.next), Metadata: &m, Voice: s.parts.voice, Embedded: s.parts.embedded}
	if s.parts.keepEnd && s.parts.totalTicks == final.TotalTicks {
		final.FinalStateHash = s.parts.final
	}
	s.sign(&final)
	return final
}

// sign keeps the entries of the chain that hold: each signs those before it, so that
// what follows the first that does not proves nothing. Where the end is not among
// them, nobody certifies the final state, and the file is INCOMPLETE.
func (s *salvager) sign(final *Final) {
	chain := s.parts.signature
	if chain == nil {
		return
	}
	whole := len(chain.Chain)
	keep := whole
	if faults := chain.VerifyChain(chain.PublicKey[:]); len(faults) > 0 {
		keep = faults[0].Index
	}
	for i := range keep {
		e := &chain.Chain[i]
		if hash, framed := s.hashes[order.Tick(e.Tick)]; e.Tick > final.TotalTicks || framed && hash != syncOf(e.StateHash) {
			keep = i
			break
		}
	}
	if keep > 0 && keep == whole {
		if last := &chain.Chain[keep-1]; last.Tick == final.TotalTicks && last.StateHash != final.FinalStateHash && final.FinalStateHash != (order.StateHash{}) {
			keep--
		}
	}
	if keep < whole {
		s.damage(corrupt(SectionSignature, -1, "%d of %d entries of the chain hold for what is left", keep, whole))
	}
	if keep == 0 {
		return
	}
	kept := *chain
	kept.Chain = chain.Chain[:keep]
	final.Signature = &kept
	if last := &kept.Chain[keep-1]; last.Tick != final.TotalTicks || last.StateHash != final.FinalStateHash {
		final.FinalStateHash = order.StateHash{}
	}
}
