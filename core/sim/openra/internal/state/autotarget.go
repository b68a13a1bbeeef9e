// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// Turret is where a turret points, relative to its body.
type Turret struct {
	Facing  int32
	Want    wpos.Pos // direction it turns to, zero for none
	Realign bool
	Idle    int32 // ticks without aiming
}

// MayMoveToAttack reports whether an actor goes after what it finds on its own;
// what stands still never does.
func (a *Actor) MayMoveToAttack() bool {
	moves := a.Type.Mobile != nil || a.Type.Aircraft != nil
	return a.Type.AutoTarget.AllowMove && moves && a.Stance > info.StanceDefend
}

// DropAims lets go whatever a turret aims at.
func (a *Actor) DropAims() {
	a.Requested, a.Opportunity = None, None
	a.Persistent, a.Preset = false, false
}
