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
// (openra-world.md, openra-world-2026.md, openra-world-releases.md).
//
// May import: core/rules, core/maps, core/sim and what they import. No floats
// in state, no map iteration, no clock.
package openra
