// SPDX-License-Identifier: GPL-3.0-or-later

// Package murk decodes Murk replays (format id "murk", version 3) and writes
// them from the intermediate representation.
//
// In: the bytes of a file. Out: one header, then for every whole frame its
// commands as orders and its snapshot hash as a sync sample, then a trailer;
// or the oracle's lines of text. A frame that is cut or malformed is not sent
// in part: the real reader never hands one out either. What every field of
// the representation means for this format is in docs/formats/murk.md.
//
// FileSink is the way back: an sdk.Sink that writes what it is sent as a Murk
// file, byte for byte the one that was decoded.
//
// May import: sdk, core/ir and this plugin's own packages.
package murk
