// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// taskKind says what a frame-end task does.
type taskKind uint8

const (
	taskDispose taskKind = iota
	taskTransform
	taskFreeActor
	taskFrozenState
	taskCompletion
	taskProduce
	taskPlace
	taskCrate
	taskDropCrate
	taskGiveCash
	taskGiveContents
	taskSpawn
	taskKill
	taskBailOut
	taskAlight
	taskTurnOut
	taskStrike
	taskChangeOwner
	taskBoard
	taskCapture
	taskDemolish
	taskImpact
	taskShowShot
	taskAppear
	taskJump
	taskPlanes
	taskSendOff
	taskLevelUp
	taskShield
	taskSetDown
	taskCamera
	taskAirdrop
	taskDeliver
	taskLayMine
	taskEjectDriver
	taskDetonate
	taskReveal
	taskSpanWork
	taskSpanWaits
	taskSpanDue
	taskCreature
)

// task is work put off to the end of the tick, as plain data.
type task struct {
	kind   taskKind
	actor  uint32
	host   uint32
	player int32
	queue  int32
	amount int32
	name   string
	cell   Cell
	// start, goal and finish of taskPlanes and taskSendOff: where a squad comes from, what it is
	// sent to and where it leaves.
	start, goal, finish Pos
	spawn               spawn
	typ                 *info.ActorType
	step                spanStep
}

// later puts a task at the end of the frame-end queue.
func (w *World) later(t task) { w.tasks = append(w.tasks, t) }

// drainTasks runs the frame-end queue, including what is added meanwhile.
func (w *World) drainTasks() {
	for w.taskHead < len(w.tasks) {
		t := w.tasks[w.taskHead]
		w.tasks[w.taskHead] = task{}
		w.taskHead++
		w.run(&t)
	}
	w.tasks = w.tasks[:0]
	w.taskHead = 0
}

func (w *World) run(t *task) {
	switch t.kind {
	case taskDispose:
		if a := w.actor(t.actor); a != nil {
			w.disposeNow(a)
		}
	case taskTransform:
		w.finishTransform(t)
	case taskFreeActor:
		w.spawnFreeActor(t)
	case taskFrozenState:
		w.settleFrozen(t.actor)
	case taskCompletion:
		w.complete(t)
	case taskProduce:
		w.spawnProduced(t)
	case taskPlace:
		w.placeBuilding(t)
	case taskCrate:
		w.deliverCrate(t)
	case taskDropCrate:
		w.dropCrate(t)
	case taskGiveContents:
		w.giveContents(t)
	case taskImpact:
		w.delayedImpact(t.amount)
	case taskShowShot:
		w.showShot(t.actor)
	case taskGiveCash:
		w.players[t.player].cash += t.amount
	case taskSpawn:
		w.create(t.typ, t.spawn)
	case taskKill:
		if a := w.alive(t.actor); a != nil {
			w.destroy(a, w.actor(t.host), nil)
		}
	case taskChangeOwner:
		if a := w.alive(t.actor); a != nil {
			w.changeOwner(a, t.player)
		}
	case taskAppear:
		w.appear(t)
	case taskPlanes:
		w.planesAway(t)
	case taskSendOff:
		w.sendOff(t)
	case taskLevelUp:
		w.levelUp(t)
	case taskShield:
		w.shield(t)
	case taskSetDown:
		w.setDown(t)
	case taskCamera:
		w.placeCamera(t)
	case taskAirdrop:
		w.airdrop(t)
	case taskEjectDriver:
		w.ejectDriver(t)
	case taskDetonate:
		w.detonate(t)
	case taskLayMine:
		w.layMine(t)
	case taskDeliver:
		w.delivered(t)
	case taskJump:
		w.jump(t)
	case taskBoard:
		w.boardNow(t)
	case taskCapture:
		w.captureNow(t)
	case taskDemolish:
		w.chargeNow(t)
	case taskAlight:
		w.alight(t)
	case taskTurnOut:
		w.turnOut(t)
	case taskStrike:
		w.sendStrike(t)
	case taskReveal:
		w.reveal(t)
	case taskSpanWork:
		w.workNow(t.step)
	case taskSpanWaits:
		w.steps = append(w.steps, t.step)
	case taskSpanDue:
		w.spanDue(t.step)
	case taskCreature:
		w.createCreature(t.cell)
	case taskBailOut:
		w.bailOut(t)
	}
}
