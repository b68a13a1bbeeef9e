// SPDX-License-Identifier: GPL-3.0-or-later

// Package openra plays OpenRA's rules exactly: the same world start, the same
// identifiers, the same random draws and the same synchronisation hash as the
// engine that recorded a replay.
//
// In: a [Setup] (rules of the release, the map, the lobby) and the orders of
// each net frame. Out: the state of the world and its native hash
// ([World.NativeHash]), which a replay's recorded hashes judge.
//
// This package is the module for the kernel ([Module]): orders in, components and deeds
// out. It stands on top of a stack of packages of which each knows only those below it:
//
//   - internal/lab: what could account for a recorded hash that was missed, down to
//     playing again with small edits
//   - internal/engine: how a game is played
//   - internal/state: actors, activities, players, projectiles and orders as plain data,
//     and how they are recorded
//   - internal/path: the searches for a way, and the coarse graph that guides them
//   - internal/grid: terrain, resources, and who stands in which cell
//   - internal/codec: fields as bytes, written and read
//   - internal/info: actor types, weapons, conditions and expressions as compiled from
//     the rules, and what differs between releases
//   - internal/lists, internal/wpos: lists copied into memory that is there; cells,
//     positions, angles and their arithmetic
//
// What of them is for others has its name here too (api.go).
//
// May import: core/rules, core/maps, core/sim and what they import. No floats
// in state, no map iteration, no clock.
package openra
