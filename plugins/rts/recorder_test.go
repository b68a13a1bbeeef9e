package rts_test

import (
	"context"
	"slices"
	"testing"

	"convertd/core/ir"
	"convertd/plugins/rts"
	"convertd/sdk"
)

// recorder is a sink that keeps everything it is sent.
type recorder struct {
	header      *ir.Header
	orders      []ir.Order
	lines       []byte
	diagnostics []ir.Diagnostic
	trailer     *ir.Trailer
}

func (r *recorder) Header(header *ir.Header) error {
	kept := *header
	r.header = &kept
	return nil
}

func (r *recorder) Order(order *ir.Order) error {
	kept := *order
	kept.Subjects = slices.Clone(order.Subjects)
	kept.Raw = slices.Clone(order.Raw)
	r.orders = append(r.orders, kept)
	return nil
}

func (r *recorder) Sync(ir.SyncSample) error     { return nil }
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
	kept := *trailer
	r.trailer = &kept
	return nil
}

func decode(tb testing.TB, data []byte, options sdk.DecodeOptions) (*recorder, error) {
	tb.Helper()
	sink := &recorder{}
	err := rts.Decoder{}.Decode(context.Background(), sdk.Source{Data: data}, options, sink)
	return sink, err
}
