package openra

// Units that may move to attack also choose among the buildings their player
// remembers. Such a target is the memory and not the building (Target of type
// FrozenActor): people's units go where they would see it, and then attack the
// building; bots' units attack the building from the beginning.

// frozenBit marks a target that is remembered, beside the id of the building.
const frozenBit uint32 = 1 << 31

// namedTarget returns the actor a target stands for.
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
	if a := w.validTarget(f.id); a != nil && (w.behaviour.seenNow || a.everSeen&bit != 0) {
		return a
	}
	return nil
}

// choosesMemories reports whether an actor chooses among what is remembered.
// Until 20201213 everybody does, even who may not go where he would see it
// (OpenRA pull request 19030).
func (w *World) choosesMemories(a *Actor, allowMove bool) bool {
	t := a.typ
	return (allowMove || t.targetsFrozen || w.behaviour.allMemories) && t.tesla == nil && t.leapSpeed == 0
}

// attackNamed gives an actor the activity to attack a target.
func (w *World) attackNamed(a *Actor, ref uint32, allowMove bool) {
	w.order(a, false, w.attackActivityOn(a, ref, allowMove))
	if a.typ.opportunity {
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
