// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// Impact is what a weapon does to a place, or to one actor.
type Impact struct {
	Weapon    *info.Weapon
	Source    uint32 // who fired; he may be gone
	Owner     int32
	Firepower int32
	At        wpos.Pos
	Victim    uint32 // the actor that was hit by itself, none for the place
}

func (e *Effect) Impact(at wpos.Pos) Impact {
	return Impact{Weapon: e.Weapon, Source: e.Source, Owner: e.Owner, Firepower: e.Firepower, At: at}
}

// DistanceTo is how far a place is from the edge of an actor's nearest shape.
func (a *Actor) DistanceTo(at wpos.Pos) int32 {
	nearest := int32(0x7FFFFFFF)
	for i := range a.Type.Shapes {
		nearest = min(nearest, a.Type.Shapes[i].Distance(at.Sub(a.Center), a.Orientation()))
	}
	return nearest
}
