// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// Buildings of Dune 2000 sink into bare rock: D2kBuilding lays concrete under a
// building whose owner may have it, slabs of concrete are nothing else, and what
// stands on rock all the same is worn down to a share of its health.

// sinkIn lays the concrete of a new building, as far as the ground bears it,
// and finds out how far the ground will wear it. Buildings that are there
// already keep their ground; the new one is not among them yet.
func (w *World) sinkIn(a *Actor) {
	f := a.typ.Foundation
	if len(f.Prerequisites) == 0 || w.hasPrerequisites(&w.players[a.owner], f.Prerequisites) {
		w.layConcrete(a, f)
	}
	if a.typ.MaxHP == 0 {
		return
	}
	total, safe := int64(0), int64(0)
	for i, kind := range a.typ.Building.Footprint {
		if kind != info.FootprintOccupied && kind != info.FootprintUntargeted && kind != info.FootprintTransit {
			continue
		}
		total++
		c := a.typ.Building.Cell(a.cell, i)
		if !w.ground.within(c) || !info.Contains(f.Harmful, w.terrainName(c)) {
			safe++
		}
	}
	if total == safe {
		return
	}
	most := int64(a.typ.MaxHP)
	a.sinksTo = int32((int64(f.Threshold)*most + int64(100-f.Threshold)*safe*most/total) / 100)
	if f.AtOnce && a.hp > a.sinksTo {
		w.wear(a, a.hp-a.sinksTo)
	}
}

// layConcrete covers the footprint where the bare ground is of a kind the
// building may stand on. A template that is no field of like tiles keeps its
// shape.
func (w *World) layConcrete(a *Actor, f *info.FoundationInfo) {
	if w.ground.tileset == nil {
		return
	}
	template := w.ground.tileset.Template(int(f.Template))
	if template == nil {
		return
	}
	if template.PickAny {
		a.typ.Building.Cells(a.cell, func(c Cell) { w.layTile(a, f, c, 0) })
		return
	}
	width := max(int32(template.Size[0]), 1)
	for i := range int32(template.Size[0] * template.Size[1]) {
		w.layTile(a, f, a.cell.Add(Cell{X: i % width, Y: i / width}), int(i))
	}
}

func (w *World) layTile(a *Actor, f *info.FoundationInfo, c Cell, index int) {
	if !w.ground.contains(c) {
		return
	}
	i := w.ground.index(c)
	if w.resources.terrainOf(w.resources.kind[i], w.resources.density[i]) != noTerrain || w.influence[i] != none || !info.Contains(a.typ.Building.Terrain, w.terrainName(c)) {
		return
	}
	if terrain := w.ground.tileset.Terrain(int(f.Template), index); terrain != rules.NoTerrain {
		w.layTerrain(c, uint8(terrain))
	}
}

// tickFoundation wears a building on bare ground that was repaired.
func (w *World) tickFoundation(a *Actor) {
	if !a.inWorld || a.hp <= a.sinksTo {
		return
	}
	if a.sink--; a.sink > 0 {
		return
	}
	w.wear(a, a.typ.Foundation.Damage)
	a.sink = a.typ.Foundation.Interval
}

// foundationHash is what until 20201213, when it was a trait of its own (DamagedByTerrain), is
// hashed of it: the ticks and the health that stays, all of it where nothing is worn.
func (a *Actor) foundationHash(f *info.FoundationInfo) int32 {
	switch {
	case a.sinksTo > 0:
		return a.sink ^ a.sinksTo
	case f.AtOnce:
		return a.typ.MaxHP
	}
	return 0
}

// wear takes health that nothing softens and for which nobody is to blame.
func (w *World) wear(a *Actor, amount int32) {
	a.hp = wpos.Clamp(a.hp-amount, 0, a.typ.MaxHP)
	if a.typ.ScalePower {
		w.updatePower(a.owner)
	}
	for i := range a.typ.Heals {
		a.damageTicks[i] = a.typ.Heals[i].Cooldown
	}
	if a.hp == 0 {
		w.kill(a, nil, nil)
	}
}
