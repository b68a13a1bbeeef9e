// SPDX-License-Identifier: GPL-3.0-or-later

// Package privacy finds what must not leave a replay, for tests: with a reading
// of its own that shares nothing with the decoders, by the looks of the bytes,
// and in every notation that an output could write it in.
//
// In go the bytes of a replay; out come [Secret] values. [Finder] looks for them
// in outputs. A finding names the kind of secret and the notation, never the
// value: it may be printed by a test that fails.
//
// May import: the standard library.
package privacy
