// SPDX-License-Identifier: GPL-3.0-or-later

// Package rts decodes replay artifacts of the RTS program "kriegsia" (format
// id "rts-replay", artifact schema 2).
//
// In: the JSON text of an artifact. Out: one header, an order for each entry
// of its command log, a trailer with final scores and winner; or the oracle's
// lines of text. Parsing and validation follow the program's own, in its order
// and with its words. docs/formats/rts.md says what every field of the
// representation means here.
//
// The packages below it are the rest of the program's wire: snapshot (binary
// frames, both directions), protocol (JSON messages), strictjson (the parser).
//
// May import: sdk, core/ir and this plugin's own packages.
package rts
