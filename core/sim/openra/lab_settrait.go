// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// setTrait gives a hashed trait of an actor another value, where one field of
// the state decides it. It reports whether the trait then has that value.
func (w *World) setTrait(id uint32, slot int, want int32) bool {
	a := w.actor(id)
	if id == 0 && len(w.actors) > 0 {
		a = w.actors[0]
	}
	if a == nil || slot >= len(a.typ.Syncs) {
		return false
	}
	s := &a.typ.Syncs[slot]
	want ^= w.conditionHash(a, s)
	switch s.Kind {
	case info.SyncHealth:
		a.hp = want
	case info.SyncAutoTarget:
		a.aggressor, a.nextScan = uint32(want)>>16, want&0xFFFF
	case info.SyncAttack:
		a.aiming = want == 1
	case info.SyncCover:
		a.proneTicks = want
	case info.SyncPanic:
		a.panicSince = want
	case info.SyncFrozenUnderFog:
		a.everSeen = uint32(want)
	case info.SyncDockHost:
		a.docked, a.preventDock = uint32(want)>>16, want&1 != 0
	case info.SyncHover:
		a.hover = want
	case info.SyncMobile:
		w.faceFor(a, s, want)
	case info.SyncResources:
		p := &w.players[a.owner]
		p.cash = want ^ p.ore ^ p.capacity
	case info.SyncQueue:
		q := &w.players[a.owner].queues[s.Index]
		q.enabled = info.Boolean(q.validFaction)^want == 1
	case info.SyncPlayerExperience:
		w.players[a.owner].experience = want
	case info.SyncExperience:
		a.experience = want ^ a.level
	case info.SyncAmmo:
		a.ammo = want ^ a.rearmTicks
	case info.SyncHarvester:
		a.unloadTicks = want ^ w.contentHash(a)
	default:
	}
	return w.traitHash(a, s) == want
}

// faceFor turns a unit so that its hash is the one wanted, if that is possible.
func (w *World) faceFor(a *Actor, s *info.SyncSlot, want int32) {
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
	for i := range t.actor.typ.Syncs {
		if &t.actor.typ.Syncs[i] == t.slot {
			return i
		}
	}
	return -1
}
