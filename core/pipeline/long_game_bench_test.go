// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/internal/corpus"
	"convertd/internal/reference"
	"convertd/plugins/ea"
	"convertd/plugins/orarep"
	"convertd/sdk"
)

// oneMap is a map folder that has the same map for every id.
type oneMap struct{ data []byte }

func (m oneMap) FindMap(string) ([]byte, bool, error) { return m.data, true, nil }

// longGames are the longest recordings of the corpus; the pattern is that of
// the file, below the folder of its format.
var longGames = []struct {
	name, format, pattern, terrain string
	decoder                        sdk.Decoder
}{
	{"openra-53-minutes", "orarep", "ra-dev2026-rl-normal-vs-easy.*", "singles-a4c43b57c1.oramap", orarep.New()},
	{"openra-40-minutes", "orarep", "ra-dev2026-rl-da822cf490a3.*", "singles-a4c43b57c1.oramap", orarep.New()},
	{"openra-38-minutes", "orarep", "ra-dev2026-rl-7047e24cebde.*", "singles-a4c43b57c1.oramap", orarep.New()},
	{"zerohour-99-minutes", "ea", "zerohour/cf56e108-*", "", ea.New()},
	{"zerohour-39-minutes", "ea", "zerohour/f52210bc-*", "", ea.New()},
	{"bfme2-49-minutes", "ea", "bfme2/2b2bc528-*", "", ea.New()},
	{"kw-21-minutes", "ea", "kw/842f5108-*", "", ea.New()},
}

// BenchmarkLongGame converts long games, from the decoder to the finished file,
// as the daemon does it: one processor plays, another hashes. ns/game-minute times sixty is what an hour of such a game
// takes; cpu-ns/game-minute is the same in processor time, and
// play-ns/game-minute in processor time of the thread that plays: what the clock
// would say if nobody else wanted the processors. additions/ns, before and after it, is
// how much of the cores one had: see reference.Additions.
func BenchmarkLongGame(b *testing.B) {
	for _, game := range longGames {
		b.Run(game.name, func(b *testing.B) {
			found, err := filepath.Glob(filepath.Join(corpus.Dir(b, game.format), game.pattern))
			if err != nil || len(found) != 1 {
				b.Fatalf("%d files, %v: want one", len(found), err)
			}
			var materials pipeline.Materials
			if game.terrain != "" {
				data, err := os.ReadFile(filepath.Join(corpus.Dir(b, "maps"), game.terrain))
				if err != nil {
					b.Fatal(err)
				}
				materials.Maps = oneMap{data}
			}
			var minutes float64
			b.ReportAllocs()
			additions := reference.Additions(referenceTime)
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			used, played := cpuTime(), threadTime()
			for b.Loop() {
				minutes += convertWhole(b, game.decoder, found[0], materials)
			}
			used, played = cpuTime()-used, threadTime()-played
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/minutes, "ns/game-minute")
			b.ReportMetric(float64(used.Nanoseconds())/minutes, "cpu-ns/game-minute")
			b.ReportMetric(float64(played.Nanoseconds())/minutes, "play-ns/game-minute")
			b.ReportMetric(minutes/float64(b.N), "game-minutes")
			b.ReportMetric((additions+reference.Additions(referenceTime))/2, "additions/ns")
		})
	}
}

// referenceTime is long enough for the reference to be told from chance, and short
// beside a game.
const referenceTime = 100 * time.Millisecond

// convertWhole decodes and converts a file and returns how many minutes of game
// time it held.
func convertWhole(b *testing.B, decoder sdk.Decoder, path string, materials pipeline.Materials) float64 {
	b.Helper()
	rate, ticks, _ := convertFile(b, decoder, path, materials)
	return float64(ticks) * float64(rate.Den) / float64(rate.Num) / 60
}

// convertTo converts a file and returns where the result is.
func convertTo(b *testing.B, decoder sdk.Decoder, path string, materials pipeline.Materials) string {
	b.Helper()
	_, _, target := convertFile(b, decoder, path, materials)
	return target
}

func convertFile(b *testing.B, decoder sdk.Decoder, path string, materials pipeline.Materials) (rate order.TickRate, ticks order.Tick, target string) {
	b.Helper()
	source, data := decode(b, decoder, path)
	sum := sha256.Sum256(data)
	job := &pipeline.Job{
		SHA256: hex.EncodeToString(sum[:]), EngineVersion: "test", Thresholds: divergence.DefaultThresholds(), Materials: materials, Aside: pipeline.Elsewhere,
	}
	target = filepath.Join(b.TempDir(), "result.icrep")
	result, err := pipeline.Convert(b.Context(), job, source, func(metadata icrep.Metadata) (pipeline.Recording, error) {
		return icrep.CreateFile(target, icrep.Options{Metadata: metadata, Durability: icrep.SyncNever})
	})
	if err != nil {
		b.Fatal(err)
	}
	return result.Report.TickRate, result.Report.Ticks, target
}
