// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
)

// Actors that become others: construction vehicles and yards
// (docs/engine/openra-world.md#deploy), and the orders given to a yard for the time after.

// deploy resolves the order to transform.
func (w *World) deploy(a *Actor, queued bool) {
	t := a.typ.Transforms
	if t == nil || !w.transformsNow(a) || !queued && !w.canDeploy(a) {
		return
	}
	act := w.newActivity(actTransform)
	act.facing = t.Facing
	w.order(a, queued, act)
}

// transformsNow reports whether the trait that transforms an actor is enabled
// and not paused: a yard folds up only where the lobby lets it, when it stands
// complete and nobody is capturing it.
func (w *World) transformsNow(a *Actor) bool {
	t := a.typ.Transforms
	return w.holds(a, t.Requires) && (t.Pauses == nil || !w.holds(a, t.Pauses))
}

func (w *World) canDeploy(a *Actor) bool {
	if !w.transformsNow(a) {
		return false
	}
	into := w.typeOf(a.typ.Transforms.Into)
	return into != nil && w.canPlace(into, w.location(a).Add(a.typ.Transforms.Offset), a.ID)
}

func (w *World) tickTransform(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	if act.waited {
		return false
	}
	if act.phase > 0 {
		w.later(task{kind: taskTransform, actor: a.ID, typ: w.Types[act.phase-1], amount: act.distance})
		return true
	}
	if !w.canDeploy(a) {
		return true
	}
	w.abandonQueues(a)
	if ticks := a.typ.Transforms.Ticks; ticks > 0 {
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
	info := a.typ.Transforms
	s := spawn{
		owner: a.owner, faction: a.faction, cell: w.location(a).Add(info.Offset), hasCell: true, facing: info.Facing, health: a.healthPercent(),
	}
	w.passOn(a, &s)
	w.dispose(a)
	made := w.create(w.typeOf(info.Into), s)
	w.handShield(a, made)
	w.handOnOrders(a, made)
	a.replacedBy = made.ID
}

// followUp resolves an order to a yard that is meant for the vehicle it folds up
// into: it folds up and hands the order on. Without a change that is under way
// the order brings one about.
func (w *World) followUp(a *Actor, o *Order, kind orderKind) {
	if a.typ.Transforms == nil || !w.followsUp(a, o, kind) {
		return
	}
	change, under := a.current(), true
	if change == nil || change.kind != actTransform {
		if !w.transformsNow(a) {
			return
		}
		change, under = w.newActivity(actTransform), false
		change.facing = a.typ.Transforms.Facing
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
	t := a.typ.Transforms
	if kind == orderMove {
		_, ok := w.cellOf(o)
		return ok && t.Moves && w.holds(a, t.MovesWhile)
	}
	target := w.validTarget(o.Actor)
	if o.Target != TargetActor || target == nil {
		return false
	}
	if kind == orderBoard {
		c := target.typ.Cargo
		return t.BoardsAs != "" && w.holds(a, t.BoardsWhile) && c != nil && info.Contains(c.Types, t.BoardsAs) && w.load(target)+t.BoardsWeight <= c.Capacity
	}
	return info.Contains(t.MendedAt, target.typ.Name) && w.holds(a, t.MendedWhile) && a.hp < a.typ.MaxHP
}

// deployAgain resolves the order to a yard that is folding up to be built again
// where its vehicle goes.
func (w *World) deployAgain(a *Actor, o *Order) {
	t, change := a.typ.Transforms, a.current()
	if t == nil || !t.Again || !o.Queued || change == nil || change.kind != actTransform || !w.holds(a, t.AgainWhile) {
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
		act.target, _ = w.cellOf(o)
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
