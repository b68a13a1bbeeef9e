// SPDX-License-Identifier: GPL-3.0-or-later

// Package engine plays a game of OpenRA: a [World] is started from rules, map and lobby,
// takes the orders of each net frame and has the hash that a replay recorded of it.
//
// The state is plain data (internal/state): actors with their traits, activities as
// tagged records, effects as a list. Nothing of it holds a function, so a world can be
// copied and written at any tick. Orders that are not modelled are counted
// ([World.Unmodelled]) and change nothing.
//
// Where the engine's behaviour follows from the order it does things in, this
// package keeps that order; the comments name the document the fact is from
// (docs/engine/openra-world.md, docs/engine/openra-releases.md).
//
// # Where to find what
//
// A file is named after its room of the house: a listing of the folder is the
// table of contents. The rooms, by the first word of the file name:
//
//   - world: what a game holds, how it begins, ticks and ends; players, the lobby,
//     support powers, what is due later
//   - map: the ground of a world, its resources, bridges, who stands where
//   - info: what is left of the rules beside the world: whether a condition holds,
//     what an actor counts as for weapons, hashes that depend on the release
//   - actor: how actors come and go, what their traits do in a tick
//   - act: the activities, which are what an actor is doing
//   - order: orders as they arrive, and what each kind asks for
//   - trait: one trait, or a few that belong together, per file
//   - path: who is in the way of a search for a path
//   - econ: production, power, prerequisites, harvesters and docks, crates
//   - shot: armaments, turrets, projectiles, warheads, damage
//   - air: what flies, lands, bombs and drops
//   - sight: shroud and fog, buildings remembered (frozen actors), cloaks, what an attack
//     knows of its target
//   - hash: what of whom is summed in the synchronisation hash
//   - codec: the state of a world as bytes, written and read
//
// Files that end in until and a year hold how something was played in the releases
// until that year.
//
// What those above need has a name with a capital: the module reads the state and
// restores it, the laboratory plays copies and looks on ([Observer]).
//
// May import: core/rules, core/maps, and internal/state, path, grid, codec, info, lists
// and wpos. No floats in state, no map iteration, no clock.
package engine
