// SPDX-License-Identifier: GPL-3.0-or-later

// Package recorder records a running game to an `.icrep` without holding it up
// (docs/engine/iron-curtain.md#recording). A tick costs the game's goroutine
// the encoding of one frame; compression and files are the business of a
// background goroutine behind a bounded queue. If that queue stays full for
// longer than the bound, the item is dropped and counted: the file becomes
// INCOMPLETE, the game goes on.
//
// For engines that record their own games as they are played; no command of
// convertd uses it.
//
// It stands outside core/ because it needs a goroutine and a timer
// (docs/adr/0030-recorder-rooms.md); what needs neither is core/recorder.
//
// In: a simulation and the orders of each tick. Out: a replay, and beside it a
// journal that icrep.Repair understands at any instant. May import: the
// standard library, core/icrep, core/order, core/recorder.
package recorder
