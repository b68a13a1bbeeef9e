// SPDX-License-Identifier: GPL-3.0-or-later

package recorder_test

import (
	"testing"

	"convertd/core/icrep/icreptest"
	"convertd/core/order"
	"convertd/recorder"
)

// still is a simulation that costs nothing: what is left is the recorder.
type still struct {
	icreptest.Simulation
	tick order.Tick
}

func (s *still) Tick() order.Tick           { return s.tick }
func (s *still) SyncHash() order.SyncHash   { return order.SyncHash(s.tick) * 0x9E3779B97F4A7C15 }
func (s *still) StateHash() order.StateHash { return order.StateHash{1} }

// BenchmarkRecordTick is what a tick costs the game's goroutine, without the
// keyframes: three orders, one of them with a payload.
func BenchmarkRecordTick(b *testing.B) {
	root := openRoot(b, b.TempDir())
	s, err := recorder.New(root, icreptest.FileName, recorder.Options{Writer: writerOptions(), NoBound: true, KeyframeInterval: 1 << 40})
	if err != nil {
		b.Fatal(err)
	}
	orders := icreptest.Game{}.Frame(3).Orders
	sim := &still{}
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Tick(sim, orders); err != nil {
			b.Fatal(err)
		}
		sim.tick++
	}
	b.StopTimer()
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkRecordDelta is what a delta keyframe at 500 entities costs the
// game's goroutine.
func BenchmarkRecordDelta(b *testing.B) {
	root := openRoot(b, b.TempDir())
	s, err := recorder.New(root, icreptest.FileName, recorder.Options{Writer: writerOptions(), NoBound: true, KeyframeInterval: 1, FullEvery: 1 << 40})
	if err != nil {
		b.Fatal(err)
	}
	sim := &icreptest.Simulation{Entities: 500}
	if err := s.Tick(sim, nil); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		sim.Step()
		sim.StateHash() // the simulation's own cost
		b.StartTimer()
		if err := s.Tick(sim, nil); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}
