// SPDX-License-Identifier: GPL-3.0-or-later

// Package translate turns foreign orders into canonical ones: kinds into order
// tags, coordinates into world units, foreign entity ids into unit tags, foreign
// players into player ids (docs/engine/iron-curtain.md#foreign-replays,
// docs/orders.md).
//
// In: an ir.Order and, through Identity, the state of the simulation it is for.
// Out: canonical orders, and what could not be carried over, as figures and
// warnings. Nothing is dropped without a word.
//
// Ticks are carried over one to one: a tick of the foreign engine is a tick of
// ours, because rules count in ticks (docs/adr/0004-ticks-carry-over.md).
//
// May import: core/ir, core/order, core/sim (its reading side) and the standard
// library.
package translate
