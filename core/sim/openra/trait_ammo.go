// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/rules"

// ammoInfo is how many shots an actor has and how it gets them back.
type ammoInfo struct {
	full, initial int32
	count, delay  int32 // on a pad: so many each so many ticks
	// By itself (ReloadAmmoPool); selfDelay 0: not.
	selfCount, selfDelay int32
	resets               bool // a shot begins the wait anew
	requires             expression
}

func (c *compiler) ammoTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "AmmoPool":
		t.ammo = &ammoInfo{full: number(trait, "Ammo", 1), count: number(trait, "ReloadCount", 1), delay: number(trait, "ReloadDelay", 50)}
		t.ammo.initial = t.ammo.full
		if n := number(trait, "InitialAmmo", -1); n >= 0 && n < t.ammo.full {
			t.ammo.initial = n
		}
	case "ReloadAmmoPool":
		if t.ammo != nil {
			t.ammo.selfCount, t.ammo.selfDelay = number(trait, "Count", 1), number(trait, "Delay", 50)
			t.ammo.resets, t.ammo.requires = trait.Bool("ResetOnFire"), requirementOf(trait)
		}
	case "Rearmable":
		t.rearmedAt = lowered(trait.Texts("RearmActors"))
	}
}

func (a *Actor) fillAmmo() {
	if info := a.typ.ammo; info != nil {
		a.ammo, a.rearmTicks, a.reloadTicks = info.initial, info.delay, info.selfDelay
	}
}

// useAmmo takes a shot.
func (a *Actor) useAmmo() {
	info := a.typ.ammo
	if info == nil {
		return
	}
	a.ammo = max(a.ammo-1, 0)
	if info.resets {
		a.reloadTicks = info.selfDelay
	}
}

// resetReload begins the wait for the next shot on a pad anew; until 20231010
// that is meant to happen, but nobody is told.
func (w *World) resetReload(a *Actor) {
	if a.typ.ammo != nil && !w.behaviour.keepsReload {
		a.rearmTicks = a.typ.ammo.delay
	}
}

// rearm is one tick of rearming on a pad; true when all shots are there.
func (w *World) rearm(a *Actor) bool {
	info := a.typ.ammo
	if info == nil || a.ammo >= info.full {
		return true
	}
	if a.rearmTicks--; a.rearmTicks <= 0 {
		a.rearmTicks = info.delay
		a.ammo = min(a.ammo+info.count, info.full)
	}
	return false
}

// tickAmmo gives back shots to what reloads by itself.
func (w *World) tickAmmo(a *Actor) {
	info := a.typ.ammo
	if info.selfDelay == 0 || a.ammo >= info.full || !w.holds(a, info.requires) {
		return
	}
	if a.reloadTicks--; a.reloadTicks <= 0 {
		a.reloadTicks = info.selfDelay
		a.ammo = min(a.ammo+info.selfCount, info.full)
	}
}

// armPaused reports whether a weapon may not fire now: it is out of ammunition,
// most of the time.
func (w *World) armPaused(a *Actor, i int) bool {
	pauses := a.typ.armaments[i].pauses
	return len(pauses) > 0 && w.holds(a, pauses)
}
