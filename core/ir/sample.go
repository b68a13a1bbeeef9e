// SPDX-License-Identifier: GPL-3.0-or-later

package ir

// SyncSample is one state hash that one participant reported. Samples with the
// same Frame describe the same moment of the game: disagreement between
// reporters is a desync of the recorded game itself.
type SyncSample struct {
	Frame    uint64 // checkpoint number in the format's own counter
	Tick     uint64 // game tick the checkpoint belongs to
	Reporter int32  // connection or native player number that reported
	Player   int32  // index into Header.Players, or NoPlayer
	Value    uint64 // the hash, zero-extended
	// Extra is further state reported with the hash: the defeat bits of
	// OpenRA, 0 where the format has none. It takes part in comparisons.
	Extra uint64
}

// CameraSample is where one participant looked.
type CameraSample struct {
	Frame  uint64
	Tick   uint64
	Player int32
	// X, Y, Z are the centre of the view in Header.PositionUnit. Zoom and
	// Angle are the format's own numbers (float32 bits for SAGE).
	X, Y, Z     int32
	Zoom, Angle int32
}
