// SPDX-License-Identifier: GPL-3.0-or-later

// Package ea decodes the replays of EA's SAGE games: Generals, Zero Hour, The
// Battle for Middle-earth I and II with Rise of the Witch-king, Tiberium Wars,
// Kane's Wrath, Red Alert 3 and Tiberian Twilight.
//
// In: one replay in memory. Out: the intermediate representation, in file
// order: a header, an order for every command the games recorded, sync and
// camera samples, diagnostics and a trailer.
//
// Commands describe themselves in every game: each carries the types and
// counts of its arguments. There is no table of command lengths; a table of
// meanings only says what a command that was already delimited is for. A
// command without a canonical meaning is KindUnknown with its arguments as
// they stand in the file.
//
// docs/formats/ea.md is the page about what is read and how it is mapped.
//
// May import: sdk, core/ir, its own internal packages.
package ea
