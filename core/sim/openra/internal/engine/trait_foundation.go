// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/grid"
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
	f := a.Type.Foundation
	if len(f.Prerequisites) == 0 || w.hasPrerequisites(&w.Players[a.Owner], f.Prerequisites) {
		w.layConcrete(a, f)
	}
	if a.Type.MaxHP == 0 {
		return
	}
	total, safe := int64(0), int64(0)
	for i, kind := range a.Type.Building.Footprint {
		if kind != info.FootprintOccupied && kind != info.FootprintUntargeted && kind != info.FootprintTransit {
			continue
		}
		total++
		c := a.Type.Building.Cell(a.Cell, i)
		if !w.Ground.Within(c) || !info.Contains(f.Harmful, w.terrainName(c)) {
			safe++
		}
	}
	if total == safe {
		return
	}
	most := int64(a.Type.MaxHP)
	a.SinksTo = int32((int64(f.Threshold)*most + int64(100-f.Threshold)*safe*most/total) / 100)
	if f.AtOnce && a.HP > a.SinksTo {
		w.wear(a, a.HP-a.SinksTo)
	}
}

// layConcrete covers the footprint where the bare ground is of a kind the
// building may stand on. A template that is no field of like tiles keeps its
// shape.
func (w *World) layConcrete(a *Actor, f *info.FoundationInfo) {
	if w.Ground.Tileset == nil {
		return
	}
	template := w.Ground.Tileset.Template(int(f.Template))
	if template == nil {
		return
	}
	if template.PickAny {
		a.Type.Building.Cells(a.Cell, func(c Cell) { w.layTile(a, f, c, 0) })
		return
	}
	width := max(int32(template.Size[0]), 1)
	for i := range int32(template.Size[0] * template.Size[1]) {
		w.layTile(a, f, a.Cell.Add(Cell{X: i % width, Y: i / width}), int(i))
	}
}

func (w *World) layTile(a *Actor, f *info.FoundationInfo, c Cell, index int) {
	if !w.Ground.Contains(c) {
		return
	}
	i := w.Ground.Index(c)
	if w.Resources.TerrainOf(w.Resources.Kind[i], w.Resources.Density[i]) != grid.NoTerrain || w.Influence[i] != none || !info.Contains(a.Type.Building.Terrain, w.terrainName(c)) {
		return
	}
	if terrain := w.Ground.Tileset.Terrain(int(f.Template), index); terrain != rules.NoTerrain {
		w.layTerrain(c, uint8(terrain))
	}
}

// tickFoundation wears a building on bare ground that was repaired.
func (w *World) tickFoundation(a *Actor) {
	if !a.InWorld || a.HP <= a.SinksTo {
		return
	}
	if a.Sink--; a.Sink > 0 {
		return
	}
	w.wear(a, a.Type.Foundation.Damage)
	a.Sink = a.Type.Foundation.Interval
}

// wear takes health that nothing softens and for which nobody is to blame.
func (w *World) wear(a *Actor, amount int32) {
	a.HP = wpos.Clamp(a.HP-amount, 0, a.Type.MaxHP)
	if a.Type.ScalePower {
		w.updatePower(a.Owner)
	}
	for i := range a.Type.Heals {
		a.DamageTicks[i] = a.Type.Heals[i].Cooldown
	}
	if a.HP == 0 {
		w.kill(a, nil, nil)
	}
}
