// SPDX-License-Identifier: GPL-3.0-or-later

// Package library is the index of all games that the pages show: filters,
// full-text search, sorting and paging over SQLite, and the figures of many
// games together.
//
// In: finished recordings with their reports (Describe makes an Entry of one),
// the state of jobs. Out: rows for lists, counts, tables. The index holds
// nothing that is not in the recordings, the reports and the jobs: it can be
// removed at any time and is made again from them. Lists and menus are answered
// from memory (columns/), which is filled from the file when it is opened and
// kept with every change.
//
// May import: core.
package library
