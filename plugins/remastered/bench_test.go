// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"context"
	"testing"

	"convertd/core/ir"
	"convertd/plugins/remastered"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

func benchmark(b *testing.B, options sdk.DecodeOptions) {
	for _, o := range oracles(b) {
		b.Run(o.File, func(b *testing.B) {
			b.SetBytes(int64(len(o.data)))
			b.ReportAllocs()
			for b.Loop() {
				sink := &sinktest.Counter{}
				err := remastered.Decoder{}.Decode(context.Background(), sdk.Source{Data: o.data}, options, sink)
				if _, damaged := ir.AsDecodeError(err); err != nil && !damaged {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDecode finds the profile and sends every order and sample.
func BenchmarkDecode(b *testing.B) { benchmark(b, sdk.DecodeOptions{}) }

// BenchmarkNativeLines writes one JSON line for each event.
func BenchmarkNativeLines(b *testing.B) { benchmark(b, sdk.DecodeOptions{Native: true}) }

// BenchmarkHeader reads the header alone, as listings do.
func BenchmarkHeader(b *testing.B) { benchmark(b, sdk.DecodeOptions{Depth: sdk.DepthHeader}) }

// BenchmarkProbe recognises the file.
func BenchmarkProbe(b *testing.B) {
	for _, o := range oracles(b) {
		b.Run(o.File, func(b *testing.B) {
			input := sdk.ProbeInput{Head: o.data[:min(len(o.data), sdk.ProbeBytes)], Size: int64(len(o.data))}
			b.ReportAllocs()
			for b.Loop() {
				if match := (remastered.Decoder{}).Probe(input); match.Confidence == 0 {
					b.Fatal("not recognised")
				}
			}
		})
	}
}
