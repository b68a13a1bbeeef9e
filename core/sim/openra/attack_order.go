package openra

// attackOnOrder gives a unit the target its player named
// (openra-world.md §4.2).
func (w *World) attackOnOrder(a *Actor, o *Order) {
	if o.Target != TargetActor && o.Target != TargetFrozen || !a.typ.attacks {
		return
	}
	if target := w.targetFor(a, o.Actor); target != nil && target != a {
		w.attackWith(a, target, true, o.Queued)
	}
}

// hiddenFrom reports whether a player's units lose sight of a target. Those of
// bots never do.
func (w *World) hiddenFrom(target *Actor, owner int32) bool {
	return !w.players[owner].bot && !w.visibleTo(target, owner)
}
