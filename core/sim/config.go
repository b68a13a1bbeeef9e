// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"convertd/core/order"
	"convertd/core/snapshot"
)

// DefaultCapacity is the size of the entity pool unless a Config says
// otherwise: Red Alert's (docs/engine/iron-curtain.md#ids). Maps with thousands
// of trees need more.
const DefaultCapacity = 2048

// Config is what a simulation starts from, beside the module's own rules, map
// and setup, which the module was built with.
type Config struct {
	// Seed is recorded in every snapshot. What it seeds is the module's affair.
	Seed uint64
	// MapHash identifies the map content; a snapshot of another map is refused.
	MapHash order.StateHash
	// Capacity is the number of entities that can be alive at once, up to
	// snapshot.MaxEntities; 0 means DefaultCapacity.
	Capacity int
	// Players in order of their ids, at most snapshot.MaxPlayers.
	Players []PlayerConfig
}

// PlayerConfig is one player at the start. Display names are not part of the
// state.
type PlayerConfig struct {
	Kind    snapshot.PlayerKind
	Faction string // internal name, "" for none
	Team    int32  // 0: none
	Start   int32  // start position from 1, 0: none
}
