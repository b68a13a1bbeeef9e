// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// The pieces of bridges: how they look, which is how they can be passed, when
// they are hurt, destroyed and made whole again. A destroyed piece stays where it
// was and waits to be mended.

// bridgeSpan is a piece of a bridge as the map has it, with its huts. It does not change
// once they are made.
type bridgeSpan struct {
	typ      *info.ActorType
	at       Cell
	template int32      // that the map shows
	cells    []spanCell // in the order of the template
	next     [2]int32   // index of the pieces before and after it, -1 if there is none

	actor uint32
	own   [2]uint32 // its huts
	hut   uint32    // at which what is done to the bridge ends, none if it goes on
	huts  [2]uint32 // before and after it
}

type spanCell struct {
	at    Cell
	index int32
}

// crossing is what has become of a piece, or of a hut, since the game began.
type crossing struct {
	actor    uint32
	template int32 // the piece shows now
	mending  int32 // directions in which the hut's bridge is being mended
	killed   bool  // those who were on the piece have died with it
}

// minCrossingBytes is what one takes at least.
const minCrossingBytes = 2

func (one *crossing) coded(c *coder) {
	c.u32s(&one.actor)
	c.ints(&one.template, &one.mending)
	c.bool(&one.killed)
}

// addSpan notes a piece with those of its cells that the map shows.
func (w *World) addSpan(setup *Setup, a *Actor, template int32) {
	one := bridgeSpan{typ: a.typ, at: a.cell, template: template, next: [2]int32{-1, -1}, actor: a.ID}
	size := w.ground.tileset.Template(int(template)).Size
	for i := range int32(size[0] * size[1]) {
		c := a.cell.Add(Cell{X: i % int32(size[0]), Y: i / int32(size[0])})
		if !w.ground.within(c) {
			continue
		}
		if tile := setup.Map.Tiles[w.ground.index(c)]; int32(tile.Template) == template && int32(tile.Index) == i {
			one.cells = append(one.cells, spanCell{c, i})
		}
	}
	w.spans = append(w.spans, one)
}

// joinSpans finds the neighbours of each piece. What one says of its neighbour
// holds for both. Pieces that a map lays so that they would make a ring are not
// joined: whoever goes along a bridge has to come to an end.
func (w *World) joinSpans() {
	for i := range w.spans {
		for d, offset := range w.spans[i].typ.Bridge.Next {
			if offset == nil || w.spans[i].next[d] >= 0 {
				continue
			}
			found := w.spanIn(w.spans[i].at.Add(*offset))
			if found < 0 || w.leadsTo(found, int32(i), d) || w.leadsTo(int32(i), found, 1-d) {
				continue
			}
			w.spans[i].next[d], w.spans[found].next[1-d] = found, int32(i)
		}
	}
}

// leadsTo reports whether the way from one piece in a direction comes to another.
func (w *World) leadsTo(from, to int32, d int) bool {
	for at := from; at >= 0; at = w.spans[at].next[d] {
		if at == to {
			return true
		}
	}
	return false
}

// spanIn finds the piece that shows in a cell.
func (w *World) spanIn(at Cell) int32 {
	for i := range w.spans {
		for _, c := range w.spans[i].cells {
			if c.at == at {
				return int32(i)
			}
		}
	}
	return -1
}

func (w *World) spanOf(id uint32) *bridgeSpan {
	for i := range w.spans {
		if w.spans[i].actor == id {
			return &w.spans[i]
		}
	}
	return nil
}

// neighbour is the piece before (0) or after (1) one.
func (w *World) neighbour(s *bridgeSpan, d int32) *bridgeSpan {
	if s.next[d] < 0 {
		return nil
	}
	return &w.spans[s.next[d]]
}

// changed is the record of what has become of a piece or hut.
func (w *World) changed(id uint32, template int32) *crossing {
	for i := range w.crossings {
		if w.crossings[i].actor == id {
			return &w.crossings[i]
		}
	}
	w.crossings = append(w.crossings, crossing{actor: id, template: template})
	return &w.crossings[len(w.crossings)-1]
}

// spanState is how badly a piece is hurt.
func (w *World) spanState(s *bridgeSpan) info.DamageState {
	if a := w.peek(s.actor); a != nil {
		return a.damageState()
	}
	return info.DamageNone
}

