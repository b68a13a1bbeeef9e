// SPDX-License-Identifier: GPL-3.0-or-later

// Package pack is the format of rule packs: what a game's units, structures and
// upgrades cost, how long they take, what they need, who makes them, what factions
// begin with, and what all of it is called. docs/rule-packs.md is the reference,
// docs/schemas/rule-pack.schema.json the schema.
//
// In: the bytes of a pack, ours or a stranger's; nothing of it is believed before it
// was checked. Out: a Pack, or an *Error that says where and what is wrong. Neutral
// data: which module plays it, and what is made of gaps, is decided where packs are
// used.
//
// May import: the standard library.
package pack
