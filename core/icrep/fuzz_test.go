// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"maps"
	"os"
	"runtime"
	"testing"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
)

// typed fails unless an error is nil or an *icrep.Error.
func typed(t *testing.T, err error) {
	t.Helper()
	var located *icrep.Error
	if err != nil && !errors.As(err, &located) {
		t.Fatalf("not a typed error: %v", err)
	}
}

// walk reads everything in a file.
func walk(t *testing.T, data []byte) {
	t.Helper()
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	typed(t, err)
	if err != nil {
		return
	}
	for _, p := range r.Verify(icrep.VerifyOptions{States: true}).Problems {
		typed(t, p)
	}
	for _, tick := range []uint64{0, 1, r.Header().TotalTicks / 2, r.Header().TotalTicks, 1 << 40} {
		plan, err := r.SeekPlan(order.Tick(tick))
		typed(t, err)
		if err == nil {
			_, err := r.State(plan)
			typed(t, err)
			ticks := r.Ticks(plan.FirstFrame)
			ticks.Next()
			typed(t, ticks.Err())
		}
		events := r.Events(order.Tick(tick))
		events.Next()
		typed(t, events.Err())
	}
	r.SectionSizes()
}

// block builds a block with a correct checksum around any content.
func block(tb testing.TB, plain []byte, first uint64, count uint16) []byte {
	tb.Helper()
	packed, err := icrep.CompressBlock(nil, plain, icrep.Fastest)
	if err != nil {
		tb.Fatal(err)
	}
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(packed)))
	head = binary.LittleEndian.AppendUint32(head, uint32(len(plain)))
	head = binary.LittleEndian.AppendUint64(head, first)
	head = binary.LittleEndian.AppendUint16(head, count)
	table := crc32.MakeTable(crc32.Castagnoli)
	crc := crc32.Update(crc32.Checksum(head, table), table, packed)
	return append(binary.LittleEndian.AppendUint32(head, crc), packed...)
}

// indexed puts blocks into a section with an index.
func indexed(firsts []uint64, blocks ...[]byte) []byte {
	var section, index []byte
	for i, b := range blocks {
		index = binary.LittleEndian.AppendUint64(index, firsts[i])
		index = binary.LittleEndian.AppendUint32(index, uint32(len(section)))
		section = append(section, b...)
	}
	return binary.LittleEndian.AppendUint32(append(section, index...), uint32(len(blocks)))
}

// forge builds a file of given sections. Its digests are wrong, as they are in
// a file whose author does not care; everything else that Open checks is right.
func forge(sections map[icrep.Section][]byte, ticks uint64) []byte {
	h := icrep.Header{TotalTicks: ticks, FinalStateHash: order.StateHash{1}}
	body := []byte(nil)
	spans := map[icrep.Section]*icrep.Span{
		icrep.SectionMetadata: &h.Metadata, icrep.SectionOrders: &h.Orders, icrep.SectionKeyframes: &h.Keyframes,
		icrep.SectionEvents: &h.Events, icrep.SectionVoice: &h.Voice, icrep.SectionSignature: &h.Signature, icrep.SectionEmbedded: &h.Embedded,
	}
	for section, flag := range map[icrep.Section]icrep.Flags{
		icrep.SectionEvents: icrep.FlagHasEvents, icrep.SectionVoice: icrep.FlagHasVoice, icrep.SectionSignature: icrep.FlagSigned,
	} {
		if len(sections[section]) > 0 {
			h.Flags |= flag
		}
	}
	for _, section := range []icrep.Section{
		icrep.SectionMetadata, icrep.SectionOrders, icrep.SectionKeyframes, icrep.SectionEvents,
		icrep.SectionVoice, icrep.SectionSignature, icrep.SectionEmbedded,
	} {
		if data := sections[section]; len(data) > 0 {
			*spans[section] = icrep.Span{Offset: uint32(icrep.HeaderBytes + len(body)), Length: uint32(len(data))}
			body = append(body, data...)
		}
	}
	return append(h.Append(nil), body...)
}

// plainSections are sections of two ticks that Open accepts.
func plainSections(tb testing.TB) map[icrep.Section][]byte {
	tb.Helper()
	game := icreptest.Game{}
	frames := game.Frame(1).AppendTo(game.Frame(0).AppendTo(nil))
	data := icreptest.Tiny(tb)
	h := openBytes(tb, data).Header()
	return map[icrep.Section][]byte{
		icrep.SectionMetadata:  []byte("{}"),
		icrep.SectionOrders:    indexed([]uint64{0}, block(tb, frames, 0, 2)),
		icrep.SectionKeyframes: data[h.Keyframes.Offset : h.Keyframes.Offset+h.Keyframes.Length],
	}
}

// with replaces one section of a base.
func with(base map[icrep.Section][]byte, section icrep.Section, data []byte) []byte {
	sections := maps.Clone(base)
	sections[section] = data
	return forge(sections, 2)
}

func FuzzFile(f *testing.F) {
	f.Add(icreptest.WriteEverything(f, 300))
	f.Add(icreptest.Tiny(f))
	f.Fuzz(walk)
}

