// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
)

// check opens and verifies; nil means that nothing is wrong.
func check(data []byte) error {
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	return r.Verify(icrep.VerifyOptions{}).Err()
}

func TestEveryFlippedBitIsFound(t *testing.T) {
	data := icreptest.WriteEverything(t, 500)
	if err := check(data); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	flips := 1000
	if testing.Short() {
		flips = 200
	}
	for range flips {
		bit := random.IntN(len(data) * 8)
		data[bit/8] ^= 1 << (bit % 8)
		if err := check(data); err == nil {
			t.Errorf("bit %d of byte %d flipped: not found", bit%8, bit/8)
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
}

func TestFlipsInTheHeaderAndIndexesAreAllFound(t *testing.T) {
	data := icreptest.WriteEverything(t, 60)
	h := openBytes(t, data).Header()
	var places []int
	for i := range icrep.HeaderBytes {
		places = append(places, i)
	}
	ordersEnd := int(h.Orders.Offset + h.Orders.Length)
	eventsEnd := int(h.Events.Offset + h.Events.Length)
	for i := range 28 {
		places = append(places, ordersEnd-1-i, eventsEnd-1-i, int(h.Keyframes.Offset)+i)
	}
	for _, at := range places {
		for bit := range 8 {
			data[at] ^= 1 << bit
			if err := check(data); err == nil {
				t.Errorf("bit %d of byte %d flipped: not found", bit, at)
			}
			data[at] ^= 1 << bit
		}
	}
}

func TestDamageNamesItsPlace(t *testing.T) {
	data := icreptest.WriteEverything(t, 2000)
	h := openBytes(t, data).Header()
	for _, c := range []struct {
		section icrep.Section
		span    icrep.Span
	}{
		{icrep.SectionOrders, h.Orders},
		{icrep.SectionKeyframes, h.Keyframes},
		{icrep.SectionEvents, h.Events},
		{icrep.SectionVoice, h.Voice},
		{icrep.SectionSignature, h.Signature},
		{icrep.SectionEmbedded, h.Embedded},
	} {
		at := int(c.span.Offset + c.span.Length/2)
		data[at] ^= 0x10
		r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			var located *icrep.Error
			if !errors.As(err, &located) || located.Section != c.section {
				t.Errorf("%s: open: %v", c.section, err)
			}
			data[at] ^= 0x10
			continue
		}
		report := r.Verify(icrep.VerifyOptions{})
		closest := int64(-1)
		for _, p := range report.Problems {
			if p.Section == c.section && p.Offset <= int64(at) {
				closest = max(closest, p.Offset)
			}
		}
		if closest < int64(c.span.Offset) {
			t.Errorf("%s, byte %d: %v", c.section, at, report.Problems)
		}
		data[at] ^= 0x10
	}
}

func TestVerifyGoesOnBehindADamagedBlock(t *testing.T) {
	data := icreptest.Game{Ticks: 2000}.Write(t)
	h := openBytes(t, data).Header()
	data[h.Orders.Offset+40] ^= 1 // in the first block
	report := openBytes(t, data).Verify(icrep.VerifyOptions{})
	if report.OK() || report.Frames != 2000-icrep.BlockTicks {
		t.Errorf("%d frames read, %v", report.Frames, report.Problems)
	}
}

func TestEveryTruncationIsATypedError(t *testing.T) {
	data := icreptest.WriteEverything(t, 300)
	step := max(1, len(data)/400)
	for n := 0; n < len(data); n += step {
		err := check(data[:n])
		var located *icrep.Error
		if !errors.As(err, &located) {
			t.Fatalf("%d bytes: %v", n, err)
		}
	}
}

// craft changes header fields and returns what Open says.
func craft(data []byte, change func(h []byte)) error {
	changed := slices.Clone(data)
	change(changed)
	_, err := icrep.Open(bytes.NewReader(changed), int64(len(changed)))
	return err
}

func TestHostileHeadersAreRefused(t *testing.T) {
	data := icreptest.WriteEverything(t, 300)
	put := func(at int, v uint32) func([]byte) {
		return func(b []byte) { binary.LittleEndian.PutUint32(b[at:], v) }
	}
	h := openBytes(t, data).Header()
	for name, c := range map[string]struct {
		change func([]byte)
		class  error
	}{
		"magic":                       {func(b []byte) { b[0] = 'X' }, icrep.ErrNotReplay},
		"version 2":                   {func(b []byte) { b[4] = 2 }, icrep.ErrUnsupported},
		"zstd":                        {func(b []byte) { b[6] = 2 }, icrep.ErrUnsupported},
		"unassigned flag":             {func(b []byte) { b[7] |= 4 }, icrep.ErrCorrupt},
		"offset near 2^32":            {put(16, 0xFFFFFFF0), icrep.ErrTruncated},
		"length near 2^32":            {put(20, 0xFFFFFFF0), icrep.ErrTruncated},
		"offset in the header":        {put(16, 20), icrep.ErrCorrupt},
		"overlap":                     {put(24, h.Orders.Offset), icrep.ErrCorrupt},
		"section onto itself twice":   {put(16, h.Metadata.Offset), icrep.ErrCorrupt},
		"shorter section, gap":        {put(20, h.Orders.Length-1), icrep.ErrCorrupt},
		"no keyframes":                {func(b []byte) { put(24, 0)(b); put(28, 0)(b) }, icrep.ErrCorrupt},
		"events without flag":         {func(b []byte) { b[7] &^= 2 }, icrep.ErrCorrupt},
		"flag without events":         {func(b []byte) { put(32, 0)(b); put(36, 0)(b) }, icrep.ErrCorrupt},
		"length without offset":       {func(b []byte) { put(96, 0)(b) }, icrep.ErrCorrupt},
		"ticks near 2^64":             {func(b []byte) { put(48, 0xFFFFFFFF)(b); put(52, 0xFFFFFFFF)(b) }, icrep.ErrLimit},
		"more ticks than blocks":      {put(48, 100_000), icrep.ErrCorrupt},
		"lost frames, not flagged":    {put(104, 1), icrep.ErrCorrupt},
		"more lost frames than ticks": {func(b []byte) { put(104, 4_000_000_000)(b); b[7] |= 16 }, icrep.ErrCorrupt},
		"flagged, nothing lost":       {func(b []byte) { b[7] |= 16 }, icrep.ErrCorrupt},
		"metadata over the limit":     {put(12, 2<<20), icrep.ErrTruncated},
	} {
		if err := craft(data, c.change); !errors.Is(err, c.class) {
			t.Errorf("%s: %v, want %v", name, err, c.class)
		}
	}
	if err := craft(append(slices.Clone(data), 0), func([]byte) {}); !errors.Is(err, icrep.ErrCorrupt) {
		t.Errorf("a byte behind the last section: %v", err)
	}
}

func TestHostileIndexesAreRefused(t *testing.T) {
	data := icreptest.WriteEverything(t, 700)
	h := openBytes(t, data).Header()
	ordersEnd := int(h.Orders.Offset + h.Orders.Length)
	key := int(h.Keyframes.Offset)
	for name, change := range map[string]func([]byte){
		"2^32-1 order blocks":      func(b []byte) { binary.LittleEndian.PutUint32(b[ordersEnd-4:], 0xFFFFFFFF) },
		"one order block too many": func(b []byte) { b[ordersEnd-4]++ },
		"first block not at 0":     func(b []byte) { b[ordersEnd-4-3*12+8] = 1 },
		"second block onto first":  func(b []byte) { binary.LittleEndian.PutUint32(b[ordersEnd-4-2*12+8:], 0) },
		"blocks in a cycle":        func(b []byte) { copy(b[ordersEnd-4-2*12:], b[ordersEnd-4-3*12:ordersEnd-4-2*12]) },
		"ticks descend":            func(b []byte) { b[ordersEnd-4-12+7] = 0; b[ordersEnd-4-2*12+1] = 9 },
		"2^32-1 keyframes":         func(b []byte) { binary.LittleEndian.PutUint32(b[key:], 0xFFFFFFFF) },
		"no keyframes":             func(b []byte) { binary.LittleEndian.PutUint32(b[key:], 0) },
		"first keyframe a delta":   func(b []byte) { b[key+4+20] = 0 },
		"is_full 2":                func(b []byte) { b[key+4+20] = 2 },
		"blob of 4 GiB":            func(b []byte) { binary.LittleEndian.PutUint32(b[key+4+12:], 0xFFFFFFFF) },
		"bomb of 1 GiB":            func(b []byte) { binary.LittleEndian.PutUint32(b[key+4+16:], 1<<30) },
		"ratio above 256":          func(b []byte) { binary.LittleEndian.PutUint32(b[key+4+16:], 60<<20) },
		"keyframe behind the end":  func(b []byte) { binary.LittleEndian.PutUint64(b[key+4+2*21:], 700) },
		"blobs overlap":            func(b []byte) { binary.LittleEndian.PutUint32(b[key+4+21+8:], 0) },
	} {
		if err := craft(data, change); !errors.Is(err, icrep.ErrCorrupt) && !errors.Is(err, icrep.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLimitsHoldOnBothSides(t *testing.T) {
	w := icreptest.Game{}.Begin(t, t.TempDir())
	defer closeIn(t, w.Abort)
	if err := w.Keyframe(0, true, make([]byte, icrep.MaxSnapshotBytes+1)); err == nil {
		t.Error("a keyframe above the limit was accepted")
	}
	atLimit := order.PlayerOrder{Kind: order.KindChatMessage, Text: strings.Repeat("x", order.MaxOrderBytes-16)}
	for extra, ok := range map[string]bool{"": true, "x": false} {
		w := icreptest.Game{}.Begin(t, t.TempDir())
		o := atLimit
		o.Text += extra
		err := w.Tick(&icrep.TickFrame{Orders: []order.TimestampedOrder{{Order: o}}})
		if (err == nil) != ok {
			t.Errorf("an order of %d bytes: %v", len(o.Text)+16, err)
		}
		if err := w.Abort(); err != nil {
			t.Error(err)
		}
	}
	for n, ok := range map[int]bool{order.MaxOrdersPerTick: true, order.MaxOrdersPerTick + 1: false} {
		w := icreptest.Game{}.Begin(t, t.TempDir())
		err := w.Tick(&icrep.TickFrame{Orders: make([]order.TimestampedOrder, n)})
		if (err == nil) != ok {
			t.Errorf("%d orders in a tick: %v", n, err)
		}
		if err := w.Abort(); err != nil {
			t.Error(err)
		}
	}
}

func TestWriterRefusesWhatAReaderCouldNotRead(t *testing.T) {
	for name, do := range map[string]func(*icrep.Writer) error{
		"unknown kind": func(w *icrep.Writer) error {
			return w.Tick(&icrep.TickFrame{Orders: []order.TimestampedOrder{{Order: order.PlayerOrder{Kind: 99}}}})
		},
		"text not UTF-8": func(w *icrep.Writer) error {
			return w.Tick(&icrep.TickFrame{Orders: []order.TimestampedOrder{{Order: order.PlayerOrder{Kind: order.KindChatMessage, Text: "\xff"}}}})
		},
		"first keyframe a delta": func(w *icrep.Writer) error { return w.Keyframe(0, false, []byte("x")) },
		"first keyframe late":    func(w *icrep.Writer) error { return w.Keyframe(300, true, []byte("x")) },
		"event with a name that was not given out": func(w *icrep.Writer) error {
			return w.Event(&icrep.UpgradeCompleted{Upgrade: 3})
		},
		"position sample too long": func(w *icrep.Writer) error {
			return w.Event(&icrep.UnitPositionSample{Positions: make([]icrep.UnitPosition, icrep.MaxPositionSamples+1)})
		},
		"event back in time": func(w *icrep.Writer) error {
			return errors.Join(w.Event(&icrep.Pause{Tick: 5}), w.Event(&icrep.Pause{Tick: 4}))
		},
		"finish without keyframe": func(w *icrep.Writer) error {
			_, err := w.Finish(icrep.Final{FinalStateHash: icreptest.Game{}.Hash(0)})
			return err
		},
	} {
		w := icreptest.Game{}.Begin(t, t.TempDir())
		if err := do(w); !errors.Is(err, icrep.ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
		if err := w.Abort(); err != nil {
			t.Error(err)
		}
	}
}

func TestPrivateFactsAreRefusedInMetadata(t *testing.T) {
	for name, change := range map[string]func(*icrep.Metadata){
		"path as original file":   func(m *icrep.Metadata) { m.ConvertedFrom.OriginalFile = "games/a.orarep" },
		"windows path":            func(m *icrep.Metadata) { m.ConvertedFrom.OriginalFile = `C:\a.orarep` },
		"parent folder":           func(m *icrep.Metadata) { m.ConvertedFrom.OriginalFile = ".." },
		"member for an address":   func(m *icrep.Metadata) { m.Divergence = []byte(`{"players":[{"ip":"x"}]}`) },
		"member for hardware":     func(m *icrep.Metadata) { m.Extra["GPU"] = []byte(`"x"`) },
		"local path in extension": func(m *icrep.Metadata) { m.Extra["x"] = []byte(`"/home/somebody/maps"`) },
	} {
		m := icreptest.Metadata()
		change(&m)
		w, err := icrep.CreateFile(t.TempDir()+"/a.icrep", icrep.Options{Metadata: m})
		if err == nil {
			t.Errorf("%s was accepted", name)
			if err := w.Abort(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestMapPathsAreCutToTheirLastElement(t *testing.T) {
	for path, want := range map[string]string{
		`C:\Users\somebody\Maps\Tournament`: "Tournament", "/home/somebody/maps/a b": "a b", `\\host\share\x`: "x",
		"maps/official/x": "maps/official/x", "Rock / Paper": "Rock / Paper",
	} {
		g := icreptest.Game{Ticks: 5, Options: icrep.Options{Metadata: icreptest.Metadata()}}
		g.Options.Metadata.MapName = path
		if got := openBytes(t, g.Write(t)).Metadata().MapName; got != want {
			t.Errorf("%q became %q, want %q", path, got, want)
		}
	}
}

func TestRepairOfACutFileKeepsEveryWholeBlock(t *testing.T) {
	const ticks = 2000
	whole := icreptest.Game{Ticks: ticks, Events: true}.Write(t)
	h := openBytes(t, whole).Header()
	for _, c := range []struct {
		name   string
		size   uint32
		frames uint64 // least
	}{
		{"in the seventh order block", h.Orders.Offset + h.Orders.Length - h.Orders.Length/8, 6 * icrep.BlockTicks},
		{"in the keyframe blobs", h.Keyframes.Offset + h.Keyframes.Length - 20, ticks},
		{"in the events", h.Events.Offset + h.Events.Length - 5, ticks},
	} {
		cut := whole[:c.size]
		report, data, err := repair(t, cut)
		if strings.Contains(c.name, "order block") {
			// The starting state lies behind the orders: it is gone.
			if !errors.Is(err, icrep.ErrCorrupt) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil || report.Frames < c.frames {
			t.Errorf("%s: %+v, %v", c.name, report, err)
			continue
		}
		if err := check(data); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		compareFrames(t, data, c.name)
	}
}

func TestRepairOfADamagedBlockLosesOnlyThatBlock(t *testing.T) {
	data := icreptest.Game{Ticks: 2000, Events: true}.Write(t)
	h := openBytes(t, data).Header()
	data[h.Orders.Offset+60] ^= 4
	report, repaired, err := repair(t, data)
	if err != nil || report.Frames != 2000-icrep.BlockTicks {
		t.Fatalf("%+v, %v", report, err)
	}
	if err := check(repaired); err != nil {
		t.Error(err)
	}
	fixed := openBytes(t, repaired).Header()
	if fixed.Flags&icrep.FlagIncomplete == 0 || fixed.LostFrames != icrep.BlockTicks || fixed.TotalTicks != 2000 {
		t.Errorf("%+v", fixed)
	}
	compareFrames(t, repaired, "block lost")
}

func TestRepairRefusesAWholeFile(t *testing.T) {
	if _, _, err := repair(t, icreptest.Game{Ticks: 300}.Write(t)); !errors.Is(err, icrep.ErrUsage) {
		t.Error(err)
	}
}

func TestRepairOfAClosedJournalGivesTheFinishedFile(t *testing.T) {
	dir := t.TempDir()
	rec := icreptest.Game{Ticks: 1000, Events: true}
	want := rec.Write(t)
	w := rec.Begin(t, dir)
	rec.Feed(t, w, rec.Ticks)
	// Finishing fails because the name is taken; the journal stays, closed.
	if err := os.WriteFile(dir+"/game.icrep", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: rec.Ticks, FinalStateHash: icreptest.Game{}.Hash(rec.Ticks)}); err == nil {
		t.Fatal("finish over a file was accepted")
	}
	journal, err := os.ReadFile(dir + "/game.icrep" + icrep.JournalSuffix)
	if err != nil {
		t.Fatal(err)
	}
	report, got, err := repair(t, journal)
	if err != nil || !report.Complete || !bytes.Equal(got, want) {
		t.Errorf("%+v, %v, same bytes %t", report, err, bytes.Equal(got, want))
	}
}

func TestJournalIsRepairableWhereverItIsCut(t *testing.T) {
	dir := t.TempDir()
	rec := icreptest.Game{Events: true}
	w := rec.Begin(t, dir)
	rec.Feed(t, w, 1800)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	journal, err := os.ReadFile(dir + "/game.icrep" + icrep.JournalSuffix)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	last := uint64(0)
	sizes := make([]int, 60)
	for i := range sizes {
		sizes[i] = random.IntN(len(journal) + 1)
	}
	slices.Sort(sizes)
	for _, size := range sizes {
		report, data, err := repair(t, journal[:size])
		if err != nil {
			if !errors.Is(err, icrep.ErrTruncated) && !errors.Is(err, icrep.ErrCorrupt) {
				t.Fatalf("cut to %d: %v", size, err)
			}
			continue
		}
		if report.Frames < last || report.Frames%icrep.BlockTicks != 0 {
			t.Errorf("cut to %d: %d frames, a shorter cut had %d", size, report.Frames, last)
		}
		last = report.Frames
		if err := check(data); err != nil {
			t.Errorf("cut to %d: %v", size, err)
		}
		compareFrames(t, data, "cut journal")
	}
	if last < 1536 {
		t.Errorf("only %d frames of 1800 were ever kept", last)
	}
}

// repair repairs bytes into a new folder and returns the result.
func repair(tb testing.TB, data []byte) (*icrep.RepairReport, []byte, error) {
	tb.Helper()
	dir := tb.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		tb.Fatal(err)
	}
	defer closeIn(tb, root.Close)
	report, err := icrep.Repair(bytes.NewReader(data), int64(len(data)), root, "game.icrep", icrep.Options{Durability: icrep.SyncNever})
	entries, listErr := os.ReadDir(dir)
	if listErr != nil {
		tb.Fatal(listErr)
	}
	if err != nil {
		if len(entries) != 0 {
			tb.Errorf("a failed repair left %v", entries)
		}
		return report, nil, err
	}
	if len(entries) != 1 {
		tb.Errorf("repair left %v", entries)
	}
	return report, icreptest.Read(tb, dir), nil
}

// compareFrames checks that every frame in a file is one that was recorded.
func compareFrames(tb testing.TB, data []byte, name string) {
	tb.Helper()
	ticks := openBytes(tb, data).Ticks(0)
	for ticks.Next() {
		f := ticks.Frame()
		if !bytes.Equal(frameOf(f.Tick), f.AppendTo(nil)) {
			tb.Fatalf("%s: tick %d was invented: %+v", name, f.Tick, f)
		}
	}
	if ticks.Err() != nil {
		tb.Errorf("%s: %v", name, ticks.Err())
	}
}

// frames are the frames of icreptest.Game as they stand in files, by tick: each is
// hashed once, not once for every file that was spoilt.
var frames sync.Map

func frameOf(tick order.Tick) []byte {
	if known, ok := frames.Load(tick); ok {
		return known.([]byte)
	}
	encoded := icreptest.Game{}.Frame(uint64(tick)).AppendTo(nil)
	frames.Store(tick, encoded)
	return encoded
}

// closeIn closes at the end of a test and reports a failure to do so.
func closeIn(tb testing.TB, closeIt func() error) {
	tb.Helper()
	if err := closeIt(); err != nil {
		tb.Error(err)
	}
}
