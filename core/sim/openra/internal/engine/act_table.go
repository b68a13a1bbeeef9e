// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"fmt"

	"convertd/core/sim/openra/internal/state"
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
var activities [state.ActivityCount]activityRule

func init() {
	activities = [state.ActivityCount]activityRule{
		// On the ground.
		state.ActMove:            {name: "Move", begin: (*World).beginMove, tick: (*World).tickMove, end: endPath, cancel: (*World).cancelMove},
		state.ActFirstHalf:       {name: "MoveFirstHalf"}, // ticked as a part of its move
		state.ActSecondHalf:      {name: "MoveSecondHalf"},
		state.ActTurn:            {name: "Turn", tick: (*World).tickTurn},
		state.ActDrag:            {name: "Drag", begin: (*World).beginDragging, tick: (*World).tickDrag},
		state.ActWait:            {name: "Wait", tick: (*World).tickWait},
		state.ActMoveOnto:        {name: "MoveOnto", begin: alone((*World).beginMoveOnto), tick: (*World).tickMoveOnto},
		state.ActMoveWithin:      {name: "MoveWithinRange", begin: alone((*World).beginMoveWithin), tick: (*World).tickMoveWithin},
		state.ActMoveBeside:      {name: "MoveAdjacentTo", begin: alone((*World).beginMoveBeside), tick: (*World).tickMoveBeside},
		state.ActMoveInto:        {name: "MoveIntoTarget", tick: (*World).tickMoveInto},
		state.ActAttackMove:      {name: "AttackMove", begin: (*World).beginAttackMove, tick: (*World).tickAttackMove},
		state.ActFollow:          {name: "Follow", tick: (*World).tickFollow},
		state.ActNudge:           {name: "Nudge", begin: (*World).beginNudge},
		state.ActAwaitRoom:       {name: "WaitFor", begin: (*World).beginAwaitRoom, tick: (*World).tickAwaitRoom},
		state.ActLeaveProduction: {name: "LeaveProduction", begin: (*World).beginLeaveProduction},
		state.ActReturnToCell:    {name: "ReturnToCell", begin: (*World).beginReturnToCell, tick: (*World).tickReturnToCell},
		state.ActCrushBelow:      {name: "CrushBelow", tick: once((*World).crushBelow)},
		state.ActLeaveMap:        {name: "LeaveMap", begin: alone((*World).beginLeaveMap), tick: (*World).tickLeaveMap},

		// In the air.
		state.ActFly:          {name: "Fly", tick: (*World).tickFly, end: endPath},
		state.ActFlyIdle:      {name: "FlyIdle", tick: (*World).tickFlyIdle},
		state.ActFlyForward:   {name: "FlyForward", tick: (*World).tickFlyForward},
		state.ActFlyFollow:    {name: "FlyFollow", tick: (*World).tickFlyFollow},
		state.ActTakeOff:      {name: "TakeOff", begin: itself((*World).beginTakeOff), tick: whole((*World).tickTakeOff)},
		state.ActLand:         {name: "Land", begin: (*World).beginLand, tick: (*World).tickLand},
		state.ActAirfield:     {name: "Airfield", begin: (*World).beginAirfield, tick: (*World).tickAirfield},
		state.ActReturnToBase: {name: "ReturnToBase", tick: (*World).tickReturnToBase},
		state.ActFlyAttack:    {name: "FlyAttack", tick: (*World).tickFlyAttack, end: (*World).endFollowAttack},
		state.ActAttackRun:    {name: "AttackRun", begin: (*World).beginAttackRun, tick: (*World).tickAttackRun},
		state.ActFall:         {name: "FallToEarth", tick: (*World).tickFall},
		state.ActParachute:    {name: "Parachute", begin: itself((*World).beginParachute), tick: whole((*World).tickParachute)},
		state.ActUnloadPlane:  {name: "UnloadPlane", tick: (*World).tickUnloadPlane},
		state.ActRelease:      {name: "Release", tick: once((*World).unhook)},

		// Ore and docks.
		state.ActFindResources: {name: "FindAndDeliverResources", begin: (*World).beginFindResources, tick: (*World).tickFindResources},
		state.ActHarvest:       {name: "HarvestResource", begin: (*World).beginHarvest, tick: (*World).tickHarvest, end: (*World).endHarvest},
		state.ActMoveToDock:    {name: "MoveToDock", begin: (*World).beginMoveToDock, tick: (*World).tickMoveToDock, cancel: itself((*World).UnreserveHost)},
		state.ActDock:          {name: "Dock", tick: (*World).tickDock},
		state.ActLinkRefinery:  {name: "LinkRefinery", tick: once((*World).linkRefinery)},
		state.ActResupply:      {name: "Resupply", tick: (*World).tickResupply, cancel: (*World).cancelResupply},

		// Fighting.
		state.ActAttack:       {name: "Attack", tick: (*World).tickAttack, end: (*World).endAttack},
		state.ActFollowAttack: {name: "AttackFollow", tick: (*World).tickFollowAttack, end: (*World).endFollowAttack},
		state.ActChargeAttack: {name: "ChargeAttack", tick: (*World).tickChargeAttack},
		state.ActChargeFire:   {name: "ChargeFire", tick: (*World).tickChargeFire},
		state.ActLeapAttack:   {name: "LeapAttack", begin: (*World).beginLeapAttack, tick: (*World).tickLeapAttack, end: (*World).endLeapAttack},
		state.ActLeap:         {name: "Leap", begin: (*World).beginLeap, tick: (*World).tickLeap, end: (*World).endLeap},
		state.ActSetTarget:    {name: "SetTarget", tick: (*World).tickSetTarget},
		state.ActLayMines:     {name: "LayMines", begin: (*World).beginLayMines, tick: (*World).tickLayMines},
		state.ActDetonate:     {name: "Detonate", tick: (*World).tickDetonate, end: itself((*World).endDetonate)},
		state.ActSwallow:      {name: "SwallowActor", tick: (*World).tickSwallow},
		state.ActTrigger:      {name: "Trigger", tick: once((*World).trigger)},

		// Getting into others, and out.
		state.ActEnter:           {name: "Enter", tick: (*World).tickEnter, end: (*World).leaveTarget, cancel: (*World).leaveTarget},
		state.ActAwaitPassengers: {name: "AwaitPassengers", tick: (*World).tickAwaitPassengers},
		state.ActUnload:          {name: "UnloadCargo", begin: (*World).beginUnload, tick: (*World).tickUnload},

		// Becoming something else, coming and going.
		state.ActTransform:      {name: "Transform", begin: (*World).beginTransform, tick: (*World).tickTransform},
		state.ActAfterTransform: {name: "IssueOrderAfterTransform"},
		state.ActSell:           {name: "Sell", tick: whole((*World).tickSell)},
		state.ActTeleport:       {name: "Teleport", tick: (*World).tickTeleport},
		state.ActJump:           {name: "Jump", tick: (*World).tickJump},
		state.ActRemoveSelf:     {name: "RemoveSelf", tick: once((*World).Dispose)},

		state.ActNone: {name: "nothing"},
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
func ruleOf(k state.ActivityKind) *activityRule {
	if k >= state.ActivityCount {
		k = state.ActNone
	}
	return &activities[k]
}

// firstRun runs once before an activity's first tick.
func (w *World) firstRun(a *Actor, act *Activity) {
	if begin := ruleOf(act.Kind).begin; begin != nil {
		begin(w, a, act)
	}
}

// lastRun runs once after an activity's last tick.
func (w *World) lastRun(a *Actor, act *Activity) {
	if end := ruleOf(act.Kind).end; end != nil {
		end(w, a, act)
	}
}

// tickActivity runs one tick of an activity and reports whether it is done.
func (w *World) tickActivity(a *Actor, act, parent *Activity) bool {
	if act.Kind == state.ActFirstHalf || act.Kind == state.ActSecondHalf {
		return w.tickMovePart(a, act, parent)
	}
	tick := ruleOf(act.Kind).tick
	return tick == nil || tick(w, a, act)
}

// KindName is what an activity is called.
func KindName(k state.ActivityKind) string {
	if k < state.ActivityCount {
		return activities[k].name
	}
	return fmt.Sprintf("activity %d", uint8(k))
}
