// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// allow reports whether a player stands to another as required.
func (w *World) allow(r info.Relations, from, to int32) bool {
	switch {
	case w.Allied(from, to):
		return r.Ally
	case w.Hostile(from, to):
		return r.Enemy
	}
	return r.Neutral
}

// captureBy is the quickest way in which an actor can take over a target now.
func (w *World) captureBy(a, target *Actor) *info.CaptureInfo {
	var best *info.CaptureInfo
	for i := range a.Type.Captures {
		if info := &a.Type.Captures[i]; (best == nil || info.Delay < best.Delay) && w.captures(a, target, info) {
			best = info
		}
	}
	return best
}

// captureInside is the number of the way in which an actor takes over what it
// is inside: rather whole than sabotaged.
func (w *World) captureInside(a, target *Actor) int32 {
	best := -1
	for i := range a.Type.Captures {
		if info := &a.Type.Captures[i]; w.captures(a, target, info) && (best < 0 || info.SabotageAbove < a.Type.Captures[best].SabotageAbove) {
			best = i
		}
	}
	return int32(best)
}

// captures reports whether an actor can take over a target in one of its ways.
func (w *World) captures(a, target *Actor, info *info.CaptureInfo) bool {
	if !w.Holds(a, info.Requires) || !w.allow(info.Valid, a.Owner, target.Owner) {
		return false
	}
	for i := range target.Type.Capturables {
		if other := &target.Type.Capturables[i]; overlaps(info.Types, other.Types) && w.Holds(target, other.Requires) {
			return true
		}
	}
	return false
}

// startCapture counts how long a unit stands at the door; those who are not
// used up take over from there. What moves between cells is not gone into.
func (w *World) startCapture(a *Actor, act *Activity, target *Actor) bool {
	info := w.captureBy(a, target)
	if target.Captor == none {
		target.Captor = a.ID
		w.pauseChanged(target)
	}
	if act.Progress < info.Delay {
		act.Progress++
		return false
	}
	if target.Type.Mobile != nil && target.From != target.To {
		return false
	}
	if info.Consumed {
		return true
	}
	for i := range a.Type.Captures {
		if &a.Type.Captures[i] == info {
			w.later(state.Task{Kind: state.TaskCapture, Actor: a.ID, Host: target.ID, Player: target.Owner, Amount: int32(i)})
		}
	}
	w.cancel(a, act, true)
	return false
}

// friendsCapture reports whether a friend of an actor is taking a target over:
// then it does not shoot at it on its own.
func (w *World) friendsCapture(a, target *Actor) bool {
	if target.Captor == none {
		return false
	}
	captor := w.Peek(target.Captor)
	return captor != nil && w.Allied(a.Owner, captor.Owner)
}

// captureNow is the frame-end task that hands the target over, also to who was
// killed after he went in.
func (w *World) captureNow(t *state.Task) {
	a, target := w.Actor(t.Actor), w.Alive(t.Host)
	if a == nil || target == nil || target.Owner != t.Player || int(t.Amount) >= len(a.Type.Captures) {
		return
	}
	info := &a.Type.Captures[t.Amount]
	if info.SabotageAbove > 0 && !w.Players[target.Owner].NonCombatant && 100*int64(target.HP) > int64(info.SabotageAbove)*int64(target.Type.MaxHP) {
		w.Damage(target, a, int32(int64(target.Type.MaxHP)*int64(info.SabotagePercent)/100), info.SabotageCauses)
	} else {
		w.handOver(a, target, info)
	}
	if info.Consumed && !a.Dead {
		w.consume(a)
	}
}

func (w *World) handOver(a, target *Actor, info *info.CaptureInfo) {
	reward := w.allow(info.Rewarded, a.Owner, target.Owner)
	target.Captor = none
	w.usedAbility(a.Owner, abilityCapture, target.Center)
	w.pauseChanged(target)
	loser := &w.Players[target.Owner]
	w.ChangeOwner(target, a.Owner)
	w.takeDocked(target)
	p := &w.Players[a.Owner]
	stealStore(loser, p, target.Type.Storage)
	p.Cash += target.Type.CaptureCash
	for i := range target.Type.Capturables {
		if target.Type.Capturables[i].Stops {
			w.cancelAll(target)
		}
	}
	if reward {
		p.Experience += info.Experience
	}
	w.becomeAnother(target, target.Type.CaptureInto, target.Type.CaptureHealth)
}

// takeDocked gives who took a refinery the harvester in it as well, at the end
// of the tick; it goes on unloading.
func (w *World) takeDocked(host *Actor) {
	client := w.validTarget(host.Docked)
	if host.Type.Dock == nil || client == nil {
		return
	}
	w.later(state.Task{Kind: state.TaskChangeOwner, Actor: client.ID, Player: host.Owner})
	if w.Release.Links {
		client.Linked = host.ID
		return
	}
	w.reserve(client, host)
}

// stealStore gives who took a store over the ore that his own stores would now
// hold there; the loser loses as much, if he has it.
func stealStore(loser, winner *state.Player, storage int32) {
	if storage == 0 || winner.Capacity == 0 {
		return
	}
	stolen := int32(int64(storage) * int64(winner.Ore) / int64(winner.Capacity))
	if loser.Ore >= stolen {
		loser.Ore -= stolen
	}
	winner.GiveOre(stolen)
}

// becomeAnother lets an actor replace itself by one of another type in its next
// turn: wrecks are put on their feet again.
func (w *World) becomeAnother(a *Actor, name string, health int32) {
	t := w.TypeOf(name)
	if t == nil {
		return
	}
	act := w.newActivity(state.ActTransform)
	act.Facing, act.Phase, act.Distance = a.Facing, t.Index+1, health
	w.order(a, false, act)
}

// Replace is the frame-end task that does it.
func (w *World) Replace(a *Actor, t *state.Task) {
	s := state.Spawn{Owner: a.Owner, Faction: a.Faction, Cell: w.location(a), HasCell: true, Facing: a.Facing, Health: t.Amount, Ready: true}
	if s.Health == 0 {
		s.Health = a.HealthPercent()
	}
	w.passOn(a, &s)
	w.Dispose(a)
	made := w.Create(t.Type, s)
	w.handShield(a, made)
	a.ReplacedBy = made.ID
}
