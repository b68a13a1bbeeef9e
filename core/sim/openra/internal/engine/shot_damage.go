// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Damage takes health from an actor (or gives, if the amount is negative),
// lets its traits take notice in construct order, and kills it when none is
// left. The attacker is nil where nobody is to blame.
func (w *World) Damage(a, source *Actor, amount int32, causes []string) {
	w.Wake(a)
	if a.Dead || a.HP <= 0 {
		return
	}
	if w.Observer != nil {
		var happens bool
		if source, amount, happens = w.Observer.Hits(w, a, source, amount, causes); !happens {
			return
		}
	}
	if amount > 0 {
		cover := int32(100)
		if a.ProneTicks > 0 && a.Type.Cover != nil {
			cover = a.Type.Cover.Modifier(causes)
		}
		if a.Buried() {
			cover = a.Type.Popup.Percent
		}
		amount = w.modifiedWith(a, a.Type.Modifiers.Damage, amount, cover, w.handicappedHurt(a))
	}
	w.take(a, source, amount, causes)
}

// Destroy takes all the health of an actor at once, whatever protects it; its
// traits take notice as of any other hit.
func (w *World) Destroy(a, attacker *Actor, causes []string) {
	w.Wake(a)
	if a.Dead || a.Type.MaxHP == 0 {
		return
	}
	w.take(a, attacker, a.Type.MaxHP, causes)
}

// take changes the health of an actor by an amount that nothing lessens any
// more, and tells its traits.
func (w *World) take(a, source *Actor, amount int32, causes []string) {
	if a.Type.Bridge != nil {
		w.hitBridge(a, amount)
		return
	}
	before, was := a.HP, a.DamageState()
	a.HP = wpos.Clamp(a.HP-amount, 0, a.Type.MaxHP)
	if w.Release.DamageTurnsBodies && a.Type.Building != nil && a.Type.EmbeddedTurret && a.DamageState() != was {
		// Pictures of what rises, lies in the ground or moves there have one direction.
		a.OneSided = a.Incomplete > 0 || a.Type.Popup != nil && a.Charges >= state.PopupMoving
	}
	w.hurt(a, source, before-a.HP)
	if a.Type.ScalePower {
		w.updatePower(a.Owner)
	}
	if amount > 0 {
		for i := range a.Type.Heals {
			a.DamageTicks[i] = a.Type.Heals[i].Cooldown
		}
		if a.Type.Cover != nil && overlaps(a.Type.Cover.Triggers, causes) {
			a.ProneTicks = a.Type.Cover.Duration
		}
		if a.Type.Panics != nil {
			w.panicHurt(a)
		}
		w.uncloak(a, info.LoudDamage)
		w.thresholdReached(a, source)
	}
	if amount < 0 && source != a {
		w.uncloak(a, info.LoudHeal)
	}
	// The overlay of smoke needs less to be constructed than what looks for
	// targets, and so it draws first (ra-dev2026-rl-f3aaecd9c0d8, net frame 7477).
	w.smokeAfter(a, amount)
	// A hit at the very edge of a warhead's reach hurts nobody and is noticed.
	if amount >= 0 {
		w.retaliate(a, source)
	}
	if a.HP == 0 {
		w.kill(a, source, causes)
	}
}

// tickHealth heals what heals by itself.
func (w *World) tickHealth(a *Actor) {
	if a.HP < a.Type.HealsBelow {
		w.tickHeals(a)
	}
	if a.ProneTicks > 0 {
		a.ProneTicks--
	}
}

func (w *World) tickHeals(a *Actor) {
	for i := range a.Type.Heals {
		h := &a.Type.Heals[i]
		if a.HP >= h.Limit(a.Type.MaxHP) || h.Rank && a.Level == 0 || !w.Holds(a, h.Requires) {
			continue
		}
		if a.DamageTicks[i] > 0 {
			a.DamageTicks[i]--
			continue
		}
		a.HealTicks[i]--
		if a.HealTicks[i] <= 0 {
			a.HealTicks[i] = h.Delay
			w.changeHealth(a, h.Step+wpos.Percent(a.Type.MaxHP, h.Percent))
		}
	}
}
