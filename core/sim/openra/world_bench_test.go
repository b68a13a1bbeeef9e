package openra

import (
	"path/filepath"
	"testing"

	"convertd/internal/corpus"
)

// BenchmarkTick measures one world tick in the middle of a recorded game, with
// the orders of its frames: about two hundred actors, forty of them driving.
func BenchmarkTick(b *testing.B) {
	rec := readRecording(b, filepath.Join(corpus.Dir(b, "orarep"), "ra-dev2026-rl-normal-vs-easy.orarep"))
	const from, to = 2400, 3200
	var w *World
	frame := to
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if frame == to {
			b.StopTimer()
			w = rec.world(b)
			for frame = range from {
				w.Frame(rec.orders(frame))
			}
			b.StartTimer()
		}
		w.BeginFrame(rec.orders(frame))
		w.Advance()
		w.Advance()
		w.Advance()
		frame++
	}
	b.ReportMetric(float64(b.N)*ticksPerFrame/b.Elapsed().Seconds(), "ticks/s")
}

// BenchmarkNativeHash measures the engine's hash of such a world.
func BenchmarkNativeHash(b *testing.B) {
	rec := readRecording(b, filepath.Join(corpus.Dir(b, "orarep"), "ra-dev2026-rl-normal-vs-easy.orarep"))
	w := rec.world(b)
	for frame := range 2400 {
		w.Frame(rec.orders(frame))
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		w.NativeHash()
	}
}
