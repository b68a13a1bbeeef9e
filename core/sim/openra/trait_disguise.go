// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// Spies look like somebody of another side (Disguise). Nobody attacks on his own
// what does not look like an enemy, unless he sees through it (IgnoresDisguise).

// orderDisguise lets a spy look like an actor, or like himself again if the
// order points at him; what is gone by then changes nothing.
func (w *World) orderDisguise(a *Actor, o *Order) {
	if a.typ.Disguise == nil || o.Target != TargetActor && o.Target != TargetFrozen {
		return
	}
	if o.Target == TargetFrozen {
		if f := w.memoryOf(o.Actor); f != nil && (f.known&f.seen)>>uint(a.owner)&1 != 0 {
			a.looksLike, a.shownAs.as = f.ownerTo(a.owner)+1, f.typ.Index+1
		}
		return
	}
	switch target := w.alive(o.Actor); {
	case target == nil || !target.inWorld:
	case target == a:
		a.looksLike = 0
	case target.looksLike > 0:
		a.looksLike, a.shownAs.as = target.looksLike, target.shownAs.as
	default:
		a.looksLike, a.shownAs.as = target.owner+1, target.typ.Index+1
	}
}

// appearance is the player an actor seems to belong to.
func (w *World) appearance(a *Actor) int32 {
	if a.looksLike > 0 && int(a.looksLike) <= len(w.players) {
		return a.looksLike - 1
	}
	return a.owner
}

// ownerFor is whose an actor takes another one for when it chooses a weapon: until
// 20200503 those of the disguise; who has a spy under attack lets him go when he
// looks like a friend.
func (w *World) ownerFor(a, other *Actor) int32 {
	if !w.behaviour.DisguiseDeceivesWeapons || a.typ.SeesThrough || w.allied(a.owner, other.owner) {
		return other.owner
	}
	return w.appearance(other)
}

// dropDisguise shows a spy after something loud.
func (a *Actor) dropDisguise(occasion string) {
	if a.typ.Disguise != nil && info.Contains(a.typ.Disguise.DropsOn, occasion) {
		a.looksLike = 0
	}
}

// seemsHostile reports whether an actor takes another one for an enemy.
func (w *World) seemsHostile(a, other *Actor) bool {
	if a.typ.SeesThrough {
		return w.hostile(a.owner, other.owner)
	}
	return w.hostile(a.owner, w.appearance(other))
}

// seemsFriendly reports whether an actor takes another one for a friend.
func (w *World) seemsFriendly(a, other *Actor) bool {
	return w.allied(a.owner, other.owner) || !a.typ.SeesThrough && w.allied(a.owner, w.appearance(other))
}
