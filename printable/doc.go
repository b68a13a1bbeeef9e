// SPDX-License-Identifier: GPL-3.0-or-later

// Package printable is the one place through which text reaches a terminal, a
// table or a log.
//
// Names of players, maps, files and archive entries, chat, and every error that
// quotes them were chosen by strangers. Printed as they are, they can move the
// cursor, change colours, forge lines, turn the reading direction, or hide.
//
// In comes any string, valid UTF-8 or not. Out comes text in which every
// character can be seen and none acts:
//
//   - Letters, digits, punctuation, symbols, spaces and accents stay as they are.
//   - Everything else is written as an escape of Go: \n, \x1b, \u202e, \xff. That
//     is control characters (C0, DEL, C1), bidirectional and zero-width
//     characters and all others of the class "format", line and paragraph
//     separators, fillers that look like nothing, private and unassigned code
//     points, and bytes that are no UTF-8.
//   - Accents without a letter before them, or more than [MaxMarks] on one, are
//     escaped too: they would grow into the lines above.
//
// What was printed once may be printed again: [Text] of its own output changes
// nothing. The backslash is not escaped, so the way back is not unique; whoever
// needs the true text takes the JSON output, where [JSON] escapes the same
// characters without changing the value.
//
// [Fprintf] and [Sprintf] treat every argument so, and leave the format alone:
// what the program itself says may hold newlines and tabs. [Writer] is the net
// below: what was forgotten above loses its effect there. [Table] aligns columns by the
// cells that a terminal needs.
//
// It imports nothing of ours.
package printable
