// SPDX-License-Identifier: GPL-3.0-or-later

// Package snapshot reads and writes the RTS program's binary snapshot frames
// (RTSM, codec version 1, compact snapshot version 22): what a player sees of
// one tick, as a MessagePack map behind five bytes of header.
//
// In: a frame or a Snapshot. Out: a Snapshot or a frame. Decode accepts and
// refuses what the program's own client does, with its words; Encode writes
// byte for byte what its server does (docs/formats/rts.md#snapshot-frame).
// Snapshots marshal to the client's JSON message.
//
// For whoever speaks to the program's clients: web/playback sends frames to them.
// Reading is for clients and for tests of what was sent.
//
// May import: the standard library.
package snapshot
