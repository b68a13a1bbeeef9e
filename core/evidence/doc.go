// SPDX-License-Identifier: GPL-3.0-or-later

// Package evidence is the one place that turns what a recording says, beside
// native hashes and verdicts on orders, into evidence for a tracker: who is
// commanded and does not live here, who is out of the recorded game and still
// stands here, what the final scores say.
//
// In: foreign orders after their ids were bound, defeats and final scores as
// recorded. Out: calls of a divergence.Tracker (docs/divergence.md). The same
// input gives the same calls.
//
// May import: core/divergence, core/identity, core/ir, core/order, core/sim
// and core/snapshot (reading side), the standard library.
package evidence
