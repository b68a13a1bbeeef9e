// SPDX-License-Identifier: GPL-3.0-or-later

// Package info is what the rules of one release say, made ready for play: actor
// types with the figures of their traits, weapons, conditions and the expressions
// over them, which traits are hashed in which order, and what differs between
// releases.
//
// In: a [rules.Ruleset] and the tileset of the map ([CompileTypes]). Out: an
// [ActorType] for each actor of the rules, with a pointer to the figures of each
// trait it has ([MobileInfo], [BuildingInfo], ...), nil where it has none. Nothing of
// it changes while a game is played, and games with the same rules share it.
//
// Where to add what: a trait gets a structure of its figures and a reader in a file
// named after it, a field of [ActorType], and a case in the reader of its subject
// (attack.go, building.go, combat.go, death.go, economy.go, movement.go,
// production.go, sight.go). What it hashes is an entry in hash.go. A rule of play
// that changed from one release to the next is a field of [ReleaseRules].
//
// May import: core/rules and internal/wpos.
package info
