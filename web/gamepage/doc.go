// SPDX-License-Identifier: GPL-3.0-or-later

// Package gamepage reads what a game's page shows out of its recording and its
// divergence report: the course of the game, build orders, charts, chat, and
// what the verdict means in words. It also compares two recordings.
//
// In: a recording, the report if there is one. Out: values that are JSON of
// the API. Everything is bounded by what the recording holds.
//
// May import: core, web/library.
package gamepage
