package remastered_test

import (
	"context"
	"slices"
	"testing"

	"convertd/core/ir"
	"convertd/plugins/remastered"
	"convertd/sdk"
)

// recorder is a sink that keeps everything it is sent.
type recorder struct {
	header      *ir.Header
	orders      []ir.Order
	syncs       []ir.SyncSample
	cameras     []ir.CameraSample
	lines       []string
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
	kept.Raw = slices.Clone(order.Raw)
	kept.Subjects = slices.Clone(order.Subjects)
	r.orders = append(r.orders, kept)
	return nil
}

func (r *recorder) Sync(sample ir.SyncSample) error {
	r.syncs = append(r.syncs, sample)
	return nil
}

func (r *recorder) Camera(sample ir.CameraSample) error {
	r.cameras = append(r.cameras, sample)
	return nil
}

func (r *recorder) Native(line []byte) error {
	r.lines = append(r.lines, string(line))
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

// has reports whether a diagnostic with the code was sent.
func (r *recorder) has(code string) bool {
	return slices.ContainsFunc(r.diagnostics, func(d ir.Diagnostic) bool { return d.Code == code })
}

// detail returns a detail of the trailer.
func (r *recorder) detail(key string) string {
	for _, pair := range r.trailer.Details {
		if pair.Key == key {
			return pair.Value
		}
	}
	return ""
}

func decode(data []byte, options sdk.DecodeOptions) (*recorder, error) {
	sink := &recorder{}
	err := remastered.Decoder{}.Decode(context.Background(), sdk.Source{Name: "RECORD.BIN", Data: data}, options, sink)
	return sink, err
}

func mustDecode(tb testing.TB, data []byte, options sdk.DecodeOptions) *recorder {
	tb.Helper()
	sink, err := decode(data, options)
	if err != nil {
		tb.Fatal(err)
	}
	return sink
}

// events are the orders that are events of the file, not of its UI blocks.
func (r *recorder) events() []ir.Order {
	var events []ir.Order
	for i := range r.orders {
		if r.orders[i].Present.Has(ir.PresentNativeID) {
			events = append(events, r.orders[i])
		}
	}
	return events
}
