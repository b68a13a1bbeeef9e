// SPDX-License-Identifier: GPL-3.0-or-later

// Package fault makes a panic an error of the file that caused it.
//
// In: a panic of code that works on one file. Out: an *Error, which tells the
// runtime's own sentence and keeps the stack for a log. Where it is contained and
// why is docs/adr/0071-a-panic-is-an-error-of-its-file.md.
//
// May import: nothing of ours.
package fault
