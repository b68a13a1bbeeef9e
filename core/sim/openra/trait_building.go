// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// addBuilding notes a building's cells, power and storage.
func (w *World) addBuilding(a *Actor) {
	a.typ.Building.Cells(a.cell, func(c Cell) {
		if w.ground.within(c) {
			w.influence[w.ground.index(c)] = a.ID
		}
	})
	w.buildingChanged(a)
}

func (w *World) removeBuilding(a *Actor) {
	a.typ.Building.Cells(a.cell, func(c Cell) {
		if w.ground.within(c) && w.influence[w.ground.index(c)] == a.ID {
			w.influence[w.ground.index(c)] = none
		}
	})
	w.buildingChanged(a)
}

func (w *World) buildingChanged(a *Actor) {
	if len(a.typ.Power) > 0 {
		w.updatePower(a.owner)
	}
	if a.typ.Storage > 0 {
		p := &w.players[a.owner]
		p.capacity = 0
		for _, other := range w.actors {
			if other != nil && other.inWorld && other.owner == a.owner {
				p.capacity += other.typ.Storage
			}
		}
		p.ore = min(p.ore, p.capacity)
	}
}

// loseStored takes away the share of its owner's ore that a store held when it
// was destroyed (ra-dev2026-rl-da822cf490a3, net frame 6878).
func (w *World) loseStored(a *Actor) {
	p := &w.players[a.owner]
	if a.typ.Storage == 0 || p.capacity == 0 {
		return
	}
	p.ore -= int32(int64(a.typ.Storage) * int64(p.ore) / int64(p.capacity))
}

// canPlace reports whether a building fits at a place, ignoring one actor.
func (w *World) canPlace(t *info.ActorType, at Cell, ignore uint32) bool {
	b := t.Building
	if b == nil || b.Footprint == nil || b.Anywhere {
		return true
	}
	fits := true
	b.Cells(at, func(c Cell) {
		fits = fits && w.cellBuildable(b, c, ignore) && (b.OnResources || !w.resources.isResource(w.ground.index(c)))
	})
	return fits
}

// cellBuildable reports whether a building may cover a cell, whatever grows
// there.
func (w *World) cellBuildable(b *info.BuildingInfo, c Cell, ignore uint32) bool {
	if !w.ground.contains(c) || !info.Contains(b.Terrain, w.terrainName(c)) {
		return false
	}
	if other := w.influence[w.ground.index(c)]; other != none && other != ignore {
		return false
	}
	for n := w.first(c); n != 0; n = w.occupied.nodes[n].next {
		if w.occupied.nodes[n].actor != ignore {
			return false
		}
	}
	return true
}

// nearBase reports whether a building stands close enough to its owner's base.
func (w *World) nearBase(owner int32, t *info.ActorType, at Cell) bool {
	b := t.Building
	if b.AreaTypes == nil || w.players[owner].cheats.buildAnywhere {
		return true
	}
	if w.options.buildRadius && b.NeedsBase && !w.baseInRange(owner, b, at) {
		return false
	}
	low := w.ground.clampCell(at.Sub(Cell{X: b.Adjacent, Y: b.Adjacent}))
	high := w.ground.clampCell(at.Add(Cell{X: b.Width + b.Adjacent, Y: b.Height + b.Adjacent}))
	for y := low.Y; y < high.Y; y++ {
		for x := low.X; x < high.X; x++ {
			c := Cell{X: x, Y: y}
			if !w.ground.within(c) {
				continue
			}
			other := w.actor(w.influence[w.ground.index(c)])
			if other == nil || !w.sharesBase(owner, other.owner) || !overlaps(other.typ.GivesArea, b.AreaTypes) {
				continue
			}
			near := false
			b.Cells(at, func(own Cell) {
				near = near || wpos.Abs(own.X-c.X) <= b.Adjacent && wpos.Abs(own.Y-c.Y) <= b.Adjacent
			})
			if near {
				return true
			}
		}
	}
	return false
}

func (w *World) sharesBase(owner, other int32) bool {
	return owner == other || w.options.allyBuild && w.allied(owner, other)
}

// baseInRange reports whether the middle of a building would be in the reach of a
// yard that serves, as one that is being captured does not.
func (w *World) baseInRange(owner int32, b *info.BuildingInfo, at Cell) bool {
	center := w.centerOfCell(at).Add(b.CenterOffset)
	for _, a := range w.actors {
		if a == nil || !a.inWorld || a.typ.BaseRange == 0 || !w.sharesBase(owner, a.owner) || !w.holds(a, a.typ.BaseServes) {
			continue
		}
		if a.center.Sub(center).FlatSquared() <= int64(a.typ.BaseRange)*int64(a.typ.BaseRange) {
			return true
		}
	}
	return false
}

func overlaps(a, b []string) bool {
	for _, word := range a {
		if info.Contains(b, word) {
			return true
		}
	}
	return false
}

// placeLine in the amount of taskPlace: walls up to the next ones come along.
const placeLine = 1

// placeBuilding is the frame-end task of the order to place a finished
// building.
func (w *World) placeBuilding(t *task) {
	p := &w.players[t.player]
	var q *queue
	at := -1
	queues := w.queuesOf(t.player, t.actor)
	for i := range queues {
		for j := range queues[i].items {
			if it := &queues[i].items[j]; at < 0 && it.done && it.typ == t.typ {
				q, at = &queues[i], j
			}
		}
	}
	if at < 0 || t.amount != placeLine && (!w.canPlace(t.typ, t.cell, none) || !w.nearBase(t.player, t.typ, t.cell)) {
		return
	}
	producers := w.rankedProducers(t.player, q.info.Kind)
	faction := p.faction
	switch {
	case t.typ.Buildable.ForceFaction != "":
		faction = t.typ.Buildable.ForceFaction
	case q.maker != none:
		faction = w.actors[q.maker].faction
	case len(producers) > 0:
		faction = w.actors[producers[0]].faction
	}
	s := spawn{owner: t.player, faction: faction, cell: t.cell, hasCell: true, facing: -1}
	w.create(t.typ, s)
	if t.amount == placeLine {
		w.buildLine(t.typ, &s)
	}
	q.items = append(q.items[:at], q.items[at+1:]...)
}

func (w *World) spawnFreeActor(t *task) {
	a := w.actor(t.actor)
	if a == nil || a.dead && a.typ.Bridge == nil {
		return
	}
	info := &a.typ.FreeActors[t.queue]
	if typ := w.typeOf(info.Actor); typ != nil {
		made := w.create(typ, spawn{owner: a.owner, cell: a.cell.Add(info.Offset), hasCell: true, facing: info.Facing})
		if s := w.spanOf(a.ID); s != nil && typ.BridgeHut {
			w.addHut(s, made.ID)
		}
	}
}

// heal raises an actor's health up to its maximum.
func (w *World) heal(a *Actor, hp int32) {
	w.wake(a)
	a.hp = wpos.Clamp(a.hp+hp, 0, a.typ.MaxHP)
	if a.typ.ScalePower {
		w.updatePower(a.owner)
	}
}
