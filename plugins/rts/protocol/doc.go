// SPDX-License-Identifier: GPL-3.0-or-later

// Package protocol is the RTS program's wire protocol in JSON: every message
// that client and server exchange over the socket, but for snapshots, which
// are binary frames (package snapshot).
//
// In: the text of a message. Out: a value of its type, or an error; and the
// other way round. Decoding is as strict as the program's own: the tag must be
// known, required fields present, none repeated, every number in its range;
// unknown fields are skipped. Facts: Wire protocol, sections 2.1 to 2.7;
// docs/formats/rts.md#socket.
//
// For servers and clients of that protocol: web/playback is the server of ours. Both
// directions are here, so that a client can be written, and a server tested, with it.
//
// May import: the standard library and strictjson.
package protocol
