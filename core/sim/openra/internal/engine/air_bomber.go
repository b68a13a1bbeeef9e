// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Planes that a support power sends against a place (AttackBomber).

// tickBomber lets a plane fire what reaches its target on the ground. From its
// first tick on the target lies there: so the hashes of cnc-release-20200202-
// and cnc-playtest-20201213-skirmish say.
func (w *World) tickBomber(a *Actor) {
	was, pointed := a.OverTarget, a.FacingTarget
	a.OverTarget = false
	if a.InWorld {
		a.BombTarget.Z = 0
		d := a.BombTarget.Sub(a.Center)
		a.FacingTarget = d.FlatSquared() == 0 || withinTolerance(a.Facing, w.yawOf(d), a.Type.BombTolerance)
		for i := range a.Type.Armaments {
			if reach := int64(a.Type.Armaments[i].Weapon.Reach); d.FlatSquared() <= reach*reach {
				a.OverTarget = true
				w.checkFire(a, i, aimAtPlace(a.BombTarget))
			}
		}
		if len(a.Type.Armaments) == 0 {
			a.OverTarget = !was && !a.FacingTarget && pointed
		}
	}
	switch {
	case a.OverTarget && !was:
		w.strikeBegins(a)
	case !a.OverTarget && was:
		w.strikeEnds(a)
	}
}

// bomberHash is the hash of a plane's attack: where to, whether it is there
// and whether it points there.
func (w *World) bomberHash(a *Actor) int32 {
	h := info.Boolean(a.FacingTarget) ^ info.Boolean(a.Aiming) ^ info.Boolean(a.OverTarget)
	if a.HasBombTarget {
		h ^= a.BombTarget.Hash()
	}
	return h
}

// strikeBegins sends the first plane of a squad that is over its target someone
// who looks on, at the end of the tick.
func (w *World) strikeBegins(a *Actor) {
	camera := w.TypeOf(a.Type.Strike.Camera)
	if camera == nil || a.Camera != none || w.othersStrike(a) {
		return
	}
	w.later(state.Task{Kind: state.TaskCamera, Actor: a.ID, Host: a.Squad, Type: camera, Spawn: state.Spawn{Owner: a.Owner, Cell: a.DropCell, HasCell: true, Facing: -1}})
}

// placeCamera is the frame-end task that lets someone look on.
func (w *World) placeCamera(t *state.Task) {
	camera := w.Create(t.Type, t.Spawn)
	for _, plane := range w.Actors {
		if plane != nil && plane.Squad == t.Host {
			plane.Camera = camera.ID
		}
	}
}

// strikeEnds takes the camera of a squad away a while after none of it is over
// the target any more.
func (w *World) strikeEnds(a *Actor) {
	camera := w.Alive(a.Camera)
	if camera == nil || w.othersStrike(a) {
		return
	}
	wait := w.newActivity(state.ActWait)
	wait.WaitLeft = a.Type.Strike.Stays
	w.queue(camera, wait)
	w.queue(camera, w.newActivity(state.ActRemoveSelf))
}

// othersStrike reports whether another plane of a squad is over its target.
func (w *World) othersStrike(a *Actor) bool {
	for _, other := range w.Actors {
		if other != nil && other != a && other.Squad == a.Squad && other.Strikes() {
			return true
		}
	}
	return false
}

// leaveSquad: a plane that is gone strikes no more. Who looks on goes when the
// last of the squad is gone, not when one is shot down over the target.
func (w *World) leaveSquad(a *Actor) {
	if a.Squad == none {
		return
	}
	a.OverTarget, a.InDropRange = false, false
	for _, other := range w.Actors {
		if other != nil && other != a && other.Squad == a.Squad && other.InWorld {
			return
		}
	}
	w.strikeEnds(a)
}
