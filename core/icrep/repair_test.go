// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
)

// damages are ways in which disks, cables and people spoil files.
var damages = []struct {
	name  string
	moves bool // what lies behind it
	spoil func(random *rand.Rand, data []byte) []byte
}{
	{"flip bits", false, func(random *rand.Rand, data []byte) []byte {
		for range 1 + random.IntN(4) {
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
		}
		return data
	}},
	{"cut", true, func(random *rand.Rand, data []byte) []byte { return data[:random.IntN(len(data))] }},
	{"zero a run", false, func(random *rand.Rand, data []byte) []byte {
		at := random.IntN(len(data))
		clear(data[at:min(len(data), at+1+random.IntN(4096))])
		return data
	}},
	{"repeat a run elsewhere", false, func(random *rand.Rand, data []byte) []byte {
		n := 1 + random.IntN(2000)
		copy(data[random.IntN(len(data)):], slices.Clone(data[random.IntN(len(data)):][:min(n, 1)]))
		from, to := random.IntN(len(data)-n), random.IntN(len(data)-n)
		copy(data[to:], slices.Clone(data[from:from+n]))
		return data
	}},
	{"lose some bytes", true, func(random *rand.Rand, data []byte) []byte {
		at := random.IntN(len(data))
		return slices.Delete(data, at, min(len(data), at+1+random.IntN(64)))
	}},
	{"get some bytes too many", true, func(random *rand.Rand, data []byte) []byte {
		return slices.Insert(data, random.IntN(len(data)), make([]byte, 1+random.IntN(64))...)
	}},
}

// repairSeeds are files to be spoilt.
func repairSeeds(t *testing.T) map[string][]byte {
	t.Helper()
	long := icreptest.Everything(3700)
	long.Options.Metadata = icreptest.Metadata()
	first := icreptest.State(0, 0).Append(nil)
	end := long.Final
	long.Final = func(f *icrep.Final) {
		end(f)
		f.Embedded.InitialState = first
		f.Embedded.Map = bytes.Repeat([]byte("tile "), 2000)
	}
	long.Options.Metadata.MapHash = fmt.Sprintf("sha256:%x", sha256.Sum256(bytes.Repeat([]byte("tile "), 2000)))
	return map[string][]byte{
		"everything": icreptest.WriteEverything(t, 700),
		"long":       long.Write(t),
		"plain":      icreptest.Game{Ticks: 1000, Events: true}.Write(t),
		"incomplete": icreptest.Game{Ticks: 1000, Options: icrep.Options{AllowGaps: true}, Skip: func(tick uint64) bool { return tick%97 == 5 }}.Write(t),
		"journal":    icreptest.Journal(t),
	}
}

// Whatever the damage, what repair writes verifies, with every state in it; and a
// repair that cannot write anything leaves nothing behind.
func TestWhateverTheDamageWhatRepairWritesVerifies(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 8
	}
	for name, seed := range repairSeeds(t) {
		for _, damage := range damages {
			random := rand.New(rand.NewPCG(7, uint64(len(seed))))
			written := 0
			for range rounds {
				spoilt := damage.spoil(random, slices.Clone(seed))
				_, repaired, err := repair(t, spoilt)
				if err != nil {
					var located *icrep.Error
					if !errors.As(err, &located) {
						t.Fatalf("%s, %s: %v", name, damage.name, err)
					}
					continue
				}
				written++
				r := openBytes(t, repaired)
				if report := r.Verify(icrep.VerifyOptions{States: true}); !report.OK() || len(report.SignatureFaults) > 0 {
					t.Fatalf("%s, %s: what was written does not verify: %v", name, damage.name, report.Problems)
				}
				compareFrames(t, repaired, name)
			}
			if written == 0 && !damage.moves { // what lies behind the orders may always be gone
				t.Errorf("%s, %s: nothing was ever repaired", name, damage.name)
			}
		}
	}
}

