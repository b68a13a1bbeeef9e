// SPDX-License-Identifier: GPL-3.0-or-later

// Package naming knows what people call what the formats name by keys: games,
// factions, bots, units and buildings.
//
// In: the ids and keys of the intermediate representation. Out: the names that
// players see in the game, in English, or "" where nobody knows one. Keys stay
// what programs use; names are for people.
//
// A name that holds for the unmodified game only says that it is a guess. A
// faction that the lobby left to chance is inferred from what its player built:
// see [Inference].
//
// May import: core/rules, whose tables name OpenRA's actors.
package naming
