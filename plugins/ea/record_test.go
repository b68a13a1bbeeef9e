package ea

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"convertd/core/ir"
	"convertd/sdk"
)

// recording is everything a decode sends, copied.
type recording struct {
	header      *ir.Header
	orders      []ir.Order
	syncs       []ir.SyncSample
	cameras     []ir.CameraSample
	diagnostics []ir.Diagnostic
	trailer     *ir.Trailer
	err         error

	lines  []string
	digest string // SHA-256 over the native lines
}

func (r *recording) Header(h *ir.Header) error { r.header = h; return nil }
func (r *recording) Order(o *ir.Order) error {
	kept := *o
	kept.Subjects, kept.Entities = slices.Clone(o.Subjects), slices.Clone(o.Entities)
	kept.Raw = slices.Clone(o.Raw)
	r.orders = append(r.orders, kept)
	return nil
}
func (r *recording) Sync(s ir.SyncSample) error     { r.syncs = append(r.syncs, s); return nil }
func (r *recording) Camera(s ir.CameraSample) error { r.cameras = append(r.cameras, s); return nil }
func (r *recording) Diagnostic(d ir.Diagnostic) error {
	r.diagnostics = append(r.diagnostics, d)
	return nil
}
func (r *recording) Trailer(t *ir.Trailer) error { r.trailer = t; return nil }
func (r *recording) Native(line []byte) error {
	r.lines = append(r.lines, string(line))
	return nil
}

// decode runs the decoder over a file.
func decode(source sdk.Source, options sdk.DecodeOptions) *recording {
	r := &recording{}
	r.err = New().Decode(context.Background(), source, options, r)
	hash := sha256.New()
	for _, line := range r.lines {
		hash.Write([]byte(line + "\n"))
	}
	r.digest = hex.EncodeToString(hash.Sum(nil))
	return r
}

// value returns a detail by key, "" if there is none.
func value(list []ir.KeyValue, key string) string {
	for _, pair := range list {
		if pair.Key == key {
			return pair.Value
		}
	}
	return ""
}
