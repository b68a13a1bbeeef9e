// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"

	"convertd/core/sim/openra/internal/engine"
)

// editKind is what an edit changes.
type editKind uint8

const (
	editDraw       editKind = iota // numbers drawn more or fewer before a draw
	editTurn                       // an actor's turn is left out or done twice
	editEnd                        // what an actor does ends
	editInnerEnd                   // the innermost of it ends
	editScan                       // the next look around comes at another time
	editOrderGone                  // an order is not executed
	editOrderLate                  // it is executed a net frame later
	editOrderEarly                 // and a net frame earlier
	editStep                       // a unit takes another cell, or another place in it
	editTarget                     // a look around finds another target
	editEffect                     // a projectile stands still for a tick, or has two
	editEffectGone                 // it vanishes
	editHit                        // a hit does not happen, or counts otherwise
	editHitLate                    // it happens a tick later
	editHitEarly                   // it happens before the tick
	editBlame                      // somebody else is to blame for it
	editHealth                     // an actor has other health
	editKill                       // an actor dies
	editTrait                      // a trait has another value when it is hashed
)

// edit is one small change of what happens, made in one place.
type edit struct {
	kind   editKind
	base   int   // index of the tick it is made in
	tick   int32 // of the world
	frame  int   // of orders and traits: index of the frame
	actor  uint32
	part   engine.TurnPart
	nth    int
	n      int32 // how often, how many, by how much
	target uint32
	cell   wpos.Cell
	sub    grid.SubCell
	draw   int64
	slot   int
	causes []string
}

// beforeFrame makes what has to be made before the orders of a frame and its
// hash.
func (e *edit) beforeFrame(w *engine.World, frame int) {
	if e.kind == editTrait && e.frame == frame {
		setTrait(w, e.actor, e.slot, e.n)
	}
}

// beforeTick makes what has to be made before a tick.
func (e *edit) beforeTick(w *engine.World) {
	if w.Ticks+1 != e.tick {
		return
	}
	a := w.Actor(e.actor)
	if a == nil || a.Dead {
		return
	}
	switch e.kind {
	case editEnd:
		w.ReleaseTree(a.Activity)
		a.Activity = nil
	case editInnerEnd:
		if inner := a.Current(); inner != nil {
			for state.SkipDone(inner.Child) != nil && state.SkipDone(state.SkipDone(inner.Child).Child) != nil {
				inner = state.SkipDone(inner.Child)
			}
			w.ReleaseTree(inner.Child)
			inner.Child = nil
		}
	case editScan:
		a.NextScan = e.n
	case editHealth:
		a.HP = wpos.Clamp(a.HP+e.n, 1, a.Type.MaxHP)
	case editKill:
		w.Destroy(a, w.Actor(e.target), nil)
	default:
	}
}

// editor is the observer that makes edits.
type editor struct {
	engine.Onlooker
	lab   *Laboratory
	edits []*edit
	state [maxEdits]editState // of each
}

// maxEdits is how many edits are tried together at most.
const maxEdits = 3

// editState is how far an edit is.
type editState struct {
	done bool
	left int32 // draws still to be left out
	seen int   // events of its kind
	late *lateHit
}

func (d *editor) Turn(w *engine.World, a *state.Actor, part engine.TurnPart) {
	times := int32(1)
	for i, e := range d.edits {
		if e.kind == editTurn && e.tick == w.Ticks && e.actor == a.ID && e.part == part && !d.state[i].done {
			d.state[i].done, times = true, e.n
		}
	}
	for range times {
		if w.Actors[a.ID] == a {
			w.RunTurn(a, part)
		}
	}
}

func (d *editor) Draws(t *state.Twister) (again bool) {
	for i, e := range d.edits {
		s := &d.state[i]
		if e.kind != editDraw {
			continue
		}
		if s.left > 0 {
			s.left--
			return true
		}
		if s.done || t.Draws != e.draw {
			continue
		}
		s.done = true
		if e.n < 0 {
			s.left = -e.n - 1
			return true
		}
		t.More(e.n)
	}
	return false
}

// lastDraws makes up for draws after which none came: they only change which
// number was the last.
func (d *editor) lastDraws(w *engine.World) {
	for i, e := range d.edits {
		if e.kind == editDraw && !d.state[i].done && w.Random.Draws == e.draw && e.n > 0 {
			d.state[i].done = true
			w.Random.More(e.n)
		}
	}
}

