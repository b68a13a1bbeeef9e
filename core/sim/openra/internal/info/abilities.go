// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"slices"
)

// Moves reports whether actors of a type may change their place.
func (t *ActorType) Moves() bool { return t.Mobile != nil || t.Aircraft != nil }

// TurnSpeed is how far an actor turns in a tick.
func (t *ActorType) TurnSpeed() int32 {
	if t.Mobile != nil {
		return t.Mobile.TurnSpeed
	}
	return 512
}

// SupportPower finds a power of a type by its order, nil if there is none.
func (t *ActorType) SupportPower(order string) *PowerRules {
	for i := range t.Supports {
		if t.Supports[i].Order == order {
			return &t.Supports[i]
		}
	}
	return nil
}

// Accepts reports whether a condition can be granted to a type from outside.
// The shield and the cloak are the only ones that crates hold.
func (t *ActorType) Accepts(condition string) bool {
	return condition == ironCurtain && t.Curtained || condition == CloakCrate && t.Cloakable
}

// TakesRoom reports whether actors of a type stand somewhere: what an upgrade
// makes does not, and needs no way out.
func (t *ActorType) TakesRoom() bool {
	return t.Mobile != nil || t.Aircraft != nil || t.Immobile || t.Building != nil && t.Building.Footprint != nil
}

// losesSight reports whether a sight of the type has a condition. Without one the hash
// of none is ever anything but 0.
func (t *ActorType) losesSight() bool {
	return slices.ContainsFunc(t.Sights, func(s SightInfo) bool { return len(s.Requires) > 0 })
}

// Turns reports whether actors of a type have a facing of their own.
func (t *ActorType) Turns() bool { return t.Mobile != nil || t.Aircraft != nil || t.Boat != nil }

// HasAimedTurret reports whether actors of a type have a turret that their attack
// turns. That of a bunker stays as it is: who is inside aims himself.
func (t *ActorType) HasAimedTurret() bool { return t.TurretSpeed > 0 && t.Ports == nil }
