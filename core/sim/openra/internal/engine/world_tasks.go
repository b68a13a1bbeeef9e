// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// later puts a task at the end of the frame-end queue.
func (w *World) later(t state.Task) { w.Tasks = append(w.Tasks, t) }

// DrainTasks runs the frame-end queue, including what is added meanwhile.
func (w *World) DrainTasks() {
	for w.taskHead < len(w.Tasks) {
		t := w.Tasks[w.taskHead]
		w.Tasks[w.taskHead] = state.Task{}
		w.taskHead++
		w.run(&t)
	}
	w.Tasks = w.Tasks[:0]
	w.taskHead = 0
}

func (w *World) run(t *state.Task) {
	switch t.Kind {
	case state.TaskDispose:
		if a := w.Actor(t.Actor); a != nil {
			w.DisposeNow(a)
		}
	case state.TaskTransform:
		w.finishTransform(t)
	case state.TaskFreeActor:
		w.spawnFreeActor(t)
	case state.TaskFrozenState:
		w.settleFrozen(t.Actor)
	case state.TaskCompletion:
		w.complete(t)
	case state.TaskProduce:
		w.spawnProduced(t)
	case state.TaskPlace:
		w.placeBuilding(t)
	case state.TaskCrate:
		w.deliverCrate(t)
	case state.TaskDropCrate:
		w.dropCrate(t)
	case state.TaskGiveContents:
		w.giveContents(t)
	case state.TaskImpact:
		w.delayedImpact(t.Amount)
	case state.TaskShowShot:
		w.showShot(t.Actor)
	case state.TaskGiveCash:
		w.Players[t.Player].Cash += t.Amount
	case state.TaskSpawn:
		w.Create(t.Type, t.Spawn)
	case state.TaskKill:
		if a := w.Alive(t.Actor); a != nil {
			w.Destroy(a, w.Actor(t.Host), nil)
		}
	case state.TaskChangeOwner:
		if a := w.Alive(t.Actor); a != nil {
			w.ChangeOwner(a, t.Player)
		}
	case state.TaskAppear:
		w.appear(t)
	case state.TaskPlanes:
		w.planesAway(t)
	case state.TaskSendOff:
		w.sendOff(t)
	case state.TaskLevelUp:
		w.levelUp(t)
	case state.TaskShield:
		w.shield(t)
	case state.TaskSetDown:
		w.setDown(t)
	case state.TaskCamera:
		w.placeCamera(t)
	case state.TaskAirdrop:
		w.airdrop(t)
	case state.TaskEjectDriver:
		w.ejectDriver(t)
	case state.TaskDetonate:
		w.detonate(t)
	case state.TaskLayMine:
		w.layMine(t)
	case state.TaskDeliver:
		w.delivered(t)
	case state.TaskJump:
		w.jump(t)
	case state.TaskBoard:
		w.boardNow(t)
	case state.TaskCapture:
		w.captureNow(t)
	case state.TaskDemolish:
		w.chargeNow(t)
	case state.TaskAlight:
		w.alight(t)
	case state.TaskTurnOut:
		w.turnOut(t)
	case state.TaskStrike:
		w.sendStrike(t)
	case state.TaskReveal:
		w.reveal(t)
	case state.TaskSpanWork:
		w.workNow(t.Step)
	case state.TaskSpanWaits:
		w.bridges.Steps = append(w.bridges.Steps, t.Step)
	case state.TaskSpanDue:
		w.spanDue(t.Step)
	case state.TaskCreature:
		w.createCreature(t.Cell)
	case state.TaskThrowSpice:
		w.throwSpice(t)
	case state.TaskBailOut:
		w.bailOut(t)
	}
}
