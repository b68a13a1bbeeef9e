// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Winning and losing: docs/engine/openra-world.md#winning.

// States of a player's only objective, as they are hashed.
const (
	objectiveCompleted int32 = 1
	objectiveFailed    int32 = 2
)

// tickVictory looks whether a player has lost everything that counts, or is the
// last one.
func (w *World) tickVictory(p *state.Player) {
	if p.NonCombatant || p.Lost || p.Won {
		return
	}
	index := w.ownerIndex(p)
	if !w.hasRequired(index) {
		w.defeat(index)
		return
	}
	for i := range w.Players {
		if p.Rivals>>uint(i)&1 == 1 && !w.Players[i].Lost {
			return
		}
	}
	if p.Rivals != 0 {
		w.win(index)
	}
}

// win ends the game for a player who has won.
func (w *World) win(index int32) {
	p := &w.Players[index]
	if p.Lost || p.Won {
		return
	}
	p.Won, p.Objectives = true, objectiveCompleted
	w.lookOn(index)
}

// lookOn makes an onlooker of a player for whom the game is over: those who
// still play treat him as an ally and share with him what their actors see from
// the next time they look around; to those who never played he is nobody's side
// (ra-dev2026-rl-normal-vs-easy, net frame 7884). The first two releases of 2020 do not.
func (w *World) lookOn(index int32) {
	if w.Release.FixedRelations {
		return
	}
	bit := uint32(1) << uint(index)
	for i := range w.Players {
		q := &w.Players[i]
		if int32(i) == index {
			continue
		}
		q.Enemies &^= bit
		q.Allies &^= bit
		if !q.NonCombatant {
			q.Allies |= bit
		}
	}
}

// hasRequired reports whether a player still has what must be destroyed: in a
// short game the buildings that count, else anything in the world.
func (w *World) hasRequired(index int32) bool {
	for len(w.scratch.keepers) < len(w.Players) {
		w.scratch.keepers = append(w.scratch.keepers, none)
	}
	if a := w.Actor(w.scratch.keepers[index]); a != nil && w.counts(a, index) {
		return true
	}
	for _, a := range w.Actors {
		if a != nil && w.counts(a, index) {
			w.scratch.keepers[index] = a.ID
			return true
		}
	}
	return false
}

func (w *World) counts(a *Actor, owner int32) bool {
	if a.Owner != owner {
		return false
	}
	if w.Options.ShortGame {
		return a.Type.Required == info.RequiredInShortGame
	}
	return a.Type.Required != info.NotRequired && a.InWorld
}

// defeat ends the game for a player: what is his dies or goes to another one.
func (w *World) defeat(index int32) {
	p := &w.Players[index]
	if p.Lost || p.Won {
		return
	}
	p.Lost, p.Objectives = true, objectiveFailed
	w.lookOn(index)
	for i := 0; i < len(w.Actors); i++ {
		a := w.Actors[i]
		if a == nil || a.Owner != index || a.Type.Index < 0 {
			continue
		}
		switch rule := &a.Type.OwnerLost; rule.Action {
		case info.OwnerLostKill:
			w.Destroy(a, a, rule.Causes)
		case info.OwnerLostDispose:
			w.Dispose(a)
		case info.OwnerLostChange:
			w.later(state.Task{Kind: state.TaskChangeOwner, Actor: a.ID, Player: w.playerNamed(rule.Heir)})
		case info.OwnerLostNothing:
		}
	}
}

// ChangeOwner hands an actor over; what follows from the owner is counted anew.
func (w *World) ChangeOwner(a *Actor, owner int32) {
	if a.Owner == owner {
		return
	}
	before := a.Owner
	inWorld := a.InWorld
	w.Remove(a)
	w.shakeOff(a)
	a.Owner = owner
	w.handOverMemory(a, before)
	w.Wake(a)
	w.Bins.OwnersKnown = false
	a.RallyPath = nil
	w.setRallyOffset(a)
	for i := range a.Queues {
		w.clearQueue(&w.Players[before], &a.Queues[i])
	}
	a.Requested, a.Preset, a.Opportunity, a.Persistent = none, false, none, false
	if a.Type.Dock != nil {
		w.unreserveAll(a)
		w.relinkAll(a)
	}
	if a.Guest != none {
		w.clearPad(a)
	}
	for _, id := range a.Passengers {
		w.later(state.Task{Kind: state.TaskChangeOwner, Actor: id, Player: owner})
	}
	if a.Type.AutoTarget != nil {
		w.initialStance(a)
	}
	w.settleProvided(a)
	if inWorld {
		w.Add(a)
	}
	if !w.Release.StaleAuras {
		w.meetAuras(a)
	}
	w.updatePower(before)
	w.updatePower(owner)
}

// initialStance is the stance an actor has that nobody has told otherwise.
func (w *World) initialStance(a *Actor) {
	p := &w.Players[a.Owner]
	a.Stance = a.Type.AutoTarget.Initial
	if p.Bot || !p.Playable {
		a.Stance = a.Type.AutoTarget.InitialBot
	}
}
