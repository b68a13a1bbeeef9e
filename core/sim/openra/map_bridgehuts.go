// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// The huts at the ends of bridges: who goes into one mends the bridge, a charge
// in one destroys it, a piece after the other up to the next hut.

// spanStep is what is done next to a piece of a bridge, after a while.
type spanStep struct {
	actor     uint32 // the piece, or the hut in which a charge lies
	by        uint32 // who mends it or laid the charge
	hut       uint32 // into which he went to mend it, none for a charge
	direction int32  // -1 for the piece with the hut
	left      int32  // ticks
	charge    bool   // it lies in a hut
}

// minStepBytes is what one takes at least.
const minStepBytes = 4

func (one *spanStep) coded(c *coder) {
	c.u32s(&one.actor, &one.by, &one.hut)
	c.ints(&one.direction, &one.left)
	c.bool(&one.charge)
}

// linkHuts finds the huts of the bridges in a restored game, in the order in which
// they were made.
func (w *World) linkHuts() {
	for i := range w.spans {
		w.spans[i].own, w.spans[i].hut, w.spans[i].huts = [2]uint32{}, none, [2]uint32{}
	}
	if len(w.spans) == 0 {
		return
	}
	for _, hut := range w.actors {
		if hut == nil || !hut.typ.BridgeHut {
			continue
		}
		for i := range w.spans {
			if s := &w.spans[i]; s.lacks(hut) {
				w.addHut(s, hut.ID)
				break
			}
		}
	}
}

// lacks reports whether a hut is one that a piece makes and has not got yet.
func (s *bridgeSpan) lacks(hut *Actor) bool {
	for k := range s.typ.FreeActors {
		if info := &s.typ.FreeActors[k]; k < len(s.own) && s.own[k] == none && info.Actor == hut.typ.Name && hut.cell == s.at.Add(info.Offset) {
			return true
		}
	}
	return false
}

// addHut gives a piece a hut. With two of its own it is a bridge by itself, and
// what is done to it ends at neither.
func (w *World) addHut(s *bridgeSpan, hut uint32) {
	switch none {
	case s.own[0]:
		s.own[0] = hut
	case s.own[1]:
		s.own[1] = hut
	}
	if s.huts[0] == s.huts[1] {
		s.huts[1] = hut
	}
	if s.hut != none {
		s.hut = none
		return
	}
	s.hut = hut
	if s.huts[0] == none {
		s.huts[0] = hut
	}
	for d := range int32(2) {
		for near := w.neighbour(s, d); near != nil; near = w.neighbour(near, d) {
			near.huts[d] = hut
			if near.hut != none {
				break
			}
		}
	}
}

// bridgeAt is the piece that a hut belongs to, nil if it has none.
func (w *World) bridgeAt(hut *Actor) *bridgeSpan {
	if !hut.typ.BridgeHut {
		return nil
	}
	for i := range w.spans {
		if s := &w.spans[i]; s.own[0] == hut.ID || s.own[1] == hut.ID {
			return s
		}
	}
	return nil
}

// worst is the state of the most damaged piece of a bridge, from one piece as far
// as the next hut either way.
func (w *World) worst(s *bridgeSpan) info.DamageState {
	state := w.spanState(s)
	for d := range int32(2) {
		for near := w.neighbour(s, d); near != nil; near = w.neighbour(near, d) {
			state = max(state, w.spanState(near))
			if near.hut != none {
				break
			}
		}
	}
	return state
}

func (w *World) mending(hut *Actor) bool {
	for i := range w.crossings {
		if w.crossings[i].actor == hut.ID {
			return w.crossings[i].mending > 0
		}
	}
	return false
}

// needsMending reports whether a hut's bridge is hurt and nobody mends it.
func (w *World) needsMending(hut *Actor) bool {
	s := w.bridgeAt(hut)
	return s != nil && w.worst(s) != info.DamageNone && !w.mending(hut)
}

// dangles reports whether a bridge has one hut only and ends there.
func (w *World) dangles(hut *Actor) bool {
	s := w.bridgeAt(hut)
	return s != nil && s.huts[0] == s.huts[1] && (s.next[0] < 0 || s.next[1] < 0)
}

// mendable reports whether who goes into a hut can mend its bridge.
func (w *World) mendable(a, hut *Actor) bool {
	s := w.bridgeAt(hut)
	return a.typ.MendsBridges && w.needsMending(hut) && s.huts[0] != none && s.huts[1] != none
}

