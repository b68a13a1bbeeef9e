// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// leaveRemains creates what an actor leaves behind; it runs when the actor has
// just left the world.
func (w *World) leaveRemains(a *Actor) {
	for i := range a.Type.Deaths {
		hook := &a.Type.Deaths[i]
		if hook.Kind != info.DeathSpawn || a.Wrecks&(1<<uint(i)) == 0 {
			continue
		}
		defeated := w.Players[a.Owner].Lost
		if defeated && !hook.AfterDefeat {
			continue
		}
		t := w.TypeOf(w.wreckName(a, hook))
		if t == nil {
			continue
		}
		s := state.Spawn{
			Owner: w.wreckOwner(a, hook, defeated), Faction: a.Faction, Cell: w.location(a).Add(hook.Cell), HasCell: true,
			Center: a.Center, HasCenter: t.Husk || t.Aircraft != nil, Facing: -1, Ready: true,
		}
		if a.Type.Mobile != nil || a.Type.Aircraft != nil {
			s.Facing = a.Facing
		}
		if a.Type.Mobile != nil && t.Husk && w.CanEnter(a, w.location(a), a.ID, path.ByStationary) {
			s.Drag = w.speedIn(a, w.location(a))
		}
		w.passOn(a, &s)
		w.later(state.Task{Kind: state.TaskSpawn, Type: t, Spawn: s})
	}
	a.Wrecks = 0
}

// wreckName is the type of the remains: a harvester's depends on its load.
func (w *World) wreckName(a *Actor, hook *info.DeathHook) string {
	if h := a.Type.Harvester; a.Type.FullHusk != "" && h != nil && h.Capacity > 0 && a.StoredSum*100/h.Capacity > a.Type.FullHuskAt {
		return a.Type.FullHusk
	}
	return hook.Actor
}

func (w *World) wreckOwner(a *Actor, hook *info.DeathHook, defeated bool) int32 {
	switch {
	case hook.Owner == info.WreckOfKiller:
		for _, e := range w.FreshEnds() {
			if e.ID == a.ID && e.KillerOwner >= 0 {
				return e.KillerOwner
			}
		}
	case hook.Owner == info.WreckOfNamed, defeated && hook.OwnerName != "":
		return w.playerNamed(hook.OwnerName)
	}
	return a.Owner
}

// huskHash is the hash of a wreck: its cell, position and facing.
func (w *World) huskHash(a *Actor) int32 {
	return w.CellHash(a.Cell) ^ w.PlaceHash(a.Center) ^ w.FacingHash(a.Facing)
}

// constructHusk places a wreck; one that was moving slides to the middle of its
// cell.
func (w *World) constructHusk(a *Actor, s *state.Spawn) {
	a.Cell = s.Cell
	a.Center = w.CenterOfCell(s.Cell)
	if s.HasCenter {
		a.Center = s.Center
	}
	a.Facing = s.Facing
	if s.Facing < 0 {
		a.Facing = defaultHuskFacing
	}
	goal := w.CenterOfCell(s.Cell)
	if distance := goal.Sub(a.Center).Length(); s.Drag > 0 && distance > 0 {
		act := w.newActivity(state.ActDrag)
		act.Uninterruptible = true
		act.From, act.To, act.Distance, act.Facing = a.Center, goal, distance/s.Drag, -1
		w.queue(a, act)
	}
	if len(a.Type.HuskCrushes) > 0 {
		w.queue(a, w.newActivity(state.ActCrushBelow))
	}
}

// crushBelow lets a wreck that has come to rest run over what stands in its
// cell (ra-dev2026-rl-normal-vs-easy, net frame 6850). The wrecks of the
// releases have no locomotor and do not.
func (w *World) crushBelow(a *Actor) {
	if a.Center.Z > 0 {
		return
	}
	for at := w.First(w.CellContaining(a.Center)); at != 0; {
		node := w.Occupied.Nodes[at]
		at = node.Next
		other := w.Actors[node.Actor]
		if other != nil && other != a && w.crushableBy(a.Type.HuskCrushes, a, other) && other.Center.Z <= 0 {
			w.crush(a, other)
		}
	}
}

// defaultHuskFacing is where a wreck of the map points: south.
const defaultHuskFacing = 512

// changeHealth heals an actor by itself, or hurts it: wrecks burn.
func (w *World) changeHealth(a *Actor, amount int32) {
	if amount >= 0 {
		w.Heal(a, amount)
		return
	}
	w.Damage(a, a, -amount, nil)
}
