// SPDX-License-Identifier: GPL-3.0-or-later

// Package mutate spoils inputs the way damage and attackers do, by a seed number
// so that every one can be made again: files as bytes and as texts, recorded
// states, streams of the intermediate representation, and whole `.icrep` files
// whose checksums and hashes are right afterwards.
//
// In: a sound input and a Random. Out: a spoilt copy.
//
// May import: core, for tests only.
package mutate
