// SPDX-License-Identifier: GPL-3.0-or-later

// Package sim is the kernel of the deterministic simulation: ticks, the entity
// pool, players, order validation, the state view, snapshots, deltas, SyncHash
// and StateHash. What a game is lives in a Module (core/sim/openra,
// core/sim/murk, core/sim/plausible); the kernel gives every module the same
// ids, the same hashing, the same files and the same view, so that reports,
// writers and readers need not know which module ran (docs/simulation.md).
//
// In: a Config or a snapshot, a Module, and order.TickOrders, one per tick from
// tick 0 on. Out: a Verdict per order, Events, a View, hashes, snapshots.
//
// The same input gives the same hashes on any machine: no clock, no goroutines,
// no floats in state, no map iteration. In steady state a tick does not
// allocate.
//
// May import: the standard library, core/order, core/bincode, core/snapshot.
package sim
