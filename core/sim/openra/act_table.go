// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "fmt"

// activityKind tags what an activity does.
type activityKind uint8

// The kinds of activities. They stand in files by number: new ones come last. What each
// does is in the table below.
const (
	actNone activityKind = iota
	actMove
	actFirstHalf
	actSecondHalf
	actTurn
	actDrag
	actWait
	actTransform
	actFindResources
	actHarvest
	actMoveToDock
	actDock
	actMoveOnto
	actAttackMove
	actNudge
	actLeaveProduction
	actReturnToCell
	actFly
	actRemoveSelf
	actParachute
	actAttack
	actFollowAttack
	actMoveWithin
	actSell
	actEnter
	actMoveBeside
	actMoveInto
	actAwaitPassengers
	actUnload
	actLinkRefinery
	actTeleport
	actFollow
	actResupply
	actFlyIdle
	actFlyForward
	actFlyFollow
	actTakeOff
	actLand
	actAirfield
	actReturnToBase
	actFlyAttack
	actAttackRun
	actFall
	actChargeAttack
	actChargeFire
	actLeapAttack
	actLeap
	actRelease
	actCrushBelow
	actUnloadPlane
	actSetTarget
	actLayMines
	actDetonate
	actTrigger
	actJump
	actLeaveMap
	actAfterTransform
	actAwaitRoom
	actSwallow

	activityCount
)

// activityRule is what happens in the course of an activity of one kind.
type activityRule struct {
	name  string                                       // the engine's, for reports
	begin func(w *World, a *Actor, act *Activity)      // before its first tick
	tick  func(w *World, a *Actor, act *Activity) bool // reports whether it is done; without one it is at once
	end   func(w *World, a *Actor, act *Activity)      // after its last tick
	// cancel is told that the activity is asked to stop.
	cancel func(w *World, a *Actor, act *Activity)
}

// activities has a rule for each kind. It is filled before anything is played and never
// changed: it is no literal because what activities do leads back to the table.
var activities [activityCount]activityRule

func init() {
	activities = [activityCount]activityRule{
		// On the ground.
		actMove:            {name: "Move", begin: (*World).beginMove, tick: (*World).tickMove, end: endPath, cancel: (*World).cancelMove},
		actFirstHalf:       {name: "MoveFirstHalf"}, // ticked as a part of its move
		actSecondHalf:      {name: "MoveSecondHalf"},
		actTurn:            {name: "Turn", tick: (*World).tickTurn},
		actDrag:            {name: "Drag", begin: (*World).beginDragging, tick: (*World).tickDrag},
		actWait:            {name: "Wait", tick: (*World).tickWait},
		actMoveOnto:        {name: "MoveOnto", begin: alone((*World).beginMoveOnto), tick: (*World).tickMoveOnto},
		actMoveWithin:      {name: "MoveWithinRange", begin: alone((*World).beginMoveWithin), tick: (*World).tickMoveWithin},
		actMoveBeside:      {name: "MoveAdjacentTo", begin: alone((*World).beginMoveBeside), tick: (*World).tickMoveBeside},
		actMoveInto:        {name: "MoveIntoTarget", tick: (*World).tickMoveInto},
		actAttackMove:      {name: "AttackMove", begin: (*World).beginAttackMove, tick: (*World).tickAttackMove},
		actFollow:          {name: "Follow", tick: (*World).tickFollow},
		actNudge:           {name: "Nudge", begin: (*World).beginNudge},
		actAwaitRoom:       {name: "WaitFor", begin: (*World).beginAwaitRoom, tick: (*World).tickAwaitRoom},
		actLeaveProduction: {name: "LeaveProduction", begin: (*World).beginLeaveProduction},
		actReturnToCell:    {name: "ReturnToCell", begin: (*World).beginReturnToCell, tick: (*World).tickReturnToCell},
		actCrushBelow:      {name: "CrushBelow", tick: once((*World).crushBelow)},
		actLeaveMap:        {name: "LeaveMap", begin: alone((*World).beginLeaveMap), tick: (*World).tickLeaveMap},

		// In the air.
		actFly:          {name: "Fly", tick: (*World).tickFly, end: endPath},
		actFlyIdle:      {name: "FlyIdle", tick: (*World).tickFlyIdle},
		actFlyForward:   {name: "FlyForward", tick: (*World).tickFlyForward},
		actFlyFollow:    {name: "FlyFollow", tick: (*World).tickFlyFollow},
		actTakeOff:      {name: "TakeOff", begin: itself((*World).beginTakeOff), tick: whole((*World).tickTakeOff)},
		actLand:         {name: "Land", begin: (*World).beginLand, tick: (*World).tickLand},
		actAirfield:     {name: "Airfield", begin: (*World).beginAirfield, tick: (*World).tickAirfield},
		actReturnToBase: {name: "ReturnToBase", tick: (*World).tickReturnToBase},
		actFlyAttack:    {name: "FlyAttack", tick: (*World).tickFlyAttack, end: (*World).endFollowAttack},
		actAttackRun:    {name: "AttackRun", begin: (*World).beginAttackRun, tick: (*World).tickAttackRun},
		actFall:         {name: "FallToEarth", tick: (*World).tickFall},
		actParachute:    {name: "Parachute", begin: itself((*World).beginParachute), tick: whole((*World).tickParachute)},
		actUnloadPlane:  {name: "UnloadPlane", tick: (*World).tickUnloadPlane},
		actRelease:      {name: "Release", tick: once((*World).unhook)},

		// Ore and docks.
		actFindResources: {name: "FindAndDeliverResources", begin: (*World).beginFindResources, tick: (*World).tickFindResources},
		actHarvest:       {name: "HarvestResource", begin: (*World).beginHarvest, tick: (*World).tickHarvest, end: (*World).endHarvest},
		actMoveToDock:    {name: "MoveToDock", begin: (*World).beginMoveToDock, tick: (*World).tickMoveToDock, cancel: itself((*World).unreserveHost)},
		actDock:          {name: "Dock", tick: (*World).tickDock},
		actLinkRefinery:  {name: "LinkRefinery", tick: once((*World).linkRefinery)},
		actResupply:      {name: "Resupply", tick: (*World).tickResupply, cancel: (*World).cancelResupply},

		// Fighting.
		actAttack:       {name: "Attack", tick: (*World).tickAttack, end: (*World).endAttack},
		actFollowAttack: {name: "AttackFollow", tick: (*World).tickFollowAttack, end: (*World).endFollowAttack},
		actChargeAttack: {name: "ChargeAttack", tick: (*World).tickChargeAttack},
		actChargeFire:   {name: "ChargeFire", tick: (*World).tickChargeFire},
		actLeapAttack:   {name: "LeapAttack", begin: (*World).beginLeapAttack, tick: (*World).tickLeapAttack, end: (*World).endLeapAttack},
		actLeap:         {name: "Leap", begin: (*World).beginLeap, tick: (*World).tickLeap, end: (*World).endLeap},
		actSetTarget:    {name: "SetTarget", tick: (*World).tickSetTarget},
		actLayMines:     {name: "LayMines", begin: (*World).beginLayMines, tick: (*World).tickLayMines},
		actDetonate:     {name: "Detonate", tick: (*World).tickDetonate, end: itself((*World).endDetonate)},
		actSwallow:      {name: "SwallowActor", tick: (*World).tickSwallow},
		actTrigger:      {name: "Trigger", tick: once((*World).trigger)},

		// Getting into others, and out.
		actEnter:           {name: "Enter", tick: (*World).tickEnter, end: (*World).leaveTarget, cancel: (*World).leaveTarget},
		actAwaitPassengers: {name: "AwaitPassengers", tick: (*World).tickAwaitPassengers},
		actUnload:          {name: "UnloadCargo", begin: (*World).beginUnload, tick: (*World).tickUnload},

		// Becoming something else, coming and going.
		actTransform:      {name: "Transform", begin: (*World).beginTransform, tick: (*World).tickTransform},
		actAfterTransform: {name: "IssueOrderAfterTransform"},
		actSell:           {name: "Sell", tick: whole((*World).tickSell)},
		actTeleport:       {name: "Teleport", tick: (*World).tickTeleport},
		actJump:           {name: "Jump", tick: (*World).tickJump},
		actRemoveSelf:     {name: "RemoveSelf", tick: once((*World).dispose)},

		actNone: {name: "nothing"},
	}
}

