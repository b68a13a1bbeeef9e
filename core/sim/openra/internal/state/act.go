// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/wpos"
)

type ActivityState uint8

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

func SkipDone(act *Activity) *Activity {
	for act != nil && act.State == StateDone {
		act = act.Next
	}
	return act
}

func (a *Actor) Current() *Activity { return SkipDone(a.Activity) }

func (a *Actor) Idle() bool { return a.Current() == nil }

func (act *Activity) Append(more *Activity) {
	for act.Next != nil {
		act = act.Next
	}
	act.Next = more
}

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
