// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/rules"

// KillsSelf: what ends itself, at once or after a time that is drawn when it is
// made.

// deadlineInfo is one trait of the kind.
type deadlineInfo struct {
	delays   []int32 // one, or the two the time is drawn between
	removes  bool    // it goes without dying
	requires expression
}

func newDeadline(trait *rules.Trait) deadlineInfo {
	return deadlineInfo{
		delays: numbers32(trait.Ints("Delay")), removes: trait.Bool("RemoveInstead"), requires: requirementOf(trait),
	}
}

// delayed reports whether the end comes later than the beginning.
func (d *deadlineInfo) delayed() bool {
	for _, ticks := range d.delays {
		if ticks > 0 {
			return true
		}
	}
	return false
}

// fleeting reports whether a type is gone again in the tick in which it comes:
// a slab leaves its concrete and nothing else.
func (t *actorType) fleeting() bool {
	for i := range t.deadlines {
		if d := &t.deadlines[i]; d.removes && d.requires == nil && !d.delayed() {
			return true
		}
	}
	return false
}

// constructDeadlines draws how long an actor has. One trait with a delay is
// kept: no type of the rule files has two.
func (w *World) constructDeadlines(a *Actor) {
	for i := range a.typ.deadlines {
		d := &a.typ.deadlines[i]
		ticks := int32(0)
		switch len(d.delays) {
		case 0:
		case 1:
			ticks = d.delays[0]
		default:
			ticks = w.random.between(d.delays[0], d.delays[1])
		}
		if d.delayed() {
			a.deadline = ticks + 1 // the engine looks before it counts
		}
	}
}

// meetDeadlines ends what ends as soon as it is in the world, or as soon as what
// ends it is granted: at the end of the tick, in the order in which that happened.
func (w *World) meetDeadlines(a *Actor) {
	for i := range a.typ.deadlines {
		if d := &a.typ.deadlines[i]; !d.delayed() && w.holds(a, d.requires) {
			w.endSelf(a, d)
		}
	}
}

// tickDeadlines counts while the trait is enabled.
func (w *World) tickDeadlines(a *Actor) {
	if !a.inWorld || a.dead || !w.ground.contains(a.cell) && a.typ.mobile == nil {
		return
	}
	for i := range a.typ.deadlines {
		d := &a.typ.deadlines[i]
		if !d.delayed() && len(d.requires) > 0 && w.holds(a, d.requires) {
			w.endSelf(a, d)
			return
		}
		if !d.delayed() || !w.holds(a, d.requires) || a.deadline == 0 {
			continue
		}
		if a.deadline--; a.deadline == 0 {
			w.endSelf(a, d)
		}
	}
}

// endSelf ends an actor at the end of the tick.
func (w *World) endSelf(a *Actor, d *deadlineInfo) {
	if d.removes || a.typ.maxHP == 0 {
		w.dispose(a)
		return
	}
	w.later(task{kind: taskKill, actor: a.ID, host: a.ID})
}

// terrainCondition is a condition that the ground under an actor grants.
type terrainCondition struct {
	condition string
	terrain   []string
	mask      uint64 // bit per terrain number of the map's tileset
}

// maxTerrainConditions is how many a type may have: a bit of onTerrain each.
const maxTerrainConditions = 8

// markTerrain finds the numbers of the terrain that grants conditions.
func (k *compiledTypes) markTerrain(ground *ground) {
	for _, t := range k.types {
		for i := range t.terrainConditions {
			for _, name := range t.terrainConditions[i].terrain {
				if at := ground.terrainIndex(name); at < 64 {
					t.terrainConditions[i].mask |= 1 << at
				}
			}
		}
	}
}

// tickTerrain notes which conditions the ground grants from now on.
func (w *World) tickTerrain(a *Actor) {
	c := w.location(a)
	if !w.ground.contains(c) {
		return
	}
	terrain := w.terrainAt(c)
	a.onTerrain = 0
	for i := range a.typ.terrainConditions {
		if i < maxTerrainConditions && terrain < 64 && a.typ.terrainConditions[i].mask>>terrain&1 == 1 {
			a.onTerrain |= 1 << i
		}
	}
}
