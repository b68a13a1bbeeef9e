// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// Winning and losing: docs/engine/openra-world.md#winning.

// States of a player's only objective, as they are hashed.
const (
	objectiveCompleted int32 = 1
	objectiveFailed    int32 = 2
)

// tickVictory looks whether a player has lost everything that counts, or is the
// last one.
func (w *World) tickVictory(p *player) {
	if p.nonCombatant || p.lost || p.won {
		return
	}
	index := w.ownerIndex(p)
	if !w.hasRequired(index) {
		w.defeat(index)
		return
	}
	for i := range w.players {
		if p.rivals>>uint(i)&1 == 1 && !w.players[i].lost {
			return
		}
	}
	if p.rivals != 0 {
		w.win(index)
	}
}

// win ends the game for a player who has won.
func (w *World) win(index int32) {
	p := &w.players[index]
	if p.lost || p.won {
		return
	}
	p.won, p.objectives = true, objectiveCompleted
	w.lookOn(index)
}

// lookOn makes an onlooker of a player for whom the game is over: those who
// still play treat him as an ally and share with him what their actors see from
// the next time they look around; to those who never played he is nobody's side
// (ra-dev2026-rl-normal-vs-easy, net frame 7884). The first two releases of 2020 do not.
func (w *World) lookOn(index int32) {
	if w.behaviour.FixedRelations {
		return
	}
	bit := uint32(1) << uint(index)
	for i := range w.players {
		q := &w.players[i]
		if int32(i) == index {
			continue
		}
		q.enemies &^= bit
		q.allies &^= bit
		if !q.nonCombatant {
			q.allies |= bit
		}
	}
}

// hasRequired reports whether a player still has what must be destroyed: in a
// short game the buildings that count, else anything in the world.
func (w *World) hasRequired(index int32) bool {
	for len(w.scratch.keepers) < len(w.players) {
		w.scratch.keepers = append(w.scratch.keepers, none)
	}
	if a := w.actor(w.scratch.keepers[index]); a != nil && w.counts(a, index) {
		return true
	}
	for _, a := range w.actors {
		if a != nil && w.counts(a, index) {
			w.scratch.keepers[index] = a.ID
			return true
		}
	}
	return false
}

func (w *World) counts(a *Actor, owner int32) bool {
	if a.owner != owner {
		return false
	}
	if w.options.shortGame {
		return a.typ.Required == info.RequiredInShortGame
	}
	return a.typ.Required != info.NotRequired && a.inWorld
}

// defeat ends the game for a player: what is his dies or goes to another one.
func (w *World) defeat(index int32) {
	p := &w.players[index]
	if p.lost || p.won {
		return
	}
	p.lost, p.objectives = true, objectiveFailed
	w.lookOn(index)
	for i := 0; i < len(w.actors); i++ {
		a := w.actors[i]
		if a == nil || a.owner != index || a.typ.Index < 0 {
			continue
		}
		switch rule := &a.typ.OwnerLost; rule.Action {
		case info.OwnerLostKill:
			w.destroy(a, a, rule.Causes)
		case info.OwnerLostDispose:
			w.dispose(a)
		case info.OwnerLostChange:
			w.later(task{kind: taskChangeOwner, actor: a.ID, player: w.playerNamed(rule.Heir)})
		case info.OwnerLostNothing:
		}
	}
}

// changeOwner hands an actor over; what follows from the owner is counted anew.
func (w *World) changeOwner(a *Actor, owner int32) {
	if a.owner == owner {
		return
	}
	before := a.owner
	inWorld := a.inWorld
	w.remove(a)
	w.shakeOff(a)
	a.owner = owner
	w.handOverMemory(a, before)
	w.wake(a)
	w.bins.ownersKnown = false
	a.rallyPath = nil
	w.setRallyOffset(a)
	for i := range a.queues {
		w.clearQueue(&w.players[before], &a.queues[i])
	}
	a.requested, a.preset, a.opportunity, a.persistent = none, false, none, false
	if a.typ.Dock != nil {
		w.unreserveAll(a)
		w.relinkAll(a)
	}
	if a.guest != none {
		w.clearPad(a)
	}
	for _, id := range a.passengers {
		w.later(task{kind: taskChangeOwner, actor: id, player: owner})
	}
	if a.typ.AutoTarget != nil {
		w.initialStance(a)
	}
	w.settleProvided(a)
	if inWorld {
		w.add(a)
	}
	if !w.behaviour.StaleAuras {
		w.meetAuras(a)
	}
	w.updatePower(before)
	w.updatePower(owner)
}

// initialStance is the stance an actor has that nobody has told otherwise.
func (w *World) initialStance(a *Actor) {
	p := &w.players[a.owner]
	a.stance = a.typ.AutoTarget.Initial
	if p.bot || !p.playable {
		a.stance = a.typ.AutoTarget.InitialBot
	}
}
