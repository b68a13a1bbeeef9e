// SPDX-License-Identifier: GPL-3.0-or-later

// Package order holds Iron Curtain's canonical orders, ids, ticks and numbers:
// what a foreign replay is translated to, what the simulation applies and what
// an `.icrep` records (docs/orders.md).
//
// In and out: values and their bincode form. May import: the standard library
// and core/bincode.
package order
