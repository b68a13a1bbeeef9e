// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// addBuilding notes a building's cells, power and storage.
func (w *World) addBuilding(a *Actor) {
	a.Type.Building.Cells(a.Cell, func(c Cell) {
		if w.Ground.Within(c) {
			w.Influence[w.Ground.Index(c)] = a.ID
		}
	})
	w.buildingChanged(a)
}

func (w *World) removeBuilding(a *Actor) {
	a.Type.Building.Cells(a.Cell, func(c Cell) {
		if w.Ground.Within(c) && w.Influence[w.Ground.Index(c)] == a.ID {
			w.Influence[w.Ground.Index(c)] = none
		}
	})
	w.buildingChanged(a)
}

func (w *World) buildingChanged(a *Actor) {
	if len(a.Type.Power) > 0 {
		w.updatePower(a.Owner)
	}
	if a.Type.Storage > 0 {
		p := &w.Players[a.Owner]
		p.Capacity = 0
		for _, other := range w.Actors {
			if other != nil && other.InWorld && other.Owner == a.Owner {
				p.Capacity += other.Type.Storage
			}
		}
		p.Ore = min(p.Ore, p.Capacity)
	}
}

// loseStored takes away the share of its owner's ore that a store held when it
// was destroyed (ra-dev2026-rl-da822cf490a3, net frame 6878).
func (w *World) loseStored(a *Actor) {
	p := &w.Players[a.Owner]
	if a.Type.Storage == 0 || p.Capacity == 0 {
		return
	}
	p.Ore -= int32(int64(a.Type.Storage) * int64(p.Ore) / int64(p.Capacity))
}

// CanPlace reports whether a building fits at a place, ignoring one actor.
func (w *World) CanPlace(t *info.ActorType, at Cell, ignore uint32) bool {
	b := t.Building
	if b == nil || b.Footprint == nil || b.Anywhere {
		return true
	}
	fits := true
	b.Cells(at, func(c Cell) {
		fits = fits && w.cellBuildable(b, c, ignore) && (b.OnResources || !w.Resources.IsResource(w.Ground.Index(c)))
	})
	return fits
}

// cellBuildable reports whether a building may cover a cell, whatever grows
// there.
func (w *World) cellBuildable(b *info.BuildingInfo, c Cell, ignore uint32) bool {
	if !w.Ground.Contains(c) || !info.Contains(b.Terrain, w.terrainName(c)) {
		return false
	}
	if other := w.Influence[w.Ground.Index(c)]; other != none && other != ignore {
		return false
	}
	for n := w.First(c); n != 0; n = w.Occupied.Nodes[n].Next {
		if w.Occupied.Nodes[n].Actor != ignore {
			return false
		}
	}
	return true
}

// nearBase reports whether a building stands close enough to its owner's base.
func (w *World) nearBase(owner int32, t *info.ActorType, at Cell) bool {
	b := t.Building
	if b.AreaTypes == nil || w.Players[owner].Cheats.BuildAnywhere {
		return true
	}
	if w.Options.BuildRadius && b.NeedsBase && !w.baseInRange(owner, b, at) {
		return false
	}
	low := w.Ground.ClampCell(at.Sub(Cell{X: b.Adjacent, Y: b.Adjacent}))
	high := w.Ground.ClampCell(at.Add(Cell{X: b.Width + b.Adjacent, Y: b.Height + b.Adjacent}))
	for y := low.Y; y < high.Y; y++ {
		for x := low.X; x < high.X; x++ {
			c := Cell{X: x, Y: y}
			if !w.Ground.Within(c) {
				continue
			}
			other := w.Actor(w.Influence[w.Ground.Index(c)])
			if other == nil || !w.sharesBase(owner, other.Owner) || !overlaps(other.Type.GivesArea, b.AreaTypes) {
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
	return owner == other || w.Options.AllyBuild && w.Allied(owner, other)
}

// baseInRange reports whether the middle of a building would be in the reach of a
// yard that serves, as one that is being captured does not.
func (w *World) baseInRange(owner int32, b *info.BuildingInfo, at Cell) bool {
	center := w.CenterOfCell(at).Add(b.CenterOffset)
	for _, a := range w.Actors {
		if a == nil || !a.InWorld || a.Type.BaseRange == 0 || !w.sharesBase(owner, a.Owner) || !w.Holds(a, a.Type.BaseServes) {
			continue
		}
		if a.Center.Sub(center).FlatSquared() <= int64(a.Type.BaseRange)*int64(a.Type.BaseRange) {
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

// placeLine in the amount of TaskPlace: walls up to the next ones come along.
const placeLine = 1

// placeBuilding is the frame-end task of the order to place a finished
// building.
func (w *World) placeBuilding(t *state.Task) {
	p := &w.Players[t.Player]
	var q *state.Queue
	at := -1
	queues := w.queuesOf(t.Player, t.Actor)
	for i := range queues {
		for j := range queues[i].Items {
			if it := &queues[i].Items[j]; at < 0 && it.Done && it.Type == t.Type {
				q, at = &queues[i], j
			}
		}
	}
	if at < 0 || t.Amount != placeLine && (!w.CanPlace(t.Type, t.Cell, none) || !w.nearBase(t.Player, t.Type, t.Cell)) {
		return
	}
	producers := w.rankedProducers(t.Player, q.Info.Kind)
	faction := p.Faction
	switch {
	case t.Type.Buildable.ForceFaction != "":
		faction = t.Type.Buildable.ForceFaction
	case q.Maker != none:
		faction = w.Actors[q.Maker].Faction
	case len(producers) > 0:
		faction = w.Actors[producers[0]].Faction
	}
	s := state.Spawn{Owner: t.Player, Faction: faction, Cell: t.Cell, HasCell: true, Facing: -1}
	w.Create(t.Type, s)
	if t.Amount == placeLine {
		w.buildLine(t.Type, &s)
	}
	q.Items = append(q.Items[:at], q.Items[at+1:]...)
}

func (w *World) spawnFreeActor(t *state.Task) {
	a := w.Actor(t.Actor)
	if a == nil || a.Dead && a.Type.Bridge == nil {
		return
	}
	info := &a.Type.FreeActors[t.Queue]
	if typ := w.TypeOf(info.Actor); typ != nil {
		made := w.Create(typ, state.Spawn{Owner: a.Owner, Cell: a.Cell.Add(info.Offset), HasCell: true, Facing: info.Facing})
		if s := w.bridges.Of(a.ID); s != nil && typ.BridgeHut {
			w.bridges.AddHut(s, made.ID)
		}
	}
}

// Heal raises an actor's health up to its maximum.
func (w *World) Heal(a *Actor, hp int32) {
	w.Wake(a)
	a.HP = wpos.Clamp(a.HP+hp, 0, a.Type.MaxHP)
	if a.Type.ScalePower {
		w.updatePower(a.Owner)
	}
}
