// SPDX-License-Identifier: GPL-3.0-or-later

// Package icrep writes, reads, checks and repairs `.icrep`, Iron Curtain's
// replay file. The normative byte layout is docs/icrep.md; what Iron Curtain's
// design says of it is in docs/engine/iron-curtain.md.
//
// # What goes in
//
// A [Writer] takes tick frames, keyframe blobs and analysis events, each in
// tick order, interleaved as they come. It appends them to a journal
// (NAME.part) whose bytes are a valid recording up to the last block at any
// instant, holds at most one block of each kind in memory, and turns the
// journal into the finished file in one atomic step. The same calls give the
// same bytes on any machine.
//
// # What comes out
//
// [Open] reads a file through an io.ReaderAt and trusts nothing in it: every
// offset and length is checked before it is followed, every decompression is
// bounded before it is made, and every failure is an [*Error] with the section
// and the byte offset. A [Reader] walks ticks, keyframes and events without
// holding more than one block, plans seeks ([Reader.SeekPlan]) and checks the
// whole file ([Reader.Verify]).
//
// [Repair] makes a file out of a journal or out of a cut or damaged file.
//
// # Rules of the room
//
// No clock, no environment, no goroutines: files are reached through an
// [*os.Root] and a name that the caller gives. May import: the standard
// library, core/order, core/bincode and pierrec/lz4. The bytes inside a
// keyframe blob are the matter of core/snapshot.
package icrep
