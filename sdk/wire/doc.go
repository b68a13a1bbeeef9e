// SPDX-License-Identifier: GPL-3.0-or-later

// Package wire moves the bytes of convertd.decoder.v1 between processes without
// copying them more than once.
//
// In: source chunks and batches as byte slices. Out: the very bytes that the
// generated protobuf code would write and read, so that a decoder or a host in
// another language needs nothing of this. Messages without a large payload go
// through the generated code.
//
// May import: sdk/decoderpb, google.golang.org/grpc, google.golang.org/protobuf.
package wire

// Sizes of the contract. docs/plugins.md states them for other languages.
const (
	// MaxPayload is the most bytes one chunk, batch, header or trailer holds.
	MaxPayload = 1 << 20
	// MaxMessage is the most bytes one message takes: a payload and its frame,
	// or a Probe with both ends of a file.
	MaxMessage = MaxPayload + 64<<10
	// ChunkSize is how many source bytes a host sends in one message. Larger
	// chunks were not faster (docs/plugins.md).
	ChunkSize = 256 << 10
	// WindowSize is the HTTP/2 window both sides ask for: how far a sender may
	// run ahead of a receiver. It bounds what a fast decoder can pile up in
	// the host.
	WindowSize = 4 << 20
)
