// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Remembers reports whether there is a place where the target was last seen.
func (act *Activity) Remembers() bool { return act.Phase != 0 }

// ShakenOff is the host of an activity whose target is there but a target no
// more; no actor has it for its id.
const ShakenOff = GroundBit - 1

// ShakenOff takes an actor away from who attacks, enters, follows it, is mended or
// blows himself up there, and from the ways inside.
func (act *Activity) ShakenOff(id uint32) {
	switch act.Kind {
	case ActAttack, ActFollowAttack, ActFlyAttack, ActAttackRun, ActChargeAttack, ActChargeFire, ActSetTarget, ActLeapAttack, ActLeap, ActMoveWithin,
		ActEnter, ActMoveBeside, ActMoveInto, ActFollow, ActResupply, ActLand, ActDetonate:
		if act.Host == id {
			act.Host = ShakenOff
		}
	case ActAttackMove: // who is guarded
		if act.Aim == id {
			act.Aim = ShakenOff
		}
	default:
	}
	for child := act.Child; child != nil; child = child.Next {
		child.ShakenOff(id)
	}
}
