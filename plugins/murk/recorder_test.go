package murk_test

import (
	"context"
	"slices"
	"testing"

	"convertd/core/ir"
	"convertd/plugins/murk"
	"convertd/sdk"
)

// recorder is a sink that keeps everything it is sent.
type recorder struct {
	header      *ir.Header
	orders      []ir.Order
	syncs       []ir.SyncSample
	lines       []byte
	diagnostics []ir.Diagnostic
	trailer     *ir.Trailer
	events      int
}

func (r *recorder) Header(header *ir.Header) error {
	r.events++
	kept := *header
	r.header = &kept
	return nil
}

func (r *recorder) Order(order *ir.Order) error {
	r.events++
	kept := *order
	kept.Raw = slices.Clone(order.Raw)
	r.orders = append(r.orders, kept)
	return nil
}

func (r *recorder) Sync(sample ir.SyncSample) error {
	r.events++
	r.syncs = append(r.syncs, sample)
	return nil
}

func (r *recorder) Camera(ir.CameraSample) error { return nil }

func (r *recorder) Native(line []byte) error {
	r.lines = append(append(r.lines, line...), '\n')
	return nil
}

func (r *recorder) Diagnostic(diagnostic ir.Diagnostic) error {
	r.diagnostics = append(r.diagnostics, diagnostic)
	return nil
}

func (r *recorder) Trailer(trailer *ir.Trailer) error {
	r.events++
	kept := *trailer
	r.trailer = &kept
	return nil
}

// decode runs the decoder over data and returns what it sent.
func decode(tb testing.TB, data []byte, options sdk.DecodeOptions) (*recorder, error) {
	tb.Helper()
	sink := &recorder{}
	err := murk.Decoder{}.Decode(context.Background(), sdk.Source{Data: data}, options, sink)
	return sink, err
}
