// SPDX-License-Identifier: GPL-3.0-or-later

// Package ir is the foreign-replay intermediate representation: what every
// decoder emits and everything behind the decoder reads.
//
// In: nothing but values a decoder fills. Out: one Header, any number of
// batches (orders, sync samples, camera samples, native lines), diagnostics
// and one Trailer, as Go values (types in this package) or as msgpack bytes
// (the batch codec). The wire form is normative in docs/ir.md.
//
// Positions, ticks and entity numbers keep the foreign format's own meaning;
// the Header says which. There is deliberately no field for network addresses,
// hardware, fingerprints or file paths: privacy is enforced by the type.
//
// May import: the standard library and msgpack.
package ir
