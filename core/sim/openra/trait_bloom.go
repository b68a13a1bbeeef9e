// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// Spice blooms: they ripen, burst, and throw spice around.

// tickBloom lets a bloom ripen.
func (w *World) tickBloom(a *Actor) {
	grounds := a.typ.Bloom.Grounds
	if !a.inWorld || a.dead || !w.ground.contains(a.cell) || len(grounds) > 0 && !info.Contains(grounds, w.terrainName(a.cell)) {
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
	b := a.typ.Bloom
	kind := w.resourceKind(b.Resource)
	if b.Weapon == nil || kind == 0 {
		return
	}
	age, ripe := a.ripeTicks-max(a.unripe, 0), max(a.ripeTicks, 1)
	pieces := wpos.Lerp(b.Bursts[0], b.Bursts[1], age, ripe)
	var around, bare []Cell
	for _, ring := range wpos.Annulus(1, wpos.Lerp(b.Ranges[0], b.Ranges[1], age, ripe)) {
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
			kind: effectSpurt, weapon: b.Weapon, source: a.ID, owner: a.owner, firepower: fullFire, from: a.center, at: a.center, to: w.centerOfCell(c),
			length: (pieces - i) * b.Interval,
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
	s := shot{weapon: e.weapon, source: e.source, owner: e.owner, firepower: e.firepower, spread: 100, reach: e.weapon.Reach, from: e.from, to: e.to}
	w.launch(&s)
}
