// SPDX-License-Identifier: GPL-3.0-or-later

// Package sage holds what is needed to judge orders in games of EA's SAGE
// engine: cost, build time, prerequisites, producers, hit points, power and
// speed of units and structures, and what each side begins with. One pack per
// game, each with its source and version inside.
//
// In: the packs in data, made from the rule tables
// (docs/engine/rules.md#sage-packs) by generate. Out: a Pack, found by game.
// Neutral data: which module plays it, and what is made of gaps, is decided
// where packs are used.
//
// May import: the standard library.
package sage

//go:generate go run ./generate -tables ${CONVERTD_TABLES} -out data
