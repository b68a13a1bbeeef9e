// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// What happened that shows in no figure of the state, for those who report it. None of it
// is state: whoever watches the world takes it after each tick, or after several, and it
// is complete only if the world was played from its start.

// deedKind says what a deed was.
type deedKind uint8

const (
	deedBuilt     deedKind = iota // a building is complete
	deedAbility                   // a player used a power, or something one of his units can do
	deedDestroyed                 // a superweapon has had all its effects
)

// deed is one thing that was done.
type deed struct {
	kind             deedKind
	id               uint32 // what was built
	owner            int32
	name             string // of the ability or the superweapon
	at               Pos
	hasPlace         bool
	units, buildings uint32 // that a superweapon hurt
}

// Names of abilities that are no powers.
const (
	abilityCapture    = "capture"
	abilityInfiltrate = "infiltrate"
	abilityDemolish   = "demolish"
)

// ledger is what a player has earned, spent and done to others since the start.
type ledger struct {
	collected, spent int64 // credits
	dealt, received  int64 // points of health
}

// strikeUnderWay is a superweapon on its way, and what it has hurt so far.
type strikeUnderWay struct {
	owner            int32
	name             string
	at               Pos
	left             int32 // ticks until all its effects are over
	hit              []uint32
	units, buildings uint32
}

// did notes a deed.
func (w *World) did(d deed) { w.deeds = append(w.deeds, d) }

// usedAbility notes that somebody used what a unit can do.
func (w *World) usedAbility(owner int32, name string, at Pos) {
	w.did(deed{kind: deedAbility, owner: owner, name: name, at: at, hasPlace: true})
}

// firedPower notes that a player used a power. One that sends a weapon is a superweapon
// beside that, and counts what it hurts until its last effect is over.
func (w *World) firedPower(owner int32, rule *info.PowerRules, at Pos, hasPlace bool) {
	w.did(deed{kind: deedAbility, owner: owner, name: rule.Order, at: at, hasPlace: hasPlace})
	if rule.Weapon == nil || rule.Kind != info.PowerNuke && rule.Kind != info.PowerIonCannon {
		return
	}
	left := rule.Delay + launchTicks + 1
	last := int32(0)
	for i := range rule.Weapon.Warheads {
		last = max(last, rule.Weapon.Warheads[i].Delay)
	}
	w.strikes = append(w.strikes, strikeUnderWay{owner: owner, name: rule.Order, at: at, left: left + last + 1})
}

// hurt accounts for health that was lost. To blame for a superweapon is the actor of the
// player himself.
func (w *World) hurt(a, source *Actor, lost int32) {
	if lost <= 0 {
		return
	}
	w.players[a.owner].ledger.received += int64(lost)
	if source == nil || source.owner == a.owner {
		return
	}
	w.players[source.owner].ledger.dealt += int64(lost)
	if len(w.strikes) > 0 && source.ID == w.players[source.owner].actor {
		w.hitByStrike(a, source.owner)
	}
}

// hitByStrike counts who was hurt, once, for the nearest strike of the player.
func (w *World) hitByStrike(a *Actor, owner int32) {
	var strike *strikeUnderWay
	for i := range w.strikes {
		s := &w.strikes[i]
		if s.owner == owner && (strike == nil || a.center.Sub(s.at).FlatSquared() < a.center.Sub(strike.at).FlatSquared()) {
			strike = s
		}
	}
	if strike == nil {
		return
	}
	for _, id := range strike.hit {
		if id == a.ID {
			return
		}
	}
	strike.hit = append(strike.hit, a.ID)
	switch {
	case a.typ.Building != nil:
		strike.buildings++
	case a.typ.Mobile != nil || a.typ.Aircraft != nil:
		strike.units++
	}
}

// tickOpenStrikes closes the strikes whose effects are all over.
func (w *World) tickOpenStrikes() {
	open := w.strikes[:0]
	for i := range w.strikes {
		s := &w.strikes[i]
		if s.left--; s.left > 0 {
			open = append(open, *s)
			continue
		}
		w.did(deed{kind: deedDestroyed, owner: s.owner, name: s.name, at: s.at, hasPlace: true, units: s.units, buildings: s.buildings})
	}
	clear(w.strikes[len(open):])
	w.strikes = open
}

// forgetDeeds empties the list once it was taken.
func (w *World) forgetDeeds() { w.deeds = w.deeds[:0] }

// pay takes an amount for what a player buys, ore first; it takes nothing if there is too
// little.
func (p *player) pay(amount int32) bool {
	if !p.takeCash(amount) {
		return false
	}
	p.ledger.spent += int64(amount)
	return true
}
