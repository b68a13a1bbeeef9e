// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// damage takes health from an actor (or gives, if the amount is negative),
// lets its traits take notice in construct order, and kills it when none is
// left. The attacker is nil where nobody is to blame.
func (w *World) damage(a, source *Actor, amount int32, causes []string) {
	w.wake(a)
	if a.dead || a.hp <= 0 {
		return
	}
	if w.observer != nil {
		var happens bool
		if source, amount, happens = w.observer.hits(w, a, source, amount, causes); !happens {
			return
		}
	}
	if amount > 0 {
		cover := int32(100)
		if a.proneTicks > 0 && a.typ.Cover != nil {
			cover = a.typ.Cover.Modifier(causes)
		}
		if a.buried() {
			cover = a.typ.Popup.Percent
		}
		amount = w.modifiedWith(a, a.typ.Modifiers.Damage, amount, cover, w.handicappedHurt(a))
	}
	w.take(a, source, amount, causes)
}

// destroy takes all the health of an actor at once, whatever protects it; its
// traits take notice as of any other hit.
func (w *World) destroy(a, attacker *Actor, causes []string) {
	w.wake(a)
	if a.dead || a.typ.MaxHP == 0 {
		return
	}
	w.take(a, attacker, a.typ.MaxHP, causes)
}

// take changes the health of an actor by an amount that nothing lessens any
// more, and tells its traits.
func (w *World) take(a, source *Actor, amount int32, causes []string) {
	if a.typ.Bridge != nil {
		w.hitBridge(a, amount)
		return
	}
	before := a.hp
	a.hp = wpos.Clamp(a.hp-amount, 0, a.typ.MaxHP)
	w.hurt(a, source, before-a.hp)
	if a.typ.ScalePower {
		w.updatePower(a.owner)
	}
	if amount > 0 {
		for i := range a.typ.Heals {
			a.damageTicks[i] = a.typ.Heals[i].Cooldown
		}
		if a.typ.Cover != nil && overlaps(a.typ.Cover.Triggers, causes) {
			a.proneTicks = a.typ.Cover.Duration
		}
		if a.typ.Panics != nil {
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
	if a.hp == 0 {
		w.kill(a, source, causes)
	}
}

// tickHealth heals what heals by itself.
func (w *World) tickHealth(a *Actor) {
	if a.hp < a.typ.HealsBelow {
		w.tickHeals(a)
	}
	if a.proneTicks > 0 {
		a.proneTicks--
	}
}

func (w *World) tickHeals(a *Actor) {
	for i := range a.typ.Heals {
		h := &a.typ.Heals[i]
		if a.hp >= h.Limit(a.typ.MaxHP) || h.Rank && a.level == 0 || !w.holds(a, h.Requires) {
			continue
		}
		if a.damageTicks[i] > 0 {
			a.damageTicks[i]--
			continue
		}
		a.healTicks[i]--
		if a.healTicks[i] <= 0 {
			a.healTicks[i] = h.Delay
			w.changeHealth(a, h.Step+wpos.Percent(a.typ.MaxHP, h.Percent))
		}
	}
}

func (a *Actor) damageState() info.DamageState {
	hp, most := int64(a.hp)*100, int64(a.typ.MaxHP)
	switch {
	case a.hp >= a.typ.MaxHP:
		return info.DamageNone
	case a.hp <= 0:
		return info.DamageDead
	case hp < most*25:
		return info.DamageCritical
	case hp < most*50:
		return info.DamageHeavy
	case hp < most*75:
		return info.DamageMedium
	}
	return info.DamageLight
}
