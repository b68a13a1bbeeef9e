// SPDX-License-Identifier: GPL-3.0-or-later

package host

import "convertd/core/ir"

// EventKind says which field of an Event holds something.
type EventKind uint8

// Event kinds.
const (
	EventHeader EventKind = iota + 1
	EventOrders
	EventSync
	EventCamera
	EventNative
	EventDiagnostic
	EventTrailer
)

// Event is one step of what a decoder found. It is reused: everything in it but
// Header and Trailer is valid until the next call of Next.
type Event struct {
	Kind EventKind

	// Header comes first, once.
	Header *ir.Header
	// Orders stands before its first order. A batch found damaged inside
	// ends early; the next call of Next then says so, the consumer need not
	// look at Err. An order's player may be any number a decoder wrote:
	// check it against Header.Players before using it as an index.
	Orders *ir.OrderBatchReader
	// Sync and Camera hold samples in file order. All samples that precede
	// the last order of a batch arrive before that batch.
	Sync   []ir.SyncSample
	Camera []ir.CameraSample
	// Native holds whole lines, each ended by a line feed.
	Native []byte
	// Diagnostic may come at any time after Header.
	Diagnostic ir.Diagnostic
	// Trailer comes last, once; io.EOF or an *ir.DecodeError follows.
	Trailer *ir.Trailer
}
