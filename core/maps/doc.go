// SPDX-License-Identifier: GPL-3.0-or-later

// Package maps reads the maps that games are played on.
//
// In: the bytes of an OpenRA map archive (.oramap: a ZIP with map.yaml and
// map.bin). Out: a [Map]: size, bounds, tiles, resources, heights, players,
// actors and rule overrides, and the UID that replays name the map by.
// Maps come from strangers: sizes, counts and depths are limited, every length
// is checked against the bytes that are there, and damage is a [*FormatError].
//
// May import: the standard library and core/order.
package maps
