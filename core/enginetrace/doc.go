// SPDX-License-Identifier: GPL-3.0-or-later

// Package enginetrace reads what an OpenRA engine held at each net frame of a
// game that it played: the world's hash, the state of the random generator, every
// actor with its hashed traits and their values, its activities, the shots in the
// air, and the orders that were carried out.
//
// In: a trace, text of one line for each thing that changed, as a stream. Out: the
// state of one net frame after the other ([Reader.Next]). A line that cannot be read
// is an [*Error] with its number; what was read before it stands.
//
// May import: the standard library.
package enginetrace
