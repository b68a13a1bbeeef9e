// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/wpos"
)

// ActivityState says how far an activity is.
type ActivityState uint8

// The states of activities.
const (
	StateQueued ActivityState = iota
	StateActive
	StateCanceling
	StateDone
)

// Activity is one thing an actor is doing, as plain data: a tag, its place in
// the tree (what runs inside it, what runs after it) and the figures of its
// kind. docs/engine/openra-world.md#tick tells how the tree is run.
type Activity struct {
	ActivityFigures
	ActivityProgress
	Child, Next *Activity
	Path        []wpos.Cell

	Recorded activityRecord // at the last look; not state

	_ [72]byte // up to an odd number of lines: see room
}

// ActivityProgress is what changes in nearly every tick in which an activity
// goes on; the rest is recorded again only when it changes.
type ActivityProgress struct {
	Progress int32
	WaitLeft int32
}

// ActivityFigures is what of an activity can be digested at once.
type ActivityFigures struct {
	// Figures; which are used depends on the kind.
	Target     wpos.Cell
	NearEnough int32
	Carry      int32
	PartTick   int32
	StartTick  int32
	From, To   wpos.Pos
	FromFacing int32
	ToFacing   int32
	Distance   int32
	ArcCenter  wpos.Pos
	ArcFrom    [2]int32 // length, angle
	ArcTo      [2]int32
	Host       uint32
	Phase      int32
	Last       wpos.Cell
	Facing     int32
	Aim        uint32 // Move: into the range of this actor
	Low, High  int32  // that range
	Cooldown   Cooldown

	Kind            ActivityKind
	State           ActivityState
	Purpose         EnterPurpose
	Uninterruptible bool
	OwnsChildren    bool // it runs its children itself
	Finishing       bool
	HasTarget       bool
	Evaluate        bool // Move: take the nearest movable cell first
	ParentPath      bool // Move: the path comes from the activity around it
	Arrived         bool // Move: was there from the beginning
	NoPath          bool
	Waited          bool
	Arc             bool
	HasLast         bool
	Recalculate     bool
	Flag            [4]bool
}

// Empty leaves only the memory of a record.
func (act *Activity) Empty() {
	act.ActivityFigures, act.ActivityProgress = ActivityFigures{}, ActivityProgress{}
	act.Child, act.Next, act.Path = nil, nil, act.Path[:0]
	act.Recorded.Version, act.Recorded.Place, act.Recorded.Rerouted = 0, ActivityPlace{}, true
}

// UnderWay reports whether an activity has begun and not ended.
func (act *Activity) UnderWay() bool {
	return act.State == StateActive || act.State == StateCanceling
}

// SkipDone is the first activity that is not done.
func SkipDone(act *Activity) *Activity {
	for act != nil && act.State == StateDone {
		act = act.Next
	}
	return act
}

// Current is what an actor is doing, nil if nothing.
func (a *Actor) Current() *Activity { return SkipDone(a.Activity) }

// Idle reports whether an actor has nothing to do.
func (a *Actor) Idle() bool { return a.Current() == nil }

// Append puts an activity behind all that comes after this one.
func (act *Activity) Append(more *Activity) {
	for act.Next != nil {
		act = act.Next
	}
	act.Next = more
}

// QueueChild puts an activity behind those inside this one.
func (act *Activity) QueueChild(child *Activity) {
	if act.Child != nil {
		act.Child.Append(child)
	} else {
		act.Child = child
	}
}

// ForgetPaths lets the moves inside an activity end where they are, though
// nobody may stay there.
func ForgetPaths(act *Activity) {
	for ; act != nil; act = act.Next {
		if act.Kind == ActMove {
			act.Path = act.Path[:0]
		}
		ForgetPaths(act.Child)
	}
}

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

// Place is where a unit is after some way along a part.
func (act *Activity) Place(progress int32) wpos.Pos {
	at := wpos.LerpPos(act.From, act.To, progress, act.Distance)
	if act.Arc {
		yaw := wpos.LerpAngle(act.ArcFrom[1], act.ArcTo[1], progress, act.Distance)
		length := wpos.Lerp(act.ArcFrom[0], act.ArcTo[0], progress, act.Distance)
		height := wpos.Lerp(act.From.Z, act.To.Z, progress, act.Distance)
		at = act.ArcCenter.Add(wpos.Pos{X: 0, Y: length, Z: height}.Rotate(yaw))
	}
	at.Z = 0
	return at
}

// rememberedPlaces is how many places a flight that may end near its goal looks
// back, stuckDistance how little it must have moved between the first and the
// last to be taken for blocked.
const (
	rememberedPlaces = 5
	stuckDistance    = 64
)

// PassedBy notes where a flight that may end near its goal has been: two
// entries of the path for each place.
func (act *Activity) PassedBy(at wpos.Pos) {
	if act.NearEnough == 0 {
		return
	}
	if len(act.Path) == 2*rememberedPlaces {
		copy(act.Path, act.Path[2:])
		act.Path = act.Path[:2*rememberedPlaces-2]
	}
	act.Path = append(act.Path, wpos.Cell{X: at.X, Y: at.Y}, wpos.Cell{X: at.Z, Y: 0})
}

// Stuck reports whether a flight has hardly moved for some ticks.
func (act *Activity) Stuck() bool {
	if act.NearEnough == 0 || len(act.Path) < 2*rememberedPlaces {
		return false
	}
	first, last := len(act.Path)-2*rememberedPlaces, len(act.Path)-2
	from := wpos.Pos{X: act.Path[first].X, Y: act.Path[first].Y, Z: act.Path[first+1].X}
	to := wpos.Pos{X: act.Path[last].X, Y: act.Path[last].Y, Z: act.Path[last+1].X}
	return to.Sub(from).Squared() < stuckDistance*stuckDistance
}

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

// EnterPurpose is why a unit goes into another actor.
type EnterPurpose uint8

// Why somebody goes into something.
const (
	EnterTransport EnterPurpose = iota
	EnterCapture
	EnterDemolish
	EnterRepair
	EnterInfiltrate
	EnterDonate
	EnterBridge
)

// Cooldown makes a unit whose way was blocked wait before it tries again.
type Cooldown struct {
	Ticks   int32
	Moving  bool // a move was queued and its end is not dealt with yet
	Running bool
}

// HarvesterFull reports whether a harvester has all it can carry.
func (a *Actor) HarvesterFull() bool { return a.StoredSum >= a.Type.Harvester.Capacity }

// Succession is an actor that is gone and the one it changed into.
type Succession struct{ Gone, Successor uint32 }

// AimsAt reports whether an activity, one inside it or a later one is about an
// actor.
func (act *Activity) AimsAt(id uint32) bool {
	for ; act != nil; act = act.Next {
		if act.Host == id || act.Aim == id || act.Child.AimsAt(id) {
			return true
		}
	}
	return false
}
