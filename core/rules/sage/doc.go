// SPDX-License-Identifier: GPL-3.0-or-later

// Package sage holds the rule packs of games of EA's SAGE engine: cost, build time,
// prerequisites, producers, hit points, power and speed of units and structures, and
// what each side begins with. One pack per game, each with its source and version
// inside, in the format of core/rules/pack.
//
// In: the packs in data, made from the rule tables
// (docs/engine/rules.md#sage-packs) by generate. Out: a pack, found by game.
//
// May import: core/rules/pack and the standard library.
package sage

//go:generate go run ./generate -tables ${CONVERTD_TABLES} -out data