// keyframeBytes is where the blob of a keyframe lies.
func keyframeBytes(t *testing.T, data []byte, tick order.Tick) (at int) {
	t.Helper()
	r := openBytes(t, data)
	index := r.Keyframes()
	base := int(r.Header().Keyframes.Offset) + 4 + len(index)*(icrep.KeyframeEntryBytes+4)
	for i := range index {
		if index[i].Tick == tick {
			return base + int(index[i].Offset) + int(index[i].Length)/2
		}
	}
	t.Fatalf("no keyframe %d", tick)
	return 0
}

// The header has no second copy, but a digest: a byte of it that is wrong is found.
func TestRepairMendsAnyByteOfTheHeader(t *testing.T) {
	const ticks = 90
	whole := icreptest.WriteEverything(t, ticks)
	for at := range icrep.HeaderBytes {
		data := slices.Clone(whole)
		data[at] ^= 0x24
		report, repaired, err := repair(t, data)
		if err != nil {
			t.Fatalf("byte %d: %v", at, err)
		}
		if h := openBytes(t, repaired).Header(); report.Frames != ticks || h.LostFrames != 0 || h.Flags != openBytes(t, whole).Header().Flags {
			t.Errorf("byte %d: %+v", at, report)
		}
	}
}

// Bytes that went missing or came in move everything behind them. It is found there.
func TestRepairFindsWhatMoved(t *testing.T) {
	const ticks = 2000
	whole := icreptest.WriteEverything(t, ticks)
	h := openBytes(t, whole).Header()
	for name, test := range map[string]struct {
		at     uint32
		frames uint64 // at least
		keys   int
	}{
		"in an order block":   {h.Orders.Offset + h.Orders.Length/2, ticks - icrep.BlockTicks, 7},
		"in the last block":   {h.Orders.Offset + h.Orders.Length - 200, ticks - icrep.BlockTicks, 6}, // the last is beyond the end then
		"in the last blob":    {h.Keyframes.Offset + h.Keyframes.Length - 20, ticks, 6},
		"in the events":       {h.Events.Offset + h.Events.Length/2, ticks, 7},
		"behind the keyframe": {h.Keyframes.Offset + h.Keyframes.Length, ticks, 7},
	} {
		for change, data := range map[string][]byte{
			"ten bytes gone":     slices.Delete(slices.Clone(whole), int(test.at), int(test.at)+10),
			"ten bytes too many": slices.Insert(slices.Clone(whole), int(test.at), make([]byte, 10)...),
		} {
			report, repaired, err := repair(t, data)
			if err != nil {
				t.Errorf("%s %s: %v", change, name, err)
				continue
			}
			r := openBytes(t, repaired)
			if report.Frames < test.frames || len(r.Keyframes()) < test.keys {
				t.Errorf("%s %s: %d frames and %d keyframes were kept, want %d and %d: %v", change, name, report.Frames, len(r.Keyframes()), test.frames, test.keys, report.Damage)
			}
			if resources, err := r.Embedded(); err != nil || resources == nil {
				t.Errorf("%s %s: the resources are gone (%v)", change, name, err)
			}
		}
	}
}

func TestRepairKeepsEveryDeltaWhoseBaselineIsThere(t *testing.T) {
	const ticks = 4000 // full keyframes at 0 and 3000
	whole := icreptest.Game{Ticks: ticks}.Write(t)
	for _, test := range []struct {
		tick order.Tick
		lost int
	}{{300, 1}, {2700, 1}, {3000, 4}, {3300, 1}, {3900, 1}} {
		data := slices.Clone(whole)
		data[keyframeBytes(t, data, test.tick)] ^= 1
		report, repaired, err := repair(t, data)
		if err != nil {
			t.Fatal(err)
		}
		if int(report.LostKeyframes) != test.lost || len(openBytes(t, repaired).Keyframes()) != ticks/icrep.KeyframeInterval+1-test.lost {
			t.Errorf("keyframe %d damaged: %d lost, want %d", test.tick, report.LostKeyframes, test.lost)
		}
	}
}

