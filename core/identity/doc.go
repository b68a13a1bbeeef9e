// SPDX-License-Identifier: GPL-3.0-or-later

// Package identity infers which entity of ours a foreign id names, for games
// whose simulation does not follow the foreign engine's ids.
//
// What it goes by: the player who commands, what an order asks of its subject,
// and that engines hand out ids in the order in which entities appear. From the
// ids bound so far it estimates where in our order of appearance a new id
// belongs, takes the nearest entity that fits, and keeps units of one type in
// the order of their ids. A later id that leaves no room revises an earlier
// binding. Every binding has a confidence; an id without a fitting entity stays
// unbound, which is evidence of its own (docs/divergence.md).
//
// Where the module knows production lines and the engine numbers nothing but
// entities, an id is its entity's place in the order of appearance. While all who
// are named stand here as there, that place is ours. After that a ledger, which
// lists what was ordered, and a schedule, which finds how the lines interleave,
// say whose it is: the id may name what is dead here, or only waits in a queue.
//
// Some number what remains of entities as well, or lies about, and nothing else
// (CountRemains): the ledger then goes on where ids are of nothing that was ordered,
// and says whose an id is where one sender commands for several.
//
// Engines that number everything that ever appears, shots and scenery too, have
// ids that grow with time instead: for them a Chronology goes by when an id must
// have been given out.
//
// In: recorded orders and mentions of ids in stream order, the View before each
// tick. Out: tags and the list of bindings. The same input gives the same
// bindings.
//
// May import: core/ir, core/order, core/sim and core/snapshot (reading side),
// core/translate, the standard library.
package identity
