// SPDX-License-Identifier: GPL-3.0-or-later

// Package failure says what follows from an error: what becomes of the job
// (acknowledged, tried again later, handed back at once, given up), the reason
// of its dead letter, and the exit code of the command line.
//
// In: any error of any room. Out: its [Class]. The one list of all errors that
// have a class of their own is here, so that daemon and command line cannot
// disagree about one.
//
// May import: whatever declares an error that is in the list (core, host, nats).
package failure
