// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// KillsSelf: what ends itself, at once or after a time that is drawn when it is
// made.

// constructDeadlines draws how long an actor has. One trait with a delay is
// kept: no type of the rule files has two.
func (w *World) constructDeadlines(a *Actor) {
	for i := range a.Type.Deadlines {
		d := &a.Type.Deadlines[i]
		ticks := int32(0)
		switch len(d.Delays) {
		case 0:
		case 1:
			ticks = d.Delays[0]
		default:
			ticks = w.Random.Between(d.Delays[0], d.Delays[1])
		}
		if d.Delayed() {
			a.Deadline = ticks + 1 // the engine looks before it counts
		}
	}
}

// meetDeadlines ends what ends as soon as it is in the world, or as soon as what
// ends it is granted: at the end of the tick, in the order in which that happened.
func (w *World) meetDeadlines(a *Actor) {
	for i := range a.Type.Deadlines {
		if d := &a.Type.Deadlines[i]; !d.Delayed() && w.Holds(a, d.Requires) {
			w.endSelf(a, d)
		}
	}
}

// tickDeadlines counts while the trait is enabled.
func (w *World) tickDeadlines(a *Actor) {
	if !a.InWorld || a.Dead || !w.Ground.Contains(a.Cell) && a.Type.Mobile == nil {
		return
	}
	for i := range a.Type.Deadlines {
		d := &a.Type.Deadlines[i]
		if !d.Delayed() && len(d.Requires) > 0 && w.Holds(a, d.Requires) {
			w.endSelf(a, d)
			return
		}
		if !d.Delayed() || !w.Holds(a, d.Requires) || a.Deadline == 0 {
			continue
		}
		if a.Deadline--; a.Deadline == 0 {
			w.endSelf(a, d)
		}
	}
}

// endSelf ends an actor at the end of the tick.
func (w *World) endSelf(a *Actor, d *info.DeadlineInfo) {
	if d.Removes || a.Type.MaxHP == 0 {
		w.Dispose(a)
		return
	}
	w.later(state.Task{Kind: state.TaskKill, Actor: a.ID, Host: a.ID})
}

// maxTerrainConditions is how many a type may have: a bit of OnTerrain each.
const maxTerrainConditions = 8

// tickTerrain notes which conditions the ground grants from now on.
func (w *World) tickTerrain(a *Actor) {
	c := w.location(a)
	if !w.Ground.Contains(c) {
		return
	}
	terrain := w.terrainAt(c)
	a.OnTerrain = 0
	for i := range a.Type.TerrainConditions {
		if i < maxTerrainConditions && terrain < 64 && a.Type.TerrainConditions[i].Mask>>terrain&1 == 1 {
			a.OnTerrain |= 1 << i
		}
	}
}
