// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// Sandworms wander, go to where the noise comes from, and swallow what stands on
// sand (OpenRA.Mods.D2k: Sandworm.cs, AttractsWorms.cs).

// tickWorm looks for something to eat every few seconds.
func (w *World) tickWorm(a *Actor) {
	if w.Ticks >= a.RescanAt && !a.Swallowing && a.InWorld {
		w.rescanAsWorm(a)
	}
}

// wanderAsWorm sends an idle worm to where it hears something, else to a drawn place.
func (w *World) wanderAsWorm(a *Actor, c Cell) {
	if !w.rescanAsWorm(a) {
		w.queue(a, w.moveNearPlace(groundRef(c), 0, 1024))
	}
}

// rescanAsWorm lets a worm attack whatever is close, or go to the noise, and reports
// whether it goes there.
func (w *World) rescanAsWorm(a *Actor) (heard bool) {
	worm := a.Type.Worm
	a.RescanAt = w.Ticks + worm.Rescan
	if w.beforeTraits {
		a.RescanAt-- // its trait counts in this tick, too
	}
	for _, other := range w.inCircle(w.scratch.heard[:0], a.Center, worm.Strikes) {
		if other != a && w.reachesAsWorm(a, other) {
			w.order(a, false, w.AttackActivity(a, other.ID, true))
			return false
		}
	}
	noise := w.noiseAt(a, worm.Hears)
	if noise == (Pos{}) {
		return false
	}
	to := w.CellContaining(a.Center.Add(noise))
	for !w.Ground.Contains(to) || !w.CanEnter(a, to, none, path.ByNone) {
		if to == w.location(a) {
			w.cancelAll(a)
			return false
		}
		noise = noise.Half()
		to = w.CellContaining(a.Center.Add(noise))
	}
	if to == w.location(a) {
		w.cancelAll(a)
		return false
	}
	w.order(a, false, w.MoveTo(to, 3, false))
	return true
}

// reachesAsWorm reports whether a worm can be below an actor, which is one that it
// swallows.
func (w *World) reachesAsWorm(a, other *Actor) bool {
	if !w.CanEnter(a, w.location(other), none, path.ByNone) {
		return false
	}
	for i := range a.Type.Armaments {
		if w.worksOn(a.Type.Armaments[i].Weapon, other) {
			return true
		}
	}
	return false
}

// noiseAt adds up the noises that a worm hears, each towards where it comes from.
func (w *World) noiseAt(a *Actor, reach int32) (sum Pos) {
	w.scratch.heard = w.inCircle(w.scratch.heard[:0], a.Center, reach)
	for _, other := range w.scratch.heard {
		if len(other.Type.Noises) == 0 || !w.CanEnter(a, w.location(other), none, path.ByNone) {
			continue
		}
		for i := range other.Type.Noises {
			if n := &other.Type.Noises[i]; w.Holds(other, n.Requires) {
				sum = sum.Add(noiseFrom(n, other.Center.Sub(a.Center)))
			}
		}
	}
	return sum
}

// noiseFrom is a noise as a worm hears it from some way off.
func noiseFrom(n *info.NoiseInfo, way Pos) Pos {
	length := way.Length()
	if length == 0 || length > n.Ranges[len(n.Ranges)-1] {
		return Pos{}
	}
	percent := n.At(length)
	loud := func(d int32) int32 { return 1024 * d / length * n.Intensity * percent / 100 }
	return Pos{X: loud(way.X), Y: loud(way.Y), Z: loud(way.Z)}
}

// Phases of ActSwallow.
const (
	swallowBegins = iota
	swallowBelow
	swallowing
)

// swallow lets a worm that is in range of its victim go below it.
func (w *World) swallow(a, target *Actor) {
	if w.allReloading(a) || !w.reachesAsWorm(a, target) {
		w.cancelAll(a)
		return
	}
	act := w.newActivity(state.ActSwallow)
	act.Host = target.ID
	w.order(a, false, act)
}

// tickSwallow waits below the victim, swallows all who stand in its cell, waits again
// and is mostly gone then (SwallowActor.cs).
func (w *World) tickSwallow(a *Actor, act *Activity) bool {
	switch act.Phase {
	case swallowBegins:
		act.Phase, act.WaitLeft, act.Last = swallowBelow, a.Type.Worm.Delay, w.location(a)
		a.Leaping = true
	case swallowBelow:
		if act.WaitLeft--; act.WaitLeft > 0 {
			return false
		}
		if !w.swallowNow(a, act) {
			a.Leaping = false
			return true
		}
		act.Phase, act.WaitLeft = swallowing, a.Type.Worm.Returns
		a.Swallowing = true
	default:
		if act.WaitLeft--; act.WaitLeft > 0 {
			return false
		}
		a.Swallowing, a.Leaping = false, false
		if w.Random.Below(100) <= a.Type.Worm.Leaves {
			w.cancelAll(a)
			w.Dispose(a)
		}
		return true
	}
	return false
}

// swallowNow ends all that stand in the cell of the victim, if it has not got away.
func (w *World) swallowNow(a *Actor, act *Activity) bool {
	target := w.Actor(act.Host)
	if target == nil {
		return false
	}
	c := w.location(target)
	if d := c.Sub(act.Last); d.X*d.X+d.Y*d.Y >= 4 || !w.CanEnter(a, c, none, path.ByNone) {
		return false
	}
	w.scratch.heard = w.scratch.heard[:0]
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		if other := w.Actor(w.Occupied.Nodes[at].Actor); other != nil && other != a && w.swallows(a, other) {
			w.scratch.heard = append(w.scratch.heard, other)
		}
	}
	for _, other := range w.scratch.heard {
		w.Dispose(other)
	}
	if len(w.scratch.heard) == 0 {
		return false
	}
	w.SetPosition(a, c, grid.SubFull)
	return true
}

// swallows reports whether the weapon of a worm is for an actor.
func (w *World) swallows(a, other *Actor) bool {
	return len(a.Type.Armaments) > 0 && w.worksOn(a.Type.Armaments[0].Weapon, other)
}
