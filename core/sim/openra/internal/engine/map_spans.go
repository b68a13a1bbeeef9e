// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// The pieces of bridges: how they look, which is how they can be passed, when
// they are hurt, destroyed and made whole again. A destroyed piece stays where it
// was and waits to be mended.

// addSpan notes a piece with those of its cells that the map shows.
func (w *World) addSpan(setup *state.Setup, a *Actor, template int32) {
	one := state.BridgeSpan{Type: a.Type, At: a.Cell, Template: template, Next: [2]int32{-1, -1}, Actor: a.ID}
	size := w.Ground.Tileset.Template(int(template)).Size
	for i := range int32(size[0] * size[1]) {
		c := a.Cell.Add(Cell{X: i % int32(size[0]), Y: i / int32(size[0])})
		if !w.Ground.Within(c) {
			continue
		}
		if tile := setup.Map.Tiles[w.Ground.Index(c)]; int32(tile.Template) == template && int32(tile.Index) == i {
			one.Cells = append(one.Cells, state.SpanCell{At: c, Index: i})
		}
	}
	w.bridges.Spans = append(w.bridges.Spans, one)
}

// spanState is how badly a piece is hurt.
func (w *World) spanState(s *state.BridgeSpan) info.DamageState {
	if a := w.Peek(s.Actor); a != nil {
		return a.DamageState()
	}
	return info.DamageNone
}

// deadShore reports whether a piece is a destroyed end of a bridge.
func (w *World) deadShore(s, neighbour *state.BridgeSpan) bool {
	return neighbour != nil && info.Contains(s.Type.Bridge.Shores, neighbour.Type.Name) && w.spanState(neighbour) == info.DamageDead
}

// impassable reports whether a piece counts as destroyed: one of a long bridge
// does beside a destroyed end, too.
func (w *World) impassable(s *state.BridgeSpan) bool {
	if s == nil {
		return false
	}
	return s.Type.Bridge.Long && (w.deadShore(s, w.bridges.Neighbour(s, 0)) || w.deadShore(s, w.bridges.Neighbour(s, 1))) || w.spanState(s) == info.DamageDead
}

// tilesOf chooses the template that a piece shows.
func (w *World) tilesOf(s *state.BridgeSpan) int32 {
	rule, state := s.Type.Bridge, w.spanState(s)
	if rule.Long && w.impassable(s) {
		before, after := w.impassable(w.bridges.Neighbour(s, 0)), w.impassable(w.bridges.Neighbour(s, 1))
		switch {
		case before && after:
			return rule.Templates[info.BridgePlusBoth]
		case before:
			return rule.Templates[info.BridgePlusNorth]
		case after:
			return rule.Templates[info.BridgePlusSouth]
		}
		return rule.Templates[info.BridgeDestroyed]
	}
	switch {
	case state == info.DamageDead && rule.Templates[info.BridgeDestroyed] > 0:
		return rule.Templates[info.BridgeDestroyed]
	case state >= info.DamageHeavy && rule.Templates[info.BridgeDamaged] > 0:
		return rule.Templates[info.BridgeDamaged]
	}
	return rule.Templates[info.BridgeWhole]
}

// hitBridge changes the health of a piece by an amount that nothing lessens any
// more.
func (w *World) hitBridge(a *Actor, amount int32) {
	before := a.DamageState()
	a.HP = wpos.Clamp(a.HP-amount, 0, a.Type.MaxHP)
	if dead := a.HP == 0; dead != a.Dead {
		a.Dead = dead
		w.unsettleFrozen()
	}
	if s := w.bridges.Of(a.ID); s != nil && a.DamageState() != before {
		w.spanChanged(s)
	}
}

// spanChanged lets a piece and its neighbours show the state they are in now; an
// end of a bridge counts for the piece after the next as well.
func (w *World) spanChanged(s *state.BridgeSpan) {
	w.showSpan(s)
	for d := range int32(2) {
		if near := w.bridges.Neighbour(s, d); near != nil {
			w.showSpan(near)
		}
	}
	if !info.Contains(s.Type.Bridge.Shores, s.Type.Name) {
		return
	}
	for d := range int32(2) {
		if near := w.bridges.Neighbour(s, d); near != nil && w.bridges.Neighbour(near, d) != nil {
			w.showSpan(w.bridges.Neighbour(near, d))
		}
	}
}

// showSpan lays the ground of the state a piece is in. Who stands on one that has
// just been destroyed dies, where he cannot be any more.
func (w *World) showSpan(s *state.BridgeSpan) {
	template := w.tilesOf(s)
	if template == w.bridges.Shows(s) {
		return
	}
	w.bridges.Changed(s.Actor, s.Template).Template = template
	if tiles := w.Ground.Tileset.Template(int(template)); tiles != nil && tiles.Size[0] > 0 {
		for _, c := range s.Cells {
			d := c.At.Sub(s.At)
			if terrain := w.Ground.Tileset.Terrain(int(template), int(d.X+int32(tiles.Size[0])*d.Y)); terrain != grid.NoTerrain {
				w.layTerrain(c.At, uint8(terrain))
			}
		}
	}
	if one := w.bridges.Changed(s.Actor, s.Template); w.impassable(s) && !one.Killed {
		one.Killed = true
		w.killOnSpan(s)
	}
}

// killOnSpan kills who stands on a piece and cannot stand on what it is now.
func (w *World) killOnSpan(s *state.BridgeSpan) {
	for _, c := range s.Cells {
		var standing []uint32
		for at := w.First(c.At); at != 0; at = w.Occupied.Nodes[at].Next {
			standing = append(standing, w.Occupied.Nodes[at].Actor)
		}
		for _, id := range standing {
			if a := w.Alive(id); a != nil && w.drowns(a, c.At) {
				w.Destroy(a, w.Peek(s.Actor), s.Type.Bridge.Causes)
			}
		}
	}
}

// drowns reports whether an actor that can be moved cannot be in a cell.
func (w *World) drowns(a *Actor, c Cell) bool {
	switch t := a.Type; {
	case t.Mobile != nil:
		return w.Paths.CellCost(&w.Paths.Locomotors[t.Mobile.Locomotor], c) == path.Unreachable
	case t.Crate != nil:
		return !w.Ground.Contains(c) || !info.Contains(t.Crate.Terrain, w.terrainName(c))
	case t.Husk:
		return !w.Ground.Contains(c) || !info.Contains(t.HuskTerrain, w.terrainName(c))
	}
	return false
}
