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
	if a == nil || slot >= len(a.Type.Syncs) {
		return false
	}
	s := &a.Type.Syncs[slot]
	want ^= w.conditionHash(a, s)
	switch s.Kind {
	case info.SyncHealth:
		a.HP = want
	case info.SyncAutoTarget:
		a.Aggressor, a.NextScan = uint32(want)>>16, want&0xFFFF
	case info.SyncAttack:
		a.Aiming = want == 1
	case info.SyncCover:
		a.ProneTicks = want
	case info.SyncPanic:
		a.PanicSince = want
	case info.SyncFrozenUnderFog:
		a.EverSeen = uint32(want)
	case info.SyncDockHost:
		a.Docked, a.PreventDock = uint32(want)>>16, want&1 != 0
	case info.SyncHover:
		a.Hover = want
	case info.SyncMobile:
		w.faceFor(a, s, want)
	case info.SyncResources:
		p := &w.players[a.Owner]
		p.Cash = want ^ p.Ore ^ p.Capacity
	case info.SyncQueue:
		q := &w.players[a.Owner].Queues[s.Index]
		q.Enabled = info.Boolean(q.ValidFaction)^want == 1
	case info.SyncPlayerExperience:
		w.players[a.Owner].Experience = want
	case info.SyncExperience:
		a.Experience = want ^ a.Level
	case info.SyncAmmo:
		a.Ammo = want ^ a.RearmTicks
	case info.SyncHarvester:
		a.UnloadTicks = want ^ w.contentHash(a)
	default:
	}
	return w.traitHash(a, s) == want
}

// faceFor turns a unit so that its hash is the one wanted, if that is possible.
func (w *World) faceFor(a *Actor, s *info.SyncSlot, want int32) {
	facing := a.Facing
	for a.Facing = range int32(1024) {
		if w.traitHash(a, s) == want {
			return
		}
	}
	a.Facing = facing
}

// slotOf is the place of a trait among those of its actor that are hashed.
func (t *hashTerm) slotOf() int {
	for i := range t.actor.Type.Syncs {
		if &t.actor.Type.Syncs[i] == t.slot {
			return i
		}
	}
	return -1
}
