// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// What blows itself up on order: demolition trucks by a condition that ends them
// (GrantConditionOnAttack, GrantConditionOnDeploy, KillsSelf), MAD tanks after a
// while in which they shake the ground (MadTank).

// OrderDetonate sends a MAD tank to its target, or lets it begin where it
// stands.
func (w *World) orderDetonate(a *Actor, o *Order) {
	if a.Type.Mad == nil || a.Type.Mobile == nil {
		return
	}
	act := w.newActivity(state.ActDetonate)
	if o.Name == "DetonateAttack" {
		if act.Host, act.HasTarget = o.Actor, true; o.Target == state.TargetFrozen {
			act.Host |= FrozenBit
		}
	}
	w.order(a, o.Queued, act)
}

// tickDetonate brings a MAD tank beside its target. Once it has begun nothing
// stops it.
func (w *World) tickDetonate(a *Actor, act *Activity) bool {
	info := a.Type.Mad
	if act.State == state.StateCanceling || info == nil {
		return true
	}
	target := w.aimedActor(a, act.Host)
	if act.HasTarget && target != nil && !w.beside(a, target) {
		act.QueueChild(w.moveBeside(act.Host, target.Center))
		return false
	}
	if !a.Triggered {
		if act.HasTarget && target == nil {
			return true
		}
		a.Triggered, act.Uninterruptible = true, true
		w.pauseChanged(a)
		w.later(state.Task{Kind: state.TaskEjectDriver, Actor: a.ID})
	}
	act.Progress++
	if act.Progress%info.Interval == 0 && info.Thump != nil {
		w.explode(info.Thump, a, a.Center)
	}
	return act.Progress == info.Charge+info.Delay
}

// endDetonate puts the blast at the end of the tick.
func (w *World) endDetonate(a *Actor) {
	if a.Triggered {
		w.later(state.Task{Kind: state.TaskDetonate, Actor: a.ID})
	}
}

func (w *World) detonate(t *state.Task) {
	a := w.Actor(t.Actor)
	if a == nil || a.Type.Mad == nil {
		return
	}
	if blast := a.Type.Mad.Blast; blast != nil {
		w.explode(blast, a, a.Center)
	}
	w.Destroy(a, a, nil)
}

// ejectDriver lets the driver run from what he drove.
func (w *World) ejectDriver(t *state.Task) {
	a := w.Actor(t.Actor)
	if a == nil || a.Type.Mad == nil {
		return
	}
	if driver := w.TypeOf(a.Type.Mad.Driver); driver != nil && driver.Mobile != nil {
		man := w.Create(driver, state.Spawn{Owner: a.Owner, Cell: w.location(a), HasCell: true, Facing: -1})
		w.order(man, false, w.newActivity(state.ActNudge))
	}
}

// trigger grants an actor the condition that may end it.
func (w *World) trigger(a *Actor) {
	a.Triggered = true
	w.meetDeadlines(a)
}

// OrderTrigger resolves the order to deploy of what is triggered by it.
func (w *World) orderTrigger(a *Actor, o *Order) {
	if a.Type.Triggers {
		w.order(a, o.Queued, w.newActivity(state.ActTrigger))
	}
}
