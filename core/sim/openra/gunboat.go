package openra

import "convertd/core/rules"

// Gunboats (TDGunboat) sail from one edge of the map to the other and back, and
// nobody tells them anything.

// Where a gunboat may point.
const (
	westward int32 = 256
	eastward int32 = 768
)

// boatInfo is the trait.
type boatInfo struct{ speed, facing int32 }

func newBoat(trait *rules.Trait) *boatInfo {
	return &boatInfo{speed: number(trait, "Speed", 28), facing: number(trait, "InitialFacing", westward)}
}

// constructBoat puts a gunboat on the water. One that the map has look elsewhere
// looks where that is nearer.
func (w *World) constructBoat(a *Actor, s *spawn) {
	a.cell, a.from = s.cell, s.cell
	a.center = w.centerOfCell(s.cell)
	a.facing = s.facing
	if s.facing < 0 {
		a.facing = a.typ.boat.facing
	}
	switch {
	case a.facing == westward:
	case a.facing > 511:
		a.facing = eastward
	default:
		a.facing = westward
	}
}

// tickBoat sails on. A gunboat turns in the tick after the one that took it off
// the map.
func (w *World) tickBoat(a *Actor) {
	if a.from != a.cell && !w.ground.contains(a.cell) {
		a.facing = westward + eastward - a.facing
	}
	a.from = a.cell
	step := w.modifiedWith(a, a.typ.modifiers.speed, a.typ.boat.speed, 100, 100)
	if a.facing == westward {
		step = -step
	}
	if !a.inWorld {
		a.center.X += step
		return
	}
	w.removeInfluence(a)
	w.setCenter(a, a.center.add(Pos{X: step}))
	a.cell = w.cellContaining(a.center)
	w.addInfluence(a)
}