// A checksum says nothing of what a keyframe holds.
func TestRepairLeavesOutKeyframesThatHoldNoState(t *testing.T) {
	whole := icreptest.Game{Ticks: 4000}.Write(t)
	for name, forge := range map[string]func(i int, blob []byte) []byte{
		"junk":              func(int, []byte) []byte { return []byte("no state at all") },
		"cut":               func(_ int, blob []byte) []byte { return blob[:len(blob)-3] },
		"state of another":  func(int, []byte) []byte { return icreptest.State(301, 0).Append(nil) },
		"bytes left behind": func(_ int, blob []byte) []byte { return append(slices.Clone(blob), 1, 2, 3) },
	} {
		for _, which := range []int{1, 10} { // a delta, a full one
			forged := icreptest.Forge(t, whole, icreptest.Forgery{Keyframe: func(i int, _ icrep.KeyframeEntry, blob []byte) []byte {
				if i == which {
					return forge(i, blob)
				}
				return blob
			}})
			if report := openBytes(t, forged).Verify(icrep.VerifyOptions{States: true}); report.OK() {
				t.Fatalf("%s %d: the forgery verifies", name, which)
			}
			report, repaired, err := repair(t, forged)
			if err != nil || report.LostKeyframes == 0 {
				t.Errorf("%s %d: %+v, %v", name, which, report, err)
				continue
			}
			if report := openBytes(t, repaired).Verify(icrep.VerifyOptions{States: true}); !report.OK() {
				t.Errorf("%s %d: %v", name, which, report.Problems)
			}
		}
	}
}

func TestRepairKeepsTheSignaturesThatHold(t *testing.T) {
	const ticks = 700
	whole := icreptest.WriteEverything(t, ticks)
	span := openBytes(t, whole).Header().Signature
	entries := len(mustSignature(t, whole).Chain)
	for _, test := range []struct {
		name      string
		at, holds int // byte of the section
	}{
		{"the first entry", 8 + 20, 0},
		{"the fifth entry", 8 + 4*108 + 20, 4},
		{"the last entry", 8 + (entries-1)*108 + 20, entries - 1},
		{"the key", int(span.Length) - 5, 0},
	} {
		data := slices.Clone(whole)
		data[int(span.Offset)+test.at] ^= 4
		_, repaired, err := repair(t, data)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		r := openBytes(t, repaired)
		if report := r.Verify(icrep.VerifyOptions{States: true}); !report.OK() {
			t.Errorf("%s: %v", test.name, report.Problems)
		}
		kept := 0
		if s := mustSignature(t, repaired); s != nil {
			kept = len(s.Chain)
			if r.Header().Flags&icrep.FlagIncomplete == 0 {
				t.Errorf("%s: nobody certifies the end, and the file claims to be complete", test.name)
			}
		}
		if kept != test.holds {
			t.Errorf("%s: %d entries were kept, %d hold", test.name, kept, test.holds)
		}
	}
}

