// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// fullFire is the firepower of who has no modifiers of it: fine enough for three of
// them, which the engine does not cut before armour and distance are taken too.
const fullFire = 1000000

// strike lets the warheads of a weapon work in their order; those with a delay
// wait as effects of their own. The engine puts those into the world at the end of
// the tick: what blows up before the effects have had their turn waits no less.
func (w *World) strike(b *state.Impact) {
	for i := range b.Weapon.Warheads {
		h := &b.Weapon.Warheads[i]
		if h.Delay > 0 {
			w.Effects = append(w.Effects, state.Effect{
				Kind: state.EffectDelayed, Weapon: b.Weapon, Warhead: int32(i), Source: b.Source, Owner: b.Owner, Firepower: b.Firepower,
				Target: b.Victim, To: b.At, Length: h.Delay + info.Boolean(w.beforeEffects),
			})
			continue
		}
		w.work(b, h)
	}
}

// delayedImpact is the frame-end task of a warhead whose delay is over.
func (w *World) delayedImpact(i int32) {
	e := &w.Effects[i]
	e.Gone = true
	b := e.Impact(e.To)
	if e.Target != none {
		victim := w.validTarget(e.Target)
		if victim == nil {
			return
		}
		b.Victim, b.At = victim.ID, victim.Center
	}
	w.work(&b, &b.Weapon.Warheads[e.Warhead])
}

// explode lets the warheads of a weapon work around a place.
func (w *World) explode(weapon *info.Weapon, source *Actor, at Pos) {
	b := state.Impact{Weapon: weapon, Firepower: fullFire, At: at}
	if source != nil {
		b.Source, b.Owner = source.ID, source.Owner
	}
	w.strike(&b)
}

// work lets one warhead work.
func (w *World) work(b *state.Impact, h *info.Warhead) {
	switch {
	case h.Kind == info.WarheadPuff:
		w.puff(b)
	case h.Kind == info.WarheadSow || h.Kind == info.WarheadRaze:
		w.changeResources(b, h)
	case h.Kind == info.WarheadCluster:
		w.scatterFire(b, &h.Cluster)
	case h.Kind == info.WarheadOther:
	case b.Victim != none:
		if a := w.Actor(b.Victim); a != nil && w.affects(b, h, a) {
			w.inflict(b, h, a, 100)
		}
	default:
		w.workAround(b, h)
	}
}

// workAround damages what is near the place: the nearest shape of each actor
// counts.
func (w *World) workAround(b *state.Impact, h *info.Warhead) {
	reach := h.Spread
	if h.Kind == info.WarheadTarget && reach == 0 {
		return // it is for the actor that is hit by itself
	}
	if h.Kind == info.WarheadSpread {
		if len(h.Ends) == 0 {
			return
		}
		reach = h.Ends[len(h.Ends)-1]
	}
	first := len(w.scratch.victims)
	w.scratch.victims = w.inCircle(w.scratch.victims, b.At, reach+w.LargestRadius)
	for i, end := first, len(w.scratch.victims); i < end; i++ {
		a := w.scratch.victims[i]
		if !w.affects(b, h, a) {
			continue
		}
		distance := a.DistanceTo(b.At)
		share := int32(100)
		switch {
		case distance > reach && (h.Kind != info.WarheadSpread || !w.Release.WideWarheads):
			continue
		case distance > reach:
			share = 0
		case h.Kind == info.WarheadSpread:
			share = h.At(distance)
		}
		w.inflict(b, h, a, share)
	}
	clear(w.scratch.victims[first:])
	w.scratch.victims = w.scratch.victims[:first]
}

// affects reports whether a warhead may work on an actor.
func (w *World) affects(b *state.Impact, h *info.Warhead, a *Actor) bool {
	if !w.hits(h, a) || !h.Parent && a.ID == b.Source {
		return false
	}
	switch {
	case w.Allied(b.Owner, a.Owner):
		return h.Allies
	case w.Hostile(b.Owner, a.Owner):
		return h.Enemies
	}
	return h.Neutrals
}

// inflict damages one actor: firepower, distance and armour are one chain of
// percentages, cut once.
func (w *World) inflict(b *state.Impact, h *info.Warhead, a *Actor, share int32) {
	amount := wpos.Percentage{Value: int64(h.Damage), Divisor: 1}
	if h.Kind == info.WarheadPercentage {
		amount.Take(a.Type.MaxHP)
	}
	amount.Take(share)
	amount.Take(h.Against(a.Type.Armor))
	if b.Firepower != fullFire {
		amount.Times(b.Firepower, fullFire)
	}
	w.Damage(a, w.Actor(b.Source), amount.Whole(), h.Causes)
}

// puff draws where a sight is shown. Nothing else comes of it, but the numbers
// are from the generator that is hashed.
func (w *World) puff(b *state.Impact) {
	if w.Ground.Contains(w.CellContaining(b.At)) {
		w.Random.Scatter()
	}
}

// inCircle appends the actors around a place, bin by bin.
func (w *World) inCircle(found []*Actor, at Pos, radius int32) []*Actor {
	m := &w.Bins
	low, high := Pos{X: at.X - radius, Y: at.Y - radius, Z: 0}, Pos{X: at.X + radius, Y: at.Y + radius, Z: 0}
	left, right := wpos.Clamp(low.X/1024/grid.BinSize, 0, m.Columns-1), wpos.Clamp(high.X/1024/grid.BinSize, 0, m.Columns-1)
	top, bottom := wpos.Clamp(low.Y/1024/grid.BinSize, 0, m.Rows-1), wpos.Clamp(high.Y/1024/grid.BinSize, 0, m.Rows-1)
	limit := int64(radius) * int64(radius)
	for row := top; row <= bottom; row++ {
		for column := left; column <= right; column++ {
			for _, id := range m.Bins[row*m.Columns+column] {
				if a := w.Actors[id]; a != nil && a.InWorld && a.Center.Sub(at).FlatSquared() <= limit {
					found = append(found, a)
				}
			}
		}
	}
	return found
}

// blocker finds what stops a shot on its way, and where: walls that are higher
// than the shot flies.
func (w *World) blocker(owner int32, from, to Pos, width int32) (at Pos, blocked bool) {
	if w.blockers == 0 {
		return Pos{}, false
	}
	reach := 1024 + width + w.LargestRadius
	low := Pos{X: min(from.X, to.X) - reach, Y: min(from.Y, to.Y) - reach, Z: 0}
	high := Pos{X: max(from.X, to.X) + reach, Y: max(from.Y, to.Y) + reach, Z: 0}
	length := to.Sub(from).Length()
	w.InBox(low, high, Everybody, func(a *Actor) {
		b := a.Type.Blocks
		if blocked || b == nil || !w.stopsShot(a, owner) {
			return
		}
		hit := a.Center.NearestOn(from, to)
		if a.Center.Sub(hit).FlatLength() <= a.Type.OuterRadius()+width && hit.Sub(from).Length() < length && b.Height > hit.Z {
			at, blocked = hit, true
		}
	})
	return at, blocked
}

// stopsShot reports whether an actor that blocks shots stops those of a player.
func (w *World) stopsShot(a *Actor, owner int32) bool {
	b := a.Type.Blocks
	switch {
	case w.Allied(a.Owner, owner):
		return b.Allies
	case w.Hostile(a.Owner, owner):
		return b.Enemies
	}
	return b.Neutrals
}
