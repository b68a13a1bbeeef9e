// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/rules"
)

// cloakInfo is the trait that hides a unit while it does nothing loud. Its
// timer is hashed even where the trait is off.
type cloakInfo struct {
	initial, delay int32
	uncloakOn      []string
	moving         bool     // it shows itself wherever it goes
	condition      string   // granted while it hides
	found          []string // what detects it
	requires       expression
	pauses         expression
}

// Occasions on which a unit shows itself.
const (
	loudAttack = "Attack"
	loudDock   = "Dock"
	loudLoad   = "Load"
	loudUnload = "Unload"
	loudCharge = "Demolish"
	loudDamage = "Damage"
	loudHeal   = "Heal"
	loudMove   = "Move"
)

// loudDefault is what shows a unit unless the rules say otherwise.
const loudDefault = "Attack, Unload, Infiltrate, Demolish, Dock"

func newCloak(trait *rules.Trait) *cloakInfo {
	info := &cloakInfo{
		initial: number(trait, "InitialDelay", 10), delay: number(trait, "CloakDelay", 30),
		condition: trait.Text("CloakedCondition"), found: trait.Texts("DetectionTypes"),
		requires: requirementOf(trait), pauses: pauseOf(trait),
	}
	text := trait.Text("UncloakOn")
	if text == "" {
		text = strings.Join(trait.Texts("UncloakOn"), ",")
	}
	if text == "" {
		text = loudDefault
	}
	for _, occasion := range strings.Split(text, ",") {
		info.uncloakOn = append(info.uncloakOn, strings.TrimSpace(occasion))
	}
	info.moving = contains(info.uncloakOn, loudMove)
	return info
}

// detectInfo is a trait that sees through cloaks.
type detectInfo struct {
	types    []string
	reach    int32
	requires expression
}

func newDetector(trait *rules.Trait) detectInfo {
	return detectInfo{types: trait.Texts("DetectionTypes"), reach: number(trait, "Range", 5120), requires: requirementOf(trait)}
}

// uncloak shows a unit after something loud.
func (w *World) uncloak(a *Actor, occasion string) {
	if info := a.typ.cloak; info != nil && contains(info.uncloakOn, occasion) {
		a.cloakTicks = max(a.cloakTicks, info.delay)
	}
}

// cloaked reports whether a unit hides now.
func (w *World) cloaked(a *Actor) bool {
	info := a.typ.cloak
	return info != nil && a.cloakTicks <= 0 && w.holds(a, info.requires) && (len(info.pauses) == 0 || !w.holds(a, info.pauses))
}

// cloakedFrom reports whether a unit hides from a player: none of his side's
// detectors is near enough.
func (w *World) cloakedFrom(a *Actor, viewer int32) bool {
	if a.typ.cloak == nil || w.allied(a.owner, viewer) || !w.cloaked(a) {
		return false
	}
	for _, other := range w.actors {
		if other == nil || len(other.typ.detects) == 0 || !other.inWorld && !w.behaviour.detectsAboard || !w.allied(other.owner, viewer) {
			continue
		}
		for i := range other.typ.detects {
			d := &other.typ.detects[i]
			if overlaps(d.types, a.typ.cloak.found) && a.center.Sub(other.center).Squared() <= int64(d.reach)*int64(d.reach) && w.holds(other, d.requires) {
				return false
			}
		}
	}
	return true
}

// dive notes whether a unit holds the condition that hiding grants: it is granted and
// revoked when the trait has its turn, while others see it at once.
func (w *World) dive(a *Actor) {
	if a.typ.cloak.condition != "" {
		a.dived = w.cloaked(a)
	}
}

// tickCloak counts the rest of a unit's time in sight down. Who shows himself on
// the move does so in every new cell, his first among them.
func (w *World) tickCloak(a *Actor) {
	info := a.typ.cloak
	if a.cloakTicks != 0 || info.moving {
		w.countCloak(a)
	}
	w.dive(a)
}

func (w *World) countCloak(a *Actor) {
	info := a.typ.cloak
	if !w.holds(a, info.requires) || len(info.pauses) > 0 && w.holds(a, info.pauses) {
		return
	}
	if a.cloakTicks > 0 && !w.docking(a) {
		a.cloakTicks--
	}
	if here := w.location(a); info.moving && a.mineStart != here {
		a.mineStart = here
		w.uncloak(a, loudMove)
	}
}

// docking reports whether a harvester is at a refinery, or a unit is being mended
// or given shots (since OpenRA pull request 18107).
func (w *World) docking(a *Actor) bool {
	for act := a.current(); act != nil; act = skipDone(act.child) {
		switch {
		case act.kind == actDock:
			return act.flag[flagInitiated]
		case act.kind == actResupply && a.typ.aircraft == nil && !w.behaviour.quietMending:
			return act.flag[flagGroundReload]
		}
	}
	return false
}
