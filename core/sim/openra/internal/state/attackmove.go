// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Assaults reports whether an actor is on an attack move on which it attacks
// anything.
func (a *Actor) Assaults() bool {
	act := a.Current()
	return act.underAttackMove() && act.Flag[FlagAssault] && a.ScansWhileMoving()
}

// Marches reports whether it is on one on which it attacks what it would at any time.
func (a *Actor) Marches() bool {
	act := a.Current()
	return act.underAttackMove() && !act.Flag[FlagAssault] && a.ScansWhileMoving()
}

func (act *Activity) underAttackMove() bool {
	return act != nil && act.Kind == ActAttackMove && act.State != StateQueued
}

// ScansWhileMoving reports whether an attack move of this type looks for
// targets at all.
func (a *Actor) ScansWhileMoving() bool { return a.Type.AutoTarget != nil }

// Flags of ActAttackMove.
const (
	FlagMoving  = iota // the child is the move, not an attack
	FlagAssault        // whatever it meets is attacked
)
