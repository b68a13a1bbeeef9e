// SPDX-License-Identifier: GPL-3.0-or-later

package order

import "fmt"

// PlayerID numbers a player of the game, from 0 in slot order.
type PlayerID uint32

// NoPlayer is the PlayerID of what belongs to nobody.
const NoPlayer PlayerID = 0xFFFFFFFF

// Tick counts simulation steps since the start of the game.
type Tick uint64

// UnitTag names one entity: a slot of the entity pool and how often that slot
// was given out, so that a tag of a dead entity never names its successor.
type UnitTag struct {
	Index      uint16
	Generation uint16
}

// NoUnit is the tag that names nothing; slot 65535 is never given out.
var NoUnit = UnitTag{Index: 0xFFFF, Generation: 0xFFFF}

// String gives "index.generation".
func (t UnitTag) String() string { return fmt.Sprintf("%d.%d", t.Index, t.Generation) }

// SyncHash is the 64-bit hash of the state recorded for every tick: the first
// eight bytes, little-endian, of the tick's StateHash.
type SyncHash uint64

// StateHash is the SHA-256 Merkle root of the state.
type StateHash [32]byte
