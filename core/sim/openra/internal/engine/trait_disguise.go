// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// Spies look like somebody of another side (Disguise). Nobody attacks on his own
// what does not look like an enemy, unless he sees through it (IgnoresDisguise).

// OrderDisguise lets a spy look like an actor, or like himself again if the
// order points at him; what is gone by then changes nothing.
func (w *World) orderDisguise(a *Actor, o *Order) {
	if a.Type.Disguise == nil || o.Target != state.TargetActor && o.Target != state.TargetFrozen {
		return
	}
	if o.Target == state.TargetFrozen {
		if f := w.Frozen.Of(o.Actor); f != nil && (f.Known&f.Seen)>>uint(a.Owner)&1 != 0 {
			a.LooksLike, a.ShownAs.As = f.OwnerTo(a.Owner)+1, f.Type.Index+1
		}
		return
	}
	switch target := w.Alive(o.Actor); {
	case target == nil || !target.InWorld:
	case target == a:
		a.LooksLike = 0
	case target.LooksLike > 0:
		a.LooksLike, a.ShownAs.As = target.LooksLike, target.ShownAs.As
	default:
		a.LooksLike, a.ShownAs.As = target.Owner+1, target.Type.Index+1
	}
}

// appearance is the player an actor seems to belong to.
func (w *World) appearance(a *Actor) int32 {
	if a.LooksLike > 0 && int(a.LooksLike) <= len(w.Players) {
		return a.LooksLike - 1
	}
	return a.Owner
}

// ownerFor is whose an actor takes another one for when it chooses a weapon: until
// 20200503 those of the disguise; who has a spy under attack lets him go when he
// looks like a friend.
func (w *World) ownerFor(a, other *Actor) int32 {
	if !w.Release.DisguiseDeceivesWeapons || a.Type.SeesThrough || w.Allied(a.Owner, other.Owner) {
		return other.Owner
	}
	return w.appearance(other)
}

// seemsHostile reports whether an actor takes another one for an enemy.
func (w *World) seemsHostile(a, other *Actor) bool {
	if a.Type.SeesThrough {
		return w.Hostile(a.Owner, other.Owner)
	}
	return w.Hostile(a.Owner, w.appearance(other))
}

// seemsFriendly reports whether an actor takes another one for a friend.
func (w *World) seemsFriendly(a, other *Actor) bool {
	return w.Allied(a.Owner, other.Owner) || !a.Type.SeesThrough && w.Allied(a.Owner, w.appearance(other))
}
