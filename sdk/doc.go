// SPDX-License-Identifier: GPL-3.0-or-later

// Package sdk is what the author of a decoder imports.
//
// Implement [Decoder], call [Serve] in main, and prove it with the suite of
// convertd/sdk/conformance. Serve does the rest: the handshake with the daemon,
// the gRPC contract of sdk/decoderpb, batching, back-pressure, the sandbox.
// docs/plugins.md says the same for authors in other languages.
//
// In: the bytes of one replay, in memory. Out: the intermediate representation
// of core/ir.
//
// May import: core/ir, go-plugin, grpc, protobuf.
package sdk
