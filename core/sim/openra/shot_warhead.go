// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// fullFire is the firepower of who has no modifiers of it: fine enough for three of
// them, which the engine does not cut before armour and distance are taken too.
const fullFire = 1000000

// impact is what a weapon does to a place, or to one actor.
type impact struct {
	weapon    *info.Weapon
	source    uint32 // who fired; he may be gone
	owner     int32
	firepower int32
	at        Pos
	victim    uint32 // the actor that was hit by itself, none for the place
}

func (e *effect) impact(at Pos) impact {
	return impact{weapon: e.weapon, source: e.source, owner: e.owner, firepower: e.firepower, at: at}
}

// strike lets the warheads of a weapon work in their order; those with a delay
// wait as effects of their own. The engine puts those into the world at the end of
// the tick: what blows up before the effects have had their turn waits no less.
func (w *World) strike(b *impact) {
	for i := range b.weapon.Warheads {
		h := &b.weapon.Warheads[i]
		if h.Delay > 0 {
			w.effects = append(w.effects, effect{
				kind: effectDelayed, weapon: b.weapon, warhead: int32(i), source: b.source, owner: b.owner, firepower: b.firepower,
				target: b.victim, to: b.at, length: h.Delay + info.Boolean(w.beforeEffects),
			})
			continue
		}
		w.work(b, h)
	}
}

// delayedImpact is the frame-end task of a warhead whose delay is over.
func (w *World) delayedImpact(i int32) {
	e := &w.effects[i]
	e.gone = true
	b := e.impact(e.to)
	if e.target != none {
		victim := w.validTarget(e.target)
		if victim == nil {
			return
		}
		b.victim, b.at = victim.ID, victim.center
	}
	w.work(&b, &b.weapon.Warheads[e.warhead])
}

// explode lets the warheads of a weapon work around a place.
func (w *World) explode(weapon *info.Weapon, source *Actor, at Pos) {
	b := impact{weapon: weapon, firepower: fullFire, at: at}
	if source != nil {
		b.source, b.owner = source.ID, source.owner
	}
	w.strike(&b)
}

// work lets one warhead work.
func (w *World) work(b *impact, h *info.Warhead) {
	switch {
	case h.Kind == info.WarheadPuff:
		w.puff(b)
	case h.Kind == info.WarheadSow || h.Kind == info.WarheadRaze:
		w.changeResources(b, h)
	case h.Kind == info.WarheadCluster:
		w.scatterFire(b, &h.Cluster)
	case h.Kind == info.WarheadOther:
	case b.victim != none:
		if a := w.actor(b.victim); a != nil && w.affects(b, h, a) {
			w.inflict(b, h, a, 100)
		}
	default:
		w.workAround(b, h)
	}
}

// workAround damages what is near the place: the nearest shape of each actor
// counts.
func (w *World) workAround(b *impact, h *info.Warhead) {
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
	w.scratch.victims = w.inCircle(w.scratch.victims, b.at, reach+w.LargestRadius)
	for i, end := first, len(w.scratch.victims); i < end; i++ {
		a := w.scratch.victims[i]
		if !w.affects(b, h, a) {
			continue
		}
		distance := a.distanceTo(b.at)
		if distance > reach {
			continue
		}
		share := int32(100)
		if h.Kind == info.WarheadSpread {
			share = h.At(distance)
		}
		w.inflict(b, h, a, share)
	}
	clear(w.scratch.victims[first:])
	w.scratch.victims = w.scratch.victims[:first]
}

// affects reports whether a warhead may work on an actor.
func (w *World) affects(b *impact, h *info.Warhead, a *Actor) bool {
	if !w.hits(h, a) || !h.Parent && a.ID == b.source {
		return false
	}
	switch {
	case w.allied(b.owner, a.owner):
		return h.Allies
	case w.hostile(b.owner, a.owner):
		return h.Enemies
	}
	return h.Neutrals
}

// inflict damages one actor: firepower, distance and armour are one chain of
// percentages, cut once.
func (w *World) inflict(b *impact, h *info.Warhead, a *Actor, share int32) {
	amount := wpos.Percentage{Value: int64(h.Damage), Divisor: 1}
	if h.Kind == info.WarheadPercentage {
		amount.Take(a.typ.MaxHP)
	}
	amount.Take(share)
	amount.Take(h.Against(a.typ.Armor))
	if b.firepower != fullFire {
		amount.Times(b.firepower, fullFire)
	}
	w.damage(a, w.actor(b.source), amount.Whole(), h.Causes)
}

// puff draws where a sight is shown. Nothing else comes of it, but the numbers
// are from the generator that is hashed.
func (w *World) puff(b *impact) {
	if w.ground.contains(w.cellContaining(b.at)) {
		w.random.scatter()
	}
}

// inCircle appends the actors around a place, bin by bin.
func (w *World) inCircle(found []*Actor, at Pos, radius int32) []*Actor {
	m := &w.bins
	low, high := Pos{X: at.X - radius, Y: at.Y - radius, Z: 0}, Pos{X: at.X + radius, Y: at.Y + radius, Z: 0}
	left, right := wpos.Clamp(low.X/1024/binSize, 0, m.columns-1), wpos.Clamp(high.X/1024/binSize, 0, m.columns-1)
	top, bottom := wpos.Clamp(low.Y/1024/binSize, 0, m.rows-1), wpos.Clamp(high.Y/1024/binSize, 0, m.rows-1)
	limit := int64(radius) * int64(radius)
	for row := top; row <= bottom; row++ {
		for column := left; column <= right; column++ {
			for _, id := range m.bins[row*m.columns+column] {
				if a := w.actors[id]; a != nil && a.inWorld && a.center.Sub(at).FlatSquared() <= limit {
					found = append(found, a)
				}
			}
		}
	}
	return found
}

// distanceTo is how far a place is from the edge of an actor's nearest shape.
func (a *Actor) distanceTo(at Pos) int32 {
	nearest := int32(0x7FFFFFFF)
	for i := range a.typ.Shapes {
		nearest = min(nearest, a.typ.Shapes[i].Distance(at.Sub(a.center), a.orientation()))
	}
	return nearest
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
	w.inBox(low, high, everybody, func(a *Actor) {
		b := a.typ.Blocks
		if blocked || b == nil || !w.stopsShot(a, owner) {
			return
		}
		hit := a.center.NearestOn(from, to)
		if a.center.Sub(hit).FlatLength() <= a.typ.OuterRadius()+width && hit.Sub(from).Length() < length && b.Height > hit.Z {
			at, blocked = hit, true
		}
	})
	return at, blocked
}

// stopsShot reports whether an actor that blocks shots stops those of a player.
func (w *World) stopsShot(a *Actor, owner int32) bool {
	b := a.typ.Blocks
	switch {
	case w.allied(a.owner, owner):
		return b.Allies
	case w.hostile(a.owner, owner):
		return b.Enemies
	}
	return b.Neutrals
}
