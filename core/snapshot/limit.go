// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

// Limits on states that come from files. Encoders keep them too, so that no
// state is written that could not be read back.
const (
	// MaxBytes bounds an encoded snapshot or delta
	// (docs/engine/iron-curtain.md#limits: decompressed snapshot at most 64
	// MiB).
	MaxBytes = 64 << 20
	// MaxEntities bounds living entities (docs/engine/iron-curtain.md#limits).
	MaxEntities = 50_000
	// MaxSlots bounds the entity pool: slot 65535 is never given out, because
	// order.NoUnit names it.
	MaxSlots = 65_535
	// MaxPlayers bounds players, neutral ones included. OpenRA maps with many
	// neutral players stay below 40.
	MaxPlayers = 256
	// MaxNames and MaxNameBytes bound the intern table. The largest rule pack
	// (Zero Hour) has 2,104 kinds.
	MaxNames     = 65_536
	MaxNameBytes = 256
	// MaxLayers and MaxStride bound the map: a layer per resource, terrain or
	// field, at most this many bytes for one cell.
	MaxLayers = 256
	MaxStride = 1024
	// MaxCoordinate bounds positions on every axis: 262,144 cells either way,
	// far beyond aircraft that wait off the map.
	MaxCoordinate = 1 << 28
	// MaxScripts bounds the script states and mission variables of a campaign.
	MaxScripts = 4096
	// MaxRandomBytes bounds the state of the random generator; MT19937 takes
	// 2.5 KiB.
	MaxRandomBytes = 16 << 10
)

// RetiredGeneration marks a slot whose generations are used up. It is never
// the generation of a living entity.
const RetiredGeneration uint16 = 0xFFFF

// FirstGeneration is the generation of a slot's first entity, so that the zero
// UnitTag names nothing.
const FirstGeneration uint16 = 1
