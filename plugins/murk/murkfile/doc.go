// SPDX-License-Identifier: GPL-3.0-or-later

// Package murkfile reads and writes Murk replay files of format version 3.
//
// In: the bytes of a file, or a Header and Commands. Out: a Header, Frames and
// Commands whose slices point into the file's bytes, or the bytes of a file.
// The reader has the limits and the distinctions of the real one: clean end,
// truncation, malformed frame, unsupported version, undecodable payload
// (docs/formats/murk.md#limits). It allocates only for the four header strings,
// whatever lengths the file claims.
//
// The decoder reads with it. The writer is for tools that make Murk files, out of the
// intermediate representation (murk.FileSink) or of their own; no command of convertd
// does.
//
// The layout is normative in docs/formats/murk.md.
//
// May import: the standard library and core/ir (for its error type).
package murkfile
