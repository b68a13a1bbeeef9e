// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// The idle animations of infantry draw from the shared generator, so they are
// part of play (docs/engine/openra-world.md#idle-infantry).

type bodyState uint8

const (
	bodyIdle bodyState = iota
	bodyAttacking
	bodyMoving
	bodyWaiting
	bodyIdleAnimating
)

// animation is a sprite sequence that play waits for.
type animation struct {
	left int32 // ticks until it ends
	then animationEnd
}

type animationEnd uint8

const (
	endNothing animationEnd = iota
	endIdle
	endDocked
	endUndocked
	endTransform
	endSale
	endRisen // of an anti-aircraft site
	endSunk
)

// tickInfantryBody follows the unit's movement. It comes before the trait that
// makes the unit lie down, so that it takes notice a tick later.
func (w *World) tickInfantryBody(a *Actor) {
	if a.typ.Infantry.Disguising > 0 {
		w.showGuise(a)
	}
	horizontal := a.movement&movingHorizontal != 0
	prone := a.proneTicks > 0 || a.panicking()
	changed := prone != a.wasProne
	a.wasProne = prone
	if a.showsTwice() && a.shownAs.second.followed(horizontal, changed, a.idle()) {
		a.shownAs.left = 0
	}
	if a.body.followed(horizontal, changed, a.idle()) {
		a.animation = animation{}
	}
}

// followed lets a body take notice of movement and reports whether it did.
func (b *bodyState) followed(horizontal, changed, idle bool) bool {
	switch {
	case (*b != bodyMoving || changed) && horizontal:
		*b = bodyMoving
	case (*b == bodyMoving || changed) && !horizontal, (*b == bodyIdle || *b == bodyIdleAnimating) && !idle:
		*b = bodyWaiting
	default:
		return false
	}
	return true
}

// tickIdle runs the idle hooks in construct order: the body, what makes civilians run and
// walk about, then auto-target, which needs an attack.
func (w *World) tickIdle(a *Actor) {
	bodied := a.typ.Infantry != nil && len(w.shownBody(a).Idle) > 0
	if bodied && !a.typ.Infantry.AfterLook {
		w.idleBody(a)
	}
	w.runAbout(a)
	w.tickWanderer(a)
	if a.typ.Popup != nil {
		w.tickIdlePopup(a)
	}
	if a.typ.AutoTarget != nil && a.typ.AutoTarget.ScanOnIdle && a.stance >= info.StanceDefend {
		w.scanIdle(a)
	}
	if bodied && a.typ.Infantry.AfterLook {
		w.idleBody(a)
	}
}

func (w *World) idleBody(a *Actor) {
	if a.proneTicks > 0 || a.panicking() {
		return
	}
	info := w.shownBody(a)
	if a.body == bodyMoving && w.behaviour.EarlyMove {
		a.body = bodyWaiting // later releases wait for the body to see that it stands
	}
	switch a.body {
	case bodyWaiting:
		a.body = bodyIdle
		a.idleSequence = w.random.below(int32(len(info.Idle)))
		a.idleDelay = w.random.between(info.MinDelay, info.MaxDelay)
	case bodyIdle:
		// Without a picture of the sequence that was drawn nothing follows.
		if ticks := w.idleTicks(a, info, a.idleSequence); a.idleDelay > 0 && ticks > 0 {
			if a.idleDelay--; a.idleDelay == 0 {
				a.body = bodyIdleAnimating
				a.animation = animation{left: ticks, then: endIdle}
			}
		}
	default:
	}
	if a.showsTwice() {
		w.idleSecondBody(a, info)
	}
}

// showShot begins to show a shot: at the end of the tick, until 20200503 at once.
// Nothing is drawn for idleness until it has been shown.
func (w *World) showShot(id uint32) {
	a := w.alive(id)
	if a == nil {
		return
	}
	left := a.typ.Infantry.Attack[0]
	if a.proneTicks > 0 {
		left = a.typ.Infantry.Attack[1]
	}
	a.body = bodyAttacking
	a.animation = animation{left: left, then: endIdle}
}

func (w *World) tickAnimation(a *Actor) {
	a.animation.left--
	if a.animation.left > 0 {
		return
	}
	then := a.animation.then
	a.animation = animation{}
	switch then {
	case endIdle:
		a.body = bodyWaiting
	case endDocked, endUndocked:
		w.dockAnimationEnded(a, then)
	case endTransform:
		w.later(task{kind: taskTransform, actor: a.ID})
	case endSale:
		w.queueSale(a)
	case endRisen:
		a.charges = popupOpen
	case endSunk:
		w.sunk(a)
	case endNothing:
	}
}
