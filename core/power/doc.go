// SPDX-License-Identifier: GPL-3.0-or-later

// Package power measures how much a verdict is worth, game by game: a game is
// decoded once, spoilt on purpose in several ways, and each spoilt version is
// played and judged like the game itself. What is not noticed there would not
// be noticed in a conversion either (docs/divergence.md).
//
// In: a decoder's stream and the job of a conversion. Out: a Measurement of the
// game, and the Totals of several. Nothing is written. The same stream and job
// give the same measurement: what is left to chance is drawn from the SHA-256
// of the source and the name of the spoiler.
//
// May import: core/ir, core/order, core/sim (its generator), core/divergence,
// core/rules (whose item is whose), core/pipeline.
package power
