// SPDX-License-Identifier: GPL-3.0-or-later

// Package sandbox closes the world around a decoder
// (docs/plugins.md#the-two-walls).
//
// Two walls stand behind each other. The outer one is the host's and holds for
// a program in any language. [Start] starts this very program again as the
// launcher, in namespaces of its own; it takes the file system, the user, the
// capabilities and the system calls away from itself, sets limits, tries
// whether each is so, and only then becomes the other program. So the wall
// stands before the first foreign instruction. A program that imports this
// package needs nothing else for that: the launcher runs in an init.
//
// A decoder built with the sdk builds the inner wall with [Lockdown] once its
// listener exists and before it sees input: no opening of files, no sockets, no
// new processes at all.
//
// In: what stays allowed. Out: a list of [Guard] that says what is active and,
// where the kernel lacks something, why not. Nothing is silently absent.
//
// May import: golang.org/x/sys.
package sandbox

// Guard is one protection and whether it is in force.
type Guard struct {
	Name   string // "memory", or one of the names below
	Active bool
	Detail string // what it covers, or why it is not there
}

// Isolation is the name of the guard that reports what happened when the process
// tried what must not work.
const Isolation = "isolation"

// Limits bound a decoder's process. Zero means no limit.
type Limits struct {
	// Memory is the most bytes of writable memory.
	Memory uint64
	// CPUSeconds is the most processor time over the life of the process.
	CPUSeconds uint64
}

// maxOpenFiles is how many descriptors a decoder may hold: its listener, a
// connection, pipes and the poller, with room for a language's runtime.
const maxOpenFiles = 64

// softMemoryPercent is where Go's collector starts to work harder, as a share
// of Limits.Memory, so that garbage alone never meets the hard limit.
const softMemoryPercent = 80
