// SPDX-License-Identifier: GPL-3.0-or-later

// Package plausible is the game module for engines that cannot be reproduced:
// ownership, production with cost, time and prerequisites, money, power,
// placement, straight movement, simple combat, selling and repairing, from a
// neutral description of a game's rules. It knows no path finding, fog, armour
// or special abilities; orders for those are taken as not modelled.
//
// What a recorded order proves about the original game, the module believes
// within limits: a unit that is commanded was finished, a building that is
// placed was ready. It then completes the production at once and reports a
// correction (sim.EventCorrected), so that small differences of rules do not
// grow. What is placed was ready, however far ours was. What waits in a queue
// has its tag already, so that ids can name it.
//
// In: Rules, a Setup, canonical orders. Out: the kernel's view, events,
// snapshots. Everything is integers; positions are 1024 to a cell.
//
// May import: the kernel, core/order, core/bincode, core/snapshot.
package plausible
