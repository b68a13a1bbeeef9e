// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// The huts at the ends of bridges: who goes into one mends the bridge, a charge
// in one destroys it, a piece after the other up to the next hut.

// LinkHuts finds the huts of the bridges in a restored game, in the order in which
// they were made.
func (w *World) LinkHuts() {
	w.bridges.ForgetHuts()
	if len(w.bridges.Spans) == 0 {
		return
	}
	for _, hut := range w.Actors {
		if hut != nil && hut.Type.BridgeHut {
			w.bridges.FindHut(hut)
		}
	}
}

// worst is the state of the most damaged piece of a bridge, from one piece as far
// as the next hut either way.
func (w *World) worst(s *state.BridgeSpan) info.DamageState {
	state := w.spanState(s)
	for d := range int32(2) {
		for near := w.bridges.Neighbour(s, d); near != nil; near = w.bridges.Neighbour(near, d) {
			state = max(state, w.spanState(near))
			if near.Hut != none {
				break
			}
		}
	}
	return state
}

// needsMending reports whether a hut's bridge is hurt and nobody mends it.
func (w *World) needsMending(hut *Actor) bool {
	s := w.bridges.OfHut(hut)
	return s != nil && w.worst(s) != info.DamageNone && !w.bridges.Mending(hut.ID)
}

// dangles reports whether a bridge has one hut only and ends there.
func (w *World) dangles(hut *Actor) bool {
	s := w.bridges.OfHut(hut)
	return s != nil && s.Huts[0] == s.Huts[1] && (s.Next[0] < 0 || s.Next[1] < 0)
}

// mendable reports whether who goes into a hut can mend its bridge.
func (w *World) mendable(a, hut *Actor) bool {
	s := w.bridges.OfHut(hut)
	return a.Type.MendsBridges && w.needsMending(hut) && s.Huts[0] != none && s.Huts[1] != none
}

// chargeable reports whether a charge in a hut has anything left to destroy.
func (w *World) chargeable(hut *Actor) bool {
	s := w.bridges.OfHut(hut)
	return s != nil && w.worst(s) != info.DamageDead
}

// mendBridge begins to mend the bridge of a hut.
func (w *World) mendBridge(a, hut *Actor) {
	s := w.bridges.OfHut(hut)
	directions := int32(1)
	if s.Huts[0] != hut.ID && s.Huts[1] != hut.ID {
		directions = 2
	}
	w.bridges.Changed(hut.ID, 0).Mending = directions
	w.workOnBridge(s, state.SpanStep{By: a.ID, Hut: hut.ID})
}

// layCharge leaves a charge in a hut.
func (w *World) layCharge(a, hut *Actor) {
	w.bridges.Steps = append(w.bridges.Steps, state.SpanStep{Actor: hut.ID, By: a.ID, Left: a.Type.Demolition.Delay, Charge: true})
}

// workOnBridge does to a piece, and to those before and after it, what a step
// says.
func (w *World) workOnBridge(s *state.BridgeSpan, step state.SpanStep) {
	step.Charge, step.Direction = false, -1
	w.workOnSpan(s, step)
	for d := range int32(2) {
		if near := w.bridges.Neighbour(s, d); near != nil {
			step.Direction = d
			w.workOnSpan(near, step)
		}
	}
}

// workOnSpan mends or destroys a piece at the end of the tick, and the next one
// after a while, or soon where the piece is in that state already or the next one
// is a destroyed end.
func (w *World) workOnSpan(s *state.BridgeSpan, step state.SpanStep) {
	done := info.DamageNone
	if step.Hut == none {
		done = info.DamageDead
	}
	now := w.spanState(s)
	step.Actor = s.Actor
	w.later(state.Task{Kind: state.TaskSpanWork, Step: step})
	if step.Direction < 0 || s.Hut != none {
		return
	}
	if near := w.bridges.Neighbour(s, step.Direction); near != nil {
		step.Actor, step.Left = near.Actor, s.Type.Bridge.Delay
		if now == done || w.deadShore(s, near) {
			step.Left = 0
		}
		w.later(state.Task{Kind: state.TaskSpanWaits, Step: step})
	}
}

// tickSteps counts to what is done next to bridges, at the end of the tick.
func (w *World) tickSteps() {
	kept := w.bridges.Steps[:0]
	for _, one := range w.bridges.Steps {
		if one.Left--; one.Left > 0 {
			kept = append(kept, one)
			continue
		}
		w.later(state.Task{Kind: state.TaskSpanDue, Step: one})
	}
	w.bridges.Steps = kept
}

// spanDue is the frame-end task that goes on with a bridge, or lets a charge go
// off.
func (w *World) spanDue(step state.SpanStep) {
	if !step.Charge {
		if s := w.bridges.Of(step.Actor); s != nil && step.Direction >= 0 && step.Direction < 2 {
			w.workOnSpan(s, step)
		}
		return
	}
	if hut := w.Alive(step.Actor); hut != nil {
		if s := w.bridges.OfHut(hut); s != nil {
			w.workOnBridge(s, state.SpanStep{By: step.By})
		}
	}
}

// workNow is the frame-end task that mends or destroys a piece.
func (w *World) workNow(step state.SpanStep) {
	a, s := w.Actor(step.Actor), w.bridges.Of(step.Actor)
	switch {
	case a == nil || s == nil:
	case step.Hut == none:
		w.blowUp(a, s, w.Actor(step.By))
	default:
		w.mendSpan(a, s, step)
	}
}

func (w *World) blowUp(a *Actor, s *state.BridgeSpan, saboteur *Actor) {
	if blast := s.Type.Bridge.Blast; blast != nil {
		w.explode(blast, saboteur, a.Center)
	}
	var causes []string
	if saboteur != nil && saboteur.Type.Demolition != nil {
		causes = saboteur.Type.Demolition.Causes
	}
	w.Destroy(a, saboteur, causes)
}

// mendSpan makes a piece whole. What is in the way of one that was destroyed
// dies.
func (w *World) mendSpan(a *Actor, s *state.BridgeSpan, step state.SpanStep) {
	fallen := a.HP == 0
	w.Wake(a)
	w.hitBridge(a, -a.Type.MaxHP)
	if fallen {
		w.bridges.Changed(a.ID, s.Template).Killed = false
		w.killOnSpan(s)
	}
	single := s.Next[0] < 0 && s.Next[1] < 0
	if step.Direction < 0 && single || step.Direction >= 0 && (s.Hut != none || w.bridges.Neighbour(s, step.Direction) == nil) {
		w.bridges.Changed(step.Hut, 0).Mending--
	}
}
