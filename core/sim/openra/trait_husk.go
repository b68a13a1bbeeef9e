// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// leaveRemains creates what an actor leaves behind; it runs when the actor has
// just left the world.
func (w *World) leaveRemains(a *Actor) {
	for i := range a.typ.Deaths {
		hook := &a.typ.Deaths[i]
		if hook.Kind != info.DeathSpawn || a.wrecks&(1<<uint(i)) == 0 {
			continue
		}
		defeated := w.players[a.owner].lost
		if defeated && !hook.AfterDefeat {
			continue
		}
		t := w.typeOf(w.wreckName(a, hook))
		if t == nil {
			continue
		}
		s := spawn{
			owner: w.wreckOwner(a, hook, defeated), faction: a.faction, cell: w.location(a).Add(hook.Cell), hasCell: true,
			center: a.center, hasCenter: t.Husk || t.Aircraft != nil, facing: -1, ready: true,
		}
		if a.typ.Mobile != nil || a.typ.Aircraft != nil {
			s.facing = a.facing
		}
		if a.typ.Mobile != nil && t.Husk && w.canEnter(a, w.location(a), a.ID, byStationary) {
			s.drag = w.speedIn(a, w.location(a))
		}
		w.passOn(a, &s)
		w.later(task{kind: taskSpawn, typ: t, spawn: s})
	}
	a.wrecks = 0
}

// wreckName is the type of the remains: a harvester's depends on its load.
func (w *World) wreckName(a *Actor, hook *info.DeathHook) string {
	if h := a.typ.Harvester; a.typ.FullHusk != "" && h != nil && h.Capacity > 0 && a.storedSum*100/h.Capacity > a.typ.FullHuskAt {
		return a.typ.FullHusk
	}
	return hook.Actor
}

func (w *World) wreckOwner(a *Actor, hook *info.DeathHook, defeated bool) int32 {
	switch {
	case hook.Owner == info.WreckOfKiller:
		for _, e := range w.freshEnds() {
			if e.id == a.ID && e.killerOwner >= 0 {
				return e.killerOwner
			}
		}
	case hook.Owner == info.WreckOfNamed, defeated && hook.OwnerName != "":
		return w.playerNamed(hook.OwnerName)
	}
	return a.owner
}

// huskHash is the hash of a wreck: its cell, position and facing.
func (w *World) huskHash(a *Actor) int32 {
	return w.cellHash(a.cell) ^ w.placeHash(a.center) ^ w.facingHash(a.facing)
}

// constructHusk places a wreck; one that was moving slides to the middle of its
// cell.
func (w *World) constructHusk(a *Actor, s *spawn) {
	a.cell = s.cell
	a.center = w.centerOfCell(s.cell)
	if s.hasCenter {
		a.center = s.center
	}
	a.facing = s.facing
	if s.facing < 0 {
		a.facing = defaultHuskFacing
	}
	goal := w.centerOfCell(s.cell)
	if distance := goal.Sub(a.center).Length(); s.drag > 0 && distance > 0 {
		act := w.newActivity(actDrag)
		act.uninterruptible = true
		act.from, act.to, act.distance, act.facing = a.center, goal, distance/s.drag, -1
		w.queue(a, act)
	}
	if len(a.typ.HuskCrushes) > 0 {
		w.queue(a, w.newActivity(actCrushBelow))
	}
}

// crushBelow lets a wreck that has come to rest run over what stands in its
// cell (ra-dev2026-rl-normal-vs-easy, net frame 6850). The wrecks of the
// releases have no locomotor and do not.
func (w *World) crushBelow(a *Actor) {
	if a.center.Z > 0 {
		return
	}
	for at := w.first(w.cellContaining(a.center)); at != 0; {
		node := w.occupied.nodes[at]
		at = node.next
		other := w.actors[node.actor]
		if other != nil && other != a && w.crushableBy(a.typ.HuskCrushes, a, other) && other.center.Z <= 0 {
			w.crush(a, other)
		}
	}
}

// defaultHuskFacing is where a wreck of the map points: south.
const defaultHuskFacing = 512

// changeHealth heals an actor by itself, or hurts it: wrecks burn.
func (w *World) changeHealth(a *Actor, amount int32) {
	if amount >= 0 {
		w.heal(a, amount)
		return
	}
	w.damage(a, a, -amount, nil)
}
