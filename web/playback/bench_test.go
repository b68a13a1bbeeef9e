// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"convertd/conversion"
	"convertd/core/icrep"
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

// twoPlayerGames are all games at hand that two players played, by their files' names:
// those of the corpus, and those of the engine's bots.
func twoPlayerGames(b *testing.B) map[string]*converted.Game {
	b.Helper()
	folder := corpus.Dir(b, "orarep")
	folders := conversion.NewMapFolders([]string{filepath.Join(folder, "..", "maps"), filepath.Join(corpus.Repository, "testdata", "engine", "maps")})
	found := map[string]*converted.Game{}
	add := func(game *converted.Game, path string) {
		playing := 0
		for _, p := range game.File.Metadata().Players {
			if p.Kind == icrep.KindHuman || p.Kind == icrep.KindBot {
				playing++
			}
		}
		if playing == 2 {
			found[filepath.Base(path)] = game
		}
	}
	for _, pattern := range []string{filepath.Join(folder, "*.orarep"), filepath.Join(corpus.Repository, "testdata", "engine", "*.orarep")} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			b.Fatal(err)
		}
		for _, path := range paths {
			add(converted.With(b, path, folders), path)
		}
	}
	err := filepath.WalkDir(corpus.Dir(b, "ea"), func(path string, entry fs.DirEntry, err error) error {
		switch strings.ToLower(filepath.Ext(path)) {
		case ".rep", ".kwreplay", ".cnc3replay", ".ra3replay", ".bfme2replay":
			if entry.Type().IsRegular() {
				add(converted.EA(b, path), path)
			}
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return found
}

// BenchmarkFrameSizes reports how large snapshots are: of the longest two-player game, and
// of all of them together, for who sees everything and for who sees what a player sees.
func BenchmarkFrameSizes(b *testing.B) {
	all := twoPlayerGames(b)
	served := games{}
	for name, game := range all {
		served[name] = of(game)
	}
	address, _ := serve(b, func(o *playback.Options) { o.Games = served })
	const longest = "ra-dev2026-rl-f3aaecd9c0d8.orarep"
	for name, of := range map[string][]string{"longest": {longest}, "all": slices.Sorted(maps.Keys(all))} {
		for _, sees := range []string{"everything", "player"} {
			b.Run(name+"/"+sees, func(b *testing.B) {
				for b.Loop() {
					var sizes, exact []int
					for _, game := range of {
						s, e := frameSizes(b, address, game, uint32(all[game].File.Header().TotalTicks), sees == "player")
						sizes, exact = append(sizes, s...), append(exact, e...)
					}
					slices.Sort(sizes)
					slices.Sort(exact)
					below, _ := slices.BinarySearch(sizes, 1281)
					b.ReportMetric(float64(below)*100/float64(len(sizes)), "%-in-a-segment")
					b.ReportMetric(float64(sizes[len(sizes)/2]), "median-bytes")
					b.ReportMetric(float64(sizes[len(sizes)*95/100]), "p95-bytes")
					b.ReportMetric(float64(exact[len(exact)/2]), "actors-median-bytes")
					b.ReportMetric(float64(len(of)), "games")
					b.ReportMetric(float64(len(sizes)), "frames")
				}
			})
		}
	}
}

// frameSizes samples a whole game: every ten seconds of most, so that each counts by its
// length.
func frameSizes(b *testing.B, address, game string, total uint32, player bool) (sizes, exact []int) {
	b.Helper()
	v := dial(b, address)
	v.hello()
	start := v.join(playback.RoomPrefix + game)
	v.send(&protocol.SetRoomTimeSpeed{Speed: 0})
	if player && len(start.Players) > 0 && start.Capabilities.Visibility.ReplayVision {
		v.send(&protocol.SetReplayVision{Vision: protocol.ReplayVision{Mode: protocol.VisionPlayer, PlayerID: &start.Players[0].ID}})
	}
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
	_ = v.conn.CloseNow()
	return sizes, exact
}

// BenchmarkRoomOf200Viewers is the processor time that a room of 200 viewers takes in a
// second at the speed of the game, viewers included: such as can unpack what is sent, as
// browsers can, and such as cannot.
func BenchmarkRoomOf200Viewers(b *testing.B) {
	dialBrowser := func(tb testing.TB, address string) *viewer {
		v, _, _ := dialCompressed(tb, address)
		return v
	}
	for name, dial := range map[string]func(testing.TB, string) *viewer{"compressed": dialBrowser, "plain": dial} {
		b.Run(name, func(b *testing.B) { roomOf200Viewers(b, dial) })
	}
}

func roomOf200Viewers(b *testing.B, dial func(testing.TB, string) *viewer) {
	b.Helper()
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
