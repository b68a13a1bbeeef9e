// SPDX-License-Identifier: GPL-3.0-or-later

// Package bincode writes and reads the fixed-width little-endian encoding of
// serde's bincode 1.x, the codec of `.icrep` and `.icsave` version 1
// (docs/icrep.md#conventions).
//
// Integers are little-endian and fixed width; bool is one byte, 0 or 1; an
// Option is a one-byte tag; strings, byte vectors and lists carry a u64 length;
// an enum carries a u32 variant number.
//
// In and out: byte slices. May import: the standard library.
package bincode
