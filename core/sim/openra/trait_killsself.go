// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// KillsSelf: what ends itself, at once or after a time that is drawn when it is
// made.

// constructDeadlines draws how long an actor has. One trait with a delay is
// kept: no type of the rule files has two.
func (w *World) constructDeadlines(a *Actor) {
	for i := range a.typ.Deadlines {
		d := &a.typ.Deadlines[i]
		ticks := int32(0)
		switch len(d.Delays) {
		case 0:
		case 1:
			ticks = d.Delays[0]
		default:
			ticks = w.random.between(d.Delays[0], d.Delays[1])
		}
		if d.Delayed() {
			a.deadline = ticks + 1 // the engine looks before it counts
		}
	}
}

// meetDeadlines ends what ends as soon as it is in the world, or as soon as what
// ends it is granted: at the end of the tick, in the order in which that happened.
func (w *World) meetDeadlines(a *Actor) {
	for i := range a.typ.Deadlines {
		if d := &a.typ.Deadlines[i]; !d.Delayed() && w.holds(a, d.Requires) {
			w.endSelf(a, d)
		}
	}
}

// tickDeadlines counts while the trait is enabled.
func (w *World) tickDeadlines(a *Actor) {
	if !a.inWorld || a.dead || !w.ground.contains(a.cell) && a.typ.Mobile == nil {
		return
	}
	for i := range a.typ.Deadlines {
		d := &a.typ.Deadlines[i]
		if !d.Delayed() && len(d.Requires) > 0 && w.holds(a, d.Requires) {
			w.endSelf(a, d)
			return
		}
		if !d.Delayed() || !w.holds(a, d.Requires) || a.deadline == 0 {
			continue
		}
		if a.deadline--; a.deadline == 0 {
			w.endSelf(a, d)
		}
	}
}

// endSelf ends an actor at the end of the tick.
func (w *World) endSelf(a *Actor, d *info.DeadlineInfo) {
	if d.Removes || a.typ.MaxHP == 0 {
		w.dispose(a)
		return
	}
	w.later(task{kind: taskKill, actor: a.ID, host: a.ID})
}

// maxTerrainConditions is how many a type may have: a bit of onTerrain each.
const maxTerrainConditions = 8

// tickTerrain notes which conditions the ground grants from now on.
func (w *World) tickTerrain(a *Actor) {
	c := w.location(a)
	if !w.ground.contains(c) {
		return
	}
	terrain := w.terrainAt(c)
	a.onTerrain = 0
	for i := range a.typ.TerrainConditions {
		if i < maxTerrainConditions && terrain < 64 && a.typ.TerrainConditions[i].Mask>>terrain&1 == 1 {
			a.onTerrain |= 1 << i
		}
	}
}
