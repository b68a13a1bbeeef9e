// SPDX-License-Identifier: GPL-3.0-or-later

// Package orarep decodes OpenRA replays (.orarep, before 2015 .rep).
//
// In: the bytes of one replay: a flat stream of packets with a metadata block
// at its end, or the ZIP form of the original design document. Out: through
// sdk.Sink the header (lobby at the start of the game and metadata), one
// ir.Order per recorded order, one ir.SyncSample per sync packet, the trailer.
//
// The way through the package: Decode opens the container (container.go,
// metadata_block.go, zip_form.go), chooses the order layout (layout*.go), reads
// the lobby up to the start of the game (session.go), builds the header
// (header*.go), then walks the packets once (stream*.go): orders are read
// (native_order.go), translated (order_ir.go) or written as text
// (native_line.go).
//
// docs/formats/orarep.md holds the facts of the format and says how it maps to
// the intermediate representation. No network address, fingerprint, country or
// token leaves the package (privacy.go).
//
// May import: the standard library, core/ir and sdk.
package orarep