func FuzzHeader(f *testing.F) {
	data := icreptest.WriteEverything(f, 300)
	f.Add(data[:icrep.HeaderBytes], int64(len(data)))
	f.Fuzz(func(t *testing.T, head []byte, size int64) {
		h, err := icrep.ParseHeader(head, size)
		typed(t, err)
		if err == nil && !bytes.Equal(h.Append(nil), head[:icrep.HeaderBytes]) {
			t.Fatal("an accepted header is not written the same again")
		}
	})
}

func FuzzMetadata(f *testing.F) {
	f.Add([]byte(`{"replay_id":"x","players":[{"slot":1,"unknown":[{}]}],"initial_rng_seed":"18446744073709551615"}`))
	f.Add(openBytes(f, icreptest.Tiny(f)).RawMetadata())
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := icrep.ParseMetadata(text)
		typed(t, err)
		if err != nil {
			return
		}
		once, err := m.Canonical()
		typed(t, err)
		if err != nil {
			return
		}
		again, err := icrep.ParseMetadata(once)
		if err != nil {
			t.Fatalf("our own metadata is refused: %v", err)
		}
		twice, err := again.Canonical()
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("canonical form is not stable:\n%s\n%s", once, twice)
		}
	})
}

func FuzzOrderBlock(f *testing.F) {
	base := plainSections(f)
	game := icreptest.Game{}
	f.Add(game.Frame(1).AppendTo(game.Frame(0).AppendTo(nil)), uint16(2))
	f.Fuzz(func(t *testing.T, plain []byte, count uint16) {
		if len(plain) > 0 {
			walk(t, with(base, icrep.SectionOrders, indexed([]uint64{0}, block(t, plain, 0, count))))
		}
	})
}

func FuzzOrderIndex(f *testing.F) {
	base := plainSections(f)
	f.Add(base[icrep.SectionOrders])
	f.Fuzz(func(t *testing.T, section []byte) {
		if len(section) > 0 {
			walk(t, with(base, icrep.SectionOrders, section))
		}
	})
}

func FuzzKeyframes(f *testing.F) {
	base := plainSections(f)
	f.Add(base[icrep.SectionKeyframes])
	f.Fuzz(func(t *testing.T, section []byte) {
		if len(section) > 0 {
			walk(t, with(base, icrep.SectionKeyframes, section))
		}
	})
}

func FuzzEventBlock(f *testing.F) {
	base := plainSections(f)
	r := openBytes(f, icreptest.AllEvents(f))
	var plain []byte
	events := r.Events(0)
	n := uint16(0)
	for ; events.Next(); n++ {
		plain = icrep.AppendEvent(plain, events.Event())
	}
	f.Add(plain, n, uint64(1))
	names := []byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 'e', '1'}
	f.Fuzz(func(t *testing.T, plain []byte, count uint16, first uint64) {
		if len(plain) > 0 {
			walk(t, with(base, icrep.SectionEvents, indexed([]uint64{0, first}, block(t, names, 0, 0), block(t, plain, first, count))))
		}
	})
}

func FuzzEventNames(f *testing.F) {
	base := plainSections(f)
	f.Add([]byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 'e', '1'})
	f.Fuzz(func(t *testing.T, names []byte) {
		if len(names) > 0 {
			walk(t, with(base, icrep.SectionEvents, indexed([]uint64{0}, block(t, names, 0, 0))))
		}
	})
}

func FuzzSignature(f *testing.F) {
	data := icreptest.WriteEverything(f, 100)
	h := openBytes(f, data).Header()
	f.Add(data[h.Signature.Offset : h.Signature.Offset+h.Signature.Length])
	f.Fuzz(func(t *testing.T, section []byte) {
		s, err := icrep.ParseSignature(section, 0)
		typed(t, err)
		if err == nil {
			s.VerifyChain(icreptest.PublicKey())
		}
	})
}

func FuzzVoice(f *testing.F) {
	data := icreptest.WriteEverything(f, 100)
	h := openBytes(f, data).Header()
	f.Add(data[h.Voice.Offset : h.Voice.Offset+h.Voice.Length])
	f.Fuzz(func(t *testing.T, section []byte) {
		_, err := icrep.ParseVoice(section, 0)
		typed(t, err)
	})
}

func FuzzEmbedded(f *testing.F) {
	data := icreptest.WriteEverything(f, 100)
	h := openBytes(f, data).Header()
	f.Add(data[h.Embedded.Offset : h.Embedded.Offset+h.Embedded.Length])
	f.Fuzz(func(t *testing.T, section []byte) {
		e, err := icrep.ParseEmbedded(section, 0)
		typed(t, err)
		if err == nil && e.Manifest != nil {
			for _, rule := range e.Manifest.Rules {
				if icrep.CheckRuleFileName(rule.Name) != nil {
					t.Fatalf("rule file %q was accepted", rule.Name)
				}
			}
		}
	})
}

