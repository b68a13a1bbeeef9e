// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "fmt"

var activityNames = [...]string{
	actNone: "nothing", actMove: "Move", actFirstHalf: "MoveFirstHalf", actSecondHalf: "MoveSecondHalf", actTurn: "Turn", actDrag: "Drag",
	actWait: "Wait", actTransform: "Transform", actFindResources: "FindAndDeliverResources", actHarvest: "HarvestResource",
	actMoveToDock: "MoveToDock", actDock: "Dock", actMoveOnto: "MoveOnto", actAttackMove: "AttackMove", actNudge: "Nudge",
	actLeaveProduction: "LeaveProduction", actReturnToCell: "ReturnToCell", actFly: "Fly", actRemoveSelf: "RemoveSelf",
	actParachute: "Parachute", actAttack: "Attack", actFollowAttack: "AttackFollow", actMoveWithin: "MoveWithinRange", actSell: "Sell",
	actEnter: "Enter", actMoveBeside: "MoveAdjacentTo", actMoveInto: "MoveIntoTarget", actAwaitPassengers: "AwaitPassengers",
	actUnload: "UnloadCargo", actLinkRefinery: "LinkRefinery", actTeleport: "Teleport", actFollow: "Follow", actResupply: "Resupply",
	actFlyIdle: "FlyIdle", actFlyForward: "FlyForward", actFlyFollow: "FlyFollow", actTakeOff: "TakeOff", actLand: "Land",
	actAirfield: "Airfield", actReturnToBase: "ReturnToBase", actFlyAttack: "FlyAttack", actAttackRun: "AttackRun", actFall: "FallToEarth",
	actChargeAttack: "ChargeAttack", actChargeFire: "ChargeFire", actLeapAttack: "LeapAttack", actLeap: "Leap", actRelease: "Release",
	actAfterTransform: "IssueOrderAfterTransform", actAwaitRoom: "WaitFor",
}

func (k activityKind) String() string {
	if int(k) < len(activityNames) && activityNames[k] != "" {
		return activityNames[k]
	}
	return fmt.Sprintf("activity %d", uint8(k))
}

// called names an actor as reports do: type and id.
func (w *World) called(id uint32) string {
	switch a := w.peek(id &^ frozenBit); {
	case id == none:
		return "nobody"
	case a == nil:
		return fmt.Sprintf("%d (gone)", id&^frozenBit)
	case id&frozenBit != 0:
		return fmt.Sprintf("the memory of %s %d", w.nameOf(a), a.ID)
	default:
		return fmt.Sprintf("%s %d", w.nameOf(a), a.ID)
	}
}
