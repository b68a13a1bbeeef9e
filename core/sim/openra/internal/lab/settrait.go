// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/state"
)

// setTrait gives a hashed trait of an actor another value, where one field of
// the state decides it. It reports whether the trait then has that value.
func setTrait(w *engine.World, id uint32, slot int, want int32) bool {
	a := w.Actor(id)
	if id == 0 && len(w.Actors) > 0 {
		a = w.Actors[0]
	}
	if a == nil || slot >= len(a.Type.Syncs) {
		return false
	}
	s := &a.Type.Syncs[slot]
	want ^= w.ConditionHash(a, s)
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
		faceFor(w, a, s, want)
	case info.SyncResources:
		p := &w.Players[a.Owner]
		p.Cash = want ^ p.Ore ^ p.Capacity
	case info.SyncQueue:
		q := &w.Players[a.Owner].Queues[s.Index]
		q.Enabled = info.Boolean(q.ValidFaction)^want == 1
	case info.SyncPlayerExperience:
		w.Players[a.Owner].Experience = want
	case info.SyncExperience:
		a.Experience = want ^ a.Level
	case info.SyncAmmo:
		a.Ammo = want ^ a.RearmTicks
	case info.SyncHarvester:
		a.UnloadTicks = want ^ w.ContentHash(a)
	default:
	}
	return w.TraitHash(a, s) == want
}

// faceFor turns a unit so that its hash is the one wanted, if that is possible.
func faceFor(w *engine.World, a *state.Actor, s *info.SyncSlot, want int32) {
	facing := a.Facing
	for a.Facing = range int32(1024) {
		if w.TraitHash(a, s) == want {
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
