// SPDX-License-Identifier: GPL-3.0-or-later

// Package path searches for ways: from cell to cell, from or to one of several, each
// guided by a coarse graph of the map, as each release does it.
//
// In: what a class of units makes of the ground, and an [Obstacles] that says whether
// those who stand in a cell let a unit in. Out: cells, the goal first. Nothing but the
// coarse graphs outlives a search.
//
// May import: core/rules, internal/grid, internal/info, internal/lists and internal/wpos.
package path
