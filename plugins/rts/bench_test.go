// SPDX-License-Identifier: GPL-3.0-or-later

package rts_test

import (
	"context"
	"testing"

	"convertd/internal/corpus"
	"convertd/plugins/rts"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

func BenchmarkDecode(b *testing.B) {
	for _, name := range []string{"match-54.json", "scripted-2p.json"} {
		b.Run(name, func(b *testing.B) {
			data := corpus.Read(b, "rts", "replays", name)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				sink := &sinktest.Counter{}
				if err := (rts.Decoder{}).Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{}, sink); err != nil {
					b.Fatal(err)
				}
				if sink.Orders == 0 {
					b.Fatal("no orders")
				}
			}
		})
	}
}
