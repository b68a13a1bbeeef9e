// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// Planes that a support power sends against a place (AttackBomber).

// tickBomber lets a plane fire what reaches its target on the ground. From its
// first tick on the target lies there: so the hashes of cnc-release-20200202-
// and cnc-playtest-20201213-skirmish say.
func (w *World) tickBomber(a *Actor) {
	was, pointed := a.overTarget, a.facingTarget
	a.overTarget = false
	if a.inWorld {
		a.bombTarget.Z = 0
		d := a.bombTarget.Sub(a.center)
		a.facingTarget = d.FlatSquared() == 0 || withinTolerance(a.facing, w.yawOf(d), a.typ.BombTolerance)
		for i := range a.typ.Armaments {
			if reach := int64(a.typ.Armaments[i].Weapon.Reach); d.FlatSquared() <= reach*reach {
				a.overTarget = true
				w.checkFire(a, i, aimAtPlace(a.bombTarget))
			}
		}
		if len(a.typ.Armaments) == 0 {
			a.overTarget = !was && !a.facingTarget && pointed
		}
	}
	switch {
	case a.overTarget && !was:
		w.strikeBegins(a)
	case !a.overTarget && was:
		w.strikeEnds(a)
	}
}

// bomberHash is the hash of a plane's attack: where to, whether it is there
// and whether it points there.
func (w *World) bomberHash(a *Actor) int32 {
	h := info.Boolean(a.facingTarget) ^ info.Boolean(a.aiming) ^ info.Boolean(a.overTarget)
	if a.hasBombTarget {
		h ^= a.bombTarget.Hash()
	}
	return h
}

// strikes reports whether a plane of a squad is over its target: where it bombs,
// or where they jump.
func (a *Actor) strikes() bool {
	return a.squad != none && (a.overTarget || a.carries && a.inDropRange)
}

// strikeBegins sends the first plane of a squad that is over its target someone
// who looks on, at the end of the tick.
func (w *World) strikeBegins(a *Actor) {
	camera := w.typeOf(a.typ.Strike.Camera)
	if camera == nil || a.camera != none || w.othersStrike(a) {
		return
	}
	w.later(task{kind: taskCamera, actor: a.ID, host: a.squad, typ: camera, spawn: spawn{owner: a.owner, cell: a.dropCell, hasCell: true, facing: -1}})
}

// placeCamera is the frame-end task that lets someone look on.
func (w *World) placeCamera(t *task) {
	camera := w.create(t.typ, t.spawn)
	for _, plane := range w.actors {
		if plane != nil && plane.squad == t.host {
			plane.camera = camera.ID
		}
	}
}

// strikeEnds takes the camera of a squad away a while after none of it is over
// the target any more.
func (w *World) strikeEnds(a *Actor) {
	camera := w.alive(a.camera)
	if camera == nil || w.othersStrike(a) {
		return
	}
	wait := w.newActivity(actWait)
	wait.waitLeft = a.typ.Strike.Stays
	w.queue(camera, wait)
	w.queue(camera, w.newActivity(actRemoveSelf))
}

// othersStrike reports whether another plane of a squad is over its target.
func (w *World) othersStrike(a *Actor) bool {
	for _, other := range w.actors {
		if other != nil && other != a && other.squad == a.squad && other.strikes() {
			return true
		}
	}
	return false
}

// leaveSquad: a plane that is gone strikes no more. Who looks on goes when the
// last of the squad is gone, not when one is shot down over the target.
func (w *World) leaveSquad(a *Actor) {
	if a.squad == none {
		return
	}
	a.overTarget, a.inDropRange = false, false
	for _, other := range w.actors {
		if other != nil && other != a && other.squad == a.squad && other.inWorld {
			return
		}
	}
	w.strikeEnds(a)
}
