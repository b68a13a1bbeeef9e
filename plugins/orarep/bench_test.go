// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"context"
	"testing"

	"convertd/internal/corpus"
	fixtures "convertd/internal/fixtures/orarep"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

func benchmarkDecode(b *testing.B, data []byte, options sdk.DecodeOptions) {
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := New().Decode(context.Background(), sdk.Source{Data: data}, options, &sinktest.Counter{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeCorpus(b *testing.B) {
	for _, name := range []string{
		"ra-dev2026-rl-da822cf490a3.orarep",
		"ra-playtest-20201213-1v1-spectated.orarep",
		"ra-release-20230225-skirmish.orarep",
	} {
		data := corpus.Read(b, "orarep", name)
		b.Run("full/"+name, func(b *testing.B) { benchmarkDecode(b, data, sdk.DecodeOptions{}) })
		b.Run("header/"+name, func(b *testing.B) { benchmarkDecode(b, data, sdk.DecodeOptions{Depth: sdk.DepthHeader}) })
		b.Run("native/"+name, func(b *testing.B) { benchmarkDecode(b, data, sdk.DecodeOptions{Native: true}) })
	}
}

// BenchmarkDecodeCrowded decodes a recording of the largest class known, 3.4 MB
// with 44000 orders of eight connections. It is made here, not kept.
func BenchmarkDecodeCrowded(b *testing.B) {
	data := fixtures.Crowded(44000)
	for name, options := range map[string]sdk.DecodeOptions{
		"full": {}, "header": {Depth: sdk.DepthHeader}, "native": {Native: true},
	} {
		b.Run(name, func(b *testing.B) { benchmarkDecode(b, data, options) })
	}
}

func BenchmarkProbe(b *testing.B) {
	data := fixtures.Crowded(1000)
	input := sdk.ProbeInput{Head: data[:1000], Tail: data[len(data)-sdk.ProbeBytes/2:], Size: int64(len(data))}
	b.ReportAllocs()
	for b.Loop() {
		if New().Probe(input).Confidence != certain {
			b.Fatal("not recognised")
		}
	}
}
