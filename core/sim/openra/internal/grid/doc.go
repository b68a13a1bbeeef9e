// SPDX-License-Identifier: GPL-3.0-or-later

// Package grid has what a world holds by cell: the ground with its terrain, resources,
// who stands in which cell, who is in which bin of the map, and rows of cells. It knows
// actors by their numbers.
//
// May import: core/maps, core/rules, internal/codec, internal/info, internal/lists and
// internal/wpos.
package grid
