// SPDX-License-Identifier: GPL-3.0-or-later

// Package columns holds in memory what games are filtered, sorted and counted
// by: numbers as slices, values as compressed sets of the games that have them.
//
// In: rows, each under the number that the index file gives it. Out: the numbers
// of a page, how many games a query selects, how many have which value, what
// the games of one value have together. It holds
// nothing that is not in the index file.
//
// May import: nothing of ours.
package columns
