// SPDX-License-Identifier: GPL-3.0-or-later

package murkfile

// Magic is the first four bytes of every Murk replay.
const Magic = "MURK"

// Version is the only format version that is read and written. Versions 1 and
// 2 are superseded and refused, as the real reader does.
const Version = 3

// Limits of the real reader (docs/formats/murk.md#limits). A length is compared
// with its limit before any of its bytes are looked for.
const (
	// MaxStringBytes bounds each of the four header strings.
	MaxStringBytes = 1 << 20
	// MaxBlobBytes bounds a command payload and the space descriptor.
	MaxBlobBytes = 64 << 20
	// MaxFrameCommands bounds the commands of one frame.
	MaxFrameCommands = 1_000_000
)

// Sizes of the fixed parts.
const (
	// MinCommandBytes is a command with an empty payload and no source
	// fields: 24, where the published specification forgot the version 3 tail
	// and says 8 (docs/formats/murk.md#published).
	MinCommandBytes = 1 + 4 + 1 + 1 + 1 + 8 + 8
	// MinFrameBytes is a frame without commands.
	MinFrameBytes = 8 + 4 + 8

	tickBytes  = 8
	countBytes = 4
	hashBytes  = 8
)
