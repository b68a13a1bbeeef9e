// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// What blows itself up on order: demolition trucks by a condition that ends them
// (GrantConditionOnAttack, GrantConditionOnDeploy, KillsSelf), MAD tanks after a
// while in which they shake the ground (MadTank).

// orderDetonate sends a MAD tank to its target, or lets it begin where it
// stands.
func (w *World) orderDetonate(a *Actor, o *Order) {
	if a.typ.Mad == nil || a.typ.Mobile == nil {
		return
	}
	act := w.newActivity(actDetonate)
	if o.Name == "DetonateAttack" {
		if act.host, act.hasTarget = o.Actor, true; o.Target == TargetFrozen {
			act.host |= frozenBit
		}
	}
	w.order(a, o.Queued, act)
}

// tickDetonate brings a MAD tank beside its target. Once it has begun nothing
// stops it.
func (w *World) tickDetonate(a *Actor, act *Activity) bool {
	info := a.typ.Mad
	if act.state == stateCanceling || info == nil {
		return true
	}
	target := w.aimedActor(a, act.host)
	if act.hasTarget && target != nil && !w.beside(a, target) {
		act.queueChild(w.moveBeside(act.host, target.center))
		return false
	}
	if !a.triggered {
		if act.hasTarget && target == nil {
			return true
		}
		a.triggered, act.uninterruptible = true, true
		w.pauseChanged(a)
		w.later(task{kind: taskEjectDriver, actor: a.ID})
	}
	act.progress++
	if act.progress%info.Interval == 0 && info.Thump != nil {
		w.explode(info.Thump, a, a.center)
	}
	return act.progress == info.Charge+info.Delay
}

// endDetonate puts the blast at the end of the tick.
func (w *World) endDetonate(a *Actor) {
	if a.triggered {
		w.later(task{kind: taskDetonate, actor: a.ID})
	}
}

func (w *World) detonate(t *task) {
	a := w.actor(t.actor)
	if a == nil || a.typ.Mad == nil {
		return
	}
	if blast := a.typ.Mad.Blast; blast != nil {
		w.explode(blast, a, a.center)
	}
	w.destroy(a, a, nil)
}

// ejectDriver lets the driver run from what he drove.
func (w *World) ejectDriver(t *task) {
	a := w.actor(t.actor)
	if a == nil || a.typ.Mad == nil {
		return
	}
	if driver := w.typeOf(a.typ.Mad.Driver); driver != nil && driver.Mobile != nil {
		man := w.create(driver, spawn{owner: a.owner, cell: w.location(a), hasCell: true, facing: -1})
		w.order(man, false, w.newActivity(actNudge))
	}
}

// trigger grants an actor the condition that may end it.
func (w *World) trigger(a *Actor) {
	a.triggered = true
	w.meetDeadlines(a)
}

// orderTrigger resolves the order to deploy of what is triggered by it.
func (w *World) orderTrigger(a *Actor, o *Order) {
	if a.typ.Triggers {
		w.order(a, o.Queued, w.newActivity(actTrigger))
	}
}
