package openra

// Units that may move to attack also choose among the buildings their player
// remembers. Such a target is the memory and not the building (Target of type
// FrozenActor): people's units go where they would see it, and then attack the
// building; bots' units attack the building from the beginning.

// frozenBit marks a target that is remembered, beside the id of the building.
const frozenBit uint32 = 1 << 31

// defaultSight is how far a unit without sight of its own goes up to what is
// remembered.
const defaultSight = 2 * 1024

// namedTarget returns the actor a target stands for, in sight or not.
func (w *World) namedTarget(a *Actor, ref uint32) *Actor {
	if ref&frozenBit != 0 {
		return w.validTarget(ref &^ frozenBit)
	}
	return w.targetFor(a, ref)
}

// remembered returns the building a player has seen before and is shown as it
// was then; what he never saw is no memory.
func (w *World) remembered(f *frozenActor, owner int32) *Actor {
	bit := uint32(1) << uint(owner)
	if f.known&f.shown&bit == 0 {
		return nil
	}
	if a := w.validTarget(f.id); a != nil && a.everSeen&bit != 0 {
		return a
	}
	return nil
}

// choosesMemories reports whether an actor chooses among what is remembered.
func (w *World) choosesMemories(a *Actor, allowMove bool) bool {
	t := a.typ
	return (allowMove || t.targetsFrozen) && !w.behaviour.oldAttack && t.airAttack == nil && t.tesla == nil && t.leapSpeed == 0
}

// sightRange is how far an actor sees now.
func (w *World) sightRange(a *Actor) int32 {
	longest := int32(-1)
	for i := range a.typ.sights {
		if s := &a.typ.sights[i]; !s.covers && a.sight.disabled>>uint(i)&1 == 0 {
			longest = max(longest, s.maxRange)
		}
	}
	if longest < 0 {
		return defaultSight
	}
	return longest
}

// attackNamed gives an actor the activity to attack a target.
func (w *World) attackNamed(a *Actor, ref uint32, allowMove, queued bool) {
	w.order(a, queued, w.attackActivityOn(a, ref, allowMove))
	if a.typ.opportunity && !queued {
		a.requested, a.preset, a.forced = ref, true, false
	}
}

func (w *World) attackActivityOn(a *Actor, ref uint32, allowMove bool) *Activity {
	if onGround(ref) {
		return w.attackPlace(a, ref, allowMove, false)
	}
	act := w.attackActivity(a, w.actor(ref&^frozenBit), allowMove)
	act.host = ref
	return act
}

// recognise makes the building itself the target once it is in sight. The units
// of bots do not wait for that: they know what stands there.
func (w *World) recognise(a, target *Actor, act *Activity) {
	if w.players[a.owner].bot || w.visibleTo(target, a.owner) {
		act.host &^= frozenBit
	}
}

// tickFollowMemory is tickFollowAttack after a target that is remembered.
func (w *World) tickFollowMemory(a, target *Actor, act *Activity) bool {
	a.requested, a.preset, a.forced = act.host, false, act.flag[flagForced]
	act.flag[flagTicked] = true
	lost := w.targetFor(a, act.host) == nil
	low, high := w.reachAgainst(a, target, false)
	if !a.typ.targetsFrozen && !act.flag[flagForced] {
		high = min(high, w.sightRange(a))
	}
	if result := w.tickCooldown(a, &act.cooldown, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	if w.nearMemory(a, target, high, lost) && (low == 0 || !w.nearMemory(a, target, low, lost)) {
		return lost
	}
	if !act.flag[flagMayMove] || high == 0 || high < low {
		return true
	}
	w.moveWithin(act, target, low, high)
	return false
}

// nearMemory measures to the points of what is remembered, and to the middle of
// what is lost.
func (w *World) nearMemory(a, target *Actor, reach int32, lost bool) bool {
	if !lost {
		return w.inReach(a.center, target, reach)
	}
	return target.center.sub(a.center).flatSquared() <= int64(reach)*int64(reach)
}

// tickAttackMemory is tickAttack on a target that is remembered: the unit goes
// where it would see it, and on into range if it is lost there.
func (w *World) tickAttackMemory(a, target *Actor, act *Activity) bool {
	if result := w.tickCooldown(a, &act.cooldown, false); result != cooldownGoOn {
		return result == cooldownDone
	}
	a.aiming = false
	high := w.sightRange(a)
	if w.targetFor(a, act.host) == nil {
		if _, high = w.reachAgainst(a, target, true); high == 0 || w.nearMemory(a, target, high, true) {
			return true
		}
	}
	if !act.flag[flagMayMove] {
		return true
	}
	w.moveWithin(act, target, 0, high)
	return false
}
