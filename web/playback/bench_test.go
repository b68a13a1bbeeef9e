// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"convertd/conversion"
	"convertd/internal/converted"
	"convertd/internal/corpus"
	"convertd/plugins/rts/protocol"
	"convertd/web/playback"
)

// longGame is the longest two-player game of the corpus.
func longGame(b *testing.B) *converted.Game {
	b.Helper()
	path := filepath.Join(corpus.Dir(b, "orarep"), "ra-dev2026-rl-f3aaecd9c0d8.orarep")
	return converted.With(b, path, conversion.NewMapFolders([]string{filepath.Join(filepath.Dir(path), "..", "maps")}))
}

// BenchmarkClickToFirstFrame is from the connection to the first snapshot, the room
// being opened anew each time.
func BenchmarkClickToFirstFrame(b *testing.B) {
	game := longGame(b)
	address, _ := serve(b, func(o *playback.Options) { o.Games = games{"game": of(game)} })
	n := 0
	for b.Loop() {
		v := dial(b, address)
		n++
		v.join(fmt.Sprintf("%s#%d", room, n))
		v.until("snapshot")
		_ = v.conn.CloseNow()
	}
}

// BenchmarkSeekAnywhere is from a seek to the first snapshot of its tick, over the whole
// game, as somebody does who drags.
func BenchmarkSeekAnywhere(b *testing.B) {
	game := longGame(b)
	address, _ := serve(b, func(o *playback.Options) { o.Games = games{"game": of(game)} })
	v := dial(b, address)
	v.hello()
	v.join(room)
	v.send(&protocol.SetRoomTimeSpeed{Speed: 0})
	v.state()
	total, tick := uint32(game.File.Header().TotalTicks), uint32(7)
	var worst time.Duration
	for b.Loop() {
		tick = (tick*2654435761 + 12345) % total
		start := time.Now()
		v.send(&protocol.SeekRoomTimeTo{Tick: tick})
		for {
			if r, _ := v.until("snapshot"); r.snapshot.Tick == tick {
				break
			}
		}
		worst = max(worst, time.Since(start))
	}
	b.ReportMetric(float64(worst.Milliseconds()), "worst-ms")
}

// BenchmarkFrameSizes reports how large snapshots are over a whole two-player game.
func BenchmarkFrameSizes(b *testing.B) {
	game := longGame(b)
	address, _ := serve(b, func(o *playback.Options) { o.Games = games{"game": of(game)} })
	for b.Loop() {
		v := dial(b, address)
		v.hello()
		v.join(room)
		v.send(&protocol.SetRoomTimeSpeed{Speed: 0})
		total := uint32(game.File.Header().TotalTicks)
		var sizes, exact []int
		for tick := uint32(0); tick < total; tick += 300 {
			v.send(&protocol.SeekRoomTimeTo{Tick: tick})
			for {
				if r, _ := v.until("snapshot"); r.snapshot.Tick == tick {
					sizes = append(sizes, len(r.frame))
					break
				}
			}
			r, _ := v.until("actors")
			exact = append(exact, len(r.actors))
		}
		slices.Sort(sizes)
		slices.Sort(exact)
		below, _ := slices.BinarySearch(sizes, 1281)
		b.ReportMetric(float64(below)*100/float64(len(sizes)), "%-in-a-segment")
		b.ReportMetric(float64(sizes[len(sizes)/2]), "median-bytes")
		b.ReportMetric(float64(sizes[len(sizes)*95/100]), "p95-bytes")
		b.ReportMetric(float64(exact[len(exact)/2]), "actors-median-bytes")
		_ = v.conn.CloseNow()
	}
}

// BenchmarkRoomOf200Viewers is the processor time that a room of 200 viewers takes in a
// second at the speed of the game, viewers included.
func BenchmarkRoomOf200Viewers(b *testing.B) {
	game := longGame(b)
	address, server := serve(b, func(o *playback.Options) { o.Games, o.Grace = games{"game": of(game)}, time.Minute })
	first := dial(b, address)
	first.join(room)
	first.send(&protocol.SeekRoomTimeTo{Tick: uint32(game.File.Header().TotalTicks / 2)})
	first.until("start")
	_ = first.conn.CloseNow()
	var received atomic.Int64
	var readers sync.WaitGroup
	for range 200 {
		v := dial(b, address)
		v.join(room)
		readers.Go(func() {
			for {
				kind, _, err := v.conn.Read(b.Context())
				if err != nil {
					return
				}
				if kind == websocket.MessageBinary {
					received.Add(1)
				}
			}
		})
	}
	for b.Loop() {
		before, start, count := processorTime(b), time.Now(), received.Load()
		time.Sleep(5 * time.Second)
		took := time.Since(start)
		b.ReportMetric((processorTime(b)-before).Seconds()/took.Seconds(), "cores")
		b.ReportMetric(float64(received.Load()-count)/200/took.Seconds(), "snapshots/s")
	}
	server.Close()
	readers.Wait()
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
