// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// setTrait gives a hashed trait of an actor another value, where one field of
// the state decides it. It reports whether the trait then has that value.
func (w *World) setTrait(id uint32, slot int, want int32) bool {
	a := w.actor(id)
	if id == 0 && len(w.actors) > 0 {
		a = w.actors[0]
	}
	if a == nil || slot >= len(a.typ.syncs) {
		return false
	}
	s := &a.typ.syncs[slot]
	want ^= w.conditionHash(a, s)
	switch s.kind {
	case syncHealth:
		a.hp = want
	case syncAutoTarget:
		a.aggressor, a.nextScan = uint32(want)>>16, want&0xFFFF
	case syncAttack:
		a.aiming = want == 1
	case syncCover:
		a.proneTicks = want
	case syncPanic:
		a.panicSince = want
	case syncFrozenUnderFog:
		a.everSeen = uint32(want)
	case syncDockHost:
		a.docked, a.preventDock = uint32(want)>>16, want&1 != 0
	case syncHover:
		a.hover = want
	case syncMobile:
		w.faceFor(a, s, want)
	case syncResources:
		p := &w.players[a.owner]
		p.cash = want ^ p.ore ^ p.capacity
	case syncQueue:
		q := &w.players[a.owner].queues[s.index]
		q.enabled = boolean(q.validFaction)^want == 1
	case syncPlayerExperience:
		w.players[a.owner].experience = want
	case syncExperience:
		a.experience = want ^ a.level
	case syncAmmo:
		a.ammo = want ^ a.rearmTicks
	case syncHarvester:
		a.unloadTicks = want ^ w.contentHash(a)
	default:
	}
	return w.traitHash(a, s) == want
}

// faceFor turns a unit so that its hash is the one wanted, if that is possible.
func (w *World) faceFor(a *Actor, s *syncSlot, want int32) {
	facing := a.facing
	for a.facing = range int32(1024) {
		if w.traitHash(a, s) == want {
			return
		}
	}
	a.facing = facing
}

// slotOf is the place of a trait among those of its actor that are hashed.
func (t *hashTerm) slotOf() int {
	for i := range t.actor.typ.syncs {
		if &t.actor.typ.syncs[i] == t.slot {
			return i
		}
	}
	return -1
}
