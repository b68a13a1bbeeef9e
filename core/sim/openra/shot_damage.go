// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"math"
	"strings"

	"convertd/core/sim/openra/internal/wpos"
)

// damage takes health from an actor (or gives, if the amount is negative),
// lets its traits take notice in construct order, and kills it when none is
// left. The attacker is nil where nobody is to blame.
func (w *World) damage(a, source *Actor, amount int32, causes []string) {
	w.stir(a)
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
		if a.proneTicks > 0 && a.typ.cover != nil {
			cover = a.typ.cover.modifier(causes)
		}
		if a.buried() {
			cover = a.typ.popup.percent
		}
		amount = w.modifiedWith(a, a.typ.modifiers.damage, amount, cover, w.handicappedHurt(a))
	}
	w.take(a, source, amount, causes)
}

// destroy takes all the health of an actor at once, whatever protects it; its
// traits take notice as of any other blow.
func (w *World) destroy(a, attacker *Actor, causes []string) {
	w.stir(a)
	if a.dead || a.typ.maxHP == 0 {
		return
	}
	w.take(a, attacker, a.typ.maxHP, causes)
}

// take changes the health of an actor by an amount that nothing lessens any
// more, and tells its traits.
func (w *World) take(a, source *Actor, amount int32, causes []string) {
	if a.typ.bridge != nil {
		w.hitBridge(a, amount)
		return
	}
	before := a.hp
	a.hp = wpos.Clamp(a.hp-amount, 0, a.typ.maxHP)
	w.hurt(a, source, before-a.hp)
	if a.typ.scalePower {
		w.updatePower(a.owner)
	}
	if amount > 0 {
		for i := range a.typ.heals {
			a.damageTicks[i] = a.typ.heals[i].cooldown
		}
		if a.typ.cover != nil && overlaps(a.typ.cover.triggers, causes) {
			a.proneTicks = a.typ.cover.duration
		}
		if a.typ.panics != nil {
			w.panicHurt(a)
		}
		w.uncloak(a, loudDamage)
		w.thresholdReached(a, source)
	}
	if amount < 0 && source != a {
		w.uncloak(a, loudHeal)
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

// coverInfo is how infantry takes cover.
type coverInfo struct {
	duration int32
	speed    int32 // percent while prone
	offset   Pos   // of the weapons while prone: forward, right, up
	triggers []string
	causes   []string
	percents []int32
}

func (c *coverInfo) modifier(causes []string) int32 {
	for i, cause := range c.causes {
		if contains(causes, cause) {
			return c.percents[i]
		}
	}
	return 100
}

// tickHealth heals what heals by itself.
func (w *World) tickHealth(a *Actor) {
	if a.hp < a.typ.healsBelow {
		w.tickHeals(a)
	}
	if a.proneTicks > 0 {
		a.proneTicks--
	}
}

func (w *World) tickHeals(a *Actor) {
	for i := range a.typ.heals {
		h := &a.typ.heals[i]
		if a.hp >= h.limit(a.typ.maxHP) || h.rank && a.level == 0 || !w.holds(a, h.requires) {
			continue
		}
		if a.damageTicks[i] > 0 {
			a.damageTicks[i]--
			continue
		}
		a.healTicks[i]--
		if a.healTicks[i] <= 0 {
			a.healTicks[i] = h.delay
			w.changeHealth(a, h.step+wpos.Percent(a.typ.maxHP, h.percent))
		}
	}
}

// limit is the health from which on it does nothing.
func (h *healInfo) limit(maxHP int32) int32 {
	return int32(min(int64(h.below)*int64(maxHP)/100, math.MaxInt32))
}

// findHealsBelow finds the health from which on nothing heals a type by itself.
func (t *actorType) findHealsBelow() (limit int32) {
	for i := range t.heals {
		limit = max(limit, t.heals[i].limit(t.maxHP))
	}
	return limit
}

// damageState is how badly an actor is hurt; several make a set.
type damageState uint8

const (
	damageNone damageState = 1 << iota
	damageLight
	damageMedium
	damageHeavy
	damageCritical
	damageDead
)

var damageStateNames = []string{"Undamaged", "Light", "Medium", "Heavy", "Critical", "Dead"}

// damageStatesOf reads a set of states; heavy and critical unless it says
// otherwise.
func damageStatesOf(text string) damageState {
	var set damageState
	for i, name := range damageStateNames {
		if strings.Contains(text, name) {
			set |= 1 << i
		}
	}
	if set == 0 {
		return damageHeavy | damageCritical
	}
	return set
}

func (a *Actor) damageState() damageState {
	hp, most := int64(a.hp)*100, int64(a.typ.maxHP)
	switch {
	case a.hp >= a.typ.maxHP:
		return damageNone
	case a.hp <= 0:
		return damageDead
	case hp < most*25:
		return damageCritical
	case hp < most*50:
		return damageHeavy
	case hp < most*75:
		return damageMedium
	}
	return damageLight
}
