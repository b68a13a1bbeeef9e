// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// What happened that shows in no figure of the state, for those who report it. None of it
// is state: whoever watches the world takes it after each tick, or after several, and it
// is complete only if the world was played from its start.

// Names of abilities that are no powers.
const (
	abilityCapture    = "capture"
	abilityInfiltrate = "infiltrate"
	abilityDemolish   = "demolish"
)

// did notes a deed.
func (w *World) did(d state.Deed) { w.Deeds = append(w.Deeds, d) }

// usedAbility notes that somebody used what a unit can do.
func (w *World) usedAbility(owner int32, name string, at Pos) {
	w.did(state.Deed{Kind: state.DeedAbility, Owner: owner, Name: name, At: at, HasPlace: true})
}

// firedPower notes that a player used a power. One that sends a weapon is a superweapon
// beside that, and counts what it hurts until its last effect is over.
func (w *World) firedPower(owner int32, rule *info.PowerRules, at Pos, hasPlace bool) {
	w.did(state.Deed{Kind: state.DeedAbility, Owner: owner, Name: rule.Order, At: at, HasPlace: hasPlace})
	if rule.Weapon == nil || rule.Kind != info.PowerNuke && rule.Kind != info.PowerIonCannon {
		return
	}
	left := rule.Delay + launchTicks + 1
	last := int32(0)
	for i := range rule.Weapon.Warheads {
		last = max(last, rule.Weapon.Warheads[i].Delay)
	}
	w.strikes = append(w.strikes, state.StrikeUnderWay{Owner: owner, Name: rule.Order, At: at, Left: left + last + 1})
}

// hurt accounts for health that was lost. To blame for a superweapon is the actor of the
// player himself.
func (w *World) hurt(a, source *Actor, lost int32) {
	if lost <= 0 {
		return
	}
	w.Players[a.Owner].Ledger.Received += int64(lost)
	if source == nil || source.Owner == a.Owner {
		return
	}
	w.Players[source.Owner].Ledger.Dealt += int64(lost)
	if len(w.strikes) > 0 && source.ID == w.Players[source.Owner].Actor {
		w.hitByStrike(a, source.Owner)
	}
}

// hitByStrike counts who was hurt, once, for the nearest strike of the player.
func (w *World) hitByStrike(a *Actor, owner int32) {
	var strike *state.StrikeUnderWay
	for i := range w.strikes {
		s := &w.strikes[i]
		if s.Owner == owner && (strike == nil || a.Center.Sub(s.At).FlatSquared() < a.Center.Sub(strike.At).FlatSquared()) {
			strike = s
		}
	}
	if strike == nil {
		return
	}
	for _, id := range strike.Hit {
		if id == a.ID {
			return
		}
	}
	strike.Hit = append(strike.Hit, a.ID)
	switch {
	case a.Type.Building != nil:
		strike.Buildings++
	case a.Type.Mobile != nil || a.Type.Aircraft != nil:
		strike.Units++
	}
}

// tickOpenStrikes closes the strikes whose effects are all over.
func (w *World) tickOpenStrikes() {
	open := w.strikes[:0]
	for i := range w.strikes {
		s := &w.strikes[i]
		if s.Left--; s.Left > 0 {
			open = append(open, *s)
			continue
		}
		w.did(state.Deed{Kind: state.DeedDestroyed, Owner: s.Owner, Name: s.Name, At: s.At, HasPlace: true, Units: s.Units, Buildings: s.Buildings})
	}
	clear(w.strikes[len(open):])
	w.strikes = open
}

// ForgetDeeds empties the list once it was taken.
func (w *World) ForgetDeeds() { w.Deeds = w.Deeds[:0] }