// orders are those of a frame as they are executed.
func (d *editor) orders(frame int) []state.Order {
	orders := d.lab.frames[frame].Orders
	for _, e := range d.edits {
		switch {
		case e.kind != editOrderGone && e.kind != editOrderLate && e.kind != editOrderEarly:
			continue
		case frame == e.frame:
			orders = withoutOrder(orders, e.nth)
		case e.kind == editOrderLate && frame == e.frame+1:
			orders = append([]state.Order{d.lab.frames[e.frame].Orders[e.nth]}, orders...)
		case e.kind == editOrderEarly && frame == e.frame-1:
			orders = append(append([]state.Order(nil), orders...), d.lab.frames[e.frame].Orders[e.nth])
		}
	}
	return orders
}

func withoutOrder(orders []state.Order, at int) []state.Order {
	if at >= len(orders) {
		return orders
	}
	return append(append([]state.Order(nil), orders[:at]...), orders[at+1:]...)
}

// due reports whether this is the event that an edit of a kind is about.
func (d *editor) due(i int, kind editKind, tick int32, actor uint32) bool {
	e, s := d.edits[i], &d.state[i]
	if e.kind != kind || e.tick != tick || e.actor != actor || s.done {
		return false
	}
	s.seen++
	s.done = s.seen > e.nth
	return s.done
}

func (d *editor) Steps(w *engine.World, a *state.Actor, act *state.Activity, to wpos.Cell, sub grid.SubCell) (wpos.Cell, grid.SubCell) {
	for i, e := range d.edits {
		if !d.due(i, editStep, w.Ticks, a.ID) {
			continue
		}
		if e.cell != to {
			pathFrom(w, a, act, e.cell)
		}
		return e.cell, e.sub
	}
	return to, sub
}

// pathFrom looks for the way that a unit goes on from a cell it does not stand
// in yet.
func pathFrom(w *engine.World, a *state.Actor, act *state.Activity, from wpos.Cell) {
	watching, here := w.Observer, a.To
	rest := append([]wpos.Cell(nil), act.Path...)
	w.Observer = nil
	a.To = from
	w.EvalPath(a, act, path.ByAll)
	a.To = here
	w.Observer = watching
	if len(act.Path) == 0 {
		act.Path = append(act.Path, rest...)
	}
}

func (d *editor) Aims(w *engine.World, a *state.Actor, target uint32) uint32 {
	for i, e := range d.edits {
		if d.due(i, editTarget, w.Ticks, a.ID) {
			return e.target
		}
	}
	return target
}

func (d *editor) EffectTurn(w *engine.World, i int) {
	times := int32(1)
	for k, e := range d.edits {
		if e.tick != w.Ticks || int(e.nth) != i || d.state[k].done {
			continue
		}
		switch e.kind {
		case editEffect:
			d.state[k].done, times = true, e.n
		case editEffectGone:
			d.state[k].done, times = true, 0
			w.Effects[i].Gone = true
		default:
		}
	}
	for range times {
		if !w.Effects[i].Gone {
			w.RunEffect(i)
		}
	}
}

func (d *editor) Hits(w *engine.World, victim, source *state.Actor, amount int32, causes []string) (*state.Actor, int32, bool) {
	for i, e := range d.edits {
		s := &d.state[i]
		switch e.kind {
		case editHit, editHitLate, editHitEarly, editBlame:
		default:
			continue
		}
		if e.tick != w.Ticks || s.done {
			continue
		}
		s.seen++
		if s.seen <= e.nth || victim.ID != e.actor {
			continue
		}
		s.done = true
		switch e.kind {
		case editBlame:
			source = w.Actor(e.target)
		case editHit:
			if e.n == 0 {
				return source, 0, false
			}
			amount = amount * e.n / 100
		case editHitLate:
			s.late = &lateHit{victim: victim.ID, amount: amount, causes: causes}
			if source != nil {
				s.late.source = source.ID
			}
			return source, 0, false
		default:
			return source, 0, false
		}
	}
	return source, amount, true
}

// lateHit is a hit that is still to come.
type lateHit struct {
	victim, source uint32
	amount         int32
	causes         []string
}

// beforeTick makes what has to be made before a tick.
func (d *editor) beforeTick(w *engine.World) {
	for i, e := range d.edits {
		e.beforeTick(w)
		hit := d.state[i].late
		if e.kind == editHitEarly && e.tick == w.Ticks+1 {
			hit = &lateHit{victim: e.actor, source: e.target, amount: e.n, causes: e.causes}
		}
		if hit == nil {
			continue
		}
		d.state[i].late = nil
		if victim := w.Actor(hit.victim); victim != nil {
			w.Observer = nil
			w.Damage(victim, w.Actor(hit.source), hit.amount, hit.causes)
			w.Observer = d
		}
	}
}
