// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"convertd/core/ir"
	"convertd/internal/corpus"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

// corpusGames are the folders of real recordings.
var corpusGames = []string{"generals", "zerohour", "bfme2", "tw", "kw", "ra3"}

// corpusFiles reads all recordings of the given folders.
func corpusFiles(tb testing.TB, games ...string) []sdk.Source {
	tb.Helper()
	root := corpus.Dir(tb, "ea")
	var sources []sdk.Source
	for _, game := range games {
		entries, err := os.ReadDir(filepath.Join(root, game))
		if err != nil {
			tb.Fatal(err)
		}
		for _, entry := range entries {
			if filepath.Ext(entry.Name()) == ".md" {
				continue
			}
			data, err := os.ReadFile(filepath.Join(root, game, entry.Name()))
			if err != nil {
				tb.Fatal(err)
			}
			sources = append(sources, sdk.Source{Name: entry.Name(), Data: data})
		}
	}
	return sources
}

// BenchmarkDecode decodes real recordings, every order and sample, into a sink
// that keeps nothing. The reported allocs/command is over all of a file, its
// header included.
func BenchmarkDecode(b *testing.B) {
	run := func(name string, options sdk.DecodeOptions, games ...string) {
		b.Run(name, func(b *testing.B) {
			sources := corpusFiles(b, games...)
			size := int64(0)
			for _, source := range sources {
				size += int64(len(source.Data))
			}
			b.SetBytes(size)
			b.ReportAllocs()
			sink := &sinktest.Counter{}
			for b.Loop() {
				*sink = sinktest.Counter{}
				for _, source := range sources {
					err := New().Decode(context.Background(), source, options, sink)
					if _, damaged := ir.AsDecodeError(err); err != nil && !damaged {
						b.Fatal(err)
					}
				}
			}
			records := sink.Orders + sink.Cameras + sink.Lines
			b.ReportMetric(float64(len(sources)), "files")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(max(records, 1)), "ns/record")
		})
	}
	run("all", sdk.DecodeOptions{}, corpusGames...)
	for _, game := range slices.Clone(corpusGames) {
		run(game, sdk.DecodeOptions{}, game)
	}
	run("native", sdk.DecodeOptions{Native: true}, corpusGames...)
	run("header", sdk.DecodeOptions{Depth: sdk.DepthHeader}, corpusGames...)
}
