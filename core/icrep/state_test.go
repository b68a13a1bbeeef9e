// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// recordKeyframes makes a replay of 700 ticks with given keyframes.
func recordKeyframes(t *testing.T, blobs map[order.Tick][]byte, full map[order.Tick]bool) []byte {
	t.Helper()
	dir := t.TempDir()
	g := icreptest.Game{}
	w := g.Begin(t, dir)
	for tick := range order.Tick(700) {
		if blob := blobs[tick]; blob != nil {
			if err := w.Keyframe(tick, full[tick], blob); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Tick(g.Frame(uint64(tick))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: 700, FinalStateHash: g.Hash(700)}); err != nil {
		t.Fatal(err)
	}
	return icreptest.Read(t, dir)
}

func TestVerifyLooksIntoKeyframes(t *testing.T) {
	start, later := icreptest.State(0, 0), icreptest.State(300, 0)
	encode := func(from, to *snapshot.SimSnapshot) []byte {
		d, err := snapshot.Diff(from, from.Core.StateHash(), to)
		if err != nil {
			t.Fatal(err)
		}
		return d.Append(nil)
	}
	other := icreptest.State(300, 0)
	other.Core.Players[0].Team = 7
	wrongTick := icreptest.State(299, 0)
	first := start.Append(nil)
	for name, c := range map[string]struct {
		blob  []byte
		full  bool
		fault string // none: the file is right
	}{
		"right delta":                {encode(start, later), false, ""},
		"right full":                 {later.Append(nil), true, ""},
		"no snapshot":                {[]byte("rubbish"), true, "keyframe 300"},
		"no delta":                   {later.Append(nil), false, "keyframe 300"},
		"another state":              {other.Append(nil), true, "the frame of its tick"},
		"delta of another state":     {encode(start, other), false, "the frame of its tick"},
		"delta against another":      {encode(icreptest.State(1, 0), later), false, "another baseline"},
		"state of another tick":      {wrongTick.Append(nil), true, "the state of tick 299"},
		"delta with bytes behind it": {append(encode(start, later), 0), false, "left over"},
		"full with a byte missing":   {later.Append(nil)[:600], true, "keyframe 300"},
	} {
		data := recordKeyframes(t, map[order.Tick][]byte{0: first, 300: c.blob}, map[order.Tick]bool{0: true, 300: c.full})
		if report := openBytes(t, data).Verify(icrep.VerifyOptions{}); !report.OK() {
			t.Errorf("%s: structure alone: %v", name, report.Problems)
		}
		report := openBytes(t, data).Verify(icrep.VerifyOptions{States: true})
		switch {
		case c.fault == "" && !report.OK():
			t.Errorf("%s: %v", name, report.Problems)
		case c.fault != "" && (report.OK() || !strings.Contains(report.Err().Error(), c.fault) || report.Problems[0].Section != icrep.SectionKeyframes):
			t.Errorf("%s: %v, want %q", name, report.Problems, c.fault)
		}
	}
}

func TestRepairTakesAStartingStateFromElsewhere(t *testing.T) {
	data := icreptest.Game{Ticks: 2000}.Write(t)
	h := openBytes(t, data).Header()
	cut := data[:h.Orders.Offset+h.Orders.Length/2]
	run := func(state []byte) ([]byte, error) {
		dir := t.TempDir()
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer closeIn(t, root.Close)
		_, err = icrep.Repair(bytes.NewReader(cut), int64(len(cut)), root, icreptest.FileName, icrep.Options{Durability: icrep.SyncNever, InitialState: state})
		if err != nil {
			return nil, err
		}
		return icreptest.Read(t, dir), nil
	}
	if _, err := run(nil); !errors.Is(err, icrep.ErrCorrupt) {
		t.Errorf("without a state: %v", err)
	}
	if _, err := run(icreptest.State(1, 0).Append(nil)); !errors.Is(err, icrep.ErrUsage) {
		t.Errorf("with another state: %v", err)
	}
	repaired, err := run(icreptest.State(0, 0).Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	r := openBytes(t, repaired)
	if report := r.Verify(icrep.VerifyOptions{States: true}); !report.OK() || report.Frames < 2*icrep.BlockTicks || report.States != 1 {
		t.Errorf("%+v", report)
	}
	compareFrames(t, repaired, "cut in the orders")
	if f := r.Metadata().Recorder; f == nil || !f.Repaired {
		t.Errorf("the metadata does not say that the file was repaired: %+v", f)
	}
}

func TestSlowerLevelsAreNeverLarger(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	for range 50 {
		data := make([]byte, 1+random.IntN(20_000))
		for i := range data {
			data[i] = byte(random.IntN(1 + random.IntN(40)))
		}
		fast, err := icrep.CompressBlock(nil, data, icrep.Fastest)
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range []icrep.CompressionLevel{icrep.Balanced, icrep.Compact} {
			slow, err := icrep.CompressBlock(nil, data, level)
			if err != nil || len(slow) > len(fast) {
				t.Errorf("level %d: %d bytes, %d at the fastest, %v", level, len(slow), len(fast), err)
			}
			back, err := icrep.DecompressBlock(nil, slow, uint32(len(data)), icrep.MaxBlockBytes, icrep.SectionFile, 0)
			if err != nil || !bytes.Equal(back, data) {
				t.Errorf("level %d does not give the data back: %v", level, err)
			}
		}
	}
}
