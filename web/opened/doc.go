// SPDX-License-Identifier: GPL-3.0-or-later

// Package opened shows files that somebody named at a command line, without a
// daemon: recordings are opened as they are, replays of other games are
// converted into a folder that goes when the program ends.
//
// In: paths, a function that converts. Out: the recordings behind the library.
//
// May import: core/icrep, core/icsave, core/pipeline, core/divergence, web/library.
package opened
