package rts_test

import (
	"context"
	"testing"

	"convertd/core/ir"
	"convertd/internal/corpus"
	"convertd/plugins/rts"
	"convertd/sdk"
)

// nullSink takes everything and keeps nothing but a count.
type nullSink struct{ orders int }

func (*nullSink) Header(*ir.Header) error        { return nil }
func (s *nullSink) Order(*ir.Order) error        { s.orders++; return nil }
func (*nullSink) Sync(ir.SyncSample) error       { return nil }
func (*nullSink) Camera(ir.CameraSample) error   { return nil }
func (*nullSink) Native([]byte) error            { return nil }
func (*nullSink) Diagnostic(ir.Diagnostic) error { return nil }
func (*nullSink) Trailer(*ir.Trailer) error      { return nil }

func BenchmarkDecode(b *testing.B) {
	for _, name := range []string{"match-54.json", "scripted-2p.json"} {
		b.Run(name, func(b *testing.B) {
			data := corpus.Read(b, "rts", "replays", name)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				sink := &nullSink{}
				if err := (rts.Decoder{}).Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{}, sink); err != nil {
					b.Fatal(err)
				}
				if sink.orders == 0 {
					b.Fatal("no orders")
				}
			}
		})
	}
}
