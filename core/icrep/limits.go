// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

// Limits of the format. A reader refuses what exceeds them before it
// allocates; a writer never produces it. The first four are
// Iron Curtain's (docs/engine/iron-curtain.md#limits).
const (
	// MaxRatio is how many times larger than its compressed form a block may be.
	// LZ4 itself cannot reach it, so only a lie in a length field does.
	MaxRatio = 256
	// MaxBlockBytes bounds one block of orders, events or voice, uncompressed.
	MaxBlockBytes = 4 << 20
	// MaxSnapshotBytes bounds one keyframe, uncompressed.
	MaxSnapshotBytes = 64 << 20
	// MaxMetadataBytes bounds the metadata.
	MaxMetadataBytes = 1 << 20

	// BlockTicks is how many ticks one order block spans. Blocks lie on a grid:
	// none crosses a multiple of it.
	BlockTicks = 256
	// MaxTicks bounds total_ticks: a month of play at 100 ticks per second.
	// It keeps tick arithmetic far from overflow.
	MaxTicks = 1 << 28
	// MaxBlocks bounds the blocks of one section, so that the index of a
	// hostile file stays small in memory: MaxTicks needs 2^20 of them.
	MaxBlocks = 1 << 20
	// MaxKeyframes bounds the keyframes of a file: MaxTicks at the densest
	// permitted cadence of one in 60 ticks needs about 4.5 million, real files
	// a few hundred.
	MaxKeyframes = 1 << 20
	// MaxFileBytes is the largest offset that a header can hold.
	MaxFileBytes = 1<<32 - 1

	// EventBlockBytes is the size at which a block of events is closed.
	EventBlockBytes = 64 << 10
	// MaxBlockRecords is how many records fit the u16 of a block header.
	MaxBlockRecords = 1<<16 - 1
	// MaxEventTags bounds the unit lists of one event. The pool of a game has
	// at most 65,535 slots.
	MaxEventTags = 1<<16 - 1
	// MaxPositionSamples bounds the positions of one UnitPositionSample
	// (docs/icrep.md#analysis-events).
	MaxPositionSamples = 256
	// MaxNames bounds the name table of the events section.
	MaxNames = 1 << 16
	// MaxNameBytes bounds one name of that table.
	MaxNameBytes = 256

	// MaxVoiceTracks bounds the voice tracks of a file.
	MaxVoiceTracks = 64
	// MaxVoiceFrameBytes bounds one Opus packet: 120 ms at 510 kbit/s is 7.6 kB.
	MaxVoiceFrameBytes = 8 << 10

	// MaxVoiceBytes bounds the voice section, compressed and decompressed: two
	// hours of ten players who speak a quarter of the time need about as much,
	// and a reader must not be made to hold more.
	MaxVoiceBytes = 32 << 20

	// MaxSignatures bounds the signature chain. At one in 30 ticks it is a week
	// of play at 25 ticks per second, and 57 MB.
	MaxSignatures = 1 << 19

	// MaxEmbeddedBytes bounds the embedded resources section.
	MaxEmbeddedBytes = 32 << 20
	// MaxEmbeddedMapBytes is the largest map that is embedded unless the
	// caller insists (docs/icrep.md#embedded-resources: larger ones stay
	// external).
	MaxEmbeddedMapBytes = 1 << 20
	// MaxEmbeddedFileBytes bounds one embedded map or rule file, uncompressed.
	MaxEmbeddedFileBytes = 16 << 20
	// MaxRuleFiles bounds the embedded rule files.
	MaxRuleFiles = 1024
	// MaxRuleFileNameBytes bounds the name of an embedded rule file.
	MaxRuleFileNameBytes = 255

	// MaxJournalRecords bounds the records of a journal that repair reads.
	MaxJournalRecords = 4 << 20
)
