// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"

	"convertd/core/ir"
)

// Event is one piece of a decoder's stream. Exactly one field is set. Slices
// and readers are valid until the next call of Next.
type Event struct {
	Header     *ir.Header
	Orders     *ir.OrderBatchReader
	Sync       []ir.SyncSample
	Camera     []ir.CameraSample
	Native     [][]byte
	Diagnostic *ir.Diagnostic
	Trailer    *ir.Trailer
}

// Source is a decoder's stream: one header, batches and diagnostics, one
// trailer, then io.EOF. Damage in the replay is an *ir.DecodeError after the
// trailer, or instead of everything if nothing was readable. Any other error
// is a failure of the decoder or its transport.
type Source interface {
	// Next returns the next event, waiting for it. It returns promptly when
	// ctx ends.
	Next(ctx context.Context) (Event, error)
}
