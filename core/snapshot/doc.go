// SPDX-License-Identifier: GPL-3.0-or-later

// Package snapshot holds the state of a simulation as it is recorded: the full
// snapshot, the delta against one, their bincode forms with limits, the Merkle
// tree whose root is the StateHash, and the comparison that names the first
// difference of two states (docs/simulation.md#state).
//
// In: values the simulation kernel fills, or bytes of a keyframe or a save.
// Out: bytes, hashes, proofs, values that passed the schema check. Nothing here
// knows a game: what a module stores is opaque bytes under a component number.
//
// May import: the standard library, core/order, core/bincode.
package snapshot
