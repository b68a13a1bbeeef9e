// SPDX-License-Identifier: GPL-3.0-or-later

// Package divergence judges how far a conversion can be trusted.
//
// In: what happened to every order, what the native hashes said, what the
// recording's own participants reported. Out: one Report with a verdict, the
// figures behind it and a timeline (docs/divergence.md).
//
// A native hash proves; everything else is evidence. The confidence never
// rises again once it fell: a game that drifted stays drifted.
//
// May import: core/ir, core/order and the standard library.
package divergence
