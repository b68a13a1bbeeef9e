// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
)

// Ground that hurts who stands on it (DamagedByTerrain), as tiberium does
// infantry; what is negative heals.

// constructTerrainDamage begins the counts of a new actor.
func (w *World) constructTerrainDamage(a *Actor) {
	for i := range a.Type.TerrainDamages {
		a.TerrainDue[i] = w.Ticks
	}
}

// tickTerrainDamage counts down, on and on below nothing, and hurts whoever then
// stands on such ground. Passengers are counted for and not hurt.
func (w *World) tickTerrainDamage(a *Actor) {
	for i := range a.Type.TerrainDamages {
		rule := &a.Type.TerrainDamages[i]
		if !w.Holds(a, rule.Requires) {
			a.TerrainDue[i]++ // the count stands still
			continue
		}
		if a.TerrainDue[i] > w.Ticks || !a.InWorld || !info.Contains(rule.Terrain, w.terrainName(w.location(a))) {
			continue
		}
		w.Damage(a, nil, rule.Damage, rule.Causes)
		a.TerrainDue[i] = w.Ticks + rule.Interval
		if a.Dead {
			w.rewardWorld(a)
			return
		}
	}
}

// terrainDamageHash is the count of one of the traits, which the releases of
// 2020 until May hash.
func (w *World) terrainDamageHash(a *Actor, index int32) int32 {
	if !w.Release.CoarseFacing {
		return 0
	}
	if f := a.Type.Foundation; f != nil && len(a.Type.TerrainDamages) == 0 {
		return a.FoundationHash(f)
	}
	if int(index) >= len(a.Type.TerrainDamages) {
		return 0
	}
	return a.TerrainDue[index] - w.Ticks
}
