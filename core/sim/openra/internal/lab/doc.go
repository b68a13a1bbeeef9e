// SPDX-License-Identifier: GPL-3.0-or-later

// Package lab is the hash laboratory: where a recorded hash is missed, it looks for the
// reason. In: the worlds and orders that a [Journal] kept, and the hashes that follow.
// Out: which single values would account for the difference ([Explain]), and, with a
// [Laboratory], which small edits of what was played meet the hashes afterwards.
//
// It plays copies of a world, changed in one small place by an observer, which is no
// state and which no other world has.
//
// May import: core/rules, internal/engine and what that imports.
package lab
