// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "slices"

// Actors that become others: construction vehicles and yards
// (openra-world.md §4.1), and the orders given to a yard for the time after.

// deploy resolves the order to transform.
func (w *World) deploy(a *Actor, queued bool) {
	t := a.typ.transforms
	if t == nil || !w.transformsNow(a) || !queued && !w.canDeploy(a) {
		return
	}
	act := w.newActivity(actTransform)
	act.facing = t.facing
	w.order(a, queued, act)
}

// transformsNow reports whether the trait that transforms an actor is enabled
// and not paused: a yard folds up only where the lobby lets it, when it stands
// complete and nobody is capturing it.
func (w *World) transformsNow(a *Actor) bool {
	t := a.typ.transforms
	return w.holds(a, t.requires) && (t.pauses == nil || !w.holds(a, t.pauses))
}

func (w *World) canDeploy(a *Actor) bool {
	if !w.transformsNow(a) {
		return false
	}
	into := w.typeOf(a.typ.transforms.into)
	return into != nil && w.canPlace(into, w.location(a).Add(a.typ.transforms.offset), a.ID)
}

func (w *World) tickTransform(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	if act.waited {
		return false
	}
	if act.phase > 0 {
		w.later(task{kind: taskTransform, actor: a.ID, typ: w.types[act.phase-1], amount: act.distance})
		return true
	}
	if !w.canDeploy(a) {
		return true
	}
	w.abandonQueues(a)
	if ticks := a.typ.transforms.ticks; ticks > 0 {
		act.uninterruptible, act.waited = true, true
		a.animation = animation{left: ticks, then: endTransform}
		return false
	}
	w.later(task{kind: taskTransform, actor: a.ID})
	return true
}

// succession is an actor that is gone and the one it changed into.
type succession struct{ gone, successor uint32 }

// nowIs returns what an actor changed into, if it did: who aimed at it aims at
// that. What changed twice meanwhile is followed a change at a time.
func (w *World) nowIs(id uint32) uint32 {
	if len(w.successors) == 0 || w.validTarget(id) != nil {
		return id
	}
	for i := range w.successors {
		if one := &w.successors[i]; one.gone == id {
			return one.successor
		}
	}
	return id
}

// succeed notes what an actor that goes has changed into. Forgotten is whom
// nobody aims at any more, nor at who became it.
func (w *World) succeed(a *Actor) {
	kept := w.successors[:0]
	for _, one := range append(w.successors, succession{gone: a.ID, successor: a.replacedBy}) {
		became := func(earlier succession) bool { return earlier.successor == one.gone }
		if w.anyAimsAt(one.gone) || slices.ContainsFunc(kept, became) {
			kept = append(kept, one)
		}
	}
	w.successors = kept
}

func (w *World) anyAimsAt(id uint32) bool {
	for _, a := range w.actors {
		if a != nil && a.ID != id && a.activity.aimsAt(id) {
			return true
		}
	}
	return false
}

// aimsAt reports whether an activity, one inside it or a later one is about an
// actor.
func (act *Activity) aimsAt(id uint32) bool {
	for ; act != nil; act = act.next {
		if act.host == id || act.aim == id || act.child.aimsAt(id) {
			return true
		}
	}
	return false
}

func (w *World) finishTransform(t *task) {
	a := w.alive(t.actor)
	if a == nil || a.willDispose {
		return
	}
	if t.typ != nil {
		w.replace(a, t)
		return
	}
	info := a.typ.transforms
	s := spawn{
		owner: a.owner, faction: a.faction, cell: w.location(a).Add(info.offset), hasCell: true, facing: info.facing, health: a.healthPercent(),
	}
	w.passOn(a, &s)
	w.dispose(a)
	made := w.create(w.typeOf(info.into), s)
	w.handShield(a, made)
	w.handOnOrders(a, made)
	a.replacedBy = made.ID
}

// followUp resolves an order to a yard that is meant for the vehicle it folds up
// into: it folds up and hands the order on. Without a change that is under way
// the order brings one about.
func (w *World) followUp(a *Actor, o *Order, kind orderKind) {
	if a.typ.transforms == nil || !w.followsUp(a, o, kind) {
		return
	}
	change, under := a.current(), true
	if change == nil || change.kind != actTransform {
		if !w.transformsNow(a) {
			return
		}
		change, under = w.newActivity(actTransform), false
		change.facing = a.typ.transforms.facing
	}
	if next := skipDone(change.next); next != nil && !o.Queued {
		w.cancel(a, next, false)
	}
	change.append(w.afterwards(kind, o))
	if !under {
		w.order(a, o.Queued, change)
	}
}

// followsUp reports whether a yard takes an order for the vehicle: to move
// wherever that is, to get into what has room for it now, and to be mended if the
// yard is hurt now.
func (w *World) followsUp(a *Actor, o *Order, kind orderKind) bool {
	t := a.typ.transforms
	if kind == orderMove {
		_, ok := o.cell(w)
		return ok && t.moves && w.holds(a, t.movesWhile)
	}
	target := w.validTarget(o.Actor)
	if o.Target != TargetActor || target == nil {
		return false
	}
	if kind == orderBoard {
		c := target.typ.cargo
		return t.boardsAs != "" && w.holds(a, t.boardsWhile) && c != nil && contains(c.types, t.boardsAs) && w.load(target)+t.boardsWeight <= c.capacity
	}
	return contains(t.mendedAt, target.typ.name) && w.holds(a, t.mendedWhile) && a.hp < a.typ.maxHP
}

// deployAgain resolves the order to a yard that is folding up to be built again
// where its vehicle goes.
func (w *World) deployAgain(a *Actor, o *Order) {
	t, change := a.typ.transforms, a.current()
	if t == nil || !t.again || !o.Queued || change == nil || change.kind != actTransform || !w.holds(a, t.againWhile) {
		return
	}
	change.append(w.afterwards(orderDeploy, &Order{}))
}

// afterwards holds an order for what an actor becomes.
func (w *World) afterwards(kind orderKind, o *Order) *Activity {
	act := w.newActivity(actAfterTransform)
	act.phase = int32(kind)
	if o.Target == TargetActor && kind != orderMove {
		act.host = o.Actor
	} else {
		act.target, _ = o.cell(w)
	}
	return act
}

// handOnOrders gives the orders an actor holds to what it became, one behind the
// other.
func (w *World) handOnOrders(a, made *Actor) {
	for act := a.current(); act != nil; act = skipDone(act.next) {
		if act.kind != actAfterTransform || act.state == stateCanceling {
			continue
		}
		o := Order{Queued: true, Target: TargetCell, Cell: act.target}
		if act.host != none {
			o = Order{Queued: true, Target: TargetActor, Actor: act.host}
		}
		w.resolveFor(orderKind(act.phase), &o, made)
	}
}
