// SPDX-License-Identifier: GPL-3.0-or-later

// Package openra plays OpenRA's rules exactly: the same world start, the same
// identifiers, the same random draws and the same synchronisation hash as the
// engine that recorded a replay.
//
// In: a [Setup] (rules of the release, the map, the lobby) and the orders of
// each net frame. Out: the state of the world and its native hash
// ([World.NativeHash]), which a replay's recorded hashes judge.
//
// The state is plain data: actors with their traits, activities as tagged
// records, effects as a list. Nothing of it holds a function, so a world can
// be copied and written at any tick. Where a recorded hash is missed, a
// [Laboratory] looks for the reason: it plays copies, changed in one small place
// by an observer, which is no state and which no other world has. Orders that are not modelled are counted
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
//     support powers, the generator of random numbers, what is due later
//   - map: the grid of cells, terrain, resources, bridges, who stands where
//   - info: what is left of the rules beside the world: whether a condition holds,
//     what an actor counts as for weapons, hashes that depend on the release
//   - actor: the record of one actor, how actors come and go, what their traits do in a tick
//   - act: the activities, which are what an actor is doing
//   - order: orders as they arrive, and what each kind asks for
//   - trait: one trait, or a few that belong together, per file
//   - path: the searches for a way, the coarse graph that guides them, what ground costs,
//     and who is in the way
//   - econ: production, power, prerequisites, harvesters and docks, crates
//   - shot: armaments, turrets, projectiles, warheads, damage
//   - air: what flies, lands, bombs and drops
//   - sight: shroud and fog, buildings remembered (frozen actors), cloaks, what an attack
//     knows of its target
//   - hash: what of whom is summed in the synchronisation hash
//   - codec: the state as bytes, written and read
//   - lab: what could account for a recorded hash that was missed, down to playing
//     again with small edits
//   - module: the module for the kernel: orders in, components and deeds out
//
// Below are two packages that know no world: internal/info has the actor types,
// weapons, conditions and expressions as compiled from the rules, and what differs
// between releases; internal/wpos has cells, positions, angles and their arithmetic.
//
// Files that end in until and a year hold how something was played in the releases
// until that year.
//
// May import: core/rules, core/maps, core/sim and what they import. No floats
// in state, no map iteration, no clock.
package openra
