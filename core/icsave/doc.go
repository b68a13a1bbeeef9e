// SPDX-License-Identifier: GPL-3.0-or-later

// Package icsave writes and reads `.icsave`, Iron Curtain's save files: one
// whole state of a game with a description for people. The normative byte
// layout is docs/icsave.md; what Iron Curtain's design says of it is in
// docs/engine/iron-curtain.md#saves.
//
// [Load] follows the one safe order: header, sizes, SHA-256 of the compressed
// payload, bounded decompression, decoding, schema, state hash. Nothing is
// decompressed before its hash fits, nothing is handed out before all of it
// was checked. [Write] makes a file in one step; a crash leaves the previous
// save. [FromReplay] takes a keyframe of a replay, [Save.Keyframe] gives one
// back.
//
// In: bytes, or a state. Out: a state, or a file. No clock, no environment. May
// import: the standard library, core/order, core/bincode, core/snapshot,
// core/icrep, pierrec/lz4.
package icsave
