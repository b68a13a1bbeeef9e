// SPDX-License-Identifier: GPL-3.0-or-later

// Package foxes is the game of docs/rule-packs.md: a format of text lines, a decoder
// for it as an outsider would write one, and games that are played by the rules of
// docs/examples/rule-pack.json. Tests install the decoder from outside and convert
// the games, as they are and spoilt.
package foxes