// FuzzRepair feeds journals and files to Repair. Whatever it makes must verify.
func FuzzRepair(f *testing.F) {
	f.Add(icreptest.Journal(f))
	f.Add(icreptest.WriteEverything(f, 300)[:9000])
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer closeIn(t, root.Close)
		_, err = icrep.Repair(bytes.NewReader(data), int64(len(data)), root, "a.icrep", icrep.Options{Overwrite: true, Durability: icrep.SyncNever})
		if err != nil {
			return
		}
		file, err := icrep.OpenFile(dir + "/a.icrep")
		if err != nil {
			t.Fatalf("repair made a file that does not open: %v", err)
		}
		defer closeIn(t, file.Close)
		if report := file.Verify(icrep.VerifyOptions{}); !report.OK() {
			t.Fatalf("repair made a file that does not verify: %v", report.Problems)
		}
	})
}

// zeros is a reader of any number of zero bytes behind a head: a hostile file
// of gigabytes that takes no memory.
type zeros struct{ head []byte }

func (z zeros) ReadAt(p []byte, off int64) (int, error) {
	clear(p)
	if off < int64(len(z.head)) {
		copy(p, z.head[off:])
	}
	return len(p), nil
}

// TestHostileFilesStayBelowTheMemoryLimit gives counts and lengths near 2^32
// to files that are really that long.
func TestHostileFilesStayBelowTheMemoryLimit(t *testing.T) {
	const size = icrep.MaxFileBytes
	span := func(offset, length int64) icrep.Span {
		return icrep.Span{Offset: uint32(offset), Length: uint32(length)}
	}
	for name, spans := range map[string][3]icrep.Span{
		"metadata of 4 GiB":     {span(108, size-108-200), span(size-200, 100), span(size-100, 100)},
		"orders of 4 GiB":       {span(108, 2), span(110, size-110-100), span(size-100, 100)},
		"keyframes of 4 GiB":    {span(108, 2), span(110, 100), span(210, size-210)},
		"all sections overlap":  {span(108, size-108), span(108, size-108), span(108, size-108)},
		"sections wrap at 2^32": {span(108, 2), span(size-10, size-10), span(110, 100)},
	} {
		h := icrep.Header{TotalTicks: icrep.MaxTicks, FinalStateHash: order.StateHash{1}, Metadata: spans[0], Orders: spans[1], Keyframes: spans[2]}
		head := append(h.Append(nil), "{}"...)
		// A count of keyframes that fits a file of this size.
		if spans[2].Offset == 210 {
			head = append(head, make([]byte, 100)...)
			head = binary.LittleEndian.AppendUint32(head, 150_000_000)
		}
		used := memoryOf(func() {
			r, err := icrep.Open(zeros{head}, size)
			typed(t, err)
			if err == nil {
				r.Verify(icrep.VerifyOptions{})
				t.Errorf("%s: accepted", name)
			}
		})
		if used > 256<<20 {
			t.Errorf("%s: %d MiB", name, used>>20)
		}
	}
}

// memoryOf is how many bytes a function allocates in all.
func memoryOf(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestBombsAreRefusedBeforeTheyAreExpanded(t *testing.T) {
	big := make([]byte, 4<<20)
	bomb := block(t, big, 0, 2)
	grown := bytes.Clone(bomb)
	binary.LittleEndian.PutUint32(grown[4:], 1<<31) // announces 2 GiB
	base := plainSections(t)
	for name, data := range map[string][]byte{
		"block announces 2 GiB":  with(base, icrep.SectionOrders, indexed([]uint64{0}, grown)),
		"frame of 4 MiB zeros":   with(base, icrep.SectionOrders, indexed([]uint64{0}, bomb)),
		"names of 4 MiB zeros":   with(base, icrep.SectionEvents, indexed([]uint64{0}, block(t, big, 0, 0))),
		"names count 2^64-1":     with(base, icrep.SectionEvents, indexed([]uint64{0}, block(t, bytes.Repeat([]byte{255}, 64), 0, 0))),
		"65,535 voice blocks":    with(base, icrep.SectionVoice, append([]byte{1, 0, 0, 0, 0, 0, 0, 0, 1, 255, 255, 0, 0}, bytes.Repeat(bomb, 20)...)),
		"embedded of 4 GiB":      with(base, icrep.SectionEmbedded, append([]byte{1, 255, 255, 255, 255, 1, 0, 0, 0}, 0)),
		"2^64-1 signatures":      with(base, icrep.SectionSignature, bytes.Repeat([]byte{255}, 200)),
		"metadata nested deeply": with(base, icrep.SectionMetadata, bytes.Repeat([]byte("["), 100_000)),
		"keyframe of 2 GiB": with(base, icrep.SectionKeyframes, func() []byte {
			section := bytes.Clone(base[icrep.SectionKeyframes])
			binary.LittleEndian.PutUint32(section[4+16:], 1<<31)
			return section
		}()),
	} {
		used := memoryOf(func() {
			r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
			typed(t, err)
			if err == nil && r.Verify(icrep.VerifyOptions{States: true}).OK() {
				t.Errorf("%s: accepted", name)
			}
		})
		if used > 256<<20 {
			t.Errorf("%s: %d MiB", name, used>>20)
		}
	}
}
