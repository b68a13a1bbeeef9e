// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// taskKind says what a frame-end task does.
type taskKind uint8

// The kinds of tasks.
const (
	TaskDispose taskKind = iota
	TaskTransform
	TaskFreeActor
	TaskFrozenState
	TaskCompletion
	TaskProduce
	TaskPlace
	TaskCrate
	TaskDropCrate
	TaskGiveCash
	TaskGiveContents
	TaskSpawn
	TaskKill
	TaskBailOut
	TaskAlight
	TaskTurnOut
	TaskStrike
	TaskChangeOwner
	TaskBoard
	TaskCapture
	TaskDemolish
	TaskImpact
	TaskShowShot
	TaskAppear
	TaskJump
	TaskPlanes
	TaskSendOff
	TaskLevelUp
	TaskShield
	TaskSetDown
	TaskCamera
	TaskAirdrop
	TaskDeliver
	TaskLayMine
	TaskEjectDriver
	TaskDetonate
	TaskReveal
	TaskSpanWork
	TaskSpanWaits
	TaskSpanDue
	TaskCreature
	TaskThrowSpice
)

// Task is work put off to the end of the tick, as plain data.
type Task struct {
	Kind   taskKind
	Actor  uint32
	Host   uint32
	Player int32
	Queue  int32
	Amount int32
	Name   string
	Cell   wpos.Cell
	// Start, Goal and Finish of TaskPlanes and TaskSendOff: where a squad comes from, what it is
	// sent to and where it leaves. TaskThrowSpice throws from Start to Goal.
	Start, Goal, Finish wpos.Pos
	Spawn               Spawn
	Type                *info.ActorType
	Step                SpanStep
}

// EndCause is why an actor left the world, for those who report it.
type EndCause uint8

// The causes of an end.
const (
	EndExpired EndCause = iota
	EndKilled
	EndSold
	EndConsumed
)

// Ended is the end of one actor. The list of them is no state: whoever watches
// the world takes it after each tick, or after several.
type Ended struct {
	ID, Killer  uint32
	KillerOwner int32
	Cause       EndCause
}
