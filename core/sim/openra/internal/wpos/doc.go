// SPDX-License-Identifier: GPL-3.0-or-later

// Package wpos holds places and directions as the engine counts them: cells,
// positions of 1,024 units to a cell, angles of 1,024 to a turn, and the
// arithmetic of whole numbers that goes with them.
//
// In and out: values. Everything here is a function of its arguments, the same on
// every machine and in every release.
//
// May import: the standard library.
package wpos