func mustSignature(t *testing.T, data []byte) *icrep.Signature {
	t.Helper()
	s, err := openBytes(t, data).Signature()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRepairTakesTheStartingStateThatTheFileCarries(t *testing.T) {
	game := icreptest.Game{Ticks: 1000}
	game.Final = func(f *icrep.Final) {
		f.Embedded = &icrep.Embedded{InitialState: icreptest.State(0, 0).Append(nil)}
	}
	data := game.Write(t)
	data[keyframeBytes(t, data, 0)] ^= 1
	report, repaired, err := repair(t, data)
	if err != nil || report.LostKeyframes != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	r := openBytes(t, repaired)
	if report := r.Verify(icrep.VerifyOptions{States: true}); !report.OK() || len(r.Keyframes()) != 4 {
		t.Errorf("%d keyframes, %v", len(r.Keyframes()), report.Problems)
	}
}

func TestDamagedMetadataAreKeptAndSaidToBeDamaged(t *testing.T) {
	data := icreptest.Game{Ticks: 400}.Write(t)
	at := bytes.Index(data, []byte("Sample Island"))
	data[at] ^= 1
	report, repaired, err := repair(t, data)
	if err != nil {
		t.Fatal(err)
	}
	said := slices.ContainsFunc(report.Damage, func(err error) bool { return strings.Contains(err.Error(), "metadata") })
	m := openBytes(t, repaired).Metadata()
	if !said || m.Recorder == nil || !m.Recorder.DamagedMetadata || uint64(m.InitialRNGSeed) != icreptest.Seed {
		t.Errorf("damage %v, recorder %+v, seed %d", report.Damage, m.Recorder, m.InitialRNGSeed)
	}
}

func TestAClosedJournalWhoseContentIsDamagedIsSalvaged(t *testing.T) {
	dir := t.TempDir()
	game := icreptest.Game{Ticks: 1000}
	w := game.Begin(t, dir)
	game.Feed(t, w, 700)
	if err := w.Keyframe(990, false, []byte("no delta")); err != nil {
		t.Fatal(err)
	}
	for tick := uint64(700); tick < game.Ticks; tick++ {
		if err := w.Tick(game.Frame(tick)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(dir+"/game.icrep", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(game.End()); err == nil {
		t.Fatal("finish over a file was accepted")
	}
	journal, err := os.ReadFile(dir + "/game.icrep" + icrep.JournalSuffix)
	if err != nil {
		t.Fatal(err)
	}
	report, repaired, err := repair(t, journal)
	if err != nil || report.Complete || report.LostKeyframes != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	r := openBytes(t, repaired)
	if h := r.Header(); h.LostFrames != 0 || h.FinalStateHash != (icreptest.Game{}).Hash(game.Ticks) {
		t.Errorf("%+v", h)
	}
}

// A replay id is that of one content.
func TestAReplayIDOfAnotherContentIsFound(t *testing.T) {
	data := icreptest.WriteEverything(t, 300)
	for name, forgery := range map[string]icreptest.Forgery{
		"names":   {Metadata: func(m *icrep.Metadata) { m.Players[0].Name = "Somebody Else" }},
		"outcome": {Metadata: func(m *icrep.Metadata) { m.Players[1].Outcome = icrep.OutcomeWon }},
		"orders":  {Frame: func(f *icrep.TickFrame) bool { f.Orders = nil; return true }},
	} {
		forgery.KeepID = true
		report := openBytes(t, icreptest.Forge(t, data, forgery)).Verify(icrep.VerifyOptions{})
		if report.OK() || !strings.Contains(report.Err().Error(), "replay_id") {
			t.Errorf("%s: %v", name, report.Problems)
		}
		forgery.KeepID = false
		if report := openBytes(t, icreptest.Forge(t, data, forgery)).Verify(icrep.VerifyOptions{}); !report.OK() {
			t.Errorf("%s, with its own id: %v", name, report.Problems)
		}
	}
	for name, change := range map[string]func(*icrep.Metadata){
		"timestamp":       func(m *icrep.Metadata) { m.Timestamp = "2026-01-02T03:04:05Z" },
		"conversion date": func(m *icrep.Metadata) { m.ConvertedFrom = dated(m.ConvertedFrom) },
	} {
		forged := icreptest.Forge(t, data, icreptest.Forgery{KeepID: true, Metadata: change})
		if report := openBytes(t, forged).Verify(icrep.VerifyOptions{}); !report.OK() {
			t.Errorf("%s is no part of the id: %v", name, report.Problems)
		}
	}
}

func dated(from *icrep.ConvertedFrom) *icrep.ConvertedFrom {
	changed := *from
	changed.ConversionDate = "2026-01-02T03:04:05Z"
	return &changed
}