// deadShore reports whether a piece is a destroyed end of a bridge.
func (w *World) deadShore(s, neighbour *bridgeSpan) bool {
	return neighbour != nil && info.Contains(s.typ.Bridge.Shores, neighbour.typ.Name) && w.spanState(neighbour) == info.DamageDead
}

// impassable reports whether a piece counts as destroyed: one of a long bridge
// does beside a destroyed end, too.
func (w *World) impassable(s *bridgeSpan) bool {
	if s == nil {
		return false
	}
	return s.typ.Bridge.Long && (w.deadShore(s, w.neighbour(s, 0)) || w.deadShore(s, w.neighbour(s, 1))) || w.spanState(s) == info.DamageDead
}

// tilesOf chooses the template that a piece shows.
func (w *World) tilesOf(s *bridgeSpan) int32 {
	rule, state := s.typ.Bridge, w.spanState(s)
	if rule.Long && w.impassable(s) {
		before, after := w.impassable(w.neighbour(s, 0)), w.impassable(w.neighbour(s, 1))
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
	before := a.damageState()
	a.hp = wpos.Clamp(a.hp-amount, 0, a.typ.MaxHP)
	if dead := a.hp == 0; dead != a.dead {
		a.dead = dead
		w.unsettleFrozen()
	}
	if s := w.spanOf(a.ID); s != nil && a.damageState() != before {
		w.spanChanged(s)
	}
}

// spanChanged lets a piece and its neighbours show the state they are in now; an
// end of a bridge counts for the piece after the next as well.
func (w *World) spanChanged(s *bridgeSpan) {
	w.showSpan(s)
	for d := range int32(2) {
		if near := w.neighbour(s, d); near != nil {
			w.showSpan(near)
		}
	}
	if !info.Contains(s.typ.Bridge.Shores, s.typ.Name) {
		return
	}
	for d := range int32(2) {
		if near := w.neighbour(s, d); near != nil && w.neighbour(near, d) != nil {
			w.showSpan(w.neighbour(near, d))
		}
	}
}

// showSpan lays the ground of the state a piece is in. Who stands on one that has
// just been destroyed dies, where he cannot be any more.
func (w *World) showSpan(s *bridgeSpan) {
	template, now := w.tilesOf(s), s.template
	for i := range w.crossings {
		if w.crossings[i].actor == s.actor {
			now = w.crossings[i].template
		}
	}
	if template == now {
		return
	}
	w.changed(s.actor, s.template).template = template
	if tiles := w.ground.tileset.Template(int(template)); tiles != nil && tiles.Size[0] > 0 {
		for _, c := range s.cells {
			d := c.at.Sub(s.at)
			if terrain := w.ground.tileset.Terrain(int(template), int(d.X+int32(tiles.Size[0])*d.Y)); terrain != noTerrain {
				w.layTerrain(c.at, uint8(terrain))
			}
		}
	}
	if one := w.changed(s.actor, s.template); w.impassable(s) && !one.killed {
		one.killed = true
		w.killOnSpan(s)
	}
}

// killOnSpan kills who stands on a piece and cannot stand on what it is now.
func (w *World) killOnSpan(s *bridgeSpan) {
	for _, c := range s.cells {
		var standing []uint32
		for at := w.first(c.at); at != 0; at = w.occupied.nodes[at].next {
			standing = append(standing, w.occupied.nodes[at].actor)
		}
		for _, id := range standing {
			if a := w.alive(id); a != nil && w.drowns(a, c.at) {
				w.destroy(a, w.peek(s.actor), s.typ.Bridge.Causes)
			}
		}
	}
}

// drowns reports whether an actor that can be moved cannot be in a cell.
func (w *World) drowns(a *Actor, c Cell) bool {
	switch t := a.typ; {
	case t.Mobile != nil:
		return w.paths.cellCost(&w.paths.locomotors[t.Mobile.Locomotor], c) == unreachable
	case t.Crate != nil:
		return !w.ground.contains(c) || !info.Contains(t.Crate.Terrain, w.terrainName(c))
	case t.Husk:
		return !w.ground.contains(c) || !info.Contains(t.HuskTerrain, w.terrainName(c))
	}
	return false
}
