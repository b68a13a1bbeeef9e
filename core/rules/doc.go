// SPDX-License-Identifier: GPL-3.0-or-later

// Package rules holds the rules of play of foreign games as data.
//
// In: a game ("ra", "cnc", "d2k", "ts") and the version text of a replay. Out:
// a [Ruleset]: actor types with their traits, weapons, world settings and
// terrain of exactly that release, each with the repository and commit it was
// read from. The data files under data/ are generated from rule tables
// (docs/engine/rules.md#openra), whose folder RULE_TABLES names, and carry
// their source; [Load] decodes them and lays the differences of a release over
// them.
//
// May import: the standard library and core/order.
package rules

//go:generate go run ./generate -from $RULE_TABLES -to data
