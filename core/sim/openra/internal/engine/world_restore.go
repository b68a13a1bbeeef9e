// SPDX-License-Identifier: GPL-3.0-or-later

package engine

// MaxActors bounds the actors a file may claim to have had; a game of hours
// has tens of thousands.
const MaxActors = 1 << 22
