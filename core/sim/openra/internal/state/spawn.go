// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/grid"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// Spawn holds the initial values of a new actor.
type Spawn struct {
	Owner     int32
	Faction   string
	Cell      wpos.Cell
	HasCell   bool
	Center    wpos.Pos
	HasCenter bool
	Facing    int32 // -1: the type's own
	Sub       grid.SubCell
	HasSub    bool
	Health    int32 // percent, 0: full
	Delay     int32
	Drag      int32 // speed at which a wreck slides to its place
	Ready     bool  // without its make animation
	Lifetime  int32 // ticks, 0: for good
	Rally     []wpos.Cell
	// What is left of the journey of what it was made of.
	ChronoTicks  int32
	ChronoOrigin wpos.Cell
	ByMap        bool
	Turret       int32 // where a map has its turret point, if it says so
	HasTurret    bool
	Stance       string   // that a map gives it
	Cargo        []string // who a map puts into it; nil: those of its type
	OutsideOnly  bool     // create it but do not put it into the world
}

// Inside are the types of those who are in a new transport: its type's own, unless a map
// names others.
func (s *Spawn) Inside(t *info.ActorType) []string {
	if s.Cargo != nil && t.Cargo != nil {
		return s.Cargo
	}
	return t.CargoUnits
}
