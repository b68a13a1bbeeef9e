// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"path/filepath"
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/internal/corpus"
)

// BenchmarkTick measures one world tick in the middle of a recorded game, with
// the orders of its frames: about two hundred actors, forty of them driving.
func BenchmarkTick(b *testing.B) {
	rec := enginetest.ReadRecording(b, filepath.Join(corpus.Dir(b, "orarep"), "ra-dev2026-rl-normal-vs-easy.orarep"))
	const from, to = 2400, 3200
	var w *World
	frame := to
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if frame == to {
			b.StopTimer()
			w = recorded(b, rec)
			for frame = range from {
				w.Frame(rec.Orders(frame))
			}
			b.StartTimer()
		}
		w.BeginFrame(rec.Orders(frame))
		w.Advance()
		w.Advance()
		w.Advance()
		frame++
	}
	b.ReportMetric(float64(b.N)*state.TicksPerFrame/b.Elapsed().Seconds(), "ticks/s")
}

// BenchmarkNativeHash measures the engine's hash of such a world.
func BenchmarkNativeHash(b *testing.B) {
	rec := enginetest.ReadRecording(b, filepath.Join(corpus.Dir(b, "orarep"), "ra-dev2026-rl-normal-vs-easy.orarep"))
	w := recorded(b, rec)
	for frame := range 2400 {
		w.Frame(rec.Orders(frame))
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		w.NativeHash()
	}
}

// BenchmarkPaths measures what it takes to find all who can drive in such a world a
// way to the other end of the map, as they look for it before they go round anybody.
func BenchmarkPaths(b *testing.B) {
	rec := enginetest.ReadRecording(b, filepath.Join(corpus.Dir(b, "orarep"), "ra-dev2026-rl-normal-vs-easy.orarep"))
	w := recorded(b, rec)
	for frame := range 2400 {
		w.Frame(rec.Orders(frame))
	}
	cells, paths := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		for _, a := range w.Actors {
			if a == nil || a.Type.Mobile == nil || !a.InWorld {
				continue
			}
			goal := Cell{X: w.Ground.Left + w.Ground.Right - a.To.X, Y: w.Ground.Top + w.Ground.Bottom - a.To.Y}
			goal = w.nearestMovable(a, goal, 1, 10)
			cells += len(w.Paths.To(w.mover(a), goal, path.ByAll, none))
			paths++
		}
	}
	b.ReportMetric(float64(cells)/float64(paths), "cells/path")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(paths), "ns/path")
}

// BenchmarkNewWorld measures what a game takes before its first tick.
func BenchmarkNewWorld(b *testing.B) {
	rec := enginetest.ReadRecording(b, filepath.Join(corpus.Dir(b, "orarep"), "ra-dev2026-rl-normal-vs-easy.orarep"))
	b.ReportAllocs()
	for b.Loop() {
		recorded(b, rec)
	}
}
