// SPDX-License-Identifier: GPL-3.0-or-later

// Package icreptest makes replays of an invented game for the tests of the file
// formats and their tools: real snapshots, real hashes, every kind of section.
// The same description always gives the same bytes, on any machine.
//
// In: a description. Out: files, frames, states. May import what core/icrep may.
package icreptest
