package openra

// attackOnOrder gives a unit the target its player named
// (openra-world.md §4.2).
func (w *World) attackOnOrder(a *Actor, o *Order) {
	if !a.typ.attacks {
		return
	}
	if o.Name == forceAttack && w.hasGround(o) {
		ref := groundRef(o.Cell)
		w.order(a, o.Queued, w.attackPlace(a, ref, true, true))
		if a.typ.opportunity && !o.Queued {
			a.requested, a.preset, a.forced = ref, true, true
		}
		return
	}
	if o.Target != TargetActor && o.Target != TargetFrozen {
		return
	}
	target := w.targetFor(a, o.Actor)
	if target == nil || target == a {
		return
	}
	if o.Name != forceAttack {
		w.attackWith(a, target, true, o.Queued)
		return
	}
	act := w.attackActivity(a, target, true)
	act.flag[flagForced] = true
	w.order(a, o.Queued, act)
	if a.typ.opportunity && !o.Queued {
		a.requested, a.preset, a.forced = target.ID, true, true
	}
}

// forceAttack is the order to attack whatever it is: friends, wrecks, the
// ground.
const forceAttack = "ForceAttack"

// hiddenFrom reports whether a player's units lose sight of a target. Those of
// bots never do.
func (w *World) hiddenFrom(target *Actor, owner int32) bool {
	return !w.players[owner].bot && !w.visibleTo(target, owner)
}
