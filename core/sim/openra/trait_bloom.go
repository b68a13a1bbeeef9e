// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// Spice blooms: they ripen, burst, and throw spice around.

// bloomInfo are the figures of SpiceBloom.
type bloomInfo struct {
	lifetime []int32 // the two a time is drawn between
	bursts   []int32 // how often it throws: at once, when ripe
	ranges   []int32 // how far in cells: likewise
	interval int32   // ticks between two throws
	resource string
	grounds  []string // where it ripens, nil: everywhere
	weapon   *weapon
}

// pair brings a list to two numbers.
func pair(list []int, low, high int32) []int32 {
	if len(list) < 2 {
		return []int32{low, high}
	}
	return []int32{int32(list[0]), int32(list[1])}
}

func newBloom(trait *rules.Trait) *bloomInfo {
	return &bloomInfo{
		lifetime: pair(trait.Ints("Lifetime"), 2000, 3000), bursts: pair(trait.Ints("Bursts"), 4, 12), ranges: pair(trait.Ints("Range"), 3, 5),
		interval: max(number(trait, "BurstInterval", 1), 1), resource: trait.Text("ResourceType"), grounds: trait.Texts("GrowthTerrainTypes"),
	}
}

// tickBloom lets a bloom ripen.
func (w *World) tickBloom(a *Actor) {
	grounds := a.typ.bloom.grounds
	if !a.inWorld || a.dead || !w.ground.contains(a.cell) || len(grounds) > 0 && !contains(grounds, w.terrainName(a.cell)) {
		return
	}
	if a.unripe--; a.unripe <= 0 {
		w.destroy(a, a, nil)
	}
}

// burstBloom throws spice: the riper, the more and the farther. All places are
// drawn at once, among those that bear more if there are any; the last one
// drawn is thrown at first.
func (w *World) burstBloom(a *Actor) {
	b := a.typ.bloom
	kind := w.resourceKind(b.resource)
	if b.weapon == nil || kind == 0 {
		return
	}
	age, ripe := a.ripeTicks-max(a.unripe, 0), max(a.ripeTicks, 1)
	pieces := wpos.Lerp(b.bursts[0], b.bursts[1], age, ripe)
	var around, bare []Cell
	for _, ring := range wpos.Annulus(1, wpos.Lerp(b.ranges[0], b.ranges[1], age, ripe)) {
		c := a.cell.Add(ring.At)
		if !w.ground.within(c) || !w.ground.contains(c) {
			continue
		}
		around = append(around, c)
		if w.resources.kind[w.ground.index(c)] != kind && w.canAddResource(kind, c) {
			bare = append(bare, c)
		}
	}
	if len(bare) > 0 {
		around = bare
	}
	if len(around) == 0 {
		return
	}
	for i := range pieces {
		c := around[w.random.below(int32(len(around)))]
		w.effects = append(w.effects, effect{
			kind: effectSpurt, weapon: b.weapon, source: a.ID, owner: a.owner, firepower: fullFire, from: a.center, at: a.center, to: w.centerOfCell(c),
			length: (pieces - i) * b.interval,
		})
	}
}

// tickSpurt throws when its turn has come.
func (w *World) tickSpurt(i int) {
	e := &w.effects[i]
	if e.length--; e.length > 0 {
		return
	}
	e.gone = true
	s := shot{weapon: e.weapon, source: e.source, owner: e.owner, firepower: e.firepower, spread: 100, reach: e.weapon.reach, from: e.from, to: e.to}
	w.launch(&s)
}
