// SPDX-License-Identifier: GPL-3.0-or-later

// Package files reads and writes in folders that others use too.
//
// In: only regular files are opened. A pipe, a device or a socket could keep its
// reader waiting for ever, deaf to signals.
//
// Out: a result is written into a work folder beside its place, under the lock of
// a living process, and then gets its name in one step ([Place]): whole or not at
// all, and of several at the same time exactly one. Nothing that is there is
// replaced unless it was said so, and never what is no regular file; a symbolic
// link at the place is not followed.
//
// What a killed process left behind, the next one to work there removes ([Sweep]):
// only folders with our name and our owner whose lock nobody holds.
//
// What serves one process at a time has a file whose lock it holds ([Hold]).
//
// May import: the standard library.
package files
