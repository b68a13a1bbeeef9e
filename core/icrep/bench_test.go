// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// twoHours is two hours at 25 ticks per second.
const twoHours = 2 * 3600 * 25

// longReplay holds a two-hour replay with 500 entities once it was made. Frame
// hashes are made up: hashing 180,000 states is the simulation's cost.
var longReplay []byte

func longBytes(b *testing.B) []byte {
	b.Helper()
	if longReplay != nil {
		return longReplay
	}
	dir := b.TempDir()
	w := icreptest.Game{}.Begin(b, dir)
	var keyframes icreptest.Keyframes
	frame := icreptest.Game{}.Frame(3)
	orders := frame.Orders
	for t := range uint64(twoHours) {
		if t%icrep.KeyframeInterval == 0 {
			full, blob := keyframes.Next(b, icreptest.State(t, 500))
			if err := w.Keyframe(order.Tick(t), full, blob); err != nil {
				b.Fatal(err)
			}
		}
		frame.Tick, frame.StateHash = order.Tick(t), order.SyncHash(t*0x9E3779B97F4A7C15)
		if frame.Orders = nil; t%4 == 0 {
			frame.Orders = orders
			frame.Orders[0].Order.Position.X = int32(t)
		}
		if err := w.Tick(frame); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: twoHours, FinalStateHash: order.StateHash{1}}); err != nil {
		b.Fatal(err)
	}
	longReplay = icreptest.Read(b, dir)
	return longReplay
}

// BenchmarkSeekTwoHours opens a two-hour replay, seeks to a tick and reads the
// first frame there: everything but the simulation.
func BenchmarkSeekTwoHours(b *testing.B) {
	path := filepath.Join(b.TempDir(), icreptest.FileName)
	if err := os.WriteFile(path, longBytes(b), 0o600); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	tick := uint64(0)
	for b.Loop() {
		file, err := icrep.OpenFile(path)
		if err != nil {
			b.Fatal(err)
		}
		tick = (tick*7919 + 104729) % twoHours
		plan, err := file.SeekPlan(order.Tick(tick))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := file.State(plan); err != nil {
			b.Fatal(err)
		}
		ticks := file.Ticks(plan.FirstFrame)
		if !ticks.Next() {
			b.Fatal(ticks.Err())
		}
		if err := file.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadTicks(b *testing.B) {
	data := longBytes(b)
	r := openBytes(b, data)
	b.SetBytes(int64(r.Header().Orders.Length))
	b.ReportAllocs()
	for b.Loop() {
		ticks := r.Ticks(0)
		n := 0
		for ticks.Next() {
			n++
		}
		if n != twoHours {
			b.Fatal(n, ticks.Err())
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	for name, options := range map[string]icrep.VerifyOptions{"digests": {}, "states": {States: true}} {
		b.Run(name, func(b *testing.B) {
			data := longBytes(b)
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if report := openBytes(b, data).Verify(options); len(report.Problems) > 0 && name == "digests" {
					b.Fatal(report.Problems)
				}
			}
		})
	}
}

// BenchmarkWriteTick is one frame through the writer, blocks compressed and
// written to the journal.
func BenchmarkWriteTick(b *testing.B) {
	for name, frame := range map[string]*icrep.TickFrame{"empty": icreptest.Game{}.Frame(0), "3 orders": icreptest.Game{}.Frame(3)} {
		b.Run(name, func(b *testing.B) {
			w := icreptest.Game{}.Begin(b, b.TempDir())
			b.ReportAllocs()
			tick := order.Tick(0)
			for b.Loop() {
				frame.Tick, frame.StateHash = tick, order.SyncHash(tick)*0x9E3779B97F4A7C15
				if err := w.Tick(frame); err != nil {
					b.Fatal(err)
				}
				tick++
			}
			if err := w.Abort(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

func BenchmarkWriteKeyframe(b *testing.B) {
	blob := icreptest.State(900, 500).Append(nil)
	w := icreptest.Game{}.Begin(b, b.TempDir())
	b.SetBytes(int64(len(blob)))
	b.ReportAllocs()
	tick := order.Tick(0)
	for b.Loop() {
		if tick == 3000*icrep.KeyframeInterval {
			b.StopTimer()
			if err := w.Abort(); err != nil {
				b.Fatal(err)
			}
			w, tick = icreptest.Game{}.Begin(b, b.TempDir()), 0
			b.StartTimer()
		}
		if err := w.Keyframe(tick, true, blob); err != nil {
			b.Fatal(err)
		}
		tick += icrep.KeyframeInterval
	}
	if err := w.Abort(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkDeltaKeyframe is what a delta costs the tick thread at 500 entities:
// taking the snapshot apart from its baseline and encoding it.
func BenchmarkDeltaKeyframe(b *testing.B) {
	baseline, now := icreptest.State(3000, 500), icreptest.State(3600, 500)
	hash := baseline.Core.StateHash()
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		delta, err := snapshot.Diff(baseline, hash, now)
		if err != nil {
			b.Fatal(err)
		}
		dst = delta.Append(dst[:0])
	}
}

func BenchmarkFinishTwoHours(b *testing.B) {
	src := longBytes(b)
	r := openBytes(b, src)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		b.StopTimer()
		w := icreptest.Game{}.Begin(b, b.TempDir())
		for i, k := range r.Keyframes() {
			blob, err := r.Keyframe(i, nil)
			if err != nil {
				b.Fatal(err)
			}
			if err := w.Keyframe(k.Tick, k.Full, blob); err != nil {
				b.Fatal(err)
			}
		}
		ticks := r.Ticks(0)
		for ticks.Next() {
			if err := w.Tick(ticks.Frame()); err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		if _, err := w.Finish(icrep.Final{TotalTicks: twoHours, FinalStateHash: order.StateHash{1}}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAWalkOverTicksAllocatesNothingPerTick(t *testing.T) {
	g := icreptest.Game{Ticks: 2560}
	r := openBytes(t, g.Write(t))
	walk := func() {
		ticks := r.Ticks(0)
		for ticks.Next() {
		}
		if ticks.Err() != nil {
			t.Fatal(ticks.Err())
		}
	}
	// 366 ticks have chat, whose text is allocated; the rest is a few buffers.
	if n := testing.AllocsPerRun(5, walk); n > 366+40 {
		t.Errorf("%v allocations for 2,560 ticks", n)
	}
	if !bytes.HasPrefix(r.RawMetadata(), []byte("{")) {
		t.Error("metadata")
	}
}
