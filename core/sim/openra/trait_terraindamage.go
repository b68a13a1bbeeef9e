// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/rules"

// Ground that hurts who stands on it (DamagedByTerrain), as tiberium does
// infantry; what is negative heals.

// maxTerrainDamages is how many of these traits a type may have.
const maxTerrainDamages = 2

// terrainDamageInfo is one such trait.
type terrainDamageInfo struct {
	damage, interval int32
	terrain, causes  []string
	requires         expression
}

func newTerrainDamage(trait *rules.Trait) terrainDamageInfo {
	return terrainDamageInfo{
		damage: number(trait, "Damage", 0), interval: number(trait, "DamageInterval", 0),
		terrain: trait.Texts("Terrain"), causes: trait.Texts("DamageTypes"), requires: requirementOf(trait),
	}
}

// constructTerrainDamage begins the counts of a new actor.
func (w *World) constructTerrainDamage(a *Actor) {
	for i := range a.typ.terrainDamages {
		a.terrainDue[i] = w.tick
	}
}

// tickTerrainDamage counts down, on and on below nothing, and hurts whoever then
// stands on such ground. Passengers are counted for and not hurt.
func (w *World) tickTerrainDamage(a *Actor) {
	for i := range a.typ.terrainDamages {
		info := &a.typ.terrainDamages[i]
		if !w.holds(a, info.requires) {
			a.terrainDue[i]++ // the count stands still
			continue
		}
		if a.terrainDue[i] > w.tick || !a.inWorld || !contains(info.terrain, w.terrainName(w.location(a))) {
			continue
		}
		w.damage(a, nil, info.damage, info.causes)
		a.terrainDue[i] = w.tick + info.interval
	}
}

// terrainDamageHash is the count of one of the traits, which the releases of
// 2020 until May hash.
func (w *World) terrainDamageHash(a *Actor, index int32) int32 {
	if !w.behaviour.coarseFacing || int(index) >= len(a.typ.terrainDamages) {
		return 0
	}
	return a.terrainDue[index] - w.tick
}
