// SPDX-License-Identifier: GPL-3.0-or-later

// Package playback shows converted replays over a WebSocket, in the RTS
// protocol: every .icrep is a replay room that any client of that protocol can
// watch. Clients that say convertd.hello get the exact names, the map, what the
// simulation says of every order, and how far all of it can be trusted, in
// messages that others never see (docs/playback.md).
//
// In: files, from a Games, and WebSockets. Out: messages and snapshot frames.
// One room plays one simulation for all who watch it, on one goroutine; each
// client has a reader and a writer, a bounded queue of messages and one slot
// for the newest snapshot, so that nobody slows anybody.
//
// May import: the standard library, core, plugins/rts/protocol and
// plugins/rts/snapshot, printable, coder/websocket.
package playback