// What the columns take of functions that need less: only the activity (alone), only the
// actor (itself; whole where it says when it is done; once where that is at once).

func alone(do func(*World, *Activity)) func(*World, *Actor, *Activity) {
	return func(w *World, _ *Actor, act *Activity) { do(w, act) }
}

func itself(do func(*World, *Actor)) func(*World, *Actor, *Activity) {
	return func(w *World, a *Actor, _ *Activity) { do(w, a) }
}

func whole(do func(*World, *Actor) bool) func(*World, *Actor, *Activity) bool {
	return func(w *World, a *Actor, _ *Activity) bool { return do(w, a) }
}

func once(do func(*World, *Actor)) func(*World, *Actor, *Activity) bool {
	return func(w *World, a *Actor, _ *Activity) bool {
		do(w, a)
		return true
	}
}

// ruleOf is what happens in an activity. Numbers that no kind has come from damaged files
// only: such an activity does nothing and is done.
func ruleOf(k activityKind) *activityRule {
	if k >= activityCount {
		k = actNone
	}
	return &activities[k]
}

// firstRun runs once before an activity's first tick.
func (w *World) firstRun(a *Actor, act *Activity) {
	if begin := ruleOf(act.kind).begin; begin != nil {
		begin(w, a, act)
	}
}

// lastRun runs once after an activity's last tick.
func (w *World) lastRun(a *Actor, act *Activity) {
	if end := ruleOf(act.kind).end; end != nil {
		end(w, a, act)
	}
}

// tickActivity runs one tick of an activity and reports whether it is done.
func (w *World) tickActivity(a *Actor, act, parent *Activity) bool {
	if act.kind == actFirstHalf || act.kind == actSecondHalf {
		return w.tickMovePart(a, act, parent)
	}
	tick := ruleOf(act.kind).tick
	return tick == nil || tick(w, a, act)
}

// kindName is what an activity is called.
func kindName(k activityKind) string {
	if k < activityCount {
		return activities[k].name
	}
	return fmt.Sprintf("activity %d", uint8(k))
}
