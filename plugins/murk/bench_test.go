package murk_test

import (
	"context"
	"testing"

	"convertd/core/ir"
	"convertd/plugins/murk"
	"convertd/sdk"
)

// nullSink takes everything and keeps nothing but counts.
type nullSink struct{ orders, syncs, lines int }

func (*nullSink) Header(*ir.Header) error        { return nil }
func (s *nullSink) Order(*ir.Order) error        { s.orders++; return nil }
func (s *nullSink) Sync(ir.SyncSample) error     { s.syncs++; return nil }
func (*nullSink) Camera(ir.CameraSample) error   { return nil }
func (s *nullSink) Native([]byte) error          { s.lines++; return nil }
func (*nullSink) Diagnostic(ir.Diagnostic) error { return nil }
func (*nullSink) Trailer(*ir.Trailer) error      { return nil }

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
// payload decoded: 575 to 710 MB/s on this class of machine (murk.md).
func BenchmarkDecode(b *testing.B) {
	data := bigFile(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		sink := &nullSink{}
		if err := (murk.Decoder{}).Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{}, sink); err != nil {
			b.Fatal(err)
		}
		if sink.orders != 499_204 || sink.syncs != 100_000 {
			b.Fatalf("%d orders, %d syncs", sink.orders, sink.syncs)
		}
	}
}

func BenchmarkNativeLines(b *testing.B) {
	data := bigFile(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		sink := &nullSink{}
		options := sdk.DecodeOptions{Native: true}
		if err := (murk.Decoder{}).Decode(context.Background(), sdk.Source{Data: data}, options, sink); err != nil {
			b.Fatal(err)
		}
	}
}
