// SPDX-License-Identifier: GPL-3.0-or-later

// Package actions counts what players do: all actions and those that have an effect,
// and how many a minute that is. It is the one definition that listings, files and
// reports use; docs/figures.md gives it in words.
//
// In: the foreign orders of a game in the order of their ticks, each with the player
// it is of, and the ticks at which players' games end. Out: exact figures.
//
// May import: ir, order.
package actions
