// SPDX-License-Identifier: GPL-3.0-or-later

// Package strictjson reads JSON with the rules and the words of the RTS
// program's own parser: every field has a type, missing and repeated fields
// are errors, unknown ones are skipped, and an error names line and column.
//
// In: bytes, and what the caller expects next. Out: values, or one *Error.
// Nothing is allocated by a claimed length; nesting is bounded.
//
// The rules are those of a strict, typed JSON reader
// (docs/formats/rts.md#artifact): the malformed part of the corpus fixes words
// and positions.
//
// May import: the standard library.
package strictjson
