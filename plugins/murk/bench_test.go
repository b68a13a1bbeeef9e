// SPDX-License-Identifier: GPL-3.0-or-later

package murk_test

import (
	"context"
	"testing"

	"convertd/plugins/murk"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

func bigFile(b *testing.B) []byte {
	b.Helper()
	for _, file := range readOracle(b) {
		if file.File == "big-100k.murk" {
			return file.read(b)
		}
	}
	b.Fatal("the corpus has no big-100k.murk")
	return nil
}

// BenchmarkDecode is the figure to hold against the real reader with each
// payload decoded: 575 to 710 MB/s on this class of machine
// (docs/formats/murk.md#speed).
func BenchmarkDecode(b *testing.B) {
	data := bigFile(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		sink := &sinktest.Counter{}
		if err := (murk.Decoder{}).Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{}, sink); err != nil {
			b.Fatal(err)
		}
		if sink.Orders != 499_204 || sink.Syncs != 100_000 {
			b.Fatalf("%d orders, %d syncs", sink.Orders, sink.Syncs)
		}
	}
}

func BenchmarkNativeLines(b *testing.B) {
	data := bigFile(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		sink := &sinktest.Counter{}
		options := sdk.DecodeOptions{Native: true}
		if err := (murk.Decoder{}).Decode(context.Background(), sdk.Source{Data: data}, options, sink); err != nil {
			b.Fatal(err)
		}
	}
}
