// SPDX-License-Identifier: GPL-3.0-or-later

// Package state has what a world is made of, as plain data: actors, activities, players,
// projectiles, what is remembered, what is put off, the generator of random numbers, the
// setup of a game and its orders. How each is recorded, restored and copied is beside it.
// How a game is played with them is the engine's (internal/engine).
//
// To add a field: into the record, and into its codec in the file beside it; tests say
// which are missing.
//
// May import: core/rules, core/maps, and internal/codec, grid, info, lists and wpos.
package state
