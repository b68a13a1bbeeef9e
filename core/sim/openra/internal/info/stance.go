// SPDX-License-Identifier: GPL-3.0-or-later

package info

// Stance is how readily a unit attacks on its own.
type Stance uint8

// The stances, the least ready first.
const (
	StanceHoldFire Stance = iota
	StanceReturnFire
	StanceDefend
	StanceAttackAnything
)

func stanceOf(text string) Stance {
	switch text {
	case "HoldFire":
		return StanceHoldFire
	case "ReturnFire":
		return StanceReturnFire
	case "AttackAnything":
		return StanceAttackAnything
	}
	return StanceDefend
}

// StanceNamed reads the stance that a map gives an actor, if it gives one.
func StanceNamed(text string) (stance Stance, known bool) {
	switch text {
	case "HoldFire", "ReturnFire", "Defend", "AttackAnything":
		return stanceOf(text), true
	}
	return StanceDefend, false
}
