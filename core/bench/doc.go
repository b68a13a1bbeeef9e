// SPDX-License-Identifier: GPL-3.0-or-later

// Package bench measures how well identity binding and divergence tracking
// work, where the truth is known: scripted players play games in our own
// simulation, the games are written out as foreign replays with fresh ids and
// without hashes, and a twin has to win them back, with equal rules or with
// perturbed ones (docs/divergence.md).
//
// In: an Options value; the seed decides everything. Out: a Summary for each
// perturbation: identity accuracy, detection rate, delay, false alarms.
//
// May import: everything in core.
package bench
