// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// fullFire is the firepower of who has no modifiers of it: fine enough for three of
// them, which the engine does not cut before armour and distance are taken too.
const fullFire = 1000000

// blow is what a weapon does to a place, or to one actor.
type blow struct {
	weapon    *weapon
	source    uint32 // who fired; he may be gone
	owner     int32
	firepower int32
	at        Pos
	victim    uint32 // the actor that was hit by itself, none for the place
}

func (e *effect) blow(at Pos) blow {
	return blow{weapon: e.weapon, source: e.source, owner: e.owner, firepower: e.firepower, at: at}
}

// strike lets the warheads of a weapon work in their order; those with a delay
// wait as effects of their own. The engine puts those into the world at the end of
// the tick: what blows up before the effects have had their turn waits no less.
func (w *World) strike(b *blow) {
	for i := range b.weapon.warheads {
		h := &b.weapon.warheads[i]
		if h.delay > 0 {
			w.effects = append(w.effects, effect{
				kind: effectDelayed, weapon: b.weapon, warhead: int32(i), source: b.source, owner: b.owner, firepower: b.firepower,
				target: b.victim, to: b.at, length: h.delay + boolean(w.beforeEffects),
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
	b := e.blow(e.to)
	if e.target != none {
		victim := w.validTarget(e.target)
		if victim == nil {
			return
		}
		b.victim, b.at = victim.ID, victim.center
	}
	w.work(&b, &b.weapon.warheads[e.warhead])
}

// explode lets the warheads of a weapon work around a place.
func (w *World) explode(weapon *weapon, source *Actor, at Pos) {
	b := blow{weapon: weapon, firepower: fullFire, at: at}
	if source != nil {
		b.source, b.owner = source.ID, source.owner
	}
	w.strike(&b)
}

// work lets one warhead work.
func (w *World) work(b *blow, h *warhead) {
	switch {
	case h.kind == warheadPuff:
		w.puff(b)
	case h.kind == warheadSow || h.kind == warheadRaze:
		w.changeResources(b, h)
	case h.kind == warheadCluster:
		w.scatterFire(b, &h.cluster)
	case h.kind == warheadOther:
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
func (w *World) workAround(b *blow, h *warhead) {
	reach := h.spread
	if h.kind == warheadTarget && reach == 0 {
		return // it is for the actor that is hit by itself
	}
	if h.kind == warheadSpread {
		if len(h.ends) == 0 {
			return
		}
		reach = h.ends[len(h.ends)-1]
	}
	first := len(w.scratch.victims)
	w.scratch.victims = w.inCircle(w.scratch.victims, b.at, reach+w.largestRadius)
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
		if h.kind == warheadSpread {
			share = h.at(distance)
		}
		w.inflict(b, h, a, share)
	}
	clear(w.scratch.victims[first:])
	w.scratch.victims = w.scratch.victims[:first]
}

// affects reports whether a warhead may work on an actor.
func (w *World) affects(b *blow, h *warhead, a *Actor) bool {
	if !w.hits(h, a) || !h.parent && a.ID == b.source {
		return false
	}
	switch {
	case w.allied(b.owner, a.owner):
		return h.allies
	case w.hostile(b.owner, a.owner):
		return h.enemies
	}
	return h.neutrals
}

// inflict damages one actor: firepower, distance and armour are one chain of
// percentages, cut once.
func (w *World) inflict(b *blow, h *warhead, a *Actor, share int32) {
	amount := wpos.Percentage{Value: int64(h.damage), Divisor: 1}
	if h.kind == warheadPercentage {
		amount.Take(a.typ.maxHP)
	}
	amount.Take(share)
	amount.Take(h.against(a.typ.armor))
	if b.firepower != fullFire {
		amount.Times(b.firepower, fullFire)
	}
	w.damage(a, w.actor(b.source), amount.Whole(), h.causes)
}

// puff draws where a sight is shown. Nothing else comes of it, but the numbers
// are from the generator that is hashed.
func (w *World) puff(b *blow) {
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
	for i := range a.typ.shapes {
		nearest = min(nearest, a.typ.shapes[i].distance(at.Sub(a.center), a.orientation()))
	}
	return nearest
}

// distance is how far a point is from the edge of a shape that is turned by a
// yaw; the shape lies flat in the middle of its actor.
func (s *shape) distance(d Pos, yaw int32) int32 {
	switch {
	case len(s.corners) > 0:
		return s.distanceFromPolygon(d.Rotate(wpos.Angle(-yaw)))
	case !s.rectangle:
		return max(0, d.Length()-s.radius)
	}
	d = d.Rotate(wpos.Angle(-yaw))
	width, height := (s.bottomRight.X-s.topLeft.X)/2, (s.bottomRight.Y-s.topLeft.Y)/2
	return Pos{
		X: max(wpos.Abs(d.X-s.topLeft.X-width)-width, 0), Y: max(wpos.Abs(d.Y-s.topLeft.Y-height)-height, 0),
	}.FlatLength()
}

// distanceFromPolygon counts how often the edges wind around the point: not at
// all, and it is outside, as far from the shape as from the nearest edge
// (HitShapes/Polygon.cs and Exts.PolygonContains of the engine).
func (s *shape) distanceFromPolygon(d Pos) int32 {
	height := int64(d.Z) * int64(d.Z)
	d.Z = 0
	windings := 0
	nearest := int64(1) << 62
	for i, end := range s.corners {
		start := s.corners[(i+len(s.corners)-1)%len(s.corners)]
		side := d.SideOf(start, end)
		switch {
		case start.Y <= d.Y && end.Y > d.Y && side > 0:
			windings++
		case start.Y > d.Y && end.Y <= d.Y && side < 0:
			windings--
		}
		nearest = min(nearest, d.EdgeSquared(start, end))
	}
	if windings != 0 {
		nearest = 0
	}
	return wpos.Isqrt(nearest + height)
}

// outerRadius is how far a shape reaches from the middle.
func (s *shape) outerRadius() int32 {
	if s.rectangle {
		left, top, right, bottom := s.topLeft.X, s.topLeft.Y, s.bottomRight.X, s.bottomRight.Y
		return max(Pos{X: left, Y: top, Z: 0}.Length(), Pos{X: right, Y: top, Z: 0}.Length(), Pos{X: left, Y: bottom, Z: 0}.Length(), Pos{X: right, Y: bottom, Z: 0}.Length())
	}
	outer := s.radius
	for _, corner := range s.corners {
		outer = max(outer, corner.Length())
	}
	return outer
}

// blocker finds what stops a shot on its way, and where: walls that are higher
// than the shot flies.
func (w *World) blocker(owner int32, from, to Pos, width int32) (at Pos, blocked bool) {
	if w.blockers == 0 {
		return Pos{}, false
	}
	reach := 1024 + width + w.largestRadius
	low := Pos{X: min(from.X, to.X) - reach, Y: min(from.Y, to.Y) - reach, Z: 0}
	high := Pos{X: max(from.X, to.X) + reach, Y: max(from.Y, to.Y) + reach, Z: 0}
	length := to.Sub(from).Length()
	w.inBox(low, high, everybody, func(a *Actor) {
		b := a.typ.blocks
		if blocked || b == nil || !b.stops(w, a, owner) {
			return
		}
		hit := a.center.NearestOn(from, to)
		if a.center.Sub(hit).FlatLength() <= a.typ.outerRadius()+width && hit.Sub(from).Length() < length && b.height > hit.Z {
			at, blocked = hit, true
		}
	})
	return at, blocked
}

// blocksInfo is what stops shots.
type blocksInfo struct {
	height                    int32
	allies, neutrals, enemies bool
}

func (b *blocksInfo) stops(w *World, a *Actor, owner int32) bool {
	switch {
	case w.allied(a.owner, owner):
		return b.allies
	case w.hostile(a.owner, owner):
		return b.enemies
	}
	return b.neutrals
}

func (t *actorType) outerRadius() int32 {
	outer := int32(0)
	for i := range t.shapes {
		outer = max(outer, t.shapes[i].outerRadius())
	}
	return outer
}
