// SPDX-License-Identifier: GPL-3.0-or-later

package state

// ActivityKind tags what an activity does.
type ActivityKind uint8

// The kinds of activities. They stand in files by number: new ones come last. What each
// does is in the table below.
const (
	ActNone ActivityKind = iota
	ActMove
	ActFirstHalf
	ActSecondHalf
	ActTurn
	ActDrag
	ActWait
	ActTransform
	ActFindResources
	ActHarvest
	ActMoveToDock
	ActDock
	ActMoveOnto
	ActAttackMove
	ActNudge
	ActLeaveProduction
	ActReturnToCell
	ActFly
	ActRemoveSelf
	ActParachute
	ActAttack
	ActFollowAttack
	ActMoveWithin
	ActSell
	ActEnter
	ActMoveBeside
	ActMoveInto
	ActAwaitPassengers
	ActUnload
	ActLinkRefinery
	ActTeleport
	ActFollow
	ActResupply
	ActFlyIdle
	ActFlyForward
	ActFlyFollow
	ActTakeOff
	ActLand
	ActAirfield
	ActReturnToBase
	ActFlyAttack
	ActAttackRun
	ActFall
	ActChargeAttack
	ActChargeFire
	ActLeapAttack
	ActLeap
	ActRelease
	ActCrushBelow
	ActUnloadPlane
	ActSetTarget
	ActLayMines
	ActDetonate
	ActTrigger
	ActJump
	ActLeaveMap
	ActAfterTransform
	ActAwaitRoom
	ActSwallow

	ActivityCount
)
