// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Actors that become others: construction vehicles and yards
// (docs/engine/openra-world.md#deploy), and the orders given to a yard for the time after.

// deploy resolves the order to transform.
func (w *World) deploy(a *Actor, queued bool) {
	t := a.Type.Transforms
	if t == nil || !w.transformsNow(a) || !queued && !w.canDeploy(a) {
		return
	}
	act := w.newActivity(state.ActTransform)
	act.Facing = t.Facing
	w.order(a, queued, act)
}

// transformsNow reports whether the trait that transforms an actor is enabled
// and not paused: a yard folds up only where the lobby lets it, when it stands
// complete and nobody is capturing it.
func (w *World) transformsNow(a *Actor) bool {
	t := a.Type.Transforms
	return w.Holds(a, t.Requires) && (t.Pauses == nil || !w.Holds(a, t.Pauses))
}

func (w *World) canDeploy(a *Actor) bool {
	if !w.transformsNow(a) {
		return false
	}
	into := w.TypeOf(a.Type.Transforms.Into)
	return into != nil && w.CanPlace(into, w.location(a).Add(a.Type.Transforms.Offset), a.ID)
}

func (w *World) tickTransform(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling {
		return true
	}
	if act.Waited {
		return false
	}
	if act.Phase > 0 {
		w.later(state.Task{Kind: state.TaskTransform, Actor: a.ID, Type: w.Types[act.Phase-1], Amount: act.Distance})
		return true
	}
	if !w.canDeploy(a) {
		return true
	}
	w.abandonQueues(a)
	if ticks := a.Type.Transforms.Ticks; ticks > 0 {
		act.Uninterruptible, act.Waited = true, true
		a.Animation = state.Animation{Left: ticks, Then: state.EndTransform}
		return false
	}
	w.later(state.Task{Kind: state.TaskTransform, Actor: a.ID})
	return true
}

// nowIs returns what an actor changed into, if it did: who aimed at it aims at
// that. What changed twice meanwhile is followed a change at a time.
func (w *World) nowIs(id uint32) uint32 {
	if len(w.successors) == 0 || w.validTarget(id) != nil {
		return id
	}
	for i := range w.successors {
		if one := &w.successors[i]; one.Gone == id {
			return one.Successor
		}
	}
	return id
}

// succeed notes what an actor that goes has changed into. Forgotten is whom
// nobody aims at any more, nor at who became it.
func (w *World) succeed(a *Actor) {
	kept := w.successors[:0]
	for _, one := range append(w.successors, state.Succession{Gone: a.ID, Successor: a.ReplacedBy}) {
		became := func(earlier state.Succession) bool { return earlier.Successor == one.Gone }
		if w.anyAimsAt(one.Gone) || slices.ContainsFunc(kept, became) {
			kept = append(kept, one)
		}
	}
	w.successors = kept
}

func (w *World) anyAimsAt(id uint32) bool {
	for _, a := range w.Actors {
		if a != nil && a.ID != id && a.Activity.AimsAt(id) {
			return true
		}
	}
	return false
}

func (w *World) finishTransform(t *state.Task) {
	a := w.Alive(t.Actor)
	if a == nil || a.WillDispose {
		return
	}
	if t.Type != nil {
		w.Replace(a, t)
		return
	}
	info := a.Type.Transforms
	s := state.Spawn{
		Owner: a.Owner, Faction: a.Faction, Cell: w.location(a).Add(info.Offset), HasCell: true, Facing: info.Facing, Health: a.HealthPercent(),
	}
	w.passOn(a, &s)
	w.Dispose(a)
	made := w.Create(w.TypeOf(info.Into), s)
	w.handShield(a, made)
	w.handOnOrders(a, made)
	a.ReplacedBy = made.ID
}

// followUp resolves an order to a yard that is meant for the vehicle it folds up
// into: it folds up and hands the order on. Without a change that is under way
// the order brings one about.
func (w *World) followUp(a *Actor, o *Order, kind state.OrderKind) {
	if a.Type.Transforms == nil || !w.followsUp(a, o, kind) {
		return
	}
	change, under := a.Current(), true
	if change == nil || change.Kind != state.ActTransform {
		if !w.transformsNow(a) {
			return
		}
		change, under = w.newActivity(state.ActTransform), false
		change.Facing = a.Type.Transforms.Facing
	}
	if next := state.SkipDone(change.Next); next != nil && !o.Queued {
		w.cancel(a, next, false)
	}
	change.Append(w.afterwards(kind, o))
	if !under {
		w.order(a, o.Queued, change)
	}
}

// followsUp reports whether a yard takes an order for the vehicle: to move
// wherever that is, to get into what has room for it now, and to be mended if the
// yard is hurt now.
func (w *World) followsUp(a *Actor, o *Order, kind state.OrderKind) bool {
	t := a.Type.Transforms
	if kind == state.OrderMove {
		_, ok := w.cellOf(o)
		return ok && t.Moves && w.Holds(a, t.MovesWhile)
	}
	target := w.validTarget(o.Actor)
	if o.Target != state.TargetActor || target == nil {
		return false
	}
	if kind == state.OrderBoard {
		c := target.Type.Cargo
		return t.BoardsAs != "" && w.Holds(a, t.BoardsWhile) && c != nil && info.Contains(c.Types, t.BoardsAs) && w.load(target)+t.BoardsWeight <= c.Capacity
	}
	return info.Contains(t.MendedAt, target.Type.Name) && w.Holds(a, t.MendedWhile) && a.HP < a.Type.MaxHP
}

// deployAgain resolves the order to a yard that is folding up to be built again
// where its vehicle goes.
func (w *World) deployAgain(a *Actor, o *Order) {
	t, change := a.Type.Transforms, a.Current()
	if t == nil || !t.Again || !o.Queued || change == nil || change.Kind != state.ActTransform || !w.Holds(a, t.AgainWhile) {
		return
	}
	change.Append(w.afterwards(state.OrderDeploy, &Order{}))
}

// afterwards holds an order for what an actor becomes.
func (w *World) afterwards(kind state.OrderKind, o *Order) *Activity {
	act := w.newActivity(state.ActAfterTransform)
	act.Phase = int32(kind)
	if o.Target == state.TargetActor && kind != state.OrderMove {
		act.Host = o.Actor
	} else {
		act.Target, _ = w.cellOf(o)
	}
	return act
}

// handOnOrders gives the orders an actor holds to what it became, one behind the
// other.
func (w *World) handOnOrders(a, made *Actor) {
	for act := a.Current(); act != nil; act = state.SkipDone(act.Next) {
		if act.Kind != state.ActAfterTransform || act.State == state.StateCanceling {
			continue
		}
		o := Order{Queued: true, Target: state.TargetCell, Cell: act.Target}
		if act.Host != none {
			o = Order{Queued: true, Target: state.TargetActor, Actor: act.Host}
		}
		w.resolveFor(state.OrderKind(act.Phase), &o, made)
	}
}
