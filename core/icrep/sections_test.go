// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
)

// finishWith records ten ticks and finishes with what change makes of the end.
func finishWith(t *testing.T, change func(*icrep.Final)) ([]byte, error) {
	t.Helper()
	dir := t.TempDir()
	g := icreptest.Game{Ticks: 10}
	w := g.Begin(t, dir)
	g.Feed(t, w, 10)
	final := g.End()
	change(&final)
	if _, err := w.Finish(final); err != nil {
		return nil, err
	}
	return icreptest.Read(t, dir), nil
}

func TestEmbeddedResourcesReadBackInEveryMode(t *testing.T) {
	for mode, want := range map[icrep.EmbedMode]*icrep.Embedded{
		icrep.EmbedMinimal:       nil,
		icrep.EmbedMap:           {Map: []byte("m"), InitialState: icreptest.State(0, 0).Append(nil)},
		icrep.EmbedSelfContained: icreptest.Embedded(),
	} {
		data, err := finishWith(t, func(f *icrep.Final) { f.Embedded = want })
		if err != nil {
			t.Fatal(err)
		}
		got, err := openBytes(t, data).Embedded()
		if err != nil || got.Mode() != mode {
			t.Errorf("%s: %s, %v", mode, got.Mode(), err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", mode, diff)
		}
	}
	if (&icrep.Embedded{}).Mode() != icrep.EmbedMinimal || (&icrep.Embedded{BalancePreset: "x"}).Mode() != icrep.EmbedMap {
		t.Error("modes of nothing and of a preset")
	}
}

func TestRuleFileNamesStayInsideAndAreData(t *testing.T) {
	for name, ok := range map[string]bool{
		"rules/a.yaml": true, "a.INI": true, strings.Repeat("a", 250) + ".json": true, strings.Repeat("a", 251) + ".json": false,
		"": false, "/etc/a.yaml": false, "../a.yaml": false, "a/../b.yaml": false, "./a.yaml": false, "a//b.yaml": false,
		`a\b.yaml`: false, "C:a.yaml": false, "a.yaml\x00": false, "a.lua": false, "a.wasm": false, "a": false, "a.yaml/": false,
	} {
		if err := icrep.CheckRuleFileName(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestWriterRefusesSectionsAboveTheirLimits(t *testing.T) {
	rules := func(files ...icrep.RuleFile) func(*icrep.Final) {
		return func(f *icrep.Final) { f.Embedded = &icrep.Embedded{Manifest: &icrep.ModManifest{Rules: files}} }
	}
	voice := func(tracks ...icrep.VoiceTrack) func(*icrep.Final) {
		return func(f *icrep.Final) { f.Voice = tracks }
	}
	frame := func(size int) icrep.VoiceTrack {
		return icrep.VoiceTrack{Consented: true, Frames: []icrep.VoiceFrame{{Opus: make([]byte, size)}}}
	}
	for name, c := range map[string]struct {
		change func(*icrep.Final)
		ok     bool
	}{
		"opus at the limit":       {voice(frame(icrep.MaxVoiceFrameBytes)), true},
		"opus above the limit":    {voice(frame(icrep.MaxVoiceFrameBytes + 1)), false},
		"64 tracks":               {voice(make([]icrep.VoiceTrack, icrep.MaxVoiceTracks)...), true},
		"65 tracks":               {voice(make([]icrep.VoiceTrack, icrep.MaxVoiceTracks+1)...), false},
		"voice without consent":   {voice(icrep.VoiceTrack{Frames: []icrep.VoiceFrame{{}}}), false},
		"voice back in time":      {voice(icrep.VoiceTrack{Consented: true, Frames: []icrep.VoiceFrame{{Tick: 2}, {Tick: 1}}}), false},
		"rule files out of order": {rules(icrep.RuleFile{Name: "b.yaml"}, icrep.RuleFile{Name: "a.yaml"}), false},
		"a rule file twice":       {rules(icrep.RuleFile{Name: "a.yaml"}, icrep.RuleFile{Name: "a.yaml"}), false},
		"an empty rule file":      {rules(icrep.RuleFile{Name: "a.yaml"}), true},
		"a program":               {rules(icrep.RuleFile{Name: "a.lua"}), false},
		"too large a rule file":   {rules(icrep.RuleFile{Name: "a.yaml", Content: make([]byte, icrep.MaxEmbeddedFileBytes+1)}), false},
		"an empty chain":          {func(f *icrep.Final) { f.Signature = &icrep.Signature{} }, false},
		"fewer ticks than frames": {func(f *icrep.Final) { f.TotalTicks = 9 }, false},
		"more ticks than frames":  {func(f *icrep.Final) { f.TotalTicks = 11 }, false},
		"private metadata":        {func(f *icrep.Final) { f.Metadata = &icrep.Metadata{Divergence: []byte(`{"ip":1}`)} }, false},
	} {
		data, err := finishWith(t, c.change)
		if (err == nil) != c.ok || (err != nil && !errors.Is(err, icrep.ErrUsage)) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			if err := check(data); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestFilesAreTheSameHoweverDurableTheyAreWritten(t *testing.T) {
	want := icreptest.Game{Ticks: 300}.Write(t)
	for _, durability := range []icrep.Durability{icrep.SyncAtFinish, icrep.SyncBlocks} {
		dir := t.TempDir()
		g := icreptest.Game{Ticks: 300}
		w, err := icrep.CreateFile(dir+"/"+icreptest.FileName, icrep.Options{Metadata: icreptest.Metadata(), Durability: durability})
		if err != nil {
			t.Fatal(err)
		}
		g.Feed(t, w, 300)
		if _, err := w.Finish(g.End()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(icreptest.Read(t, dir), want) {
			t.Errorf("durability %d changes the file", durability)
		}
	}
}

// journalRecord seals a record as a writer would.
func journalRecord(kind byte, payload []byte) []byte {
	record := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(payload)))
	table := crc32.MakeTable(crc32.Castagnoli)
	crc := crc32.Update(crc32.Checksum(record, table), table, payload)
	return append(binary.LittleEndian.AppendUint32(record, crc), payload...)
}

func TestJournalEndsAtItsFirstImpossibleRecord(t *testing.T) {
	head := []byte{'I', 'C', 'R', 'J', 1, 0, 1, 0}
	game := icreptest.Game{}
	metadata := journalRecord(1, []byte("{}"))
	state := icreptest.State(0, 0).Append(nil)
	packed, err := icrep.CompressBlock(nil, state, icrep.Fastest)
	if err != nil {
		t.Fatal(err)
	}
	keyframe := func(tick uint64, full byte) []byte {
		payload := append(binary.LittleEndian.AppendUint64(nil, tick), full)
		return journalRecord(3, append(binary.LittleEndian.AppendUint32(payload, uint32(len(state))), packed...))
	}
	frames := game.Frame(1).AppendTo(game.Frame(0).AppendTo(nil))
	orders := journalRecord(2, block(t, frames, 0, 2))
	good := bytes.Join([][]byte{head, metadata, keyframe(0, 1), orders}, nil)
	for name, record := range map[string][]byte{
		"an unknown kind":          journalRecord(99, nil),
		"metadata again":           metadata,
		"a keyframe again":         keyframe(0, 1),
		"is_full 2":                keyframe(300, 2),
		"a short keyframe":         journalRecord(3, []byte{1}),
		"a short block":            journalRecord(2, []byte{1}),
		"a block of other length":  journalRecord(2, append(block(t, frames, 256, 2), 0)),
		"a block back in time":     journalRecord(4, nil),
		"an unknown section":       journalRecord(6, []byte{9}),
		"a section without number": journalRecord(6, nil),
		"names that lie":           journalRecord(5, bytes.Repeat([]byte{255}, 8)),
		"a short closing":          journalRecord(7, []byte{1}),
		"closing without JSON":     journalRecord(7, make([]byte, 44)),
		"a cut record":             orders[:20],
		"a length of 4 GiB":        {2, 255, 255, 255, 255, 0, 0, 0, 0},
	} {
		report, data, err := repair(t, append(bytes.Clone(good), record...))
		if err != nil || report.Frames != 2 || len(report.Damage) == 0 {
			t.Errorf("%s: %+v, %v", name, report, err)
			continue
		}
		if err := check(data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, journal := range map[string][]byte{
		"nothing but the head": head, "another version": {'I', 'C', 'R', 'J', 2, 0, 1, 0}, "a cut head": head[:6],
		"orders before metadata": append(bytes.Clone(head), orders...), "no starting state": bytes.Join([][]byte{head, metadata, orders}, nil),
		"not a journal": []byte("hello, world, this is none"),
	} {
		if _, _, err := repair(t, journal); err == nil {
			t.Errorf("%s was repaired", name)
		}
	}
}

func TestErrorsSayWhatAndWhere(t *testing.T) {
	_, err := icrep.OpenFile("no such file")
	if !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	path := t.TempDir() + "/a"
	if err := os.WriteFile(path, []byte("rubbish"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = icrep.OpenFile(path)
	if err == nil || err.Error() != `icrep: header, byte 0: the magic is not "ICRP": not an .icrep file` {
		t.Error(err)
	}
	r := openBytes(t, icreptest.Game{Ticks: 10}.Write(t))
	_, err = r.SeekPlan(11)
	if err == nil || err.Error() != "icrep: orders: tick 11 of a game of 10: wrong use" {
		t.Error(err)
	}
	for kind, name := range icrep.EventKindNames() {
		if icrep.EventKind(kind).String() != name {
			t.Error(name)
		}
	}
	if icrep.EventKind(21).String() != "unknown event" {
		t.Error("an event too many")
	}
}
