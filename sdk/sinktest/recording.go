// SPDX-License-Identifier: GPL-3.0-or-later

package sinktest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"convertd/core/ir"
	"convertd/sdk"
)

// Recording is a sink that keeps copies of everything it is sent.
type Recording struct {
	Header      *ir.Header  // nil until it was sent
	Trailer     *ir.Trailer // nil until it was sent
	Orders      []ir.Order
	Syncs       []ir.SyncSample
	Cameras     []ir.CameraSample
	Lines       []string // native lines, without line ends
	Diagnostics []ir.Diagnostic
}

// Empty reports whether nothing but diagnostics was sent.
func (r *Recording) Empty() bool {
	return r.Header == nil && r.Trailer == nil && len(r.Orders)+len(r.Syncs)+len(r.Cameras)+len(r.Lines) == 0
}

// Decode runs a decoder over a source and returns what it sent, beside the
// decoder's error.
func Decode(decoder sdk.Decoder, source sdk.Source, options sdk.DecodeOptions) (*Recording, error) {
	recording := &Recording{}
	err := decoder.Decode(context.Background(), source, options, recording.Sink())
	return recording, err
}

// Sink returns the sink that fills the recording.
func (r *Recording) Sink() sdk.Sink { return recorder{r} }

// Text is all native lines, each with a line feed behind it.
func (r *Recording) Text() string {
	var text strings.Builder
	for _, line := range r.Lines {
		text.WriteString(line)
		text.WriteByte('\n')
	}
	return text.String()
}

// Digest is the SHA-256 over the Text, in hexadecimal.
func (r *Recording) Digest() string {
	sum := sha256.Sum256([]byte(r.Text()))
	return hex.EncodeToString(sum[:])
}

// HasDiagnostic reports whether a diagnostic with the code was sent.
func (r *Recording) HasDiagnostic(code string) bool {
	return slices.ContainsFunc(r.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == code })
}

// recorder gives a Recording the methods of a sink, whose names its fields have. It
// refuses what the contract of a sink does not allow.
type recorder struct{ into *Recording }

func (r recorder) Header(header *ir.Header) error {
	kept := *header
	r.into.Header = &kept
	return nil
}

// Order copies what the decoder may reuse: slices and the memory of strings. An
// empty slice is kept as nil, so that equal streams are equal recordings.
func (r recorder) Order(order *ir.Order) error {
	if n := len(r.into.Orders); n > 0 && order.Tick < r.into.Orders[n-1].Tick {
		return fmt.Errorf("sinktest: order %d goes back from tick %d to %d", n, r.into.Orders[n-1].Tick, order.Tick)
	}
	kept := *order
	kept.NativeName, kept.Item, kept.Text = strings.Clone(order.NativeName), strings.Clone(order.Item), strings.Clone(order.Text)
	kept.Subjects, kept.Entities, kept.Raw = append([]uint32(nil), order.Subjects...), append([]uint32(nil), order.Entities...), append([]byte(nil), order.Raw...)
	r.into.Orders = append(r.into.Orders, kept)
	return nil
}

func (r recorder) Sync(sample ir.SyncSample) error {
	for i := len(r.into.Syncs) - 1; i >= 0; i-- {
		if before := &r.into.Syncs[i]; before.Reporter == sample.Reporter {
			if sample.Frame < before.Frame {
				return fmt.Errorf("sinktest: reporter %d goes back from frame %d to %d", sample.Reporter, before.Frame, sample.Frame)
			}
			break
		}
	}
	r.into.Syncs = append(r.into.Syncs, sample)
	return nil
}

func (r recorder) Camera(sample ir.CameraSample) error {
	r.into.Cameras = append(r.into.Cameras, sample)
	return nil
}

func (r recorder) Native(line []byte) error {
	r.into.Lines = append(r.into.Lines, string(line))
	return nil
}

func (r recorder) Diagnostic(diagnostic ir.Diagnostic) error {
	r.into.Diagnostics = append(r.into.Diagnostics, diagnostic)
	return nil
}

func (r recorder) Trailer(trailer *ir.Trailer) error {
	kept := *trailer
	r.into.Trailer = &kept
	return nil
}