// chargeable reports whether a charge in a hut has anything left to destroy.
func (w *World) chargeable(hut *Actor) bool {
	s := w.bridgeAt(hut)
	return s != nil && w.worst(s) != info.DamageDead
}

// mendBridge begins to mend the bridge of a hut.
func (w *World) mendBridge(a, hut *Actor) {
	s := w.bridgeAt(hut)
	directions := int32(1)
	if s.huts[0] != hut.ID && s.huts[1] != hut.ID {
		directions = 2
	}
	w.changed(hut.ID, 0).mending = directions
	w.workOnBridge(s, spanStep{by: a.ID, hut: hut.ID})
}

// layCharge leaves a charge in a hut.
func (w *World) layCharge(a, hut *Actor) {
	w.steps = append(w.steps, spanStep{actor: hut.ID, by: a.ID, left: a.typ.Demolition.Delay, charge: true})
}

// workOnBridge does to a piece, and to those before and after it, what a step
// says.
func (w *World) workOnBridge(s *bridgeSpan, step spanStep) {
	step.charge, step.direction = false, -1
	w.workOnSpan(s, step)
	for d := range int32(2) {
		if near := w.neighbour(s, d); near != nil {
			step.direction = d
			w.workOnSpan(near, step)
		}
	}
}

// workOnSpan mends or destroys a piece at the end of the tick, and the next one
// after a while, or soon where the piece is in that state already or the next one
// is a destroyed end.
func (w *World) workOnSpan(s *bridgeSpan, step spanStep) {
	done := info.DamageNone
	if step.hut == none {
		done = info.DamageDead
	}
	state := w.spanState(s)
	step.actor = s.actor
	w.later(task{kind: taskSpanWork, step: step})
	if step.direction < 0 || s.hut != none {
		return
	}
	if near := w.neighbour(s, step.direction); near != nil {
		step.actor, step.left = near.actor, s.typ.Bridge.Delay
		if state == done || w.deadShore(s, near) {
			step.left = 0
		}
		w.later(task{kind: taskSpanWaits, step: step})
	}
}

// tickSteps counts to what is done next to bridges, at the end of the tick.
func (w *World) tickSteps() {
	kept := w.steps[:0]
	for _, one := range w.steps {
		if one.left--; one.left > 0 {
			kept = append(kept, one)
			continue
		}
		w.later(task{kind: taskSpanDue, step: one})
	}
	w.steps = kept
}

// spanDue is the frame-end task that goes on with a bridge, or lets a charge go
// off.
func (w *World) spanDue(step spanStep) {
	if !step.charge {
		if s := w.spanOf(step.actor); s != nil && step.direction >= 0 && step.direction < 2 {
			w.workOnSpan(s, step)
		}
		return
	}
	if hut := w.alive(step.actor); hut != nil {
		if s := w.bridgeAt(hut); s != nil {
			w.workOnBridge(s, spanStep{by: step.by})
		}
	}
}

// workNow is the frame-end task that mends or destroys a piece.
func (w *World) workNow(step spanStep) {
	a, s := w.actor(step.actor), w.spanOf(step.actor)
	switch {
	case a == nil || s == nil:
	case step.hut == none:
		w.blowUp(a, s, w.actor(step.by))
	default:
		w.mendSpan(a, s, step)
	}
}

func (w *World) blowUp(a *Actor, s *bridgeSpan, saboteur *Actor) {
	if blast := s.typ.Bridge.Blast; blast != nil {
		w.explode(blast, saboteur, a.center)
	}
	var causes []string
	if saboteur != nil && saboteur.typ.Demolition != nil {
		causes = saboteur.typ.Demolition.Causes
	}
	w.destroy(a, saboteur, causes)
}

// mendSpan makes a piece whole. What is in the way of one that was destroyed
// dies.
func (w *World) mendSpan(a *Actor, s *bridgeSpan, step spanStep) {
	fallen := a.hp == 0
	w.wake(a)
	w.hitBridge(a, -a.typ.MaxHP)
	if fallen {
		w.changed(a.ID, s.template).killed = false
		w.killOnSpan(s)
	}
	single := s.next[0] < 0 && s.next[1] < 0
	if step.direction < 0 && single || step.direction >= 0 && (s.hut != none || w.neighbour(s, step.direction) == nil) {
		w.changed(step.hut, 0).mending--
	}
}
