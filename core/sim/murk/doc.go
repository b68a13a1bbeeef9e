// SPDX-License-Identifier: GPL-3.0-or-later

// Package murk plays Murk field worlds again, exactly, as far as commands
// alone change them.
//
// In: a World (from a JSON description: the replay file does not hold it) and
// the command records of each recorded tick. Out: the snapshot hash of every
// tick, bit for bit the engine's own, and a Result that says how many recorded
// hashes were met or where the first one was not. A world with a propagator
// that writes fields cannot be reproduced without that propagator's
// arithmetic: it is NotCheckable and is not guessed at.
//
// The rules of play are those of the lockstep engine
// (docs/formats/murk.md#engine). Values are float32 bits from the file to the
// hash; nothing here does arithmetic on them.
//
// May import: the standard library and the simulation kernel.
package murk
