// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Spice blooms: they ripen, burst, and throw spice around.

// tickBloom lets a bloom ripen.
func (w *World) tickBloom(a *Actor) {
	grounds := a.Type.Bloom.Grounds
	if !a.InWorld || a.Dead || !w.Ground.Contains(a.Cell) || len(grounds) > 0 && !info.Contains(grounds, w.terrainName(a.Cell)) {
		return
	}
	if a.Unripe--; a.Unripe <= 0 {
		w.Destroy(a, a, nil)
	}
}

// burstBloom throws spice: the riper, the more and the farther. All places are
// drawn at once, among those that bear more if there are any; the last one
// drawn is thrown at first.
func (w *World) burstBloom(a *Actor) {
	b := a.Type.Bloom
	kind := w.resourceKind(b.Resource)
	if b.Weapon == nil || kind == 0 {
		return
	}
	if w.Release.BloomsAtOnce {
		w.burstAtOnce(a, kind)
		return
	}
	age, ripe := a.RipeTicks-max(a.Unripe, 0), max(a.RipeTicks, 1)
	pieces := wpos.Lerp(b.Bursts[0], b.Bursts[1], age, ripe)
	var around, bare []Cell
	for _, ring := range wpos.Annulus(1, wpos.Lerp(b.Ranges[0], b.Ranges[1], age, ripe)) {
		c := a.Cell.Add(ring.At)
		if !w.Ground.Within(c) || !w.Ground.Contains(c) {
			continue
		}
		around = append(around, c)
		if w.Resources.Kind[w.Ground.Index(c)] != kind && w.canAddResource(kind, c) {
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
		c := around[w.Random.Below(int32(len(around)))]
		w.Effects = append(w.Effects, state.Effect{
			Kind: state.EffectSpurt, Weapon: b.Weapon, Source: a.ID, Owner: a.Owner, Firepower: fullFire, From: a.Center, At: a.Center, To: w.CenterOfCell(c),
			Length: (pieces - i) * b.Interval,
		})
	}
}

// What a bloom threw, and how far in cells, while it threw all at once: the engine's
// defaults, which no rule file changed.
const (
	fewestPieces = 2
	mostPieces   = 12
	bloomReach   = 5
)

// burstAtOnce throws all spice at the end of the tick: the riper, the more. The cells
// nearest to the bloom that are full of spice are passed over, up to the first that is
// not.
func (w *World) burstAtOnce(a *Actor, kind uint8) {
	pieces := w.Random.Between(fewestPieces, mostPieces) * (a.RipeTicks - max(a.Unripe, 0)) / max(a.RipeTicks, 1)
	var around []Cell
	for _, ring := range wpos.Annulus(1, bloomReach) {
		if c := a.Cell.Add(ring.At); w.Ground.Contains(c) {
			around = append(around, c)
		}
	}
	open := around
	for len(open) > 0 && w.Resources.Kind[w.Ground.Index(open[0])] == kind && !w.canAddResource(kind, open[0]) {
		open = open[1:]
	}
	if len(open) == 0 {
		open = around
	}
	if len(open) == 0 {
		return
	}
	for range max(pieces, fewestPieces) {
		c := open[w.Random.Below(int32(len(open)))]
		w.later(state.Task{Kind: state.TaskThrowSpice, Actor: a.ID, Player: a.Owner, Type: a.Type, Start: a.Center, Goal: w.CenterOfCell(c)})
	}
}

// throwSpice is the frame-end task that throws one piece.
func (w *World) throwSpice(t *state.Task) {
	weapon := t.Type.Bloom.Weapon
	w.launch(&state.Shot{Weapon: weapon, Source: t.Actor, Owner: t.Player, Firepower: fullFire, Spread: 100, Reach: weapon.Reach, From: t.Start, To: t.Goal})
}

// tickSpurt throws when its turn has come.
func (w *World) tickSpurt(i int) {
	e := &w.Effects[i]
	if e.Length--; e.Length > 0 {
		return
	}
	e.Gone = true
	s := state.Shot{Weapon: e.Weapon, Source: e.Source, Owner: e.Owner, Firepower: e.Firepower, Spread: 100, Reach: e.Weapon.Reach, From: e.From, To: e.To}
	w.launch(&s)
}
